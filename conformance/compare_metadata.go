package conformance

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/tree"
)

// metadata compares a subject that was built: what the case expects, and what its
// function declares.
func (a *asking) metadata(got ConstructAnswer) {
	f, e := a.suite.Functions[a.c.Function], a.c.Expect
	a.schema("schemaText", f.SchemaText, got.SchemaText)
	a.schema("metadataText", f.MetadataText, got.MetadataText)
	a.schema("metadataText", e.MetadataText, got.MetadataText)
	a.text("metadataDescription", f.MetadataDescription, got.MetadataDescription)
	a.text("metadataDescription", e.MetadataDescription, got.MetadataDescription)
	shown := parse(got.MetadataText)
	if shown == nil {
		a.differ("metadataText", "JSON", got.MetadataText)
		return
	}
	if e.PropertyOrder != nil {
		var names []string
		if properties := shown.Lookup("properties"); properties != nil {
			for _, m := range properties.Members {
				names = append(names, m.Name)
			}
		}
		if !slices.Equal(e.PropertyOrder, names) {
			a.differ("propertyOrder", strings.Join(e.PropertyOrder, " "), strings.Join(names, " "))
		}
	}
	for _, name := range e.AbsentFromMetadata {
		if mentions(shown, name) {
			a.differ("absentFromMetadata", "no "+name, got.MetadataText)
		}
	}
}

// schema compares two schemas, unless nothing is expected.
func (a *asking) schema(member, want, got string) {
	if want == "" {
		return
	}
	w, g := parse(want), parse(got)
	if w == nil || g == nil || string(canonical.Append(nil, asSets(w))) != string(canonical.Append(nil, asSets(g))) {
		a.differ(member, want, got)
	}
}

// mentions reports whether a text is the name of a member or a string anywhere.
func mentions(v *tree.Value, text string) bool {
	if v.Kind == tree.String {
		return v.Text == text
	}
	return slices.ContainsFunc(v.Items, func(item *tree.Value) bool { return mentions(item, text) }) ||
		slices.ContainsFunc(v.Members, func(m tree.Member) bool { return m.Name == text || mentions(m.Value, text) })
}

// asSets returns a schema in which the arrays that are sets are sorted.
func asSets(schema *tree.Value) *tree.Value {
	if schema.Kind != tree.Object {
		return schema
	}
	var members []tree.Member
	for _, m := range schema.Members {
		v := m.Value
		switch m.Name {
		case "required", "type":
			v = sorted(v)
		case "dependentRequired":
			v = each(v, sorted)
		case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions":
			v = each(v, asSets)
		case "enum", "const", "default", "examples":
		default:
			if v.Kind == tree.Array {
				v = each(v, asSets)
			} else {
				v = asSets(v)
			}
		}
		members = append(members, tree.M(m.Name, v))
	}
	return tree.NewObject(members...)
}

// each returns v with f applied to its items, or to its members where v is a map
// of names.
func each(v *tree.Value, f func(*tree.Value) *tree.Value) *tree.Value {
	switch v.Kind {
	case tree.Array:
		var items []*tree.Value
		for _, item := range v.Items {
			items = append(items, f(item))
		}
		return tree.NewArray(items...)
	case tree.Object:
		var members []tree.Member
		for _, m := range v.Members {
			members = append(members, tree.M(m.Name, f(m.Value)))
		}
		return tree.NewObject(members...)
	}
	return v
}

func sorted(v *tree.Value) *tree.Value {
	items := slices.Clone(v.Items)
	slices.SortFunc(items, func(a, b *tree.Value) int { return strings.Compare(a.Text, b.Text) })
	if v.Kind != tree.Array {
		return v
	}
	return tree.NewArray(items...)
}
