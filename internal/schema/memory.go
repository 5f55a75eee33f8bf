package schema

import "github.com/functionschema/fscheck/internal/tree"

const (
	// rememberAfter applications a judgement starts to remember: before that a
	// map costs more than it saves.
	rememberAfter = 2_000
	// mostMarks bounds the marks that are remembered, in words.
	mostMarks = 1 << 22
)

// memory keeps what a schema said of a value. Without it anyOf over a recursive
// schema doubles its cost a level.
type memory struct {
	verdicts map[question]answer
	marks    int // words of all marks in verdicts
}

// question is all that an answer depends on. Where violations are collected the
// place is part of it: one value can stand at two.
type question struct {
	node   *node
	value  *tree.Value
	scope  *scope
	place  uint64 // 0 if only the verdict matters
	marked bool
}

type answer struct {
	ok       bool
	underWay bool // asked again before it was answered, it never will be
	marks    marks
}

// remembered is judge, once for each question.
func (e *evaluation) remembered(n *node, v *tree.Value, outer marks) bool {
	q := question{node: n, value: v, scope: e.scope, marked: outer != nil}
	if e.silent == 0 {
		q.place = e.found.hash()
	}
	if a, known := e.memory.verdicts[q]; known {
		e.spent = e.spent || a.underWay
		outer.merge(a.marks)
		return a.ok
	}
	if e.memory.verdicts == nil {
		e.memory.verdicts = map[question]answer{}
	}
	if e.schema.dynamic { // Compile refuses every other circle
		e.memory.verdicts[q] = answer{underWay: true}
	}
	a := answer{marks: outer.fresh(v)}
	a.ok = e.judge(n, v, a.marks)
	outer.merge(a.marks)
	if e.memory.marks += len(a.marks); e.memory.marks > mostMarks {
		delete(e.memory.verdicts, q)
		return a.ok
	}
	e.memory.verdicts[q] = a
	return a.ok
}

// assignMemory finds the schemas whose answers are worth remembering: only one
// that several others apply can be asked the same again, and of those that apply
// few others it is as quick to judge a scalar anew.
func (s *Schema) assignMemory(nodes []*node) {
	incoming := map[*node]int{s.root: 1}
	for _, n := range nodes {
		for _, t := range n.targets() {
			incoming[t]++
		}
	}
	costs := map[*node]int{}
	for _, n := range nodes {
		n.shared = incoming[n] > 1 || s.dynamic && n.source.Lookup("$dynamicAnchor") != nil
		n.costly = n.cost(costs) > cheap
	}
}

// cheap is how many schemas a schema applies to a scalar at most, itself included,
// without being remembered.
const cheap = 16

// cost is the number of schemas that n applies to a scalar.
func (n *node) cost(known map[*node]int) int {
	if n.dynamicRef != nil {
		return cheap + 1
	}
	if cost, ok := known[n]; ok {
		return cost
	}
	cost := 1
	for _, t := range n.inPlaceTargets() {
		cost = min(cost+t.cost(known), cheap+1)
	}
	known[n] = cost
	return cost
}
