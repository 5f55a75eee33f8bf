package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// leftover holds, in a merged schema, what could not be merged: schemas that hold
// beside it. A text that has an unknown keyword of this name gets that told as one,
// and no more.
const leftover = "\x00leftover"

var (
	anything = tree.NewObject()
	nothing  = tree.NewBool(false)
)

// both returns one schema that admits what both admit. Where keywords of both
// cannot become one, those of the inner schema stand under leftover, so that the
// caller tells of them. Descriptions are joined; of other annotations the outer one
// stands.
func both(outer, inner *tree.Value) *tree.Value {
	switch {
	case isFalse(outer) || isFalse(inner):
		return nothing
	case outer.Kind == tree.Bool:
		return inner
	case inner.Kind == tree.Bool:
		return outer
	}
	m := &merger{outer: outer, inner: inner}
	for _, o := range outer.Members {
		if v := inner.Lookup(o.Name); v != nil {
			m.pair(o.Name, o.Value, v)
		} else {
			m.set(o.Name, o.Value)
		}
	}
	for _, i := range inner.Members {
		if outer.Find(i.Name) < 0 && !identifies[i.Name] {
			m.set(i.Name, i.Value)
		}
	}
	m.fence()
	m.conditions()
	if m.never || m.barren() {
		return nothing
	}
	if len(m.left) > 0 {
		m.set(leftover, tree.NewArray(append(slices.Clone(m.items(leftover)), tree.NewObject(m.left...))...))
	}
	return tree.NewObject(m.members...)
}

// identifies lists the keywords that name or keep schemas.
var identifies = map[string]bool{
	"$schema": true, "$id": true, "$anchor": true, "$dynamicAnchor": true, "$defs": true, "definitions": true, "$vocabulary": true, "$comment": true,
}

// annotates lists the keywords that describe and assert nothing.
var annotates = map[string]bool{
	"title": true, "description": true, "default": true, "examples": true, "example": true, "deprecated": true, "readOnly": true, "writeOnly": true,
}

type merger struct {
	outer, inner *tree.Value
	members      []tree.Member
	left         []tree.Member
	never        bool // nothing fits both
}

func (m *merger) set(name string, v *tree.Value) {
	for i := range m.members {
		if m.members[i].Name == name {
			m.members[i].Value = v
			return
		}
	}
	m.members = append(m.members, tree.M(name, v))
}

func (m *merger) get(name string) *tree.Value {
	for _, member := range m.members {
		if member.Name == name {
			return member.Value
		}
	}
	return nil
}

func (m *merger) items(name string) []*tree.Value {
	if v := m.get(name); v != nil {
		return v.Items
	}
	return nil
}

// pair merges one keyword that both have.
func (m *merger) pair(name string, a, b *tree.Value) {
	switch name {
	case "type":
		m.types(a, b)
	case "description":
		m.set(name, describeBoth(a, b))
	case "required", "allOf", leftover:
		m.set(name, union(a, b))
	case "properties", "patternProperties":
		m.set(name, intersectEach(a, b))
	case "items", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties":
		m.set(name, conjunction(a, b))
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		m.set(name, pick(a, b, 1))
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		m.set(name, pick(a, b, -1))
	case "uniqueItems":
		m.set(name, tree.NewBool(a.Bool || b.Bool))
	case "enum":
		m.enum(a, b)
	case "const":
		m.never = m.never || !same(a, b)
		m.set(name, a)
	default:
		m.set(name, a)
		if !same(a, b) && !annotates[name] && !identifies[name] {
			m.left = append(m.left, tree.M(name, b))
		}
	}
}

func (m *merger) types(a, b *tree.Value) {
	var list []*tree.Value
	for _, t := range typeNames(a) {
		for _, u := range typeNames(b) {
			switch {
			case t == u, t == "integer" && u == "number":
				list = append(list, tree.NewString(t))
			case t == "number" && u == "integer":
				list = append(list, tree.NewString(u))
			}
		}
	}
	switch len(list) {
	case 0:
		m.never = true
	case 1:
		m.set("type", list[0])
	default:
		m.set("type", tree.NewArray(list...))
	}
}

func (m *merger) enum(a, b *tree.Value) {
	var list []*tree.Value
	theirs := spellings(b.Items)
	for _, x := range a.Items {
		if theirs[spelling(x)] {
			list = append(list, x)
		}
	}
	m.never = m.never || len(list) == 0
	m.set("enum", tree.NewArray(list...))
}

