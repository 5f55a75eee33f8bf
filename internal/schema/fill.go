package schema

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// sure lists the schemas that certainly apply to the same instance as n, in the
// order of rule 16: behind $ref, then allOf, then the branches of the two
// choices that v takes; v is nil for those that every instance takes.
func (n *node) sure(v *tree.Value) []*node {
	var list []*node
	if n.ref != nil {
		list = append(list, n.ref)
	}
	list = append(list, n.allOf...)
	if v != nil {
		for _, c := range n.choices() {
			if b := c.branch(v); b != nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// CompleteWithin lays the defaults into a valid instance, as long as the texts of all
// that it lays in have no more bytes together than the limit; ok is false if they
// have, for a small text can name many places that are filled. The result shares what
// did not change, and sent members keep their text; v itself is not changed.
func (s *Schema) CompleteWithin(v *tree.Value, limit int) (completed *tree.Value, ok bool) {
	f := &filler{left: limit}
	completed = f.complete([]*node{s.root}, v)
	return completed, f.left >= 0
}

// filler is one completion under way.
type filler struct {
	building *defaults     // nil in a call: all defaults are completed then
	under    []*definition // those that are being laid in, outermost first
	left     int           // bytes of defaults that may still be laid in, in a call
}

// complete lays into v the defaults of the schemas given, all of which apply to it.
func (f *filler) complete(schemas []*node, v *tree.Value) *tree.Value {
	if f.building != nil && !f.building.spend() {
		return v
	}
	if v.Kind != tree.Object && v.Kind != tree.Array {
		return v
	}
	applied := apply(schemas, v)
	switch {
	case len(applied) == 0:
		return v
	case v.Kind == tree.Array:
		return f.items(applied, v)
	}
	return f.members(applied, v)
}

// apply lists the schemas that certainly apply to v and can add to it, in the
// order of rule 16.
func apply(schemas []*node, v *tree.Value) []*node {
	var applied []*node
	var seen map[*node]bool
	var add func(*node)
	add = func(n *node) {
		if !n.fills || seen[n] {
			return
		}
		if seen == nil {
			seen = map[*node]bool{}
		}
		seen[n] = true
		applied = append(applied, n)
		for _, more := range n.sure(v) {
			add(more)
		}
	}
	for _, n := range schemas {
		add(n)
	}
	return applied
}

func (f *filler) items(applied []*node, v *tree.Value) *tree.Value {
	var items []*tree.Value
	var schemas []*node
	for i, item := range v.Items {
		schemas = schemas[:0]
		for _, n := range applied {
			if i < len(n.prefixItems) {
				schemas = append(schemas, n.prefixItems[i])
			} else if n.items != nil {
				schemas = append(schemas, n.items)
			}
		}
		if filled := f.complete(schemas, item); filled != item {
			if items == nil {
				items = slices.Clone(v.Items)
			}
			items[i] = filled
		}
	}
	if items == nil {
		return v
	}
	return tree.NewArray(items...)
}

func (f *filler) members(applied []*node, v *tree.Value) *tree.Value {
	members := v.Members
	changed := false
	own := func() {
		if !changed {
			members = append(make([]tree.Member, 0, len(members)+4), members...)
			changed = true
		}
	}
	for i, m := range v.Members {
		if filled := f.complete(memberSchemas(applied, m.Name), m.Value); filled != m.Value {
			own()
			members[i].Value = filled
		}
	}
	done := map[string]bool{}
	for _, n := range applied {
		for _, name := range n.propertyOrder {
			p := n.properties[name]
			if p.definition == nil || done[name] || v.Find(name) >= 0 {
				continue
			}
			done[name] = true
			if value := f.fill(p, memberSchemas(applied, name)); value != nil {
				own()
				members = append(members, tree.M(name, value))
			}
		}
	}
	if !changed {
		return v
	}
	return tree.NewObject(members...)
}

// fill returns what an omitted property becomes: the default of p, completed by p
// and by the other schemas that apply to the same member. It returns nil if that
// default is being laid in already, which Compile refuses.
func (f *filler) fill(p *node, all []*node) *tree.Value {
	d := p.definition
	if at := slices.Index(f.under, d); at >= 0 {
		if f.building != nil {
			f.building.meet(f.under[at:])
		}
		return nil
	}
	f.under = append(f.under, d)
	defer func() { f.under = f.under[:len(f.under)-1] }()
	if f.building != nil {
		f.building.define(p, f)
	} else if f.left -= d.bytes; f.left < 0 {
		return nil
	}
	if len(all) > 1 {
		return f.complete(all, d.completed)
	}
	return d.completed
}

// memberSchemas lists the schemas that certainly apply to a member by its name.
func memberSchemas(applied []*node, name string) []*node {
	var schemas []*node
	for _, n := range applied {
		if p := n.properties[name]; p != nil {
			schemas = append(schemas, p)
		}
		for _, p := range n.patternProperties {
			if p.node.fills && p.pattern.MatchString(name) {
				schemas = append(schemas, p.node)
			}
		}
		if n.additional != nil && n.additional.fills && !n.declares(name) {
			schemas = append(schemas, n.additional)
		}
	}
	return schemas
}
