package functionschema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/functionschema/fscheck/inject"
)

// outcome builds a function that ends as do says, and calls it.
func outcome(t *testing.T, do func(context.Context) error) error {
	t.Helper()
	f := mustBuild(t)(New(func(ctx context.Context) error { return do(ctx) }, WithName("f")))
	_, err := called(f, `{}`)
	return err
}

func TestFunctionErrors(t *testing.T) {
	secret := errors.New("password=1")
	var typedNil *fragileError
	other := mustBuild(t)(New(func() error { return Visible(errors.New("from within")) }, WithName("other")))
	_, nested := called(other, `{}`)
	tests := []struct {
		name, reason string
		err          error
		model, log   string // log is a part of Error
	}{
		{"an error", "the model reads only that it failed", secret, "The function f failed.", "password=1"},
		{"a visible one", "", Visible(errors.New("no such city")), "no such city", "no such city"},
		{"wrapped", "only what is inside", fmt.Errorf("query %w", Visible(errors.New("no such city"))), "no such city", "query no such city"},
		{"wrapping", "all that is inside", Visible(fmt.Errorf("lookup: %w", secret)), "lookup: password=1", "lookup"},
		{"visible in visible", "the outer one has said it all", Visible(fmt.Errorf("a: %w", Visible(errors.New("b")))), "a: b", "a: b"},
		{"joined with a hidden one", "", errors.Join(secret, Visible(errors.New("full"))), "full", "password=1"},
		{"two visible ones joined", "each on a line", errors.Join(Visible(errors.New("a")), secret, Visible(errors.New("b"))), "a\nb", "password=1"},
		{"two wrapped", "", fmt.Errorf("%w and %w", Visible(errors.New("a")), secret), "a", "a and password=1"},
		{"another function's", "what was visible stays so", nested, "from within", "EXECUTION_ERROR"},
		{"its own context error under a live context", "this call was not cancelled", context.Canceled, "The function f failed.", "context canceled"},
		{"its own deadline", "", context.DeadlineExceeded, "The function f failed.", "deadline"},
		{"a nil pointer", "its methods panic, and no panic reaches a caller", typedNil, "The function f failed.", "an error of type *functionschema.fragileError, whose text cannot be had"},
		{"a visible nil pointer", "", Visible(typedNil), "The function f failed.", "whose text cannot be had"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := outcome(t, func(context.Context) error { return test.err })
			if brief(err) != "EXECUTION_ERROR" || err.(*Error).Err != test.err {
				t.Fatalf("%v; want EXECUTION_ERROR that unwraps: %s", err, test.reason)
			}
			if got := err.(*Error).ModelText(); got != test.model {
				t.Errorf("the model reads %q, want %q: %s", got, test.model, test.reason)
			}
			if !strings.Contains(err.Error(), test.log) {
				t.Errorf("the log lacks %q: %v", test.log, err)
			}
		})
	}
	if Visible(nil) != nil {
		t.Error("nil stays nil")
	}
}

func TestPanics(t *testing.T) {
	cause := errors.New("cause")
	tests := []struct {
		name, reason string
		panics       any
		model, log   string
	}{
		{"a text", "", "boom", "The function f failed.", "the function panicked: boom"},
		{"an error", "it can be found by errors.Is", cause, "The function f failed.", "the function panicked: cause"},
		{"a visible error", "it was not returned", Visible(errors.New("no")), "The function f failed.", "the function panicked: no"},
		{"a value whose text panics", "", typedNilStringer(), "The function f failed.", "the function panicked"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := outcome(t, func(context.Context) error { panic(test.panics) })
			e, ok := err.(*Error)
			if !ok || e.Code != ExecutionError {
				t.Fatalf("%v; want EXECUTION_ERROR", err)
			}
			if e.ModelText() != test.model || !strings.Contains(e.Error(), test.log) {
				t.Errorf("model %q, log %q: %s", e.ModelText(), e.Error(), test.reason)
			}
			if strings.Contains(e.Error(), "goroutine") || !strings.Contains(e.Err.Error(), "call_test.go") {
				t.Error("the stack is in Err only")
			}
			if test.panics == any(cause) && !errors.Is(err, cause) {
				t.Error("it does not unwrap to the panic's error")
			}
		})
	}
	// A panic that another function's error carries is no panic of this one.
	inner := mustBuild(t)(New(func() { panic("inner") }, WithName("inner")))
	err := outcome(t, func(ctx context.Context) error { _, err := inner.Call(ctx, []byte(`{}`)); return err })
	if !strings.Contains(err.Error(), "f: EXECUTION_ERROR: functionschema: inner: EXECUTION_ERROR: the function panicked: inner") {
		t.Error(err)
	}
}

type fragileStringer struct{ text string }

func (s *fragileStringer) String() string { return s.text }

func typedNilStringer() any { return (*fragileStringer)(nil) }

