package metadata

// RuleOf is a rule as the tests see it.
type RuleOf struct{ Subject, Treatment, Value, Source string }

// RulesOf lists the rules of a dialect.
func RulesOf(d Dialect) []RuleOf {
	var list []RuleOf
	for _, t := range tables {
		if t.dialect == d {
			for _, r := range t.rules {
				list = append(list, RuleOf{r.subject, string(r.treatment), r.value, r.source})
			}
		}
	}
	return list
}
