package conformance

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExpectedFailures(t *testing.T) {
	cases := []CaseReport{
		{ID: "a/fails", Outcome: Fail, Differences: []Difference{{"x", "1", "2"}}},
		{ID: "a/passes", Outcome: Pass},
		{ID: "a/hangs", Outcome: Timeout},
		{ID: "a/skipped", Outcome: Skip, Missing: []string{"c"}},
	}
	tests := []struct {
		reason, file string
		want         string
		ok           bool
	}{
		{"nothing is expected", `[]`, "1 passed, 1 failed, 1 skipped, 1 timeout", false},
		{"what fails is expected to", `[{"case":"a/fails","reason":"r"},{"case":"a/hangs","outcome":"timeout","reason":"r"}]`, "1 passed, 0 failed, 1 skipped, 2 expected-fail", true},
		{"a pattern", `[{"case":"a/f*","reason":"r"},{"case":"a/h*","outcome":"timeout","reason":"r"}]`, "1 passed, 0 failed, 1 skipped, 2 expected-fail", true},
		{"it fails in another way", `[{"case":"a/fails","outcome":"crash","reason":"r"}]`, "1 passed, 1 failed, 1 skipped, 1 timeout", false},
		{"it passes now", `[{"case":"a/passes","reason":"r"}]`, "0 passed, 1 failed, 1 skipped, 1 timeout, 1 unexpected-pass", false},
		{"a pattern beyond what fails", `[{"case":"a/*s","reason":"r"}]`, "0 passed, 0 failed, 1 skipped, 1 timeout, 1 expected-fail, 1 unexpected-pass", false},
		{"it is skipped", `[{"case":"a/skipped","reason":"r"}]`, "1 passed, 1 failed, 1 skipped, 1 timeout, 1 stale expectations", false},
		{"there is no such case", `[{"case":"b/*","reason":"r"}]`, "1 passed, 1 failed, 1 skipped, 1 timeout, 1 stale expectations", false},
		{"the case was not selected", `[{"case":"e/*","reason":"r"}]`, "1 passed, 1 failed, 1 skipped, 1 timeout", false},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			list, err := ReadExpected([]byte(test.file))
			if err != nil {
				t.Fatal(err)
			}
			r := new(Report)
			r.add(GroupReport{ID: "a", Cases: append([]CaseReport{}, cases...)})
			r.Expect(list, []string{"e/elsewhere"})
			if diff := cmp.Diff(test.want, r.Summary()); diff != "" {
				t.Error(diff)
			}
			if r.OK() != test.ok {
				t.Errorf("OK is %v", r.OK())
			}
		})
	}
	gone := &Report{NotRun: "gone"}
	gone.Expect([]ExpectedFailure{{Case: "a/b", Outcome: Fail, Reason: "r"}}, nil)
	if !gone.OK() {
		t.Error("nothing is stale where nothing was run")
	}
}

func TestReadExpectedRefuses(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{`{}`, "at byte"},
		{`[{"case":"a/b","reson":"r"}]`, "unknown field"},
		{`[{"case":"a/b"}]`, "a case and a reason"},
		{`[{"reason":"r"}]`, "a case and a reason"},
		{`[{"case":"a/[","reason":"r"}]`, "syntax error in pattern"},
		{`[{"case":"a/b","reason":"r"},{"case":"a/b","reason":"r"}]`, "twice"},
		{`[{"case":"a/b","outcome":"pass","reason":"r"}]`, "no outcome of a case that fails"},
	} {
		if _, err := ReadExpected([]byte(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v does not say %q", test.file, err, test.want)
		}
	}
}
