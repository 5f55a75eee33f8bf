package functionschema

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/content"
)

func TestPrepared(t *testing.T) {
	cause := errors.New("the cause")
	own := &Error{Code: BindingError, Function: "theirs"}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		name, reason string
		ctx          context.Context
		do           func(context.Context) (*Result, error)
		want, model  string
		cause        error
	}{
		{"a result", "as it is", context.Background(), func(context.Context) (*Result, error) {
			return &Result{Content: content.Text("done")}, nil
		}, "ok", "done", nil},
		{"no result", "none", context.Background(), func(context.Context) (*Result, error) { return nil, nil }, "ok", "null", nil},
		{"an error", "the model reads no more than that", context.Background(), func(context.Context) (*Result, error) { return nil, cause },
			"EXECUTION_ERROR", "The function failed.", cause},
		{"a visible error", "the model reads it", context.Background(), func(context.Context) (*Result, error) { return nil, Visible(cause) },
			"EXECUTION_ERROR", "the cause", cause},
		{"an error of this package", "it stays as it is", context.Background(), func(context.Context) (*Result, error) { return nil, own },
			"BINDING_ERROR", own.ModelText(), own},
		{"a panic", "an error like any other", context.Background(), func(context.Context) (*Result, error) { panic(cause) },
			"EXECUTION_ERROR", "The function failed.", cause},
		{"nothing to do", "", context.Background(), nil, "EXECUTION_ERROR", "The function failed.", nil},
		{"a done context", "it does not begin", cancelled, func(context.Context) (*Result, error) { panic("it began") },
			"CANCELLED", "The function was cancelled before it finished.", context.Canceled},
		{"no context", "is context.Background()", nil, func(ctx context.Context) (*Result, error) { return nil, ctx.Err() }, "ok", "null", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := Prepared(json.RawMessage(`{"a":1}`), test.do)
			r, err := c.Do(test.ctx)
			if brief(err) != test.want {
				t.Errorf("%s, want %s: %s", brief(err), test.want, test.reason)
			}
			if text := Respond(r, err).Text(); text != test.model {
				t.Errorf("the model reads %q, want %q", text, test.model)
			}
			if test.cause != nil && !errors.Is(err, test.cause) {
				t.Errorf("%v is not %v", err, test.cause)
			}
		})
	}
}

func TestPreparedCall(t *testing.T) {
	args := json.RawMessage(`{"a":1}`)
	runs := 0
	ctx, cancel := context.WithCancel(context.Background())
	c := Prepared(args, func(context.Context) (*Result, error) {
		runs++
		cancel()
		return &Result{}, nil
	})
	args[0] = 'x'
	c.Arguments()[1] = 'y'
	if s := string(c.Arguments()); s != `{"a":1}` {
		t.Errorf("its arguments are %s", s)
	}
	if len(c.Values()) != 0 || c.Repairs() != nil {
		t.Errorf("it has %v, %v", c.Values(), c.Repairs())
	}
	if _, err := c.Do(ctx); brief(err) != "CANCELLED" {
		t.Errorf("a context that is done while it runs: %v", err)
	}
	if _, err := c.Do(context.Background()); brief(err) != "EXECUTION_ERROR" || !strings.Contains(err.Error(), "made already") {
		t.Errorf("a second time: %v", err)
	}
	if runs != 1 {
		t.Errorf("it ran %d times", runs)
	}
	if s := Prepared(nil, nil).Arguments(); len(s) != 0 {
		t.Errorf("no arguments are %s", s)
	}
	var zero Call
	if _, err := zero.Do(context.Background()); brief(err) != "EXECUTION_ERROR" || zero.Arguments() != nil {
		t.Errorf("the zero Call: %v", err)
	}
}

// A nil *Error in an error is a failure, and nothing panics over it.
func TestNilError(t *testing.T) {
	f, err := New(func() error { return (*Error)(nil) }, WithName("f"))
	if err != nil {
		t.Fatal(err)
	}
	_, called := f.Call(t.Context(), []byte(`{}`))
	_, prepared := Prepared(nil, func(context.Context) (*Result, error) { return nil, (*Error)(nil) }).Do(t.Context())
	for name, err := range map[string]error{"a function's": called, "a prepared call's": prepared, "itself": (*Error)(nil)} {
		if err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "nil *Error") {
			t.Errorf("%s: %v", name, err)
		}
		if r := Respond(nil, err); r.Status != content.Failed || r.Text() == "" {
			t.Errorf("%s: the model reads %q, %s", name, r.Text(), r.Status)
		}
	}
}
