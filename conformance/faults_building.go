package conformance

import (
	"cmp"
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// buildingFaults are mistakes in what the model is shown.
func buildingFaults() []fault {
	return []fault{
		{name: "drops a constraint from the metadata", shows: func(_ *faultySubject, metadata *tree.Value) *tree.Value {
			return drop(metadata, "maxLength")
		}},
		{name: "builds with any identifier", insists: dropping("$id")},
		{name: "builds with a circle of $dynamicRef", insists: dropping("$dynamicRef")},
		{name: "sorts an enum", shows: func(_ *faultySubject, metadata *tree.Value) *tree.Value {
			return eachObject(metadata, func(list []tree.Member) []tree.Member {
				for i, m := range list {
					if m.Name == "enum" {
						list[i].Value = sorted(m.Value)
					}
				}
				return list
			})
		}},
		{name: "sorts properties", shows: func(_ *faultySubject, metadata *tree.Value) *tree.Value {
			properties := slices.Clone(members(metadata, "properties"))
			slices.SortFunc(properties, func(a, b tree.Member) int { return cmp.Compare(a.Name, b.Name) })
			return metadata.With("properties", tree.NewObject(properties...))
		}},
	}
}
