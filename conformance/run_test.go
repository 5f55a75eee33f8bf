package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// The engine answers every case as the file says.
func TestEngine(t *testing.T) {
	// Under the race detector, beside other tests, the costly cases take longer.
	r := runner{testee: patient{NewEngine(), 10 * Patience, grace}}
	report, err := r.suite(t.Context(), loadFixtures(t))
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		var text strings.Builder
		if err := (Reports{report}).WriteText(&text); err != nil {
			t.Fatal(err)
		}
		t.Error(text.String())
	}
	t.Log(report.Summary())
}

// The testee is told neither what a case is called nor what it expects.
func TestQuestionsHoldNoAnswers(t *testing.T) {
	spy := &spy{Testee: NewEngine()}
	suite := loadFixtures(t).Select(func(c *Case) bool { return !isCostly(c) })
	if _, err := Run(t.Context(), suite, spy, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Cases() {
		if strings.Contains(spy.heard.String(), `"`+c.ID) {
			t.Errorf("the testee heard %s", c.ID)
		}
	}
	for _, word := range []string{`"expect"`, `"outcome"`, `"invocations"`, `"why"`} {
		if strings.Contains(spy.heard.String(), word) {
			t.Errorf("the testee heard %s", word)
		}
	}
}

type spy struct {
	Testee
	heard strings.Builder
}

func (s *spy) Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error) {
	text, _ := json.Marshal(r)
	s.heard.Write(text)
	return s.Testee.Construct(ctx, r)
}
func (s *spy) Call(ctx context.Context, r CallRequest) (CallAnswer, error) {
	text, _ := json.Marshal(r)
	s.heard.Write(text)
	return s.Testee.Call(ctx, r)
}

// broke is a testee that breaks, in one way at every call.
type broke struct {
	Testee
	call func(context.Context) error
}

func (b broke) Call(ctx context.Context, _ CallRequest) (CallAnswer, error) {
	return CallAnswer{}, b.call(ctx)
}

func (b broke) Hello(ctx context.Context, r HelloRequest) (HelloAnswer, error) {
	a, err := b.Testee.Hello(ctx, r)
	a.Capabilities = []string{"int64"}
	return a, err
}

func TestRunnerOutlivesItsTestee(t *testing.T) {
	for _, test := range []struct {
		name, want      string
		outcome         Outcome
		patience, grace time.Duration
		call            func(context.Context) error
	}{
		{"it panics", "panic: s3cret", Fail, time.Minute, grace, func(context.Context) error { panic("s3cret") }},
		{"it fails", "out of order", Fail, time.Minute, grace, func(context.Context) error { return errors.New("out of order") }},
		{"it hangs and obeys", "no answer to call within", Timeout, 20 * time.Millisecond, time.Minute, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
		{"it hangs", "no answer to call within", Timeout, 20 * time.Millisecond, 20 * time.Millisecond, func(context.Context) error { select {} }},
	} {
		t.Run(test.name, func(t *testing.T) {
			suite := loadFixtures(t).Select(func(c *Case) bool {
				return slices.Contains([]string{"numbers/n17-string-not-coerced", "calling/error-hidden", "calling/panic"}, c.ID)
			})
			var steps []int
			r := runner{
				testee:   patient{broke{NewEngine(), test.call}, test.patience, test.grace},
				progress: func(done, all int) { steps = append(steps, done, all) },
			}
			report, err := r.suite(t.Context(), suite)
			if err != nil {
				t.Fatal(err)
			}
			if *report.count(test.outcome) != 2 || report.Skipped != 1 || report.OK() {
				t.Errorf("%s: both calls are %s, and the one that requires panics is skipped", report.Summary(), test.outcome)
			}
			if want := []int{1, 3, 2, 3, 3, 3}; !slices.Equal(steps, want) {
				t.Errorf("progress is %v, want %v", steps, want)
			}
			for _, c := range report.results(test.outcome) {
				if said := fmt.Sprint(c.Reason, c.Differences); !strings.Contains(said, test.want) {
					t.Errorf("%s: %s does not say %q", c.ID, said, test.want)
				}
			}
		})
	}
}

func TestRunEnds(t *testing.T) {
	suite := loadFixtures(t)
	ctx, cancel := context.WithCancel(t.Context())
	report, err := Run(ctx, suite, NewEngine(), func(done, _ int) {
		if done == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || report.Passed != 5 {
		t.Errorf("%v after %v; want that it is cancelled, and five answers", err, report)
	}
	report, err = Run(t.Context(), suite, mute{NewEngine()}, nil)
	if err != nil || !strings.Contains(report.NotRun, "version 0") {
		t.Errorf("a testee without a common protocol: %+v, %v", report, err)
	}
}

type mute struct{ Testee }

func (mute) Hello(context.Context, HelloRequest) (HelloAnswer, error) { return HelloAnswer{}, nil }
