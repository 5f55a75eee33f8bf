package binding

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/lexical"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// plainValue is v as an empty interface holds it: numbers as json.Number, never
// rounded.
func plainValue(v *tree.Value) any {
	switch v.Kind {
	case tree.Bool:
		return v.Bool
	case tree.Number:
		return json.Number(v.Text)
	case tree.String:
		return v.Text
	case tree.Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = plainValue(item)
		}
		return items
	case tree.Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			members[m.Name] = plainValue(m.Value)
		}
		return members
	}
	return nil
}

func (d *decoder) integer(v *tree.Value, to reflect.Value) {
	i, err := strconv.ParseInt(v.Text, 10, 64)
	ok := err == nil
	if !ok {
		exact := decimal.Parse(v.Text)
		if !exact.IsInteger() {
			d.wrong("an integer")
			return
		}
		i, ok = exact.Int64()
	}
	if !ok || to.OverflowInt(i) {
		low, high := intBounds(to.Kind())
		if strconv.IntSize == 32 && to.Kind() == reflect.Int {
			low, high = math.MinInt32, math.MaxInt32
		}
		d.fail(ReasonRange, "must be an integer from %d to %d", low, high)
		return
	}
	to.SetInt(i)
}

func (d *decoder) unsigned(v *tree.Value, to reflect.Value) {
	u, err := strconv.ParseUint(v.Text, 10, 64)
	ok := err == nil
	if !ok {
		exact := decimal.Parse(v.Text)
		if !exact.IsInteger() {
			d.wrong("an integer")
			return
		}
		u, ok = exact.Uint64()
	}
	if !ok || to.OverflowUint(u) {
		high := uintBound(to.Kind())
		if strconv.IntSize == 32 && to.Kind() == reflect.Uint {
			high = math.MaxUint32
		}
		d.fail(ReasonRange, "must be an integer from 0 to %d", high)
		return
	}
	to.SetUint(u)
}

func (d *decoder) float(v *tree.Value, to reflect.Value) {
	f, err := strconv.ParseFloat(v.Text, to.Type().Bits())
	if err != nil {
		d.fail(ReasonRange, "must be a number that %d bits of floating point hold", to.Type().Bits())
		return
	}
	to.SetFloat(f)
}

// maxBigExponent bounds the digits that a short token can ask for. The reader's
// own limit is lower, unless a function raises it.
const maxBigExponent = 100_000

func (d *decoder) bigInt(v *tree.Value, to reflect.Value) {
	if i := strings.IndexAny(v.Text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(strings.TrimPrefix(v.Text[i+1:], "+")); err != nil || e > maxBigExponent {
			d.fail(ReasonRange, "must be an integer of fewer digits")
			return
		}
	}
	i, ok := decimal.Parse(v.Text).BigInt()
	if !ok {
		d.wrong("an integer")
		return
	}
	to.Addr().Interface().(*big.Int).Set(i)
}

func (d *decoder) bytes(v *tree.Value, to reflect.Value) {
	b, ok := lexical.Base64(v.Text)
	if !ok {
		d.fail(ReasonFormat, "must be %s", lexical.Base64Remedy(v.Text))
		return
	}
	to.SetBytes(b)
}

func (d *decoder) dateTime(v *tree.Value, to reflect.Value) {
	t, ok := lexical.DateTime(v.Text)
	if !ok {
		d.fail(ReasonFormat, "must be %s", lexical.DateTimeRemedy(v.Text))
		return
	}
	to.Set(reflect.ValueOf(t))
}

// quoted reads a value within a string, encoding/json's "string" option.
func (d *decoder) quoted(n *node, v *tree.Value, to reflect.Value) {
	if n.form == formPointer {
		if v.Kind != tree.Null {
			p := reflect.New(n.typ.Elem())
			d.quoted(n.elem, v, p.Elem())
			to.Set(p.Convert(n.typ))
		}
		return
	}
	want := "a string that holds " + n.want()
	switch {
	case v.Kind == tree.Null:
		d.isNull(want)
		return
	case v.Kind != tree.String:
		d.wrong(want)
		return
	}
	inner, err := strict.Parse([]byte(v.Text), strict.Limits{})
	if err != nil || inner.Kind != n.kind() || len(inner.Raw) != len(v.Text) || !canonical(n.form, v.Text) {
		d.fail(ReasonFormat, "must be %s", want)
		return
	}
	d.value(n, inner, to)
}

// canonical reports whether the text has the pattern that is published for it,
// as far as JSON's own grammar leaves that open.
func canonical(f form, text string) bool {
	switch f {
	case formInt, formDuration:
		return isIntName(text, true)
	case formUint:
		return isIntName(text, false)
	}
	return true
}
