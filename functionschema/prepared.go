package functionschema

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
)

// Prepared returns a call that is ready to be made and is carried out by do, as that
// of a function which another language or process owns.
//
//  1. arguments are what [Call.Arguments] shows; a copy is kept. There are no native
//     parameters, so [Call.Values] is empty, and no repairs.
//  2. [Call.Do] runs do, once, under the rules of any other call: a done context is
//     CANCELLED, a panic EXECUTION_ERROR. An *Error that do returns stays as it is,
//     any other error is EXECUTION_ERROR and the model reads of it what is [Visible].
//  3. A result of nil is one without a value. A nil do is EXECUTION_ERROR.
func Prepared(arguments json.RawMessage, do func(context.Context) (*Result, error)) *Call {
	return &Call{arguments: append(json.RawMessage{}, arguments...), do: do}
}

// doPrepared is Do of a call that is not of a FunctionSchema.
func (c *Call) doPrepared(ctx context.Context) (result *Result, err error) {
	nobody := &FunctionSchema{compiled: &compiled{}} // no name, nothing injected
	if done := ctx.Err(); done != nil {
		return nil, nobody.cancelled(done)
	}
	if c.do == nil {
		return nil, &Error{Code: ExecutionError, text: "nothing was given that carries this call out"}
	}
	if c.done.Swap(true) {
		return nil, madeAlready("")
	}
	result, err = attempt(ctx, c.do)
	if done := ctx.Err(); done != nil {
		e := nobody.cancelled(done)
		if err != nil {
			e.Err = errors.Join(done, err)
		}
		return nil, e
	}
	if own, ok := err.(*Error); ok && own != nil {
		return nil, own
	}
	switch {
	case err != nil:
		return nil, nobody.failed(err)
	case result == nil:
		result = &Result{}
	}
	return result, nil
}

// attempt calls do; a panic is its error.
func attempt(ctx context.Context, do func(context.Context) (*Result, error)) (result *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, &panicked{p, debug.Stack()}
		}
	}()
	return do(ctx)
}
