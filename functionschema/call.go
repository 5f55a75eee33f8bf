package functionschema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// Call is one call that has been checked and bound, and not yet made.
type Call struct {
	function *FunctionSchema
	params   []reflect.Value
	one      [1]reflect.Value // params, where there is one
	done     atomic.Bool
	repairs  []Applied
	do       func(context.Context) (*Result, error) // of a call that is Prepared, which has no function

	complete  sync.Once
	arguments []byte          // once they are asked for
	sent      []byte          // what they are completed from, if the plan has bound them
	values    *injectedValues // what was injected then
}

// Arguments returns the completed arguments without the injected values: safe to
// log, and to show to a person who is asked for consent.
func (c *Call) Arguments() json.RawMessage {
	c.complete.Do(func() {
		if c.arguments == nil && c.function != nil {
			c.arguments = c.function.completed(c.sent, c.values)
			c.sent, c.values = nil, nil
		}
	})
	return slices.Clone(c.arguments)
}

// Values returns the native parameters in order: the one struct or map, or the
// positional ones; of FromSchema one map[string]any. Injected values are among
// them.
func (c *Call) Values() []any {
	values := make([]any, len(c.params))
	for i, p := range c.params {
		values[i] = p.Interface()
	}
	return values
}

// Call binds arguments and runs the function: [FunctionSchema.Bind], then
// [Call.Do].
func (f *FunctionSchema) Call(ctx context.Context, args []byte) (*Result, error) {
	c, err := f.bound(orBackground(ctx), args)
	if err != nil {
		return nil, err
	}
	return c.Do(ctx)
}

// Do runs the function, once: a second time is EXECUTION_ERROR, and so is a call
// without a function.
//
//  1. A context that is done before the function returned its value is CANCELLED,
//     its deadline included.
//  2. An error or a panic of the function is EXECUTION_ERROR; the model reads of
//     it only what is [Visible].
//  3. A value that cannot be encoded, or does not satisfy the schema of its type,
//     is INVALID_RESULT.
//
// A call that was cancelled before the function started can still be made. A nil
// ctx is context.Background().
func (c *Call) Do(ctx context.Context) (*Result, error) {
	f := c.function
	ctx = orBackground(ctx)
	if f == nil {
		return c.doPrepared(ctx)
	}
	if err := ctx.Err(); err != nil {
		return nil, f.cancelled(err)
	}
	if f.native.call == nil {
		return nil, &Error{Code: ExecutionError, Function: f.name, text: "there is no Go function behind this schema: Bind the arguments, and carry the call out yourself with the Values of that Call"}
	}
	if c.done.Swap(true) {
		return nil, madeAlready(f.name)
	}
	value, err := f.run(ctx, c.params)
	if done := ctx.Err(); done != nil {
		e := f.cancelled(done)
		if p, ok := err.(*panicked); ok { // not lost, though it came too late
			e.Err = errors.Join(done, p)
		}
		return nil, e
	}
	if err != nil {
		return nil, f.failed(err)
	}
	return f.encode(value)
}

func madeAlready(function string) *Error {
	return &Error{Code: ExecutionError, Function: function, text: "this call has been made already: bind the arguments again"}
}

// run calls the Go function; a panic is its error.
func (f *FunctionSchema) run(ctx context.Context, params []reflect.Value) (value reflect.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p, debug.Stack()}
		}
	}()
	return f.native.call(ctx, params)
}

// panicked is a panic of the function, with its stack.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// Unwrap returns the value of the panic if that is an error.
func (p *panicked) Unwrap() error {
	err, _ := p.value.(error)
	return err
}

// failed is an error that the function returned. Its text is in Error only where
// it cannot hold an injected value.
func (f *FunctionSchema) failed(err error) *Error {
	e := &Error{Code: ExecutionError, Function: f.name, Err: err}
	p, isPanic := err.(*panicked) // not errors.As: a function may pass on what another one's panic became
	secret := len(f.injected) > 0
	switch {
	case isPanic && secret:
		e.text = "the function panicked: see errors.Unwrap"
	case isPanic:
		e.text = fmt.Sprintf("the function panicked: %v", p.value)
	case secret:
		e.text = fmt.Sprintf("the function returned an error of type %T, whose text may hold injected values: see errors.Unwrap", err)
	default:
		e.text = textOf(err)
	}
	return e
}

// textOf returns what an error says. Its method may panic, as that of a nil
// pointer does.
func textOf(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("an error of type %T, whose text cannot be had", err)
		}
	}()
	return err.Error()
}
