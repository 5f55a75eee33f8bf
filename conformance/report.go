package conformance

// Outcome is how a case ended.
type Outcome string

// The outcomes.
const (
	Pass Outcome = "pass"
	Fail Outcome = "fail"
	Skip Outcome = "skip" // for want of a capability, and for nothing else
)

// Report is what became of the cases of one run. Its JSON form is stable.
type Report struct {
	Suite          string         `json:"suite"`
	Implementation Implementation `json:"implementation"`
	Capabilities   []string       `json:"capabilities"`
	Passed         int            `json:"passed"`
	Failed         int            `json:"failed"`
	Skipped        int            `json:"skipped"`
	Groups         []GroupReport  `json:"groups"`
}

// GroupReport is what became of the cases of one group.
type GroupReport struct {
	ID      string       `json:"id"`
	Passed  int          `json:"passed"`
	Failed  int          `json:"failed"`
	Skipped int          `json:"skipped"`
	Cases   []CaseReport `json:"cases"`
}

// CaseReport is what became of one case.
type CaseReport struct {
	ID          string       `json:"id"`
	Outcome     Outcome      `json:"outcome"`
	Differences []Difference `json:"differences,omitempty"` // of a failed case
	Missing     []string     `json:"missing,omitempty"`     // capabilities, of a skipped case
}

// add appends a group and counts its cases.
func (r *Report) add(g GroupReport) {
	for _, c := range g.Cases {
		switch c.Outcome {
		case Pass:
			g.Passed++
		case Fail:
			g.Failed++
		case Skip:
			g.Skipped++
		}
	}
	r.Passed += g.Passed
	r.Failed += g.Failed
	r.Skipped += g.Skipped
	r.Groups = append(r.Groups, g)
}

// results returns the results of all groups that ended in one way.
func (r *Report) results(outcome Outcome) []CaseReport {
	var list []CaseReport
	for _, g := range r.Groups {
		for _, c := range g.Cases {
			if c.Outcome == outcome {
				list = append(list, c)
			}
		}
	}
	return list
}
