package content

import (
	"encoding/json"
	"fmt"

	"github.com/functionschema/fscheck/internal/tree"
)

// Status is how a call ended. There are four, and no others are read or written.
type Status string

// The four outcomes of a call.
const (
	Success     Status = "success"     // the function returned a value, or nothing
	Failed      Status = "failed"      // the arguments, the function or its result were at fault
	Denied      Status = "denied"      // somebody, or a policy, refused the call
	Interrupted Status = "interrupted" // the call was given up before it ended
)

// sentence is what the model reads of an outcome that says nothing itself.
func (s Status) sentence() string {
	switch s {
	case Denied:
		return "The call was denied."
	case Interrupted:
		return "The call was interrupted before it finished."
	default:
		return "The call failed."
	}
}

func (s Status) check() error {
	switch s {
	case Success, Failed, Denied, Interrupted:
		return nil
	}
	return fmt.Errorf("content: status %q is none of success, failed, denied, interrupted", string(s))
}

// Failure is why a call has no value. All of it is fit for the model to read.
type Failure struct {
	// Code is the class of the failure, INVALID_ARGUMENT for example.
	Code string `json:"code"`
	// Violations are the rules broken, if the code is one that has any.
	Violations []Violation `json:"violations,omitempty"`
	// Text is the whole of it in words.
	Text string `json:"text"`
}

// Response is the outcome of one call.
//
//  1. Status is one of the four; the zero Status is an error to write.
//  2. A Success has a Value, which may be none, and no Failure.
//  3. Every other outcome may have a Failure, and a Value too: what was done
//     until then.
//
// Its JSON is {"status":…,"value":…,"hint":…,"failure":{"code":…,"violations":…,
// "text":…}} in that order; what is none, nil or empty is left out, but not null. The
// hint is there only if the value is [Value.Ambiguous]. It is read
// strictly: an unknown member, an unknown status or a member of another type is
// an error, and so is a missing status.
type Response struct {
	Status  Status
	Value   Value
	Failure *Failure
}

// Text returns what the model reads: the text of the value if the call succeeded;
// else the failure's text; if there is none the value's; if there is none either,
// a sentence that says how the call ended.
func (r Response) Text() string {
	switch {
	case r.Status == Success:
		return r.Value.Text()
	case r.Failure != nil && r.Failure.Text != "":
		return r.Failure.Text
	case !r.Value.IsZero():
		return r.Value.Text()
	}
	return r.Status.sentence()
}

func (r Response) check() error {
	if err := r.Status.check(); err != nil {
		return err
	}
	if r.Status == Success && r.Failure != nil {
		return fmt.Errorf("content: a response that is a success has a failure (%s): drop it or say %q", r.Failure.Code, Failed)
	}
	return nil
}

// MarshalJSON writes r as one text for one response. A response that cannot be
// read again, for its status or for a success with a failure, is an error.
func (r Response) MarshalJSON() ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	return appendResponse(nil, r), nil
}

// Outcome returns the JSON of r without its value, for a protocol that has a place of its
// own for that. It is an error if MarshalJSON is, and for this module's other packages.
func (r Response) Outcome() (*tree.Value, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	members := []tree.Member{tree.M("status", text(string(r.Status)))}
	if r.Failure != nil {
		members = append(members, tree.M("failure", failureTree(r.Failure)))
	}
	return tree.NewObject(members...), nil
}

// UnmarshalJSON reads what MarshalJSON writes; r is unchanged on an error.
func (r *Response) UnmarshalJSON(text []byte) error {
	read, err := readResponse(text)
	if err != nil {
		return err
	}
	if err := read.check(); err != nil {
		return err
	}
	*r = read
	return nil
}

var (
	_ json.Marshaler   = Response{}
	_ json.Unmarshaler = (*Response)(nil)
)
