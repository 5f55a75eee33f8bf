package inject_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// What a tag says, said beside a schema that somebody else wrote.
func ExampleRef() {
	create := functionschema.Must(functionschema.FromSchema("create", []byte(`{
		"properties": {"title": {"type": "string"}, "owner": {"type": "string"}},
		"required": ["title", "owner"]
	}`),
		functionschema.WithInjected(map[string]inject.Ref{"owner": {Source: "session", Key: "user.name"}}),
		functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{"user.name": "kim"}})))
	fmt.Printf("a model sees %s\n", create.Metadata().InputSchema)
	call, err := create.Bind(context.Background(), []byte(`{"title":"Tea","owner":"eve"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(call.Values()[0].(map[string]any)["owner"])
	// Output:
	// a model sees {"properties":{"title":{"type":"string"}},"required":["title"]}
	// kim
}

// A source that has no value fails the call: what the model sent does not stand in.
func Example_missing() {
	greet := functionschema.Must(functionschema.New(func(user string) string { return "Hello " + user },
		functionschema.WithName("greet"),
		functionschema.WithParams(functionschema.Param{Name: "user", Tag: `inject:"session,user"`}),
		functionschema.WithResolvers(inject.Resolvers{"session": inject.ResolverFunc(func(context.Context, string) (any, error) {
			return nil, fmt.Errorf("nobody is signed in: %w", inject.ErrNotFound)
		})})))
	_, err := greet.Call(context.Background(), []byte(`{"user":"eve"}`))
	fmt.Println(errors.Is(err, inject.ErrNotFound))
	fmt.Println(err)
	// Output:
	// true
	// functionschema: greet: INJECTION_ERROR: /user: its source "session" has no value for the key "user"
}
