package schema

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// rootFaults reports what keeps the root from admitting any object: rule 11.
func rootFaults(root *node) []Violation {
	var faults []Violation
	seen := map[*node]bool{}
	var look func(*node)
	look = func(n *node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		refuse := func(keyword string) {
			pointer := n.pointer
			if keyword != "false" {
				pointer += "/" + keyword
			}
			faults = append(faults, Violation{
				Pointer: pointer, Keyword: keyword,
				Message: "arguments are an object, which this does not admit: say type object at the root",
			})
		}
		object := func(v *tree.Value) bool { return v.Kind == tree.Object }
		switch {
		case n.isFalse():
			refuse("false")
		case n.types != 0 && !n.types.has(tree.Object):
			refuse("type")
		case n.constant != nil && !object(n.constant):
			refuse("const")
		case n.enum != nil && !slices.ContainsFunc(n.enum.values, object):
			refuse("enum")
		}
		look(n.ref)
		for _, part := range n.allOf {
			look(part)
		}
	}
	look(root)
	faults, _ = Normalize(faults, len(faults))
	return faults
}
