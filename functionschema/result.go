package functionschema

import (
	"github.com/functionschema/fscheck/content"
)

// Result is what a function returned: the Go value, nil if it returns none, and
// its content, which is ordered JSON with the files in it. A function returns files
// anywhere: alone, in a list, a map or a field, or beside a value ([content.With]).
type Result struct {
	Value   any
	Content content.Value
}

// ModelText returns the result as a model reads it: a string as it is, bytes as
// bare base64, none as null, a file as a sentence that names it, anything else as
// JSON, in which files lack their bytes ([content.Value.Text]). A
// [content.Response] has a text of its own.
func (r *Result) ModelText() string {
	if r == nil {
		return content.Value{}.Text()
	}
	if response, ok := r.response(); ok {
		return response.Text()
	}
	return r.Content.Text()
}

// response returns the outcome that the function itself gave, if it did.
func (r *Result) response() (content.Response, bool) {
	switch v := r.Value.(type) {
	case content.Response:
		return v, true
	case *content.Response:
		if v != nil {
			return *v, true
		}
	}
	return content.Response{}, false
}

// Respond turns either outcome of a call into one reply:
//
//		reply := functionschema.Respond(f.Call(ctx, args))
//
//	 1. A result is a success with its content. A function that returned a
//	    content.Response has said its outcome: that passes unchanged.
//	 2. CANCELLED is interrupted; every other error is failed, with its code and
//	    its ModelText. Violations are given where the caller can mend them.
//	 3. An error of another package is EXECUTION_ERROR; its text is given only if
//	    it is [Visible].
func Respond(r *Result, err error) content.Response {
	if err == nil {
		if r == nil {
			return content.Response{Status: content.Success}
		}
		if response, ok := r.response(); ok {
			return response
		}
		return content.Response{Status: content.Success, Value: r.Content}
	}
	var e *Error
	eachError(err, func(err error) bool {
		if found, ok := err.(*Error); ok && e == nil {
			e = found
		}
		return e == nil
	})
	if e == nil {
		e = &Error{Code: ExecutionError, Err: err}
	}
	failure := &content.Failure{Code: string(e.Code), Text: e.ModelText()}
	if e.Code == InvalidArgument || e.Code == BindingError {
		failure.Violations = e.Violations
	}
	status := content.Failed
	if e.Code == Cancelled {
		status = content.Interrupted
	}
	return content.Response{Status: status, Failure: failure}
}
