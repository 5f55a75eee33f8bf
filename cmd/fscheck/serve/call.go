package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

// grace is how long a function may take to return once its context is done.
const grace = 2 * time.Second

// withheld stands for a cause that may hold an injected value. What the function
// prints is its own affair.
const withheld = "\nthe cause is not shown, for it may hold an injected value: have the function print it, if it may be seen"

// call runs a function through the engine.
func (p *served) call(r Request) Reply {
	if known := p.Functions[r.Function]; known.Unusable != "" {
		return Reply{Misuse: known.Unusable}
	}
	if p.yields(r.Function) && len(r.Inject) > 0 {
		return Reply{Misuse: r.Function + " yields a FunctionSchema, whose own options hold: leave --inject out"}
	}
	if p.yields(r.Function) && len(r.Repairs) > 0 {
		return Reply{Misuse: r.Function + " yields a FunctionSchema, whose own options hold: leave --repair out"}
	}
	var missing []Injected
	wanted := p.injected(r.Function, nil)
	for _, given := range r.Inject {
		if !wants(wanted, given) {
			return Reply{Misuse: fmt.Sprintf("no parameter of %s is injected from %s,%s: fscheck inspect lists them", r.Function, given.Source, given.Key)}
		}
	}
	f, err := p.build(r.Function, functionschema.WithResolvers(resolvers(wanted, r.Inject, &missing)), functionschema.WithRepairs(r.Repairs...))
	var result *functionschema.Result
	var repairs []functionschema.Applied
	var absent []Injected
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if r.Timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, time.Duration(r.Timeout))
			defer cancel()
		}
		var o made
		o, err = within(ctx, f, r.Arguments, &missing)
		result, repairs, absent = o.result, o.repairs, o.missing
	}
	response := functionschema.Respond(result, err)
	o := &Outcome{Status: response.Status, Text: response.Text(), Missing: absent, Repairs: repairs}
	if err != nil {
		o.Fault = p.fault(r.Function, err)
		if o.Fault.Cause != "" && (len(wanted) > 0 || p.yields(r.Function)) {
			o.Fault.Cause = text(err) + withheld
		}
	} else {
		o.Binary = isBinary(f.Metadata())
	}
	if o.Response, err = response.MarshalJSON(); err != nil {
		o.Response, _ = json.Marshal(content.Response{Status: content.Failed, Failure: &content.Failure{
			Code: string(functionschema.InvalidResult), Text: err.Error(),
		}})
		o.Status, o.Fault = content.Failed, &Fault{Code: functionschema.InvalidResult, Cause: err.Error()}
	}
	return Reply{Outcome: o}
}

func wants(wanted []Injected, given Injected) bool {
	for _, w := range wanted {
		if w.Source == given.Source && w.Key == given.Key {
			return true
		}
	}
	return false
}

// made is a call that came to its end.
type made struct {
	result  *functionschema.Result
	repairs []functionschema.Applied
	missing []Injected
	err     error
}

// within makes the call; missing is what its resolvers write to. A function that does
// not return when its context is done is left behind after a while: the program ends
// anyway.
func within(ctx context.Context, f *functionschema.FunctionSchema, args []byte, missing *[]Injected) (made, error) {
	done := make(chan made, 1)
	go func() {
		var m made
		call, err := f.Bind(ctx, args)
		if m.err = err; err == nil {
			m.repairs = call.Repairs()
			m.result, m.err = call.Do(ctx)
		}
		m.missing = *missing
		done <- m
	}()
	select {
	case m := <-done:
		return m, m.err
	case <-ctx.Done():
	}
	select {
	case m := <-done:
		return m, m.err
	case <-time.After(grace):
		return made{}, &functionschema.Error{Code: functionschema.Cancelled, Function: f.Name(),
			Err: fmt.Errorf("%w, and the function did not return within %v of it", ctx.Err(), grace)}
	}
}
