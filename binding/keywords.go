package binding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// keywords is a schema object while it is being written.
type keywords []tree.Member

func (k *keywords) get(name string) *tree.Value {
	for _, m := range *k {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

func (k *keywords) set(name string, v *tree.Value) {
	for i, m := range *k {
		if m.Name == name {
			(*k)[i] = tree.M(name, v)
			return
		}
	}
	*k = append(*k, tree.M(name, v))
}

func (k *keywords) remove(name string) {
	*k = slices.DeleteFunc(*k, func(m tree.Member) bool { return m.Name == name })
}

// object freezes the schema in the one order: what it is, what it is called,
// what constrains it, its default, its definitions.
func (k keywords) object() *tree.Value {
	members := slices.Clone(k)
	slices.SortStableFunc(members, func(a, b tree.Member) int { return cmp.Compare(rank(a.Name), rank(b.Name)) })
	return tree.NewObject(members...)
}

func rank(keyword string) int {
	switch keyword {
	case "type", "$ref", "oneOf", "anyOf", "const":
		return 0
	case "title":
		return 1
	case "description":
		return 2
	case "default":
		return 4
	case "$defs":
		return 5
	}
	return 3
}

// annotations are the keywords that say nothing about validity: they stand
// beside a choice, the rest within its branch.
func isAnnotation(keyword string) bool {
	switch keyword {
	case "title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated":
		return true
	}
	return false
}

// nullable adds null to what the schema admits: to its type if it has one and
// nothing else decides, else as a choice.
func (k *keywords) nullable() {
	null := tree.NewString("null")
	kind := k.get("type")
	if kind == nil && !k.decides() {
		return
	}
	if kind != nil && !k.composes() {
		switch {
		case kind.Kind == tree.String && kind.Text != "null":
			k.set("type", tree.NewArray(kind, null))
		case kind.Kind == tree.Array && !slices.ContainsFunc(kind.Items, func(v *tree.Value) bool { return v.Text == "null" }):
			k.set("type", tree.NewArray(append(slices.Clone(kind.Items), null)...))
		}
		if e := k.get("enum"); e != nil && !slices.ContainsFunc(e.Items, func(v *tree.Value) bool { return v.Kind == tree.Null }) {
			k.set("enum", tree.NewArray(append(slices.Clone(e.Items), tree.NewNull())...))
		}
		return
	}
	var inside, outside keywords
	for _, m := range *k {
		if isAnnotation(m.Name) {
			outside = append(outside, m)
		} else {
			inside = append(inside, m)
		}
	}
	outside.set("anyOf", tree.NewArray(inside.object(), tree.NewObject(tree.M("type", null))))
	*k = outside
}

// decides reports whether any keyword can refuse a null.
func (k *keywords) decides() bool {
	if k.composes() {
		return true
	}
	return k.get("type") != nil || k.get("enum") != nil
}

// composes reports whether something besides type and enum can.
func (k *keywords) composes() bool {
	for _, name := range [...]string{"$ref", "$dynamicRef", "const", "oneOf", "anyOf", "allOf", "not", "if"} {
		if k.get(name) != nil {
			return true
		}
	}
	return false
}

// tighter returns the bound of two that admits less; of equal ones the author's.
func tighter(keyword string, native, author *tree.Value) *tree.Value {
	c := decimal.Parse(native.Text).Cmp(decimal.Parse(author.Text))
	if strings.HasSuffix(strings.ToLower(keyword), "minimum") {
		c = -c
	}
	if c < 0 {
		return native
	}
	return author
}

// checkBounds reports lower bounds above upper ones.
func (k *keywords) checkBounds(at place, f *faults) {
	for _, pair := range [...]struct {
		low, high string
		strict    bool
	}{
		{"minLength", "maxLength", false},
		{"minItems", "maxItems", false},
		{"minProperties", "maxProperties", false},
		{"minimum", "maximum", false},
		{"exclusiveMinimum", "maximum", true},
		{"minimum", "exclusiveMaximum", true},
		{"exclusiveMinimum", "exclusiveMaximum", true},
	} {
		low, high := k.get(pair.low), k.get(pair.high)
		if low == nil || high == nil || low.Kind != tree.Number || high.Kind != tree.Number {
			continue
		}
		if c := decimal.Parse(low.Text).Cmp(decimal.Parse(high.Text)); c > 0 || c == 0 && pair.strict {
			f.add(at, pair.low, "no value satisfies %s %s and %s %s: change one", pair.low, low.Text, pair.high, high.Text)
		}
	}
}
