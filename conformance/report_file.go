package conformance

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// WriteJSON writes the report as JSON, with all cases.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *junitReason `xml:"failure"`
	Skipped *junitReason `xml:"skipped"`
}

type junitReason struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the report in the XML form of JUnit: a suite for each group.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuites{
		Name: "fscheck conformance: " + r.Implementation.Language, Tests: r.Passed + r.Failed + r.Skipped, Failures: r.Failed, Skipped: r.Skipped,
	}
	for _, g := range r.Groups {
		suite := junitSuite{Name: g.ID, Tests: len(g.Cases), Failures: g.Failed, Skipped: g.Skipped}
		for _, c := range g.Cases {
			entry := junitCase{Class: g.ID, Name: strings.TrimPrefix(c.ID, g.ID+"/")}
			switch c.Outcome {
			case Fail:
				entry.Failure = &junitReason{Message: c.Differences[0].Member + " differs"}
				for _, d := range c.Differences {
					entry.Failure.Text += fmt.Sprintf("%s\n%s%s", d.Member, quoted("want", d.Want), quoted("got ", d.Got))
				}
			case Skip:
				entry.Skipped = &junitReason{Message: "requires " + strings.Join(c.Missing, ", ")}
			}
			suite.Cases = append(suite.Cases, entry)
		}
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
