package main

import (
	"context"
	"fmt"
	"reflect"
	"sync/atomic"

	kapschema "github.com/kaptinlin/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/functionschema/fscheck/functionschema"
)

// serialNumber tells the types of fresh apart.
var serialNumber atomic.Int64

// fresh returns a struct type with the fields of t that no library has seen before: it
// differs in a tag that nobody reads.
func fresh(t reflect.Type) reflect.Type {
	fields := make([]reflect.StructField, t.NumField())
	for i := range fields {
		f := t.Field(i)
		fields[i] = reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag}
	}
	fields[0].Tag += reflect.StructTag(fmt.Sprintf(` bench:"%d"`, serialNumber.Add(1)))
	return reflect.StructOf(fields)
}

// takes returns a function of a type that is known only now.
func takes(in reflect.Type) any {
	t := reflect.FuncOf([]reflect.Type{reflect.TypeFor[context.Context](), in}, []reflect.Type{reflect.TypeFor[error]()}, false)
	return reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.Zero(reflect.TypeFor[error]())}
	}).Interface()
}

// building is W6: a schema of a type never seen before, and one that is in the cache.
// The others build the same schema from its text, which is less than we do.
func building() []*workload {
	var functions []any
	cold := &task{
		peer: oursName,
		prepare: func(n int) error {
			functions = make([]any, n)
			for i := range functions {
				functions[i] = takes(fresh(reflect.TypeFor[weather]()))
			}
			return nil
		},
		run: func(n int) error {
			now := functions[:n]
			functions = functions[n:] // each is new once
			for _, f := range now {
				built, err := functionschema.New(f, functionschema.WithName("weather"))
				if err != nil {
					return err
				}
				kept = built
			}
			return nil
		},
	}
	cached := &task{peer: oursName, run: func(n int) error {
		for range n {
			built, err := typed[weather]("weather")
			if err != nil {
				return err
			}
			kept = built
		}
		return nil
	}}
	w6 := &workload{name: "W6", what: "building W1's schema, its Go type never seen before", reference: "santhosh", tasks: []*task{cold}}
	schema := functionschema.Must(typed[weather]("weather")).Schema()
	server := sdk.NewServer(&sdk.Implementation{Name: "bench", Version: "1"}, nil)
	var last atomic.Pointer[weather]
	for _, other := range []struct {
		name  string
		build func() (any, error)
	}{
		{"santhosh", func() (any, error) { return compileSanthosh(schema) }},
		{"kaptinlin", func() (any, error) { return kapschema.NewCompiler().Compile(schema) }},
		{"gosdk", func() (any, error) { return nil, addTool(server, schema, &last) }},
	} {
		w6.tasks = append(w6.tasks, &task{peer: other.name, run: func(n int) error {
			for range n {
				v, err := other.build()
				if err != nil {
					return err
				}
				kept = v
			}
			return nil
		}})
	}
	return []*workload{w6, {name: "W6cached", what: "building W1's schema again", reference: oursName, tasks: []*task{cached}}}
}
