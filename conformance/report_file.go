package conformance

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// WriteJSON writes reports as JSON, with all cases:
//
//	{"implementations": [report, …]}
func (all Reports) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]Reports{"implementations": all})
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *junitReason `xml:"failure"`
	Error   *junitReason `xml:"error"`
	Skipped *junitReason `xml:"skipped"`
}

type junitReason struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes reports in the XML form of JUnit: a suite for each group of
// each testee. A case that failed, or that passed and should not, is a failure; one
// that timed out, crashed or broke the protocol is an error; one that was expected
// to fail is skipped. A testee that was not run is a suite with one skipped case.
func (all Reports) WriteJUnit(w io.Writer) error {
	suites := junitSuites{Name: "fscheck conformance"}
	for _, r := range all {
		for _, s := range r.junit() {
			suites.Tests += s.Tests
			suites.Failures += s.Failures
			suites.Errors += s.Errors
			suites.Skipped += s.Skipped
			suites.Suites = append(suites.Suites, s)
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// junit returns the suites of one testee.
func (r *Report) junit() []junitSuite {
	if r.NotRun != "" {
		return []junitSuite{{Name: r.Name, Tests: 1, Skipped: 1, Cases: []junitCase{
			{Class: r.Name, Name: "run", Skipped: &junitReason{Type: "not run", Message: printable(r.NotRun)}},
		}}}
	}
	var suites []junitSuite
	for _, g := range r.Groups {
		suite := junitSuite{Name: r.Name + "/" + g.ID, Tests: len(g.Cases)}
		for _, c := range g.Cases {
			entry := c.junit(r.Name+"/"+g.ID, strings.TrimPrefix(c.ID, g.ID+"/"))
			switch {
			case entry.Failure != nil:
				suite.Failures++
			case entry.Error != nil:
				suite.Errors++
			case entry.Skipped != nil:
				suite.Skipped++
			}
			suite.Cases = append(suite.Cases, entry)
		}
		suites = append(suites, suite)
	}
	if len(r.StaleExpectations) == 0 {
		return suites
	}
	stale := junitSuite{Name: r.Name + "/expected failures"}
	for _, e := range r.StaleExpectations {
		stale.Tests, stale.Failures = stale.Tests+1, stale.Failures+1
		stale.Cases = append(stale.Cases, junitCase{Class: stale.Name, Name: e.Case, Failure: &junitReason{Type: "stale", Message: "no case of the run meets it"}})
	}
	return append(suites, stale)
}

func (c CaseReport) junit(class, name string) junitCase {
	entry := junitCase{Class: class, Name: name}
	reason := &junitReason{Type: string(c.Outcome), Message: xmlText(c.Reason)}
	switch c.Outcome {
	case Fail:
		entry.Failure = reason
		reason.Message = c.Differences[0].Member + " differs"
		for _, d := range c.Differences {
			reason.Text += fmt.Sprintf("%s\n%s%s", d.Member, quoted("want", d.Want), quoted("got ", d.Got))
		}
	case Stale:
		entry.Failure = reason
	case Timeout, Crash, ProtocolError:
		entry.Error = reason
	case Known:
		entry.Skipped = reason
	case Skip:
		entry.Skipped = reason
		reason.Message = "requires " + printable(strings.Join(c.Missing, ", "))
	}
	return entry
}

// xmlText is a text that may hold anything, for an attribute.
func xmlText(text string) string {
	return strings.TrimSpace(quoted("", text))
}
