package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/functionschema/fscheck/conformance/internal/native"
	"github.com/functionschema/fscheck/functionschema"
)

// capabilities are those of the case file that the Go engine has.
var capabilities = []string{
	"bigint", "bytes", "cancellation", "cost", "datetime", "draft-07", "duration", "dynamic-ref", "fixed-array", "float32", "formats",
	"hooks", "int64", "intmap", "json-number", "limits", "models", "opaque", "panics", "raw", "recursion", "repairs", "text-16mib",
	"uint64", "unions", "values-1m", "variadic",
}

// NewEngine returns the Go engine as a [Testee], safe for concurrent use.
func NewEngine() Testee {
	return &engine{functions: native.Functions(), built: map[string]*functionschema.FunctionSchema{}}
}

type engine struct {
	functions map[string]native.Function

	mu    sync.Mutex
	last  int
	built map[string]*functionschema.FunctionSchema // by handle
}

func (e *engine) Hello(_ context.Context, r HelloRequest) (HelloAnswer, error) {
	return HelloAnswer{
		Protocol:       Protocol,
		Implementation: Implementation{Name: "fscheck", Language: "Go", LanguageVersion: runtime.Version()},
		Capabilities:   capabilities,
	}, nil
}

func (e *engine) Construct(_ context.Context, r ConstructRequest) (ConstructAnswer, error) {
	f, err := e.build(r.Subject)
	var refused *functionschema.Error
	switch {
	case errors.As(err, &refused):
		return ConstructAnswer{Error: errorAnswer(refused)}, nil
	case err != nil:
		return ConstructAnswer{}, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	handle := strconv.Itoa(e.last)
	e.built[handle] = f
	tool := f.Metadata()
	return ConstructAnswer{
		Handle: handle, SchemaText: string(f.Schema()),
		MetadataText: string(tool.InputSchema), MetadataDescription: tool.Description,
	}, nil
}

func (e *engine) Release(_ context.Context, handle string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.built, handle)
	return nil
}

func (e *engine) Call(ctx context.Context, r CallRequest) (CallAnswer, error) {
	e.mu.Lock()
	f := e.built[r.Handle]
	e.mu.Unlock()
	if f == nil {
		return CallAnswer{}, fmt.Errorf("there is no subject %q", r.Handle)
	}
	ctx, cancel := callContext(ctx, r.Context)
	defer cancel()
	o := &observation{}
	ctx = native.Observe(ctx, native.Observer{Received: o.received, Cancel: cancel})
	values := &injection{request: r}
	ctx = context.WithValue(ctx, injectionKey{}, values)

	args := r.Arguments.Bytes()
	var result *functionschema.Result
	var a CallAnswer
	call, err := f.Bind(ctx, args)
	if err == nil {
		a.Completed = string(call.Arguments())
		for _, r := range call.Repairs() {
			a.Applied = append(a.Applied, Applied{Pointer: r.Pointer, Repair: string(r.Repair)})
		}
		result, err = call.Do(ctx)
	}
	reply := functionschema.Respond(result, err)
	a.Response = ResponseAnswer{Status: string(reply.Status), Text: reply.Text()}
	a.Bound, a.Invocations = o.params, o.runs
	a.RequestAfter = NewPayload(args)
	a.Resolutions = values.asked
	if err != nil {
		var failure *functionschema.Error
		if !errors.As(err, &failure) {
			return CallAnswer{}, fmt.Errorf("the engine returned a %T: %w", err, err)
		}
		a.Error = errorAnswer(failure)
	}
	return a, nil
}

func (e *engine) Digest(_ context.Context, r DigestRequest) (DigestAnswer, error) {
	digest, err := functionschema.Digest(r.Arguments.Bytes())
	var refused *functionschema.Error
	if errors.As(err, &refused) {
		return DigestAnswer{Error: errorAnswer(refused)}, nil
	}
	return DigestAnswer{Digest: digest}, err
}

// callContext is the context of a call in the state that a case asks for.
func callContext(ctx context.Context, state string) (context.Context, context.CancelFunc) {
	if state == "deadline" {
		return context.WithDeadline(ctx, time.Now().Add(-time.Second))
	}
	ctx, cancel := context.WithCancel(ctx)
	if state == "cancelled" {
		cancel()
	}
	return ctx, cancel
}

func errorAnswer(e *functionschema.Error) *ErrorAnswer {
	return &ErrorAnswer{Code: string(e.Code), Violations: e.Violations, More: e.More, Text: e.Error()}
}

// build builds a subject: a function, a schema, or a function judged by a schema.
func (e *engine) build(s Subject) (*functionschema.FunctionSchema, error) {
	options, err := subjectOptions(s)
	if err != nil {
		return nil, err
	}
	if s.Function == "" {
		return schemaFunction(s.Bind, options)
	}
	function := e.functions[s.Function]
	if function == nil {
		return nil, fmt.Errorf("there is no function %q", s.Function)
	}
	return function(options...)
}

// observation is what the function of one call received.
type observation struct {
	mu     sync.Mutex
	runs   int
	params map[string]Value
}

func (o *observation) received(params map[string]reflect.Value) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.runs++
	o.params = map[string]Value{}
	for name, p := range params {
		o.params[name] = valueOf(p)
	}
}
