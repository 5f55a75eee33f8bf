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
// The messages have a form in JSON, one object a line, for testees in another
// process; JSON that is payload stands in strings, so that nobody parses it on
// the way.
type Testee interface {
	Hello(ctx context.Context, r HelloRequest) (HelloAnswer, error)
	Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error)
	Call(ctx context.Context, r CallRequest) (CallAnswer, error)
	Digest(ctx context.Context, r DigestRequest) (DigestAnswer, error)
	Release(ctx context.Context, handle string) error
}

// HelloRequest begins: which protocols the runner speaks and what it will ask.
type HelloRequest struct {
	Protocol []int  `json:"protocol"`
	Format   string `json:"format"`
	Suite    string `json:"suite"`
}

// HelloAnswer says who the testee is and what it can do.
type HelloAnswer struct {
	Protocol       int            `json:"protocol"`
	Implementation Implementation `json:"implementation"`
	Capabilities   []string       `json:"capabilities"`
}

// Implementation names a testee.
type Implementation struct {
	Name            string `json:"name"`
	Version         string `json:"version,omitempty"`
	Language        string `json:"language"`
	LanguageVersion string `json:"languageVersion,omitempty"`
}

// ConstructRequest asks for a subject to be built. A subject that has a function
// and a schema is the function with its arguments judged by that schema.
type ConstructRequest struct {
	Subject Subject `json:"subject"`
}

// ConstructAnswer is a subject that was built, until it is released, or why not.
type ConstructAnswer struct {
	Handle              string       `json:"handle,omitempty"`
	SchemaText          string       `json:"schemaText,omitempty"`
	MetadataText        string       `json:"metadataText,omitempty"`
	MetadataDescription string       `json:"metadataDescription,omitempty"`
	Error               *ErrorAnswer `json:"error,omitempty"` // nil: it was built
}

// CallRequest asks for one call of a subject.
type CallRequest struct {
	Handle          string              `json:"handle"`
	Arguments       Payload             `json:"arguments"`
	Injected        map[string]Injected `json:"injected,omitempty"`
	InjectedFailing map[string]string   `json:"injectedFailing,omitempty"`
	Context         string              `json:"context,omitempty"`
}

// CallAnswer is what became of a call.
type CallAnswer struct {
	Error        *ErrorAnswer     `json:"error,omitempty"` // nil: it succeeded
	Bound        map[string]Value `json:"bound,omitempty"` // what the function received, if it ran
	Completed    string           `json:"completed,omitempty"`
	Response     ResponseAnswer   `json:"response"`
	Invocations  int              `json:"invocations"`
	RequestAfter Payload          `json:"requestAfter"`
	Resolutions  []string         `json:"resolutions,omitempty"` // keys, in order
	Applied      []Applied        `json:"applied,omitempty"`
}

// ResponseAnswer is what the model is given.
type ResponseAnswer struct {
	Status string `json:"status"`
	Text   string `json:"text"`
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
	Arguments Payload `json:"arguments"`
}

// DigestAnswer is a digest, or why there is none.
type DigestAnswer struct {
	Digest string       `json:"digest,omitempty"`
	Error  *ErrorAnswer `json:"error,omitempty"`
}

// Payload is a text of which every byte counts: in Text if it is UTF-8, else in
// Base64.
type Payload struct {
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
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
