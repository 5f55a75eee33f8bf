package conformance

// Outcome is how a case ended.
type Outcome string

// The outcomes.
const (
	Pass          Outcome = "pass"
	Fail          Outcome = "fail"
	Skip          Outcome = "skip"           // for want of a capability, and for nothing else
	Timeout       Outcome = "timeout"        // no answer in time
	Crash         Outcome = "crash"          // the testee ended, or was not there any more
	ProtocolError Outcome = "protocol-error" // what it wrote is not of the protocol
	Known         Outcome = "expected-fail"  // as its file of expected failures says
	Stale         Outcome = "unexpected-pass"
)

// Report is what became of the cases that one testee was asked. Its JSON form is
// stable.
type Report struct {
	Name           string         `json:"name"`
	Suite          string         `json:"suite"`
	NotRun         string         `json:"notRun,omitempty"` // why it could not be asked at all
	Implementation Implementation `json:"implementation"`
	Capabilities   []string       `json:"capabilities"`
	Counts
	StaleExpectations []ExpectedFailure `json:"staleExpectations,omitempty"` // that no case of the run meets
	Groups            []GroupReport     `json:"groups"`
}

// Counts is how many cases ended in each way.
type Counts struct {
	Passed         int `json:"passed"`
	Failed         int `json:"failed"`
	Skipped        int `json:"skipped"`
	TimedOut       int `json:"timedOut,omitempty"`
	Crashed        int `json:"crashed,omitempty"`
	ProtocolErrors int `json:"protocolErrors,omitempty"`
	Known          int `json:"expectedFailures,omitempty"`
	Stale          int `json:"unexpectedPasses,omitempty"`
}

// GroupReport is what became of the cases of one group.
type GroupReport struct {
	ID string `json:"id"`
	Counts
	Cases []CaseReport `json:"cases"`
}

// CaseReport is what became of one case.
type CaseReport struct {
	ID          string       `json:"id"`
	Outcome     Outcome      `json:"outcome"`
	Differences []Difference `json:"differences,omitempty"` // of a failed case
	Missing     []string     `json:"missing,omitempty"`     // capabilities, of a skipped case
	Reason      string       `json:"reason,omitempty"`      // of the other outcomes

	answer string // the last one, for the page
}

// count is where an outcome is counted.
func (c *Counts) count(o Outcome) *int {
	switch o {
	case Pass:
		return &c.Passed
	case Skip:
		return &c.Skipped
	case Timeout:
		return &c.TimedOut
	case Crash:
		return &c.Crashed
	case ProtocolError:
		return &c.ProtocolErrors
	case Known:
		return &c.Known
	case Stale:
		return &c.Stale
	}
	return &c.Failed
}

// add appends a group and counts its cases.
func (r *Report) add(g GroupReport) {
	for _, c := range g.Cases {
		*g.count(c.Outcome)++
		*r.count(c.Outcome)++
	}
	r.Groups = append(r.Groups, g)
}

// OK reports whether nothing was found: no case failed, timed out, crashed or
// broke the protocol, and every expected failure was met. A testee that could not
// be asked found nothing, and proved nothing: see NotRun.
func (r *Report) OK() bool {
	return r.Failed+r.TimedOut+r.Crashed+r.ProtocolErrors+r.Stale+len(r.StaleExpectations) == 0
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