// Where values are injected, what a function says may hold them.
func TestErrorsOfInjectedFunctions(t *testing.T) {
	type in struct {
		T string `json:"t" inject:"s"`
	}
	for name, fail := range map[string]func(string) error{
		"returns": func(s string) error { return errors.New(s) },
		"panics":  func(s string) error { panic(s) },
	} {
		f := mustBuild(t)(New(func(v in) error { return fail(v.T) }, WithName("f"), WithResolvers(inject.Resolvers{"s": inject.Map{"t": "s3cret"}})))
		_, err := called(f, `{}`)
		if brief(err) != "EXECUTION_ERROR" || strings.Contains(err.Error(), "s3cret") || !strings.Contains(errors.Unwrap(err).Error(), "s3cret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// slowJSON cancels while it is bound.
type slowJSON struct{ N int }

var whileBinding func() error

func (s *slowJSON) UnmarshalJSON([]byte) error { return whileBinding() }

// A context that is done in any phase is CANCELLED and unwraps to its error, and
// the function does not run any more.
func TestCancelled(t *testing.T) {
	type in struct {
		J slowJSON `json:"j"`
		T string   `json:"t" inject:"s"`
	}
	phases := []string{"before", "resolving", "resolving and failing", "binding", "binding and failing", "between", "running", "running and failing", "running and panicking"}
	for _, phase := range phases {
		for _, want := range []error{context.Canceled, context.DeadlineExceeded} {
			t.Run(fmt.Sprint(phase, " ", want), func(t *testing.T) {
				ctx, cancel := context.WithCancel(context.Background())
				if want == context.DeadlineExceeded {
					ctx, cancel = expirable()
				}
				at := func(now string) {
					if strings.HasPrefix(phase, now) {
						cancel()
					}
				}
				ran := false
				whileBinding = func() error {
					at("binding")
					if phase == "binding and failing" {
						return errors.New("failed")
					}
					return nil
				}
				f := mustBuild(t)(New(func(in) error {
					ran = true
					at("running")
					switch phase {
					case "running and failing":
						return errors.New("failed")
					case "running and panicking":
						panic("failed")
					}
					return nil
				}, WithName("f"), WithResolvers(inject.Resolvers{"s": inject.ResolverFunc(func(context.Context, string) (any, error) {
					at("resolving")
					if phase == "resolving and failing" {
						return nil, errors.New("failed")
					}
					return "v", nil
				})})))
				at("before")
				c, err := f.Bind(ctx, []byte(`{"j":1}`))
				if err == nil {
					at("between")
					_, err = c.Do(ctx)
				}
				if brief(err) != "CANCELLED" || !errors.Is(err, want) {
					t.Errorf("%v; want CANCELLED that is %v", err, want)
				}
				if ran != strings.HasPrefix(phase, "running") {
					t.Errorf("the function ran: %t", ran)
				}
				if !strings.Contains(err.Error(), want.Error()) || err.(*Error).ModelText() != "The function f was cancelled before it finished." {
					t.Errorf("log %q, model %q", err, err.(*Error).ModelText())
				}
			})
		}
	}
}

// expirable is a context whose deadline passes when it is told to.
func expirable() (context.Context, context.CancelFunc) {
	c := &deadlineContext{Context: context.Background()}
	return c, func() { c.passed.Store(true) }
}

type deadlineContext struct {
	context.Context
	passed atomic.Bool
}

func (c *deadlineContext) Err() error {
	if c.passed.Load() {
		return context.DeadlineExceeded
	}
	return nil
}

func TestCancelledCallCanBeMade(t *testing.T) {
	f := mustBuild(t)(New(func() int { return 1 }, WithName("f")))
	c, err := bound(f, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Do(done); brief(err) != "CANCELLED" {
		t.Errorf("%v", err)
	}
	if r, err := c.Do(context.Background()); err != nil || r.ModelText() != "1" {
		t.Errorf("it had not started: %v", err)
	}
}

func TestDoOnce(t *testing.T) {
	var runs atomic.Int32
	f := mustBuild(t)(New(func() { runs.Add(1); time.Sleep(time.Millisecond) }, WithName("f")))
	c, err := bound(f, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var done, refused atomic.Int32
	for range 50 {
		wg.Go(func() {
			switch _, err := c.Do(context.Background()); brief(err) {
			case "ok":
				done.Add(1)
			case "EXECUTION_ERROR":
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	if runs.Load() != 1 || done.Load() != 1 || refused.Load() != 49 {
		t.Errorf("ran %d times, %d succeeded, %d were refused", runs.Load(), done.Load(), refused.Load())
	}
	_, err = c.Do(context.Background())
	wantParts(t, err, "has been made already", "bind the arguments again")
}

// A function that returns an error and a value has failed.
func TestValueBesideError(t *testing.T) {
	f := mustBuild(t)(New(func() (int, error) { return 5, errors.New("x") }, WithName("f")))
	if r, err := called(f, `{}`); r != nil || brief(err) != "EXECUTION_ERROR" {
		t.Errorf("%v %v", r, err)
	}
}

// Values gives what the function will receive.
func TestValues(t *testing.T) {
	f := mustBuild(t)(New(func(int, ...string) {}, WithName("f"), WithParams(Names("n", "s")...)))
	c, err := bound(f, `{"n":2,"s":["a"]}`)
	if err != nil {
		t.Fatal(err)
	}
	v := c.Values()
	if len(v) != 2 || v[0] != 2 || v[1].([]string)[0] != "a" {
		t.Errorf("%#v", v)
	}
	g := mustBuild(t)(New(func(*point) {}, WithName("f")))
	if c, err = bound(g, `{"x":3}`); err != nil || c.Values()[0].(*point).X != 3 {
		t.Errorf("%v", err)
	}
}
