// Package native holds the functions of the case file as a Go programmer would
// write them: Go types with tags, from which the engine derives their schemas.
// Nothing here is made from the file's own declarations, so that derivation is
// tested and not repeated.
package native

import (
	"context"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/functionschema"
)

// Function builds one function with more options.
type Function func(opts ...functionschema.Option) (*functionschema.FunctionSchema, error)

// Functions returns the functions under their ids.
func Functions() map[string]Function {
	all := map[string]Function{}
	for _, part := range []map[string]Function{shapes(), owned(), outcomes(), refused()} {
		for id, f := range part {
			all[id] = f
		}
	}
	return all
}

// echo is the function that takes the fields of In and returns nothing.
func echo[In any](opts ...functionschema.Option) Function {
	return typed(func(ctx context.Context, in In) (struct{}, error) {
		ReceiveFields(ctx, in)
		return struct{}{}, nil
	}, opts...)
}

// typed is a function of one struct.
func typed[In, Out any](fn func(context.Context, In) (Out, error), opts ...functionschema.Option) Function {
	return func(more ...functionschema.Option) (*functionschema.FunctionSchema, error) {
		return functionschema.Of(fn, append(more, opts...)...)
	}
}

// free is a function of any other shape.
func free(fn any, opts ...functionschema.Option) Function {
	return func(more ...functionschema.Option) (*functionschema.FunctionSchema, error) {
		return functionschema.New(fn, append(more, opts...)...)
	}
}

// returns is the function without parameters that returns a value.
func returns[Out any](value Out) Function {
	return free(func(ctx context.Context) Out {
		Receive(ctx, nil)
		return value
	})
}

// cardParams are the parameters of the functions that fail.
type cardParams struct {
	Card string `json:"card"`
}

func outcomes() map[string]Function {
	return map[string]Function{
		"returns-text":   returns("say \"hi\"\n"),
		"returns-bytes":  returns([]byte{0xfb, 0xff}),
		"returns-nan":    returns(notANumber()),
		"returns-float":  returns(0.1),
		"returns-number": returns(Receipt{ID: 1<<53 + 1, Total: "12.50"}),
		"returns-nested": returns(Blob{
			Name: "n", Data: []byte{1, 2}, Chunks: [][]byte{{0}, {}}, ByID: map[string][]byte{"k": {0xff}},
		}),
		"returns-empties": returns(Empties{}),
		"returns-nothing": free(func(ctx context.Context) { Receive(ctx, nil) }),
		"fails": typed(func(ctx context.Context, in cardParams) (struct{}, error) {
			ReceiveFields(ctx, in)
			return struct{}{}, errors.New("dial db-7.internal:5432: password s3cret-pg")
		}),
		"fails-visible": typed(func(ctx context.Context, in cardParams) (struct{}, error) {
			ReceiveFields(ctx, in)
			return struct{}{}, fmt.Errorf("charge via db-7.internal: %w", functionschema.Visible(errors.New("the card was declined")))
		}),
		"panics": free(func(ctx context.Context, card string) {
			Receive(ctx, map[string]any{"card": card})
			panic("index out of range [7]: s3cret-stack")
		}, functionschema.WithParams(functionschema.Names("card")...)),
		"cancels": free(func(ctx context.Context) (string, error) {
			Receive(ctx, nil)
			cancel(ctx)
			return "late", nil
		}),
		"own-context-error": free(func(ctx context.Context) error {
			Receive(ctx, nil)
			return context.Canceled
		}),
	}
}
