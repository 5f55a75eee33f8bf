package conformance

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// The peer that others begin with passes the group numbers, but for what it says it
// cannot do, and breaks at nothing that it does not know.
func TestSkeleton(t *testing.T) {
	suite := loadFixtures(t)
	numbers := suite.Select(func(c *Case) bool { return groupOf(c.ID) == "numbers" })
	report, err := Run(t.Context(), numbers, NewExternal("python3", "peers/skeleton/skeleton.py"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if report.NotRun != "" {
		if os.Getenv("FSCHECK_REQUIRE_PEERS") == "1" {
			t.Fatal(report.NotRun)
		}
		t.Skip(report.NotRun)
	}
	var text strings.Builder
	if err := (Reports{report}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	t.Log(text.String())
	if report.Passed+report.Skipped != len(numbers.Cases()) || report.Skipped > 5 {
		t.Error("it does not pass the group")
	}
	others := suite.Select(func(c *Case) bool {
		return groupOf(c.ID) == "schemas" || groupOf(c.ID) == "calling" || groupOf(c.ID) == "digest"
	})
	if report, err = Run(t.Context(), others, NewExternal("python3", "peers/skeleton/skeleton.py"), nil); err != nil {
		t.Fatal(err)
	}
	if report.Passed+report.Failed+report.Skipped != len(others.Cases()) {
		t.Errorf("it breaks: %s", report.Summary())
	}
}

// The file of expected failures in the guide can be read, and its cases are there.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile("../docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := bytes.Cut(text, []byte("```json\n"))
	block, _, _ := bytes.Cut(after, []byte("```"))
	list, err := ReadExpected(block)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d expected failures: %v", len(list), err)
	}
	suite := loadFixtures(t)
	for _, e := range list {
		if !slices.ContainsFunc(suite.Cases(), func(c *Case) bool { return e.matches(c.ID) }) {
			t.Errorf("there is no case %s", e.Case)
		}
	}
	for _, g := range suite.Groups {
		if !bytes.Contains(text, []byte("`"+g.ID+"`")) {
			t.Errorf("it does not say when to do the group %s", g.ID)
		}
	}
}
