package main

import (
	"context"

	"github.com/functionschema/fscheck/functionschema"
)

// typed declares a function of an input type.
func typed[In any](name string, opts ...functionschema.Option) (*functionschema.FunctionSchema, error) {
	nothing := func(context.Context, In) (struct{}, error) { return struct{}{}, nil }
	return functionschema.Of(nothing, append(opts, functionschema.WithName(name))...)
}

// decoded is the door of a FunctionSchema that takes In.
func decoded[In any](f *functionschema.FunctionSchema) door {
	ctx := context.Background()
	return func(args []byte) (any, error) {
		in := new(In)
		if err := f.Decode(ctx, args, in); err != nil {
			return nil, err
		}
		return in, nil
	}
}

// explain builds the text that a model would read of a refusal.
func explain(err error) string {
	if m, ok := err.(interface{ ModelText() string }); ok {
		return m.ModelText()
	}
	return err.Error()
}
