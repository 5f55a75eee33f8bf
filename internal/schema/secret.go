package schema

import "slices"

// violation writes a finding out.
func (s *Schema) violation(f *finding, budget Budget) Violation {
	v := Violation{Pointer: pointer(f.place), Keyword: f.keyword}
	if f.named {
		v.Property = &f.name
	}
	if len(f.place) > 0 && slices.Contains(budget.Hidden, f.place[0].name) || len(f.place) == 0 && f.named && slices.Contains(budget.Hidden, f.name) {
		v.Message = HiddenMessage
		return v
	}
	m := message{finding: f, quotable: !s.isSecret(f.place), hidden: budget.Hidden, root: len(f.place) == 0}
	v.Message = m.text()
	return v
}

// isSecret reports whether any schema that can apply at a place, or above it, says
// writeOnly or format password, in whatever branch it stands and whether or not it
// was judged (rule 14).
func (s *Schema) isSecret(place []step) bool {
	if !s.secrets {
		return false
	}
	here := s.spread([]*node{s.root})
	for i := 0; ; i++ {
		if slices.ContainsFunc(here, func(n *node) bool { return n.secret }) {
			return true
		}
		if i == len(place) {
			return false
		}
		var below []*node
		for _, n := range here {
			below = n.below(&place[i], below)
		}
		here = s.spread(below)
	}
}

// spread adds the schemas that those given apply to the same instance.
func (s *Schema) spread(nodes []*node) []*node {
	seen := map[*node]bool{}
	var all []*node
	for len(nodes) > 0 {
		n := nodes[len(nodes)-1]
		nodes = nodes[:len(nodes)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		all = append(all, n)
		nodes = append(nodes, n.inPlaceTargets()...)
		if d := n.dynamicRef; d != nil && d.anchor != "" {
			nodes = append(nodes, s.anchored[d.anchor]...)
		}
	}
	return all
}

// below adds the schemas that n can apply to the value one step further down.
func (n *node) below(at *step, list []*node) []*node {
	add := func(more *node) {
		if more != nil {
			list = append(list, more)
		}
	}
	if at.index >= 0 {
		if at.index < len(n.prefixItems) {
			add(n.prefixItems[at.index])
		} else {
			add(n.items)
		}
		add(n.contains)
		add(n.unevaluatedItems)
		return list
	}
	add(n.properties[at.name])
	for _, p := range n.patternProperties {
		if p.pattern.MatchString(at.name) {
			add(p.node)
		}
	}
	if !n.declares(at.name) {
		add(n.additional)
	}
	add(n.unevaluatedProperties)
	return list
}
