package binding

import (
	"math/big"
	"reflect"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// values compares what a schema says of the value itself with what the Go type
// takes: whole with its pointers, n without. It reports whether it found a fault.
func (c *comparison) values(schema *tree.Value, whole, n *node) bool {
	before := len(c.now.own)
	if v := schema.Lookup("default"); v != nil && !whole.takes(v) {
		c.add(place{pointer: "/default"}, "default", "the Go type does not take this default: change one of them")
	}
	if v := schema.Lookup("const"); v != nil && !whole.takes(v) {
		c.add(place{pointer: "/const"}, "const", "the Go type does not take this value, and no other is admitted: change one of them")
	}
	if list := schema.Lookup("enum"); list != nil && len(list.Items) > 0 {
		some := false
		for _, v := range list.Items {
			some = some || whole.takes(v)
		}
		if !some {
			c.add(place{pointer: "/enum"}, "enum", "the Go type takes none of these values: change one of them")
		}
	}
	if t := schema.Lookup("type"); t != nil && t.Text == "null" && whole == n {
		c.add(place{pointer: "/type"}, "type", "the schema admits null alone here, which the Go type does not take: make it a pointer")
	}
	switch n.form {
	case formInt, formUint:
		c.bounds(schema, n)
	case formArray:
		length := decimal.Parse(big.NewInt(int64(n.typ.Len())).String())
		if least := count(schema, "minItems"); least != nil && least.Cmp(length) > 0 {
			c.add(place{pointer: "/minItems"}, "minItems", "the Go array has exactly %d items: change one of them", n.typ.Len())
		}
		if most := count(schema, "maxItems"); most != nil && most.Cmp(length) < 0 {
			c.add(place{pointer: "/maxItems"}, "maxItems", "the Go array has exactly %d items: change one of them", n.typ.Len())
		}
	}
	return len(c.now.own) > before
}

// takes reports whether a value binds. The parameters together have no type of their
// own: what a schema says of them as one value is no question of binding.
func (n *node) takes(v *tree.Value) bool {
	if n.typ == nil {
		return true
	}
	d := new(decoder)
	d.value(n, v, reflect.New(n.typ).Elem())
	return len(d.errors) == 0
}

// bounds compares the bounds of a schema with those of an integer type.
func (c *comparison) bounds(schema *tree.Value, n *node) {
	low, high := new(big.Int), new(big.Int)
	if n.form == formUint {
		high.SetUint64(uintBound(n.typ.Kind()))
	} else {
		least, most := intBounds(n.typ.Kind())
		low.SetInt64(least)
		high.SetInt64(most)
	}
	for _, keyword := range []string{"minimum", "exclusiveMinimum"} {
		if d := count(schema, keyword); d != nil && d.Cmp(decimal.Parse(high.String())) > 0 {
			c.add(place{pointer: "/" + keyword}, keyword, "the Go type holds numbers up to %s: change one of them", high)
		}
	}
	for _, keyword := range []string{"maximum", "exclusiveMaximum"} {
		if d := count(schema, keyword); d != nil && d.Cmp(decimal.Parse(low.String())) < 0 {
			c.add(place{pointer: "/" + keyword}, keyword, "the Go type holds numbers from %s on: change one of them", low)
		}
	}
}

// count returns the number of a keyword, or nil.
func count(schema *tree.Value, keyword string) *decimal.Decimal {
	v := schema.Lookup(keyword)
	if v == nil || v.Kind != tree.Number {
		return nil
	}
	d := decimal.Parse(v.Text)
	return &d
}
