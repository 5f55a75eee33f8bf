package schema

import (
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/lexical"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// text judges a string by length, in code points, and pattern (validation 6.3).
func (e *evaluation) text(n *node, v *tree.Value) bool {
	ok := true
	if n.minLength >= 0 || n.maxLength >= 0 {
		length := int64(utf8.RuneCountInString(v.Text))
		if n.minLength >= 0 && length < n.minLength {
			ok = e.fail(n, v, "minLength")
		}
		if n.maxLength >= 0 && length > n.maxLength {
			ok = e.fail(n, v, "maxLength")
		}
	}
	if n.pattern != nil && !e.matches(n.pattern, v.Text) {
		ok = e.fail(n, v, "pattern")
	}
	return ok
}

// number judges a number by its exact value (validation 6.2).
func (e *evaluation) number(n *node, v *tree.Value) bool {
	ok := true
	d := decimal.Parse(v.Text)
	if n.minimum != nil && d.Cmp(*n.minimum) < 0 {
		ok = e.fail(n, v, "minimum")
	}
	if n.maximum != nil && d.Cmp(*n.maximum) > 0 {
		ok = e.fail(n, v, "maximum")
	}
	if n.exclusiveMinimum != nil && d.Cmp(*n.exclusiveMinimum) <= 0 {
		ok = e.fail(n, v, "exclusiveMinimum")
	}
	if n.exclusiveMaximum != nil && d.Cmp(*n.exclusiveMaximum) >= 0 {
		ok = e.fail(n, v, "exclusiveMaximum")
	}
	if n.multipleOf != nil && !d.MultipleOf(*n.multipleOf) {
		ok = e.fail(n, v, "multipleOf")
	}
	return ok
}

// assert judges what is an annotation of a string unless asked for: the format or
// encoding that binding depends on, or the format of a foreign schema.
func (e *evaluation) assert(n *node, v *tree.Value) bool {
	if v.Kind != tree.String {
		return true
	}
	switch {
	case n.assertion == DateTime:
		if _, ok := lexical.DateTime(v.Text); !ok {
			return e.fail(n, v, "format")
		}
	case n.assertion == Base64:
		if _, ok := lexical.Base64(v.Text); !ok {
			return e.fail(n, v, "contentEncoding")
		}
	case n.format == nil:
	case n.format.Name == "regex": // as it is read where it is used
		if _, err := pattern.Compile(v.Text); err != nil {
			return e.fail(n, v, "format")
		}
	case n.format.Validate(v.Text) != nil:
		return e.fail(n, v, "format")
	}
	return true
}

// equal reports whether two values are equal as JSON Schema has it (core 4.2.2):
// numbers by value, strings by code points, objects whatever the order.
func equal(a, b *tree.Value) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case tree.Bool:
		return a.Bool == b.Bool
	case tree.Number:
		return a.Text == b.Text || decimal.Parse(a.Text) == decimal.Parse(b.Text)
	case tree.String:
		return a.Text == b.Text
	case tree.Array:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !equal(a.Items[i], b.Items[i]) {
				return false
			}
		}
	case tree.Object:
		if len(a.Members) != len(b.Members) {
			return false
		}
		for _, m := range a.Members {
			if other := b.Lookup(m.Name); other == nil || !equal(m.Value, other) {
				return false
			}
		}
	}
	return true
}
