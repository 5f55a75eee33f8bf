package conformance

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func recordedFiles() []RecordedFile {
	return []RecordedFile{{Name: "calls.jsonl", Rows: []RecordedRow{
		{ID: "a/b", Schema: `{"type":"object","properties":{"n":{"type":"integer","default":7}},"additionalProperties":false}`, Calls: []string{
			`{"n":1}`, `{"n":"2"}`, `{}`, `{"m":1,"n":1.5}`, `{"n":1,"n":2}`, `[]`,
		}},
		{ID: "refused", Schema: `{"type":"object","properties":{"n":{"type":"integer","default":"1"}}}`, Calls: []string{`{}`}},
		{ID: "no calls", Schema: `{}`},
	}}}
}

// Recorded calls are compared with what the engine answers, and each difference is
// that of one call.
func TestCompare(t *testing.T) {
	for _, test := range []struct {
		peer, want string
		failed     []string
	}{
		{"honest", "10 passed, 0 failed, 0 skipped", nil},
		{"coerces \"2\"", "9 passed, 1 failed, 0 skipped", []string{"calls.jsonl/a/b#2: outcome"}},
		{"fills nothing", "9 passed, 1 failed, 0 skipped", []string{"calls.jsonl/a/b#3: completed"}},
		{"builds with an invalid default", "8 passed, 2 failed, 0 skipped", []string{"calls.jsonl/refused: outcome", "calls.jsonl/refused#1: outcome"}},
		{"reports the first error only", "9 passed, 1 failed, 0 skipped", []string{"calls.jsonl/a/b#4: error.violations"}},
		{"dies in the middle", "9 passed, 0 failed, 0 skipped, 1 crash", nil},
	} {
		t.Run(test.peer, func(t *testing.T) {
			report, err := Compare(t.Context(), recordedFiles(), asPeer(t, test.peer), nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(report.Summary())
			var failed []string
			for _, c := range report.results(Fail) {
				failed = append(failed, c.ID+": "+c.Differences[0].Member)
			}
			if diff := cmp.Diff(test.failed, failed); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.want, report.Summary()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// One schema is built once, whatever is made of it.
func TestCompareBuildsOnce(t *testing.T) {
	counted := &counter{Testee: NewEngine()}
	if _, err := Compare(t.Context(), recordedFiles(), counted, nil); err != nil {
		t.Fatal(err)
	}
	if counted.built != 3 || counted.released != 2 {
		t.Errorf("%d schemas were built and %d released, want 3 and the 2 that were not refused", counted.built, counted.released)
	}
}

type counter struct {
	Testee
	built, released int
}

func (c *counter) Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error) {
	c.built++
	return c.Testee.Construct(ctx, r)
}

func (c *counter) Release(ctx context.Context, handle string) error {
	c.released++
	return c.Testee.Release(ctx, handle)
}
