package metadata

import (
	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/tree"
)

// typeNames lists the types that a type keyword names.
func typeNames(v *tree.Value) []string {
	if v == nil {
		return nil
	}
	if v.Kind == tree.String {
		return []string{v.Text}
	}
	var names []string
	for _, item := range v.Items {
		names = append(names, text(item))
	}
	return names
}

// same reports whether two values are equal as JSON Schema has it.
func same(a, b *tree.Value) bool {
	switch {
	case a == b:
		return true
	case a.Kind != b.Kind:
		return false
	case a.Kind == tree.String:
		return a.Text == b.Text // arguments are compared too, and may be long
	}
	return spelling(a) == spelling(b)
}

// spelling is one text for all values that are the same.
func spelling(v *tree.Value) string { return string(canonical.Append(nil, v)) }

// spellings is the set of what values are, so that long lists are compared at once.
func spellings(list []*tree.Value) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, v := range list {
		set[spelling(v)] = true
	}
	return set
}
