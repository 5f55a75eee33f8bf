package schema

import (
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// Budget bounds one judgement. Zero means the default of rule 9.
type Budget struct {
	Applications int
	Violations   int
	// Hidden names the parameters that the framework fills in: a violation at or
	// below one is reported at the parameter itself, with [HiddenMessage], and no
	// message gives the name of one.
	Hidden []string
	// Refused names the parameters that no arguments may have: each that is there
	// is a violation of additionalProperties, whatever the schema says.
	Refused []string
	// Stop is asked from time to time whether nobody waits for the report any
	// more; then the judgement ends, and means nothing. nil never stops it.
	Stop func() bool
}

// Report is what a judgement found: nothing, if the instance is valid.
type Report struct {
	Violations []Violation // sorted, at most Budget.Violations
	More       int         // how many further ones there are
	Cost       bool        // the budget ran out: Violations has one, of parse
	Hidden     bool        // any of all violations is at, below or names a hidden parameter

	applications int // how many there were
}

// HiddenMessage is all that is said of a value that the framework filled in.
const HiddenMessage = "the framework's value for this parameter does not satisfy its schema"

// Valid reports whether nothing was found.
func (r Report) Valid() bool { return len(r.Violations) == 0 }

// Validate judges an instance, visiting every branch that can hold a violation.
// The first failed type, const or enum of a schema object hides the rest of it.
func (s *Schema) Validate(v *tree.Value, budget Budget) Report {
	return s.judge(s.root, v, budget)
}

// judge is Validate by one schema within s.
func (s *Schema) judge(n *node, v *tree.Value, budget Budget) Report {
	if budget.Applications == 0 {
		budget.Applications = DefaultApplications
	}
	if budget.Violations == 0 {
		budget.Violations = DefaultViolations
	}
	e := &evaluation{schema: s, stop: budget.Stop, left: budget.Applications, rememberBelow: budget.Applications - s.rememberAfter}
	e.found = collector{schema: s, limit: budget.Violations, hidden: budget.Hidden, hasher: newHasher()}
	e.found.repeats = s.repeats || len(budget.Hidden)+len(budget.Refused) > 0
	ok := e.refuse(v, budget.Refused)
	if ok = e.apply(n, v, nil) && ok; ok && !e.spent {
		return Report{applications: budget.Applications - e.left}
	}
	if e.spent {
		return Report{Cost: true, applications: budget.Applications, Violations: []Violation{{
			Keyword: "parse", Reason: "cost",
			Message: "checking these arguments takes more than " + group(budget.Applications) + " schema applications: send less, or nest less deeply",
		}}}
	}
	r := e.found.report(budget)
	r.applications = budget.Applications - e.left
	return r
}

// evaluation is one judgement under way.
type evaluation struct {
	schema *Schema
	found  collector
	silent int  // > 0: only the verdict matters, so the first fault ends a schema
	left   int  // applications until the budget is spent
	spent  bool // the budget ran out; every verdict is void
	depth  int  // schemas nested at one instance or below it
	stop   func() bool
	work   int // since stop was asked
	scope  *scope

	rememberBelow int // verdicts are kept once left is less
	memory        memory
}

// maxNesting keeps the stack from its end. A schema of 1,000,000 values, the limit
// of rule 9, nests no deeper at one instance.
const maxNesting = 500_000

// workBetween is how much is done before Stop is asked: applications, and the
// kilobytes that patterns are run over, which no budget counts.
const workBetween = 1_000

// matches runs a pattern over a text.
func (e *evaluation) matches(p *pattern.Pattern, text string) bool {
	e.rest(1 + len(text)>>10)
	return p.MatchString(text)
}

// rest counts work, and ends the judgement if nobody waits for it.
func (e *evaluation) rest(work int) {
	if e.work += work; e.work < workBetween || e.stop == nil {
		return
	}
	e.work = 0
	e.spent = e.spent || e.stop()
}

// refuse reports the members that no arguments may have.
func (e *evaluation) refuse(v *tree.Value, names []string) bool {
	ok := true
	for _, name := range names {
		if v.Find(name) >= 0 {
			ok = e.failName(&node{source: tree.NewObject()}, v, "additionalProperties", name)
		}
	}
	return ok
}

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

// failTwice is fail for a oneOf of which more than one branch holds.
func (e *evaluation) failTwice(n *node, v *tree.Value) bool {
	if e.silent == 0 {
		e.found.add(n, v, "oneOf", severalFit, false)
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
	e.rest(1)
	if e.spent {
		return false
	}
	if e.left < e.rememberBelow && n.shared && (n.costly || v.Kind == tree.Array || v.Kind == tree.Object) {
		return e.remembered(n, v, marks)
	}
	return e.judge(n, v, marks)
}

func (e *evaluation) judge(n *node, v *tree.Value, outer marks) bool {
	if !n.types.accepts(v) {
		return e.fail(n, v, "type")
	}
	if n.constant != nil && !equal(v, n.constant) {
		return e.fail(n, v, "const")
	}
	if n.enum != nil && !n.enum.has(v) {
		return e.fail(n, v, "enum")
	}
	scope := e.scope
	if e.schema.dynamic {
		e.scope = scope.enter(n.resource)
	}
	e.depth++
	ok := e.keywords(n, v, outer)
	e.depth--
	e.scope = scope
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
		ok = e.apply(e.scope.target(n.dynamicRef), v, own) && ok
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
				return e.failTwice(n, v)
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
		return !c.only || !e.holds(c.nullable, v, nil) || e.failTwice(n, v)
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
