package agui

import (
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// inline returns v as the content of a result, and how the numbers in it are spelled
// that go out otherwise: by which number of the text it is, from 0. An integer that is
// spelled with a fraction or an exponent, and that no double holds, goes out as its
// digits: of 1e400 Python makes infinity, of the digits the integer. One of more digits
// than a number may have (1e1000 and beyond) stays as it is: nobody would take it back.
func inline(v content.Value) (text string, numbers []tree.Member) {
	t := v.Tree()
	if t == nil || t.Kind != tree.Array && t.Kind != tree.Object {
		return v.Inline(), nil
	}
	n := -1
	t = eachNumber(t, func(token string) string {
		n++
		spelled := digits(token)
		if spelled != token {
			numbers = append(numbers, member(strconv.Itoa(n), token))
		}
		return spelled
	})
	if numbers == nil {
		return v.Inline(), nil
	}
	return string(t.AppendJSON(nil)), numbers
}

// digits returns the digits of such an integer; any other number is itself.
func digits(token string) string {
	if !strings.ContainsAny(token, ".eE") {
		return token
	}
	d := decimal.Parse(token)
	if f, err := strconv.ParseFloat(token, 64); err == nil && decimal.Parse(strconv.FormatFloat(f, 'g', -1, 64)).Cmp(d) == 0 {
		return token
	}
	if i, ok := d.BigInt(); ok {
		if text := i.String(); len(strings.TrimPrefix(text, "-")) <= strict.Default().Digits {
			return text
		}
	}
	return token
}

// respelled returns JSON with its numbers as they were spelled. One that is not worth the
// same stays: the content is heard.
func respelled(root, numbers *tree.Value) *tree.Value {
	n, rest := -1, numbers.Members // in the order of the text, so that each is looked at once
	return eachNumber(root, func(token string) string {
		n++
		if len(rest) == 0 || rest[0].Name != strconv.Itoa(n) {
			return token
		}
		spelled := rest[0].Value.Text
		rest = rest[1:]
		if worthSame(spelled, token) {
			return spelled
		}
		return token
	})
}

// worthSame reports whether a text is the token of a number that is worth the other.
func worthSame(text, token string) bool {
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	return fault == nil && v.Kind == tree.Number && v.Text == text && decimal.Parse(v.Text).Cmp(decimal.Parse(token)) == 0
}

// eachNumber returns v with other tokens for its numbers; v itself if none is another.
func eachNumber(v *tree.Value, token func(string) string) *tree.Value {
	switch v.Kind {
	case tree.Number:
		if spelled := token(v.Text); spelled != v.Text {
			return tree.NewNumber(spelled)
		}
	case tree.Array:
		var items []*tree.Value
		for i, item := range v.Items {
			next := eachNumber(item, token)
			if next != item && items == nil {
				items = append(make([]*tree.Value, 0, len(v.Items)), v.Items[:i]...)
			}
			if items != nil {
				items = append(items, next)
			}
		}
		if items != nil {
			return tree.NewArray(items...)
		}
	case tree.Object:
		var members []tree.Member
		for i, m := range v.Members {
			next := eachNumber(m.Value, token)
			if next != m.Value && members == nil {
				members = append(make([]tree.Member, 0, len(v.Members)), v.Members[:i]...)
			}
			if members != nil {
				members = append(members, tree.M(m.Name, next))
			}
		}
		if members != nil {
			return tree.NewObject(members...)
		}
	}
	return v
}
