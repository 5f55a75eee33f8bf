// Package serve is what the programs consist of that the fscheck command builds for
// Go functions. Nobody else has a use for it.
//
// Such a program imports the package of its target, hands its functions to [Main],
// answers one [Request] and ends. The engine that shows a function is therefore the
// one that calls it, with the function's own types.
package serve

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/comments"
	"github.com/functionschema/fscheck/metadata"
)

// Request is what a program is asked, as JSON on its standard input.
type Request struct {
	Function  string     // its name in the package; "" inspects all of them
	Arguments []byte     // nil: the function is inspected, not called
	Inject    []Injected // values for injected parameters
	Repairs   []functionschema.Repair
	Timeout   int64  // nanoseconds; 0: none
	Reply     string // the file that takes the answer
}

// Injected is a value that the framework owns, or a parameter that takes one.
type Injected struct {
	Name   string          `json:"name,omitempty"` // of the parameter
	Source string          `json:"source,omitempty"`
	Key    string          `json:"key,omitempty"`
	Opaque bool            `json:"opaque,omitempty"`
	Type   string          `json:"type,omitempty"` // in Go
	Value  json.RawMessage `json:"value,omitempty"`
}

// Reply is the answer: of an inspection the functions, of a call its outcome.
type Reply struct {
	Functions []Inspection
	One       bool // they are the one that was asked for
	Outcome   *Outcome
	Misuse    string // what is wrong with the request itself
}

// Inspection is what is known of one function.
type Inspection struct {
	Name     string
	Place    string // file:line
	Unusable string // why it cannot be called
	Hidden   bool   // nobody would look for it among the functions of its package
	Tool     metadata.Tool
	Schema   json.RawMessage // the execution schema
	Result   string          // the Go type of the result; empty for none, or if it is not known
	Yielded  bool            // the function is not the target itself, but of a schema that it yields
	Injected []Injected
	Plan     string // how its arguments are read
	Fault    *Fault
}

// Fault is why a schema could not be built, or why a call failed.
type Fault struct {
	Code       functionschema.Code
	Violations []content.Violation
	Places     []string // in Go source, one a violation; empty where there is none
	More       int
	Cause      string // what the model does not read
}

// Outcome is what became of a call.
type Outcome struct {
	Response json.RawMessage // content.Response
	Status   content.Status
	Text     string     // what a model reads
	Binary   bool       // Text is bytes in base64
	Missing  []Injected // parameters for which no value was given
	Repairs  []functionschema.Applied
	Fault    *Fault
}

// Functions are what can be called of a package, by name. A variable is its value.
type Functions map[string]any

// Main answers the one request on standard input and ends the program. description
// is the JSON of a comments.Package.
func Main(description string, values Functions) {
	if err := reply(description, values); err != nil {
		fmt.Fprintln(os.Stderr, "fscheck:", err)
		os.Exit(2)
	}
	os.Exit(0)
}

func reply(description string, values Functions) error {
	var p struct{ Package comments.Package }
	if err := json.Unmarshal([]byte(description), &p.Package); err != nil {
		return err
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var request Request
	if err := json.Unmarshal(text, &request); err != nil {
		return fmt.Errorf("this program answers the fscheck command alone: %w", err)
	}
	reply, err := json.Marshal(Answer(p.Package, values, request))
	if err != nil {
		return err
	}
	return os.WriteFile(request.Reply, reply, 0o600)
}

// Answer answers a request about the functions of a package.
func Answer(p comments.Package, values Functions, r Request) Reply {
	return (&served{p, values}).answer(r)
}

// served is a package and its functions.
type served struct {
	comments.Package
	values Functions
}

func (p *served) answer(r Request) Reply {
	if r.Function == "" {
		return Reply{Functions: p.inspectAll()}
	}
	if known := p.Others[r.Function]; known != "" {
		return Reply{Misuse: known}
	}
	if _, ok := p.Functions[r.Function]; !ok {
		names := slices.Collect(maps.Keys(p.Functions))
		return Reply{Misuse: comments.Unknown("function or variable "+r.Function, p.Path, r.Function, names).Error()}
	}
	if r.Arguments == nil {
		return Reply{Functions: []Inspection{p.inspect(r.Function)}, One: true}
	}
	return p.call(r)
}
