package main

import (
	"context"
	"encoding/json"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// calling is W7: Call through Of with one injected value, beside Decode of the same
// text, so that what the call adds can be told. No peer has values that the caller
// cannot forge; the reference reads the text and no more.
func calling() ([]*workload, error) {
	ctx := context.Background()
	resolvers := functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{"user": "u-4711"}})
	f, err := typed[weatherFor]("weather_for", resolvers)
	if err != nil {
		return nil, err
	}
	args := [][]byte{[]byte(weatherText)}
	called := func(args []byte) (any, error) { return f.Call(ctx, args) }
	plain := func(args []byte) (any, error) {
		in := new(weatherFor)
		return in, json.Unmarshal(args, in)
	}
	w := func(name, what string, op door) *workload {
		return &workload{name: name, what: what, bytes: len(weatherText), reference: referenceName, tasks: []*task{
			{peer: oursName, run: serial(op, args)},
			{peer: referenceName, run: serial(plain, args)},
		}}
	}
	return []*workload{
		w("W7decode", "W1 with one injected value, Decode alone", decoded[weatherFor](f)),
		w("W7", "the same through Call, no result", called),
	}, nil
}
