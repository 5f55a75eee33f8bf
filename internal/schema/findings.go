package schema

import "github.com/functionschema/fscheck/internal/tree"

// Finding is a violation that another than the evaluator found.
type Finding struct {
	Node    Node
	Value   *tree.Value // the instance
	Place   []Token     // of the instance
	Keyword string
	Name    string // the property that it is about, if Named
	Named   bool
}

// Token is one reference token of a place: a member's name, or an item's index
// where that is not negative.
type Token struct {
	Name  string
	Index int
}

// Report puts findings into the normal form in which [Schema.Validate] reports
// them. Keywords that only the evaluator judges are not among them.
func (s *Schema) Report(findings []Finding, budget Budget) Report {
	if budget.Violations == 0 {
		budget.Violations = DefaultViolations
	}
	c := collector{schema: s, limit: budget.Violations, hidden: budget.Hidden, hasher: newHasher()}
	c.repeats = s.repeats || len(budget.Hidden)+len(budget.Refused) > 0
	for _, f := range findings {
		c.place = c.place[:0]
		for _, t := range f.Place {
			c.place = append(c.place, step{name: t.Name, index: t.Index})
		}
		c.add(f.Node.node, f.Value, f.Keyword, f.Name, f.Named)
	}
	return c.report(budget)
}
