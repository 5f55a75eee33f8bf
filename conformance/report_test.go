package conformance

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/fixtures"
)

func sampleReport() *Report {
	r := &Report{Suite: "0.1.0", Implementation: Implementation{Name: "x", Language: "Go"}}
	r.add(GroupReport{ID: "numbers", Cases: []CaseReport{
		{ID: "numbers/a", Outcome: Pass},
		{ID: "numbers/b", Outcome: Fail, Differences: []Difference{{"error.violations", "\"/a\" type\n\"/b\" type", "none"}, {"completed", "{}", "\x1b[31m"}}},
	}})
	r.add(GroupReport{ID: "repairs", Cases: []CaseReport{{ID: "repairs/c", Outcome: Skip, Missing: []string{"repairs"}}}})
	return r
}

func TestWriteText(t *testing.T) {
	const want = `FAIL numbers/b
  error.violations
    want "/a" type
         "/b" type
    got  none
  completed
    want {}
    got  "\x1b[31m"
SKIP 1 cases that require repairs

  passed  failed  skipped
       1       1        0  numbers
       0       0        1  repairs

1 passed, 1 failed, 1 skipped
`
	var b strings.Builder
	if err := sampleReport().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := sampleReport().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	read := new(Report)
	if err := json.Unmarshal([]byte(b.String()), read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sampleReport(), read); diff != "" {
		t.Error(diff)
	}
}

func TestWriteJUnit(t *testing.T) {
	var b strings.Builder
	if err := sampleReport().WriteJUnit(&b); err != nil {
		t.Fatal(err)
	}
	var read junitSuites
	if err := xml.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	if read.Tests != 3 || read.Failures != 1 || read.Skipped != 1 || len(read.Suites) != 2 {
		t.Errorf("the counts are wrong: %s", b.String())
	}
	failed, skipped := read.Suites[0].Cases[1], read.Suites[1].Cases[0]
	if failed.Name != "b" || failed.Class != "numbers" || failed.Failure == nil || !strings.Contains(failed.Failure.Text, `"/b" type`) {
		t.Errorf("the failure is %+v", failed)
	}
	if skipped.Skipped == nil || skipped.Skipped.Message != "requires repairs" {
		t.Errorf("the skip is %+v", skipped)
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
