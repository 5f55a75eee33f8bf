package functionschema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// A planner holds functions of any kind by their names, and answers every call.
func ExampleFunction() {
	named := map[string]functionschema.Function{}
	for _, f := range []functionschema.Function{
		functionschema.Must(functionschema.Of(GetForecast)),
		functionschema.Must(functionschema.New(func(a, b int) int { return a + b },
			functionschema.WithName("add"), functionschema.WithParams(functionschema.Names("a", "b")...))),
	} {
		named[f.Name()] = f
	}
	answer := func(name, args string) content.Response {
		f := named[name]
		if f == nil {
			return content.Response{Status: content.Failed, Value: content.Text("There is no function " + name + ".")}
		}
		return functionschema.Respond(f.Call(context.Background(), []byte(args)))
	}
	for _, call := range [][2]string{{"add", `{"a":1,"b":2}`}, {"GetForecast", `{"city":"Oslo"}`}, {"subtract", `{}`}} {
		reply := answer(call[0], call[1])
		fmt.Printf("%s: %s\n", reply.Status, reply.Text())
	}
	// Output:
	// success: 3
	// success: 3 days of sun in Oslo
	// failed: There is no function subtract.
}

// One error has a text for the log, one for the model, and what a program asks.
func ExampleError() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	_, err := forecast.Call(context.Background(), []byte(`{"city":"","days":99}`))
	var e *functionschema.Error
	if !errors.As(err, &e) {
		return
	}
	fmt.Println("log:", e)
	fmt.Println("model:", e.ModelText())
	fmt.Println("program:", e.Code, e.Violations[0].Pointer, e.Violations[0].Keyword)
	// Output:
	// log: functionschema: GetForecast: INVALID_ARGUMENT: /city: must not be empty; /days: must be at most 14, not 99
	// model: The function GetForecast was not run, because its arguments are not valid:
	// - /city: must not be empty
	// - /days: must be at most 14, not 99
	// Correct this and call it again.
	// program: INVALID_ARGUMENT /city minLength
}

// The execution schema has the injected parameters, and what the model sees has not.
func ExampleFunctionSchema_Schema() {
	count := functionschema.Must(functionschema.New(func(table, tenant string) {},
		functionschema.WithName("count"),
		functionschema.WithParams(functionschema.Names("table", "tenant")...),
		functionschema.WithInjected(map[string]inject.Ref{"tenant": {Source: "session"}})))
	fmt.Printf("%s\n", count.Schema())
	fmt.Printf("%s\n", count.Metadata().InputSchema)
	// Output:
	// {"type":"object","properties":{"table":{"type":"string"},"tenant":{"type":"string"}},"required":["table","tenant"],"additionalProperties":false}
	// {"type":"object","properties":{"table":{"type":"string"}},"required":["table"],"additionalProperties":false}
}

// With %+v a function says how its arguments are read: in the one pass, or as a tree
// and why.
func ExampleFunctionSchema_Format() {
	fmt.Printf("%+v", functionschema.Must(functionschema.Of(GetForecast)))
	// Output:
	// GetForecast
	// (root)  in the pass
	// /city  in the pass
	// /days  in the pass
}

// What was bound may be logged; the native values are for the function.
func ExampleCall() {
	type Search struct {
		Word   string `json:"word"`
		Tenant string `json:"tenant" inject:"session,tenant"`
	}
	search := functionschema.Must(functionschema.New(func(Search) {}, functionschema.WithName("search"),
		functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{"tenant": "acme"}})))
	call, err := search.Bind(context.Background(), []byte(`{"word":"tea"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(call)
	fmt.Printf("%+v\n", call.Values())
	// Output:
	// search {"word":"tea"}
	// [{Word:tea Tenant:acme}]
}

// remote is a function that another process owns: everything is checked here, and the
// call is carried out there.
type remote struct {
	*functionschema.FunctionSchema
	send func(ctx context.Context, body []byte) (string, error)
}

func (r remote) Bind(ctx context.Context, args []byte) (*functionschema.Call, error) {
	call, err := r.FunctionSchema.Bind(ctx, args)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(call.Values()[0]) // injected values are in it, and in Arguments they are not
	if err != nil {
		return nil, err
	}
	return functionschema.Prepared(call.Arguments(), func(ctx context.Context) (*functionschema.Result, error) {
		text, err := r.send(ctx, body)
		if err != nil {
			return nil, err
		}
		return &functionschema.Result{Content: content.Text(text)}, nil
	}), nil
}

func (r remote) Call(ctx context.Context, args []byte) (*functionschema.Result, error) {
	call, err := r.Bind(ctx, args)
	if err != nil {
		return nil, err
	}
	return call.Do(ctx)
}

// A schema from elsewhere becomes a Function that a planner holds as any other.
func ExamplePrepared() {
	var create functionschema.Function = remote{
		functionschema.Must(functionschema.FromSchema("create", []byte(`{
			"properties": {"title": {"type": "string"}, "owner": {"type": "string"}, "priority": {"default": "normal"}},
			"required": ["title", "owner"]
		}`),
			functionschema.WithInjected(map[string]inject.Ref{"owner": {Source: "session"}}),
			functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{"owner": "kim"}}))),
		func(_ context.Context, body []byte) (string, error) { return "sent " + string(body), nil },
	}
	for _, args := range []string{`{"title":"Tea"}`, `{"title":7}`} {
		fmt.Println(functionschema.Respond(create.Call(context.Background(), []byte(args))).Text())
	}
	// Output:
	// sent {"owner":"kim","priority":"normal","title":"Tea"}
	// The function create was not run, because its arguments are not valid:
	// - /title: must be a string, not 7
	// Correct this and call it again.
}
