package conformance

import (
	"context"
	"unicode/utf8"

	"github.com/functionschema/fscheck/content"
)

// Protocol is the version of the messages below, fsc/1.
const Protocol = 1

// Testee is an implementation of the contract that is asked the cases. What it is
// sent holds neither an expectation nor the id of a case. An error means that the
// testee itself broke, and is no answer.
//
// For testees in another process the messages have a form in JSON, one object a
// line: docs/protocol.md. JSON that is payload stands in strings there, so that
// nobody parses it on the way. [External] asks in that form, [Serve] answers.
type Testee interface {
	Hello(ctx context.Context, r HelloRequest) (HelloAnswer, error)
	Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error)
	Call(ctx context.Context, r CallRequest) (CallAnswer, error)
	Digest(ctx context.Context, r DigestRequest) (DigestAnswer, error)
	Release(ctx context.Context, handle string) error
}

// HelloRequest begins: which protocols the runner speaks and what it will ask.
type HelloRequest struct {
	Protocol []int
	Format   string
	Suite    string
}

// HelloAnswer says who the testee is and what it can do.
type HelloAnswer struct {
	Protocol       int
	Implementation Implementation
	Capabilities   []string
}

// Implementation names a testee.
type Implementation struct {
	Name            string `json:"name"`
	Version         string `json:"version,omitempty"`
	Language        string `json:"language"`
	LanguageVersion string `json:"languageVersion,omitempty"`
	Source          string `json:"source,omitempty"`
	Issues          string `json:"issues,omitempty"` // where its faults are reported
}

// ConstructRequest asks for a subject to be built. A subject that has a function
// and a schema is the function with its arguments judged by that schema.
type ConstructRequest struct {
	Subject Subject
}

// ConstructAnswer is a subject that was built, until it is released, or why not.
type ConstructAnswer struct {
	Handle              string
	SchemaText          string
	MetadataText        string
	MetadataDescription string
	Error               *ErrorAnswer // nil: it was built
}

// CallRequest asks for one call of a subject.
type CallRequest struct {
	Handle          string
	Arguments       Payload
	Injected        map[string]Injected
	InjectedFailing map[string]string
	Context         string
}

// CallAnswer is what became of a call.
type CallAnswer struct {
	Error        *ErrorAnswer     // nil: it succeeded
	Bound        map[string]Value // what the function received, if it ran
	Completed    string
	Response     ResponseAnswer
	Invocations  int
	RequestAfter Payload
	Resolutions  []string // keys, in order
	Applied      []Applied
}

// ResponseAnswer is what the model is given.
type ResponseAnswer struct {
	Status string
	Text   string
}

// ErrorAnswer is an error of the testee; Text is what it writes to its log.
type ErrorAnswer struct {
	Code       string              `json:"code"`
	Violations []content.Violation `json:"violations,omitempty"`
	More       int                 `json:"more,omitempty"`
	Text       string              `json:"text,omitempty"`
}

// DigestRequest asks for the digest of arguments.
type DigestRequest struct {
	Arguments Payload
}

// DigestAnswer is a digest, or why there is none.
type DigestAnswer struct {
	Digest string
	Error  *ErrorAnswer
}

// Payload is a text of which every byte counts: in Text if it is UTF-8, else in
// Base64.
type Payload struct {
	Text   string
	Base64 []byte
}

// NewPayload returns a text as a payload.
func NewPayload(text []byte) Payload {
	if utf8.Valid(text) {
		return Payload{Text: string(text)}
	}
	return Payload{Base64: text}
}

// Bytes returns the text. The caller may change it.
func (p Payload) Bytes() []byte { return append([]byte(p.Text), p.Base64...) }
