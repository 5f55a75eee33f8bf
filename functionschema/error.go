package functionschema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/schema"
)

// Code says in which phase a call, or the building of a schema, failed. The seven
// are all there are.
type Code string

// The codes of an [Error].
const (
	// InvalidSchema: the function, its tags or options, or a foreign schema are
	// at fault. Only building gives it; no call can.
	InvalidSchema Code = "INVALID_SCHEMA"
	// InvalidArgument: the text is not strict JSON (keyword parse, with a reason)
	// or does not satisfy the execution schema. The caller can mend it.
	InvalidArgument Code = "INVALID_ARGUMENT"
	// BindingError: the arguments satisfy the schema and do not fit the native
	// type. The violations have a reason and no keyword.
	BindingError Code = "BINDING_ERROR"
	// InjectionError: a value that the framework owns is missing, its source
	// failed, or it does not satisfy the schema. No caller can mend that.
	InjectionError Code = "INJECTION_ERROR"
	// ExecutionError: the function returned an error or panicked.
	ExecutionError Code = "EXECUTION_ERROR"
	// InvalidResult: what the function returned cannot be encoded, or does not
	// satisfy its declared schema.
	InvalidResult Code = "INVALID_RESULT"
	// Cancelled: the context was done before the function returned its value.
	// The error unwraps to ctx.Err().
	Cancelled Code = "CANCELLED"
)

// codes lists every [Code], in the order of the phases.
var codes = []Code{InvalidSchema, InvalidArgument, BindingError, InjectionError, ExecutionError, InvalidResult, Cancelled}

// Violation is one fault, where it is and what would be accepted.
type Violation = content.Violation

// Error is every error of this package.
//
//  1. Violations are sorted by pointer, keyword and property, each once; of many
//     only the first are listed, and More says how many are not.
//  2. Error is for logs and ModelText for the model. Neither has a value that the
//     framework injected.
//  3. Err is the cause, for errors.Is and errors.As: the function's own error, a
//     resolver's, ctx.Err(), a panic with its stack. It may hold anything.
type Error struct {
	Code       Code
	Function   string // its name; empty while there is none
	Violations []Violation
	More       int
	Err        error

	text string // what Error says instead of Err, which may hold secrets
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error returns the text for logs.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("functionschema: ")
	if e.Function != "" {
		b.WriteString(e.Function + ": ")
	}
	b.WriteString(string(e.Code))
	if e.text != "" {
		b.WriteString(": " + e.text)
	}
	separator := ": "
	for _, v := range e.Violations {
		b.WriteString(separator + line(v))
		separator = "; "
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "; and %d more", e.More)
	}
	return b.String()
}

// ModelText returns what the model reads: for arguments at fault, each place and
// what would be accepted there; for everything else that it cannot mend, only
// that; for an error that is [Visible], its text.
func (e *Error) ModelText() string {
	switch e.Code {
	case InvalidArgument, BindingError:
		var b strings.Builder
		fmt.Fprintf(&b, "%s was not run, because its arguments are not valid:", subject(e.Function))
		for _, v := range e.Violations {
			b.WriteString("\n- " + line(v))
		}
		if e.More > 0 {
			fmt.Fprintf(&b, "\n- and %d more", e.More)
		}
		b.WriteString("\nCorrect this and call it again.")
		return b.String()
	case ExecutionError:
		var v *visible
		if errors.As(e.Err, &v) {
			return v.err.Error()
		}
		return fmt.Sprintf("%s failed.", subject(e.Function))
	case Cancelled:
		return fmt.Sprintf("%s was cancelled before it finished.", subject(e.Function))
	case InvalidResult:
		return fmt.Sprintf("%s ran, but its result cannot be shown because of an internal failure.", subject(e.Function))
	}
	return fmt.Sprintf("%s was not run, because of an internal failure that other arguments will not mend.", subject(e.Function))
}

func subject(function string) string {
	if function == "" {
		return "The function"
	}
	return "The function " + function
}

// line is a violation as one line: where, then what would be accepted.
func line(v Violation) string {
	if v.Pointer == "" {
		return v.Message
	}
	return v.Pointer + ": " + v.Message
}

// Visible says that the model may read the text of err. A function returns it, as
// it is or wrapped; the model reads what is inside and not what wraps it. nil
// stays nil.
func Visible(err error) error {
	if err == nil {
		return nil
	}
	return &visible{err}
}

type visible struct{ err error }

func (v *visible) Error() string { return v.err.Error() }
func (v *visible) Unwrap() error { return v.err }

// fail returns an error of f, of violations from within.
func fail(function string, code Code, list []schema.Violation, more int) *Error {
	e := &Error{Code: code, Function: function, More: more}
	for _, v := range list {
		e.Violations = append(e.Violations, Violation(v))
	}
	return e
}

// orNil returns e as an error that is nil if e is.
func (e *Error) orNil() error {
	if e == nil {
		return nil
	}
	return e
}

// violations returns e's as the packages within have them.
func (e *Error) violations() []schema.Violation {
	var list []schema.Violation
	for _, v := range e.Violations {
		list = append(list, schema.Violation(v))
	}
	return list
}
