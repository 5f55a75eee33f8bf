package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	kapschema "github.com/kaptinlin/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compileSanthosh compiles a schema as that library's documentation does.
func compileSanthosh(schema []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("schema.json")
}

// santhosh reads, validates, and reads again into the Go type. A map needs no second
// reading: what was validated is one.
func santhosh[In any](schema []byte) (*peer, error) {
	compiled, err := compileSanthosh(schema)
	if err != nil {
		return nil, fmt.Errorf("santhosh: %w", err)
	}
	return &peer{name: "santhosh", module: "github.com/santhosh-tekuri/jsonschema/v6", validates: true, opened: func(args []byte) (any, error) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(args))
		if err != nil {
			return nil, err
		}
		if err := compiled.Validate(v); err != nil {
			return nil, err
		}
		in := new(In)
		if m, ok := any(in).(*map[string]any); ok {
			*m, _ = v.(map[string]any)
			return in, nil
		}
		return in, json.Unmarshal(args, in)
	}}, nil
}

// kaptinlin validates and then unmarshals, which lays the defaults in: the order that
// its documentation recommends.
func kaptinlin[In any](schema []byte) (*peer, error) {
	compiled, err := kapschema.NewCompiler().Compile(schema)
	if err != nil {
		return nil, fmt.Errorf("kaptinlin: %w", err)
	}
	return &peer{name: "kaptinlin", module: "github.com/kaptinlin/jsonschema", validates: true, fills: true, opened: func(args []byte) (any, error) {
		if result := compiled.Validate(args); !result.IsValid() {
			return nil, detailed(result.DetailedErrors())
		}
		in := new(In)
		return in, compiled.Unmarshal(in, args)
	}}, nil
}

// detailed joins messages by path.
func detailed(messages map[string]string) error {
	var list []error
	for _, path := range slices.Sorted(maps.Keys(messages)) {
		list = append(list, errors.New(path+": "+messages[path]))
	}
	return errors.Join(list...)
}
