package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// Each faulty engine fails its cases, among others. It is asked the groups that
// they are in, in the order of the file.
func TestEveryFaultIsCaught(t *testing.T) {
	suite := loadFixtures(t)
	var named []string
	for _, want := range caught {
		named = append(named, want.name)
		t.Run(want.name, func(t *testing.T) {
			engine, err := NewFaultyEngine(want.name)
			if err != nil {
				t.Fatal(err)
			}
			part := suite.Select(func(c *Case) bool {
				return slices.ContainsFunc(want.cases, func(id string) bool { return groupOf(id) == groupOf(c.ID) }) && !isCostly(c)
			})
			report, err := Run(t.Context(), part, engine, nil)
			if err != nil {
				t.Fatal(err)
			}
			var failed []string
			for _, c := range report.results(Fail) {
				failed = append(failed, c.ID)
				if c.Differences[0].Member == "testee" {
					t.Errorf("%s: the engine is broken, not faulty: %s", c.ID, c.Differences[0].Got)
				}
			}
			for _, id := range want.cases {
				if !slices.Contains(failed, id) {
					t.Errorf("%s does not catch it", id)
				}
			}
			if report.Passed == 0 {
				t.Error("no case passes: that is no fault but another engine")
			}
		})
	}
	for _, name := range Faults() {
		if !slices.Contains(named, name) {
			t.Errorf("%s: no case is named that catches it", name)
		}
	}
}

// What faulty engines are made of is not what fails their cases: one that does
// all that they do, and nothing otherwise, passes them.
func TestTheWayOfFaultsIsNoFault(t *testing.T) {
	suite := loadFixtures(t)
	var ids []string
	for _, f := range caught {
		ids = append(ids, f.cases...)
	}
	none := fault{
		builds:  func(s *Subject) {},
		insists: func(s *Subject, _ *ErrorAnswer) bool { return false },
		judges: func(_ *faultySubject, schema *tree.Value) *tree.Value {
			return schema.With("$comment", tree.NewString("judged by another text"))
		},
		shows:   func(_ *faultySubject, metadata *tree.Value) *tree.Value { return metadata.Compact() },
		text:    func(text []byte, _ string) []byte { return text },
		reads:   func(_ *faultySubject, args *tree.Value) *tree.Value { return args },
		injects: func(_ *faultySubject, _ *tree.Value, _ *CallRequest) {},
		answers: func(_ *faultyCall) {},
	}
	engine := &faulty{Testee: NewEngine(), fault: none, subjects: map[string]*faultySubject{}}
	// Another text of a schema is longer, which a limit of bytes would tell.
	report, err := Run(t.Context(), suite.Select(func(c *Case) bool { return slices.Contains(ids, c.ID) && c.Limits["bytes"] == 0 }), engine, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.results(Fail) {
		// A function that is judged by a schema of somebody else's leaves base64 to
		// binding, rule 26. No fault that judges by another schema is about that.
		if !strings.HasPrefix(c.ID, "base64/declared-") {
			t.Errorf("%s: %+v", c.ID, c.Differences)
		}
	}
}

func groupOf(id string) string {
	group, _, _ := strings.Cut(id, "/")
	return group
}

// isCostly reports whether a case takes long and tells no faulty engine from a
// right one.
func isCostly(c *Case) bool {
	return slices.Contains(c.Requires, "text-16mib") || slices.Contains(c.Requires, "values-1m") || slices.Contains(c.Requires, "cost")
}
