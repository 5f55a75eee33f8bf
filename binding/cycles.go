package binding

// recursive finds the nodes that need a definition: those without which a schema
// would contain itself. These are the named structs that reach themselves, and
// where a cycle has none, its named types.
func recursive(order []*node) map[*node]bool {
	marked := map[*node]bool{}
	mark := func(named func(*node) bool) {
		for _, n := range cyclic(order, marked) {
			if named(n) {
				marked[n] = true
			}
		}
	}
	mark(func(n *node) bool { return n.form == formStruct && n.typ.Name() != "" })
	mark(func(n *node) bool { return n.form != formOptional && n.typ.Name() != "" })
	return marked
}

// cyclic lists, in order, the nodes that reach themselves without passing
// through a cut one. It is Tarjan's algorithm: the components of more than one
// node, and single nodes with an edge to themselves.
func cyclic(order []*node, cut map[*node]bool) []*node {
	t := tarjan{cut: cut, index: map[*node]int{}, low: map[*node]int{}, on: map[*node]bool{}, in: map[*node]bool{}}
	for _, n := range order {
		if !cut[n] && t.index[n] == 0 {
			t.visit(n)
		}
	}
	var list []*node
	for _, n := range order {
		if t.in[n] {
			list = append(list, n)
		}
	}
	return list
}

type tarjan struct {
	cut        map[*node]bool
	index, low map[*node]int
	on, in     map[*node]bool
	stack      []*node
}

func (t *tarjan) visit(n *node) {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	t.on[n] = true
	for _, m := range n.below() {
		switch {
		case t.cut[m]:
		case m == n:
			t.in[n] = true
		case t.index[m] == 0:
			t.visit(m)
			t.low[n] = min(t.low[n], t.low[m])
		case t.on[m]:
			t.low[n] = min(t.low[n], t.index[m])
		}
	}
	if t.low[n] != t.index[n] {
		return
	}
	for size := 1; ; size++ {
		m := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.on[m] = false
		if size > 1 || m != n {
			t.in[m] = true
		}
		if m == n {
			return
		}
	}
}
