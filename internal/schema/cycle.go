package schema

// cycleFaults reports every reference that leads back to itself through
// applicators that stay at the same instance, so that judging it would not end.
func cycleFaults(nodes []*node) []Violation {
	component := components(nodes)
	var faults []Violation
	report := func(n *node, target *node, keyword string) {
		if target != nil && component[n] == component[target] {
			faults = append(faults, Violation{
				Pointer: n.pointer + "/" + keyword, Keyword: keyword,
				Message: "this reference leads back to itself without going into the instance: judging it would not end",
			})
		}
	}
	for _, n := range nodes {
		report(n, n.ref, "$ref")
		if n.dynamicRef != nil {
			report(n, n.dynamicRef.initial, "$dynamicRef")
		}
	}
	return faults
}

// inPlaceTargets lists the schemas that n applies to the same instance.
func (n *node) inPlaceTargets() []*node {
	var targets []*node
	add := func(more ...*node) {
		for _, t := range more {
			if t != nil {
				targets = append(targets, t)
			}
		}
	}
	add(n.ref, n.not, n.ifs, n.thens, n.elses)
	add(n.allOf...)
	add(n.anyOf...)
	add(n.oneOf...)
	for _, d := range n.dependentSchemas {
		add(d.node)
	}
	if n.dynamicRef != nil {
		add(n.dynamicRef.initial)
	}
	return targets
}

// targets lists the schemas that n applies to its instance or within it.
func (n *node) targets() []*node {
	list := n.inPlaceTargets()
	for _, name := range n.propertyOrder {
		list = append(list, n.properties[name])
	}
	for _, p := range n.patternProperties {
		list = append(list, p.node)
	}
	list = append(list, n.prefixItems...)
	for _, t := range []*node{n.additional, n.propertyNames, n.items, n.contains, n.unevaluatedProperties, n.unevaluatedItems} {
		if t != nil {
			list = append(list, t)
		}
	}
	return list
}

// components numbers the strongly connected components of the in-place graph
// (Tarjan). A node that does not apply itself is alone in its component, and so
// is not told from one that does: its own reference then points into it.
func components(nodes []*node) map[*node]int {
	type state struct{ index, low int }
	states := map[*node]*state{}
	component := map[*node]int{}
	var stack []*node
	var visit func(n *node) *state
	visit = func(n *node) *state {
		s := &state{len(states) + 1, len(states) + 1}
		states[n] = s
		stack = append(stack, n)
		for _, t := range n.inPlaceTargets() {
			if ts, ok := states[t]; !ok {
				s.low = min(s.low, visit(t).low)
			} else if _, done := component[t]; !done {
				s.low = min(s.low, ts.index)
			}
		}
		if s.low == s.index {
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				component[top] = s.index
				if top == n {
					break
				}
			}
		}
		return s
	}
	for _, n := range nodes {
		if _, ok := states[n]; !ok {
			visit(n)
		}
	}
	return component
}
