package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// side is what one of two schemas that are merged says of members.
type side struct {
	properties, patterns, additional *tree.Value // nil: nothing; additional also if it admits anything
}

func sideOf(v *tree.Value) side {
	s := side{v.Lookup("properties"), v.Lookup("patternProperties"), v.Lookup("additionalProperties")}
	if s.patterns != nil && len(s.patterns.Members) == 0 {
		s.patterns = nil
	}
	if s.additional != nil && s.additional.Kind == tree.Bool && s.additional.Bool {
		s.additional = nil
	}
	return s
}

// fence applies additionalProperties of each schema to the properties that only the
// other one has. What it does to the patterns of the other one can be said if it
// shuts everything out; else the inner schema's stand under leftover.
func (m *merger) fence() {
	outer, inner := sideOf(m.outer), sideOf(m.inner)
	left := false
	for _, sides := range [2][2]side{{outer, inner}, {inner, outer}} {
		own, other := sides[0], sides[1]
		if own.additional == nil {
			continue
		}
		if other.properties != nil {
			m.properties(other.properties, func(name string, v *tree.Value) *tree.Value {
				if own.properties != nil && own.properties.Find(name) >= 0 || len(m.matching(own, name)) > 0 {
					return v
				}
				return m.conjunction(v, own.additional)
			})
		}
		if other.patterns == nil || left {
			continue
		}
		if left = !isFalse(own.additional) || own.patterns != nil; left {
			m.leave("patternProperties", "additionalProperties")
			continue
		}
		m.remove("patternProperties")
		if own.properties != nil {
			m.properties(own.properties, func(name string, v *tree.Value) *tree.Value {
				for _, said := range m.matching(other, name) {
					v = m.conjunction(v, said)
				}
				return v
			})
		}
	}
}

// properties changes those of the merged schema that one of the two lists.
func (m *merger) properties(listed *tree.Value, change func(name string, v *tree.Value) *tree.Value) {
	merged := m.get("properties")
	m.visit(len(merged.Members))
	members := slices.Clone(merged.Members)
	for i, p := range members {
		if listed.Find(p.Name) >= 0 {
			members[i].Value = change(p.Name, p.Value)
		}
	}
	m.set("properties", tree.NewObject(members...))
}

// matching returns what the patterns say of a name.
func (m *merger) matching(s side, name string) []*tree.Value {
	if s.patterns == nil {
		return nil
	}
	var list []*tree.Value
	for _, p := range s.patterns.Members {
		if !m.visit(comparison(name)) {
			break
		}
		if m.matches(p.Name, name) {
			list = append(list, p.Value)
		}
	}
	return list
}

// comparison is as how many visits the comparison of a name with a pattern counts.
func comparison(name string) int { return 1 + len(name)/16 }

// matches reports whether a pattern matches a name. Each is compiled once in an export:
// thousands of names may ask thousands of patterns.
func (w *merging) matches(source, name string) bool {
	p, known := w.compiled[source]
	if !known {
		p, _ = pattern.Compile(source)
		if w.compiled == nil {
			w.compiled = map[string]*pattern.Pattern{}
		}
		w.compiled[source] = p
	}
	return p != nil && p.MatchString(name)
}

// leave keeps some keywords as the outer schema has them, and those of the inner one
// under leftover.
func (m *merger) leave(names ...string) {
	for _, name := range names {
		m.left = slices.DeleteFunc(m.left, func(l tree.Member) bool { return l.Name == name })
		m.remove(name)
		if v := m.outer.Lookup(name); v != nil {
			m.set(name, v)
		}
		if v := m.inner.Lookup(name); v != nil {
			m.left = append(m.left, tree.M(name, v))
		}
	}
}

// evaluates reports whether a schema has one of the keywords after which
// unevaluatedProperties and unevaluatedItems ask.
func evaluates(v *tree.Value) bool {
	return slices.ContainsFunc([]string{
		"properties", "patternProperties", "additionalProperties", "prefixItems", "items", "contains", "unevaluatedProperties", "unevaluatedItems",
		"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas",
	}, func(name string) bool { return v.Lookup(name) != nil })
}

// apart returns a schema whose unevaluatedProperties and unevaluatedItems stand under
// leftover: merged with another schema they would see what that one evaluates.
func apart(v *tree.Value) *tree.Value {
	var left []*tree.Value
	if list := v.Lookup(leftover); list != nil {
		left = slices.Clone(list.Items)
	}
	before := len(left)
	for _, name := range []string{"unevaluatedProperties", "unevaluatedItems"} {
		if u := v.Lookup(name); u != nil {
			left = append(left, tree.NewObject(tree.M(name, u)))
		}
	}
	if len(left) == before {
		return v
	}
	return v.Without("unevaluatedProperties", "unevaluatedItems").With(leftover, tree.NewArray(left...))
}
