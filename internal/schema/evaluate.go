package schema

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// Budget bounds one judgement. Zero means the default of rule 9; Hidden names
// the parameters whose values no message may show and whose names none may give.
type Budget struct {
	Applications int
	Violations   int
	Hidden       []string
}

// Report is what a judgement found: nothing, if the instance is valid.
type Report struct {
	Violations []Violation // sorted, at most Budget.Violations
	More       int         // how many further ones there are
	Cost       bool        // the budget ran out: Violations has one, of parse
}

// Valid reports whether nothing was found.
func (r Report) Valid() bool { return len(r.Violations) == 0 }

// Validate judges an instance, visiting every branch that can hold a violation.
// The first failed type, const or enum of a schema object hides the rest of it.
func (s *Schema) Validate(v *tree.Value, budget Budget) Report {
	return s.root.judge(v, budget, s.dynamic)
}

func (n *node) judge(v *tree.Value, budget Budget, dynamic bool) Report {
	if budget.Applications == 0 {
		budget.Applications = DefaultApplications
	}
	if budget.Violations == 0 {
		budget.Violations = DefaultViolations
	}
	e := &evaluation{left: budget.Applications, dynamic: dynamic, start: budget.Applications}
	e.found.instance = v
	if e.apply(n, v, nil) && !e.spent {
		return Report{}
	}
	if e.spent {
		return Report{Cost: true, Violations: []Violation{{
			Keyword: "parse", Reason: "cost",
			Message: "checking these arguments takes more than " + group(budget.Applications) + " schema applications: send less, or nest less deeply",
		}}}
	}
	return e.found.report(budget)
}

// evaluation is one judgement under way.
type evaluation struct {
	found  collector
	silent int  // > 0: only the verdict matters, so the first fault ends a schema
	left   int  // applications until the budget is spent
	start  int  // what left was at first
	spent  bool // the budget ran out; every verdict is void
	depth  int  // schemas nested at one instance or below it

	dynamic bool
	scope   []*resource // the dynamic scope, outermost first, kept if dynamic

	// verdicts remembers what a schema said of a value, once a judgement has
	// become long: without it anyOf over a recursive schema doubles a level.
	verdicts map[verdict]bool
}

type verdict struct {
	node   *node
	value  *tree.Value
	silent bool
}

const (
	// rememberAfter applications a judgement starts to keep verdicts: before
	// that a map costs more than it saves.
	rememberAfter = 2_000
	// maxNesting keeps a dynamic reference that never ends from the stack's end.
	maxNesting = 100_000
)

// fail records a violation at the instance that the path leads to, unless only
// the verdict matters. It returns false.
func (e *evaluation) fail(n *node, v *tree.Value, keyword string) bool {
	if e.silent == 0 {
		e.found.add(n, v, keyword, "", false)
	}
	return false
}

// failName is fail for the keywords whose violations name a property.
func (e *evaluation) failName(n *node, v *tree.Value, keyword, name string) bool {
	if e.silent == 0 {
		e.found.add(n, v, keyword, name, true)
	}
	return false
}

// holds is apply when only the verdict matters.
func (e *evaluation) holds(n *node, v *tree.Value, marks marks) bool {
	e.silent++
	ok := e.apply(n, v, marks)
	e.silent--
	return ok
}

// apply judges v by n. If marks is not nil, what n evaluates of v's members or
// items is marked there; after a false verdict the marks mean nothing.
func (e *evaluation) apply(n *node, v *tree.Value, marks marks) bool {
	if n.boolean != nil {
		return *n.boolean || e.fail(n, v, "false")
	}
	if e.left--; e.left < 0 || e.depth > maxNesting {
		e.spent = true
	}
	if e.spent {
		return false
	}
	if n.secret {
		e.found.hide()
	}
	if marks != nil || e.dynamic || e.start-e.left < rememberAfter || !n.inPlace && n.objectKeywords == n.arrayKeywords {
		return e.judge(n, v, marks)
	}
	key := verdict{n, v, e.silent > 0}
	if ok, known := e.verdicts[key]; known {
		return ok
	}
	ok := e.judge(n, v, nil)
	if e.verdicts == nil {
		e.verdicts = map[verdict]bool{}
	}
	if !e.spent {
		e.verdicts[key] = ok
	}
	return ok
}

func (e *evaluation) judge(n *node, v *tree.Value, outer marks) bool {
	if !n.types.accepts(v) {
		return e.fail(n, v, "type")
	}
	if n.constant != nil && !equal(v, n.constant) {
		return e.fail(n, v, "const")
	}
	if n.hasEnum && !anyOf(n.enum, func(want *tree.Value) bool { return equal(v, want) }) {
		return e.fail(n, v, "enum")
	}
	if e.dynamic {
		if len(e.scope) == 0 || e.scope[len(e.scope)-1] != n.resource {
			e.scope = append(e.scope, n.resource)
			defer func() { e.scope = e.scope[:len(e.scope)-1] }()
		}
	}
	e.depth++
	ok := e.keywords(n, v, outer)
	e.depth--
	return ok
}