// barren reports whether no value of enum and const is of the type.
func (m *merger) barren() bool {
	enum, constant, names := m.get("enum"), m.get("const"), typeNames(m.get("type"))
	fits := func(v *tree.Value) bool {
		return names == nil || slices.ContainsFunc(names, func(name string) bool { return isOf(v, name) })
	}
	switch {
	case constant != nil && enum != nil:
		return !fits(constant) || !slices.ContainsFunc(enum.Items, func(v *tree.Value) bool { return same(v, constant) })
	case constant != nil:
		return !fits(constant)
	case enum != nil:
		return !slices.ContainsFunc(enum.Items, fits)
	}
	return false
}

// fence applies additionalProperties of each schema to the properties that only
// the other one has.
func (m *merger) fence() {
	properties := m.get("properties")
	if properties == nil {
		return
	}
	for _, side := range [2][2]*tree.Value{{m.outer, m.inner}, {m.inner, m.outer}} {
		fence := side[0].Lookup("additionalProperties")
		if fence == nil || fence.Kind == tree.Bool && fence.Bool || side[1].Lookup("properties") == nil {
			continue
		}
		if side[0].Lookup("patternProperties") != nil {
			continue // which of the names it admits is said by the patterns, which stay
		}
		own, others := side[0].Lookup("properties"), side[1].Lookup("properties")
		members := slices.Clone(properties.Members)
		for i, p := range members {
			if others.Lookup(p.Name) != nil && (own == nil || own.Lookup(p.Name) == nil) {
				members[i].Value = conjunction(p.Value, fence)
			}
		}
		properties = tree.NewObject(members...)
	}
	m.set("properties", properties)
}

// conditions keeps keywords that mean something together together: if, then and
// else, contains and its counts, items behind prefixItems.
func (m *merger) conditions() {
	for _, group := range [][]string{{"if", "then", "else"}, {"contains", "minContains", "maxContains"}, {"prefixItems", "items"}} {
		head := group[0]
		a, b := m.outer.Lookup(head), m.inner.Lookup(head)
		if head == "prefixItems" {
			if a == nil && b == nil || m.outer.Lookup("items") == nil && a == nil || m.inner.Lookup("items") == nil && b == nil {
				continue
			}
		} else if a == nil || b == nil {
			continue
		}
		for _, name := range group {
			m.left = slices.DeleteFunc(m.left, func(l tree.Member) bool { return l.Name == name })
			m.members = slices.DeleteFunc(m.members, func(l tree.Member) bool { return l.Name == name })
			if v := m.outer.Lookup(name); v != nil {
				m.set(name, v)
			}
			if v := m.inner.Lookup(name); v != nil {
				m.left = append(m.left, tree.M(name, v))
			}
		}
	}
}

func isFalse(v *tree.Value) bool { return v.Kind == tree.Bool && !v.Bool }

// isAnything reports whether a schema asserts nothing.
func isAnything(v *tree.Value) bool {
	if v.Kind == tree.Bool {
		return v.Bool
	}
	return !slices.ContainsFunc(v.Members, func(m tree.Member) bool { return !annotates[m.Name] && !identifies[m.Name] })
}

// conjunction is both of two schemas, merged when it is written.
func conjunction(a, b *tree.Value) *tree.Value {
	switch {
	case isFalse(a) || isFalse(b):
		return nothing
	case isAnything(b), same(a, b):
		return a
	case a.Kind == tree.Bool:
		return b
	}
	return tree.NewObject(tree.M("allOf", tree.NewArray(a, b)))
}

func intersectEach(a, b *tree.Value) *tree.Value {
	members := slices.Clone(a.Members)
	for _, m := range b.Members {
		if i := a.Find(m.Name); i >= 0 {
			members[i].Value = conjunction(members[i].Value, m.Value)
		} else {
			members = append(members, m)
		}
	}
	return tree.NewObject(members...)
}

func union(a, b *tree.Value) *tree.Value {
	list := slices.Clone(a.Items)
	there := spellings(list)
	for _, y := range b.Items {
		if s := spelling(y); !there[s] {
			there[s] = true
			list = append(list, y)
		}
	}
	return tree.NewArray(list...)
}

// pick returns the greater of two numbers, or with sign -1 the lesser.
func pick(a, b *tree.Value, sign int) *tree.Value {
	if decimal.Parse(a.Text).Cmp(decimal.Parse(b.Text))*sign >= 0 {
		return a
	}
	return b
}

func describeBoth(a, b *tree.Value) *tree.Value {
	switch {
	case text(b) == "" || text(a) == text(b):
		return a
	case text(a) == "":
		return b
	}
	return tree.NewString(text(a) + " " + text(b))
}

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
