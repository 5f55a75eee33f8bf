package schema

import "github.com/functionschema/fscheck/internal/tree"

// Findings gathers violations that another than the evaluator found, and puts them
// into the normal form in which [Schema.Validate] reports its own. Keywords that
// only the evaluator judges are not among them.
type Findings struct {
	budget    Budget
	collector collector
	steps     []step // of all places
	from      int    // where those of the next violation begin
	sorted    bool   // each is found once and by itself, and only needs to be sorted
}

// Findings returns an empty set, which expects so many violations with so many
// reference tokens in their places.
func (s *Schema) Findings(budget Budget, violations, tokens int) Findings {
	if budget.Violations == 0 {
		budget.Violations = DefaultViolations
	}
	f := Findings{budget: budget, steps: make([]step, 0, tokens)}
	f.collector = collector{schema: s, limit: budget.Violations, hidden: budget.Hidden}
	f.collector.repeats = s.repeats || len(budget.Hidden)+len(budget.Refused) > 0
	f.sorted = s.Distinct() && !f.collector.repeats
	if f.sorted {
		f.collector.first = make([]finding, 0, violations)
	} else {
		f.collector.hasher = newHasher()
	}
	return f
}

// Distinct reports whether each violation is found once, and stands whatever else is
// found.
func (s *Schema) Distinct() bool { return !s.repeats && !s.unevaluates }

// Step adds a reference token to the place of the next violation: a member's name,
// or an item's index where that is not negative.
func (f *Findings) Step(name string, index int) {
	f.steps = append(f.steps, step{name: name, index: index})
}

// Add adds a violation of n by v, at the place that the steps since the last one
// lead to. If it is named it is about the property called name.
func (f *Findings) Add(n Node, v *tree.Value, keyword, name string, named bool) {
	c, place := &f.collector, f.steps[f.from:len(f.steps):len(f.steps)]
	f.from = len(f.steps)
	if f.sorted {
		c.first = append(c.first, finding{n.node, v, place, keyword, name, named})
		return
	}
	c.place = place
	c.add(n.node, v, keyword, name, named)
}

// Report returns the violations in normal form; more of them were not added, because
// they are beyond those that are reported.
func (f *Findings) Report(more int) Report {
	f.collector.more += more
	return f.collector.report(f.budget)
}