// keywords judges v by everything of n but type, const and enum.
func (e *evaluation) keywords(n *node, v *tree.Value, outer marks) bool {
	// unevaluated* sees what this schema object evaluated and nothing that its
	// siblings did, so it marks for itself and hands the marks on afterwards.
	own := outer
	if n.marks {
		own = newMarks(v)
	}
	ok := true
	switch v.Kind {
	case tree.Object:
		ok = !n.objectKeywords || e.object(n, v, own)
	case tree.Array:
		ok = !n.arrayKeywords || e.array(n, v, own)
	case tree.String:
		ok = !n.stringKeywords || e.text(n, v)
	case tree.Number:
		ok = !n.numberKeywords || e.number(n, v)
	}
	if !ok && e.silent > 0 {
		return false
	}
	if n.assertion != 0 || n.format != nil {
		ok = e.assert(n, v) && ok
	}
	if n.inPlace && (ok || e.silent == 0) {
		ok = e.applicators(n, v, own) && ok
	}
	if n.marks && (ok || e.silent == 0) {
		ok = e.unevaluated(n, v, own) && ok
		if outer != nil {
			outer.merge(own)
		}
	}
	return ok
}

// applicators judges v by the schemas that n applies to the same instance.
func (e *evaluation) applicators(n *node, v *tree.Value, own marks) bool {
	ok := n.ref == nil || e.apply(n.ref, v, own)
	if n.dynamicRef != nil {
		ok = e.apply(e.target(n.dynamicRef), v, own) && ok
	}
	for _, part := range n.allOf {
		if !ok && e.silent > 0 {
			return false
		}
		ok = e.apply(part, v, own) && ok
	}
	if !ok && e.silent > 0 {
		return false
	}
	if n.not != nil && e.holds(n.not, v, nil) {
		ok = e.fail(n, v, "not")
	}
	if n.anyOf != nil {
		ok = e.anyOf(n, v, own) && ok
	}
	if n.oneOf != nil {
		ok = e.oneOf(n, v, own) && ok
	}
	if n.ifs != nil {
		chosen := n.elses
		branch := own.fresh(v)
		if e.holds(n.ifs, v, branch) {
			own.merge(branch)
			chosen = n.thens
		}
		if chosen != nil {
			ok = e.apply(chosen, v, own) && ok
		}
	}
	return ok
}

// target resolves a $dynamicRef: the outermost resource of the dynamic scope
// that has the anchor, else the initial target (core 8.2.3.2).
func (e *evaluation) target(d *dynamicRef) *node {
	if d.anchor != "" {
		for _, r := range e.scope {
			if n := r.anchors[d.anchor]; n != nil {
				return n
			}
		}
	}
	return d.initial
}

func (e *evaluation) anyOf(n *node, v *tree.Value, own marks) bool {
	if n.anyChoice != nil {
		return e.choose(n, n.anyChoice, v, own)
	}
	matched := false
	for _, branch := range n.anyOf {
		m := own.fresh(v)
		if e.holds(branch, v, m) {
			own.merge(m)
			if matched = true; own == nil {
				break
			}
		}
	}
	return matched || e.fail(n, v, "anyOf")
}

func (e *evaluation) oneOf(n *node, v *tree.Value, own marks) bool {
	if n.oneChoice != nil {
		return e.choose(n, n.oneChoice, v, own)
	}
	matched := 0
	for _, branch := range n.oneOf {
		m := own.fresh(v)
		if e.holds(branch, v, m) {
			own.merge(m)
			if matched++; matched > 1 {
				break
			}
		}
	}
	return matched == 1 || e.fail(n, v, "oneOf")
}

// choose judges v by one of the two transparent choices of rule 13.
func (e *evaluation) choose(n *node, c *choice, v *tree.Value, own marks) bool {
	if branch := c.branch(v); branch != nil {
		return e.apply(branch, v, own)
	}
	switch {
	case c.nullable != nil:
		return !c.only || !e.holds(c.nullable, v, nil) || e.fail(n, v, "oneOf")
	case v.Kind != tree.Object:
		return e.fail(n, v, "type")
	}
	value := v.Lookup(c.property)
	if value == nil {
		return e.failName(n, v, "required", c.property)
	}
	e.found.push(c.property)
	e.fail(n, value, "enum")
	e.found.pop()
	return false
}
