package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// ExpectedFailure says that a testee is known to fail a case, and why. The files of
// them lie beside the implementations: a JSON array of objects with the members
// case, reason, and outcome unless that is fail.
type ExpectedFailure struct {
	Case    string  `json:"case"` // an id, or a pattern of path.Match: * is within one part of an id
	Outcome Outcome `json:"outcome,omitempty"`
	Reason  string  `json:"reason"`
}

// ReadExpected reads a file of expected failures. Each has a case and a reason, no
// member is unknown, and no case stands twice.
func ReadExpected(data []byte) ([]ExpectedFailure, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var list []ExpectedFailure
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("conformance: the expected failures at byte %d: %w", d.InputOffset(), err)
	}
	var faults []error
	seen := map[string]bool{}
	for i := range list {
		e := &list[i]
		if e.Outcome == "" {
			e.Outcome = Fail
		}
		_, err := path.Match(e.Case, "")
		switch {
		case e.Case == "" || strings.TrimSpace(e.Reason) == "":
			faults = append(faults, fmt.Errorf("conformance: expected failure %d: it needs a case and a reason", i+1))
		case err != nil:
			faults = append(faults, fmt.Errorf("conformance: expected failure %q: %w", e.Case, err))
		case seen[e.Case]:
			faults = append(faults, fmt.Errorf("conformance: expected failure %q: it stands twice", e.Case))
		case !slices.Contains([]Outcome{Fail, Timeout, Crash, ProtocolError}, e.Outcome):
			faults = append(faults, fmt.Errorf("conformance: expected failure %q: %q is no outcome of a case that fails", e.Case, e.Outcome))
		}
		seen[e.Case] = true
	}
	return list, errors.Join(faults...)
}

func (e ExpectedFailure) matches(id string) bool {
	if e.Case == id {
		return true
	}
	ok, _ := path.Match(e.Case, id)
	return ok
}

// Expect holds the report against the failures that are expected.
//
//  1. A case that ended as the first entry that matches it says is
//     expected-fail. One that passed is unexpected-pass. One that ended otherwise
//     stays what it is.
//  2. An entry that matches no case that was asked is stale, unless all that it
//     matches is in elsewhere: the ids of cases that were not selected.
//  3. Nothing is held against the report of a testee that was not run.
func (r *Report) Expect(list []ExpectedFailure, elsewhere []string) {
	if r.NotRun != "" {
		return
	}
	met := make([]bool, len(list))
	groups := r.Groups
	r.Groups, r.Counts = nil, Counts{}
	for _, g := range groups {
		g.Counts = Counts{}
		for i := range g.Cases {
			c := &g.Cases[i]
			at := slices.IndexFunc(list, func(e ExpectedFailure) bool { return e.matches(c.ID) })
			if at < 0 || c.Outcome == Skip {
				continue
			}
			met[at] = true
			switch c.Outcome {
			case list[at].Outcome:
				c.Outcome, c.Reason = Known, list[at].Reason
			case Pass:
				c.Outcome, c.Reason = Stale, "it is expected to fail: "+list[at].Reason
			}
		}
		r.add(g)
	}
	for i, e := range list {
		if !met[i] && !slices.ContainsFunc(elsewhere, e.matches) {
			r.StaleExpectations = append(r.StaleExpectations, e)
		}
	}
}
