package functionschema

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

func TestRespondToErrors(t *testing.T) {
	violations := []Violation{{Pointer: "/a", Keyword: "type", Message: "must be a string"}}
	var typedNil *Error
	tests := []struct {
		name, reason string
		err          error
		want         content.Response
		text         string
	}{
		{"arguments", "the caller can mend them", &Error{Code: InvalidArgument, Function: "f", Violations: violations},
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "INVALID_ARGUMENT", Violations: violations}},
			"The function f was not run, because its arguments are not valid:\n- /a: must be a string\nCorrect this and call it again."},
		{"binding", "", &Error{Code: BindingError, Function: "f", Violations: violations, More: 2},
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "BINDING_ERROR", Violations: violations}},
			"The function f was not run, because its arguments are not valid:\n- /a: must be a string\n- and 2 more\nCorrect this and call it again."},
		{"schema", "no arguments will mend it", &Error{Code: InvalidSchema, Function: "f", Violations: violations},
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "INVALID_SCHEMA"}},
			"The function f was not run, because of an internal failure that other arguments will not mend."},
		{"injection", "no violation is told", &Error{Code: InjectionError, Function: "f", Violations: violations, Err: errors.New("s3cret")},
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "INJECTION_ERROR"}},
			"The function f was not run, because of an internal failure that other arguments will not mend."},
		{"execution", "", &Error{Code: ExecutionError, Function: "f", Err: errors.New("s3cret")},
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "EXECUTION_ERROR"}}, "The function f failed."},
		{"result", "", &Error{Code: InvalidResult, Function: "f", Violations: violations},
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "INVALID_RESULT"}},
			"The function f ran, but its result cannot be shown because of an internal failure."},
		{"cancelled", "", &Error{Code: Cancelled, Function: "f", Err: context.Canceled},
			content.Response{Status: content.Interrupted, Failure: &content.Failure{Code: "CANCELLED"}}, "The function f was cancelled before it finished."},
		{"wrapped", "the error within decides", fmt.Errorf("step 3: %w", &Error{Code: Cancelled, Function: "f"}),
			content.Response{Status: content.Interrupted, Failure: &content.Failure{Code: "CANCELLED"}}, "The function f was cancelled before it finished."},
		{"another package's", "only what is visible is told", errors.New("s3cret"),
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "EXECUTION_ERROR"}}, "The function failed."},
		{"another package's visible one", "", fmt.Errorf("s3cret: %w", Visible(errors.New("not now"))),
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "EXECUTION_ERROR"}}, "not now"},
		{"a nil *Error", "an interface that holds nil is an error to Go", typedNil,
			content.Response{Status: content.Failed, Failure: &content.Failure{Code: "EXECUTION_ERROR"}}, "The function failed."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.want.Failure.Text = test.text
			got := Respond(nil, test.err)
			if diff := cmp.Diff(test.want, got, cmp.Comparer(content.Value.Equal)); diff != "" {
				t.Errorf("%s: %s", test.reason, diff)
			}
			if got.Text() != test.text {
				t.Errorf("Text %q", got.Text())
			}
		})
	}
}

// A response that nobody could write is found where the function returned it.
func TestResponsesThatCannotBeWritten(t *testing.T) {
	for name, response := range map[string]content.Response{
		"no status":             {},
		"a success that failed": {Status: content.Success, Failure: &content.Failure{Code: "X", Text: "x"}},
		"a status of its own":   {Status: "done"},
	} {
		f := mustBuild(t)(New(func() content.Response { return response }, WithName("f")))
		if _, err := called(f, `{}`); brief(err) != "INVALID_RESULT" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRespondToResults(t *testing.T) {
	denied := content.Response{Status: content.Denied, Failure: &content.Failure{Code: "NO_CONSENT", Text: "The user said no."}}
	partial := content.Response{Status: content.Interrupted, Value: content.Text("half")}
	var none *content.Response
	tests := []struct {
		name, reason string
		fn           any
		want         content.Response
		text         string
	}{
		{"a value", "", func() []int { return []int{1} }, content.Response{Status: content.Success, Value: contentOf(t, `[1]`)}, "[1]"},
		{"nothing", "", func() {}, content.Response{Status: content.Success}, "null"},
		{"null", "null is not nothing", func() any { return nil }, content.Response{Status: content.Success, Value: contentOf(t, `null`)}, "null"},
		{"a response", "it has said its outcome", func() content.Response { return denied }, denied, "The user said no."},
		{"a pointer to one", "", func() (*content.Response, error) { return &partial, nil }, partial, "half"},
		{"a nil pointer to one", "nothing was said", func() *content.Response { return none }, content.Response{Status: content.Success}, "null"},
		{"a response in any", "what it is counts, not how it is declared", func() any { return denied }, denied, "The user said no."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustBuild(t)(New(test.fn, WithName("f")))
			r, err := called(f, `{}`)
			if err != nil {
				t.Fatal(err)
			}
			got := Respond(r, nil)
			if diff := cmp.Diff(test.want, got, cmp.Comparer(content.Value.Equal)); diff != "" {
				t.Errorf("%s: %s", test.reason, diff)
			}
			if got.Text() != test.text || r.ModelText() != test.text {
				t.Errorf("Text %q, ModelText %q, want %q", got.Text(), r.ModelText(), test.text)
			}
			if !r.Content.Equal(test.want.Value) {
				t.Errorf("Content %s", r.Content.Text())
			}
		})
	}
	if got := Respond(nil, nil); got.Status != content.Success || got.Text() != "null" {
		t.Errorf("no result and no error: %v", got)
	}
}

func contentOf(t *testing.T, text string) content.Value {
	t.Helper()
	v, err := content.JSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
