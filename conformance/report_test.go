package conformance

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/functionschema/fscheck/fixtures"
)

func sampleReports() Reports {
	r := &Report{Name: "go", Suite: "0.1.0", Implementation: Implementation{Name: "x", Language: "Go"}}
	r.add(GroupReport{ID: "numbers", Cases: []CaseReport{
		{ID: "numbers/a", Outcome: Pass},
		{ID: "numbers/b", Outcome: Fail, Differences: []Difference{{"error.violations", "\"/a\" type\n\"/b\" type", "none"}, {"completed", "{}", "\x1b[31m"}}},
	}})
	r.add(GroupReport{ID: "repairs", Cases: []CaseReport{{ID: "repairs/c", Outcome: Skip, Missing: []string{"repairs"}}}})
	other := &Report{Name: "other", StaleExpectations: []ExpectedFailure{{Case: "numbers/z", Outcome: Fail, Reason: "r"}}}
	other.add(GroupReport{ID: "numbers", Cases: []CaseReport{
		{ID: "numbers/a", Outcome: Timeout, Reason: "no answer"},
		{ID: "numbers/b", Outcome: Known, Reason: "doubles"},
		{ID: "numbers/c", Outcome: Stale, Reason: "it is expected to fail: doubles"},
	}})
	other.add(GroupReport{ID: "repairs", Cases: []CaseReport{
		{ID: "repairs/c", Outcome: ProtocolError, Reason: "the line is not JSON"},
		{ID: "repairs/d", Outcome: Crash, Reason: "it ended with exit status 3\nlast words"},
		{ID: "repairs/e", Outcome: Crash, Reason: notAsked + "it ended"}, {ID: "repairs/f", Outcome: Crash, Reason: notAsked + "it ended"},
	}})
	return Reports{r, other, {Name: "gone", NotRun: "gone cannot be started"}}
}

func TestWriteText(t *testing.T) {
	const want = `FAIL go numbers/b
  error.violations
    want "/a" type
         "/b" type
    got  none
  completed
    want {}
    got  "\x1b[31m"
SKIP go 1 case that requires repairs
TIMEOUT other numbers/a
    no answer
CRASH other repairs/d
    it ended with exit status 3
    last words
CRASH other 2 cases
    not asked: it ended
PROTOCOL-ERROR other repairs/c
    the line is not JSON
UNEXPECTED-PASS other numbers/c
    it is expected to fail: doubles
EXPECTED-FAIL other numbers/b
    doubles
STALE other numbers/z
    no case of the run meets this expected failure: take it out of its file

GROUP    go                  other                                          gone
numbers  1 passed, 1 failed  1 timeout, 1 expected-fail, 1 unexpected-pass  not run
repairs  1 skipped           3 crash, 1 protocol-error                      not run

go: 1 passed, 1 failed, 1 skipped
other: 0 passed, 0 failed, 0 skipped, 1 timeout, 3 crash, 1 protocol-error, 1 expected-fail, 1 unexpected-pass, 1 stale expectations
gone: not run: gone cannot be started
`
	var b strings.Builder
	if err := sampleReports().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := sampleReports().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var read struct{ Implementations Reports }
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sampleReports(), read.Implementations, cmpopts.IgnoreUnexported(CaseReport{})); diff != "" {
		t.Error(diff)
	}
}

func TestWriteJUnit(t *testing.T) {
	var b strings.Builder
	if err := sampleReports().WriteJUnit(&b); err != nil {
		t.Fatal(err)
	}
	var read junitSuites
	if err := xml.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	if read.Tests != 12 || read.Failures != 3 || read.Errors != 5 || read.Skipped != 3 || len(read.Suites) != 6 {
		t.Errorf("the counts are wrong: %s", b.String())
	}
	var got []string
	for _, s := range read.Suites {
		for _, c := range s.Cases {
			line := c.Class + " " + c.Name
			for kind, r := range map[string]*junitReason{"failure": c.Failure, "error": c.Error, "skipped": c.Skipped} {
				if r != nil {
					line += " " + kind + " " + r.Type + ": " + r.Message
				}
			}
			got = append(got, line)
		}
	}
	want := []string{
		"go/numbers a", "go/numbers b failure fail: error.violations differs", "go/repairs c skipped skip: requires repairs",
		"other/numbers a error timeout: no answer", "other/numbers b skipped expected-fail: doubles",
		"other/numbers c failure unexpected-pass: it is expected to fail: doubles",
		"other/repairs c error protocol-error: the line is not JSON", "other/repairs d error crash: it ended with exit status 3\n    last words",
		"other/repairs e error crash: not asked: it ended", "other/repairs f error crash: not asked: it ended",
		"other/expected failures numbers/z failure stale: no case of the run meets it",
		"gone run skipped not run: gone cannot be started",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever a testee says, every form of a report can be read, and what is for a
// terminal holds nothing that one acts on.
func TestReportsOfHostileTexts(t *testing.T) {
	texts := []string{hostile, "\x00\x1b[2J\x7f\u0085", "]]><!--", "\xed\xa0\x80\xff", "\ufffe\uffff", "a\rb\u202e", strings.Repeat("\x01", 10_000)}
	for _, text := range texts {
		r := &Report{Name: "peer", Implementation: Implementation{Name: text, Language: text}, Capabilities: []string{text}}
		r.add(GroupReport{ID: "numbers", Cases: []CaseReport{
			{ID: "numbers/a", Outcome: Fail, Differences: []Difference{{"completed", text, text}}},
			{ID: "numbers/b", Outcome: Crash, Reason: text}, {ID: "numbers/c", Outcome: ProtocolError, Reason: text},
			{ID: "numbers/d", Outcome: Timeout, Reason: notAsked + text}, {ID: "numbers/e", Outcome: Skip, Missing: []string{text}},
		}})
		all := Reports{r, {Name: "gone", NotRun: text}}
		var plain, document, data strings.Builder
		if err := errors.Join(all.WriteText(&plain), all.WriteJUnit(&document), all.WriteJSON(&data)); err != nil {
			t.Fatal(err)
		}
		for _, c := range plain.String() {
			if c != '\n' && (c == utf8.RuneError || !unicode.IsPrint(c)) {
				t.Errorf("%.40q: the text has %q", text, c)
				break
			}
		}
		var read junitSuites
		if err := xml.Unmarshal([]byte(document.String()), &read); err != nil || read.Errors != 3 || read.Failures != 1 {
			t.Errorf("%q: JUnit cannot be read: %v", shortened(text), err)
		}
		if !json.Valid([]byte(data.String())) || !utf8.ValidString(data.String()) {
			t.Errorf("%q: JSON cannot be read", shortened(text))
		}
		dataOf(t, pageOf(t, all, nil))
	}
}

func ExampleRun() {
	suite, err := Load(fixtures.Cases())
	if err != nil {
		fmt.Println(err)
		return
	}
	digests := suite.Select(func(c *Case) bool { return c.Op == Digest })
	report, err := Run(context.Background(), digests, NewEngine(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Summary())
	// Output: 21 passed, 0 failed, 0 skipped
}

func ExampleNewFaultyEngine() {
	engine, err := NewFaultyEngine("truncates 1.5")
	if err != nil {
		fmt.Println(err)
		return
	}
	suite, err := Load(fixtures.Cases())
	if err != nil {
		fmt.Println(err)
		return
	}
	one := suite.Select(func(c *Case) bool { return c.ID == "numbers/n16-fraction-not-truncated" })
	report, err := Run(context.Background(), one, engine, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Groups[0].Cases[0].Differences[0])
	// Output: {outcome INVALID_ARGUMENT ok}
}
