package functionschema

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

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

// Violation is one fault, where it is and what would be accepted.
type Violation = content.Violation

// Error is every error of this package.
//
//  1. Violations are sorted by pointer, keyword and property, each once; of many
//     only the first are listed ([Limits]), and More says how many are not. Faults
//     of InvalidSchema that have all three in common and differ in their message
//     are listed each.
//  2. Error is for logs and ModelText for the model. Neither has a value that the
//     framework injected.
//  3. Err is the cause, for errors.Is and errors.As: the function's own error, a
//     resolver's, ctx.Err(), a panic with its stack. It may hold anything.
type Error struct {
	Code       Code
	Function   string // its name; empty while there is none
	Violations []Violation
	More       int
	Err        error `json:"-"` // it may hold secrets, and so may its fields

	text string // what Error says instead of Err, which may hold secrets
	host bool   // the caller of this package is at fault, and no arguments are
}

// Unwrap returns the cause. That of a nil *Error, which a function may return as an
// error by mistake, is nil.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// Error returns the text for logs.
func (e *Error) Error() string {
	if e == nil {
		return "functionschema: a nil *Error"
	}
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
		b.WriteString(separator)
		if e.Code == InvalidSchema && v.Keyword == "parse" {
			b.WriteString("the text of the schema: ") // it may stand beside faults of types and options
		}
		b.WriteString(line(v))
		separator = "; "
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "; and %d more", e.More)
	}
	return b.String()
}

// Format writes the text for logs, whatever the verb: one that shows the fields
// would show what Err holds.
func (e *Error) Format(s fmt.State, verb rune) {
	if verb == 'q' {
		fmt.Fprintf(s, "%q", e.Error())
		return
	}
	io.WriteString(s, e.Error())
}

// ModelText returns what the model reads: for arguments at fault, each place and
// what would be accepted there; for everything else that it cannot mend, only
// that; for an error that is [Visible], its text.
func (e *Error) ModelText() string {
	switch {
	case e == nil:
		return subject("") + " failed."
	case e.host:
		return internalFailure(e.Function)
	}
	switch e.Code {
	case InvalidArgument, BindingError:
		size := 128 + len(e.Function)
		for _, v := range e.Violations {
			size += len("\n- : ") + len(v.Pointer) + len(v.Message)
		}
		b := append(make([]byte, 0, size), subject(e.Function)...)
		b = append(b, " was not run, because its arguments are not valid:"...)
		for _, v := range e.Violations {
			b = appendLine(append(b, "\n- "...), v)
		}
		if e.More > 0 {
			b = fmt.Appendf(b, "\n- and %d more", e.More)
		}
		return string(append(b, "\nCorrect this and call it again."...))
	case ExecutionError:
		if text, ok := visibleText(e.Err); ok {
			return text
		}
		return fmt.Sprintf("%s failed.", subject(e.Function))
	case Cancelled:
		return fmt.Sprintf("%s was cancelled before it finished.", subject(e.Function))
	case InvalidResult:
		return fmt.Sprintf("%s ran, but its result cannot be shown because of an internal failure.", subject(e.Function))
	}
	return internalFailure(e.Function)
}

func internalFailure(function string) string {
	return fmt.Sprintf("%s was not run, because of an internal failure that other arguments will not mend.", subject(function))
}

func subject(function string) string {
	if function == "" {
		return "The function"
	}
	return "The function " + function
}

// longestPlace bounds how much of a pointer is shown, in bytes.
const longestPlace = 200

// line is a violation as one line.
func line(v Violation) string { return string(appendLine(nil, v)) }

// appendLine appends a violation as one line: where, then what would be accepted. A pointer
// consists of names that somebody sent: it is cut if long, and quoted if it could
// be taken for more than one line.
func appendLine(b []byte, v Violation) []byte {
	place := v.Pointer
	if place == "" {
		return append(b, v.Message...)
	}
	if len(place) > longestPlace {
		place = strings.ToValidUTF8(place[:longestPlace], "") + "…"
	}
	if strings.ContainsFunc(place, unicode.IsControl) {
		b = strconv.AppendQuote(b, place)
	} else {
		b = append(b, place...)
	}
	return append(append(b, ": "...), v.Message...)
}

// Visible says that the model may read the text of err. A function returns it, as
// it is, wrapped or joined; the model reads what is inside and not what wraps it,
// of several each on a line. nil stays nil.
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
	e := &Error{Code: code, Function: function, More: more, Violations: make([]Violation, len(list))}
	for i, v := range list {
		e.Violations[i] = Violation(v)
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
