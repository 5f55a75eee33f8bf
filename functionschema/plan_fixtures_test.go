package functionschema_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/conformance"
	"github.com/functionschema/fscheck/fixtures"
	"github.com/functionschema/fscheck/internal/plan"
)

// Every case of the fixtures has one outcome, with plans and without.
func TestPlanOfFixtures(t *testing.T) {
	suite, err := conformance.Load(fixtures.Cases())
	if err != nil {
		t.Fatal(err)
	}
	run := func(off bool) *conformance.Report {
		plan.Off.Store(off)
		defer plan.Off.Store(false)
		report, err := conformance.Run(t.Context(), suite, conformance.WithPatience(conformance.NewEngine(), time.Minute), nil)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	fast, slow := run(false), run(true)
	if diff := cmp.Diff(slow, fast, cmp.AllowUnexported(conformance.CaseReport{})); diff != "" {
		t.Error(diff)
	}
	if fast.Failed > 0 || fast.Passed == 0 {
		t.Error(fast.Summary())
	}
	t.Log(fast.Summary())
}
