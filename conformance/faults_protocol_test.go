package conformance

import (
	"slices"
	"testing"
)

// wanted are the faulty implementations that a suite has to tell from a right one,
// in the words of the project's research on conformance, section 4, and the fault
// that each is here.
var wanted = []struct{ words, fault string }{
	{"coerces \"2\"", "coerces \"2\""},
	{"coerces true", "coerces true"},
	{"truncates 1.5", "truncates 1.5"},
	{"float64 round trip of 2^53+1", "rounds 2^53+1"},
	{"refuses 1e3", "refuses 1e3"},
	{"default on explicit null", "fills an explicit null"},
	{"no default on omission", "fills nothing"},
	{"default inserted into the request itself", "puts defaults and injected values into the request itself"},
	{"nested default missed", "misses nested defaults"},
	{"shared mutable default between calls", "shares a default between calls"},
	{"extra nested field ignored", "ignores an extra nested field"},
	{"injected value not validated", "does not validate injected values"},
	{"model value beats injected value", "lets the model's value win"},
	{"falls back to the model value when the source is missing", "falls back to the model's value"},
	{"injected name left in metadata required", "leaves a hidden name in required"},
	{"binds before validating", "binds before it validates"},
	{"runs user code on failure", "runs the function after a failure"},
	{"first error only", "reports the first error only"},
	{"pointer unescaped", "does not escape pointers"},
	{"pointer to the schema", "points to the schema"},
	{"keyword anyOf leaf instead of applicator", "names the leaf instead of anyOf"},
	{"case-insensitive fields", "folds case"},
	{"last duplicate wins", "lets the last duplicate win"},
	{"accepts trailing text", "accepts trailing text"},
	{"accepts NaN", "accepts NaN"},
	{"format asserted", "asserts format"},
	{"constraint dropped from metadata", "drops a constraint from the metadata"},
	{"alphabetical enum", "sorts an enum"},
}

func TestWantedFaultsAreThere(t *testing.T) {
	all := Faults()
	for _, w := range wanted {
		if !slices.Contains(all, w.fault) {
			t.Errorf("%s: there is no fault %q", w.words, w.fault)
		}
	}
}

// Each faulty engine is also caught in a process of its own, where it sees nothing
// but the protocol: it fails each of its cases, and breaks none.
func TestEveryFaultIsCaughtOverTheProtocol(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	suite := loadFixtures(t)
	for _, want := range caught {
		t.Run(want.name, func(t *testing.T) {
			report, err := Run(t.Context(), suite.Select(func(c *Case) bool {
				return slices.Contains(want.cases, c.ID) || slices.Contains(before[want.name], c.ID)
			}), asPeer(t, want.name), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range report.Groups {
				for _, c := range g.Cases {
					if slices.Contains(want.cases, c.ID) && c.Outcome != Fail {
						t.Errorf("%s: %s %s", c.ID, c.Outcome, c.Reason)
					}
				}
			}
		})
	}
}

// before are cases that have to be asked first, for faults that remember.
var before = map[string][]string{"confuses two functions in its cache": {"injection/cache-visible"}}
