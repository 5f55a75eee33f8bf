package functionschema_test

import (
	"context"
	"fmt"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// A closure has no name that lasts: without WithName it is refused.
func ExampleWithName() {
	now := func() string { return "noon" }
	f, err := functionschema.New(now, functionschema.WithName("current_time"))
	fmt.Println(f.Name(), err)
	// Output: current_time <nil>
}

// The description is for the model.
func ExampleWithDescription() {
	f := functionschema.Must(functionschema.Of(GetForecast,
		functionschema.WithDescription("Says what the weather will be.")))
	fmt.Println(f.Metadata().Description)
	// Output: Says what the weather will be.
}

// A positional parameter has the tags that a struct's field has.
func ExampleWithParams() {
	f := functionschema.Must(functionschema.New(func(_ context.Context, a, b int) int { return a * b },
		functionschema.WithName("multiply"),
		functionschema.WithParams(
			functionschema.Param{Name: "a", Tag: `jsonschema:"minimum=0"`},
			functionschema.Param{Name: "b", Tag: `default:"2"`},
		)))
	result, err := f.Call(context.Background(), []byte(`{"a":21}`))
	fmt.Println(functionschema.Respond(result, err).Text())
	// Output: 42
}

// A published schema decides instead of the tags; the struct only receives.
func ExampleWithSchema() {
	f := functionschema.Must(functionschema.Of(GetForecast, functionschema.WithSchema([]byte(`{
		"type": "object",
		"properties": {"city": {"enum": ["Oslo", "Bergen"]}, "days": {"type": "integer", "default": 7}}
	}`))))
	for _, args := range []string{`{"city":"Oslo"}`, `{"city":"Rome"}`} {
		fmt.Println(functionschema.Respond(f.Call(context.Background(), []byte(args))).Text())
	}
	// Output:
	// 7 days of sun in Oslo
	// The function GetForecast was not run, because its arguments are not valid:
	// - /city: must be "Oslo" or "Bergen", not the string "Rome"
	// Correct this and call it again.
}

// The framework owns the tenant: the model does not see it and cannot set it.
func ExampleWithInjected() {
	count := functionschema.Must(functionschema.New(
		func(table, tenant string) string { return "rows of " + table + " for " + tenant },
		functionschema.WithName("count"),
		functionschema.WithParams(functionschema.Names("table", "tenant")...),
		functionschema.WithInjected(map[string]inject.Ref{"tenant": {Source: "session"}}),
		functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{"tenant": "acme"}}),
	))
	fmt.Println(string(count.Metadata().InputSchema))
	call, err := count.Bind(context.Background(), []byte(`{"table":"users","tenant":"evil"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("for the log:", string(call.Arguments()))
	fmt.Println(functionschema.Respond(call.Do(context.Background())).Text())
	// Output:
	// {"type":"object","properties":{"table":{"type":"string"}},"required":["table"],"additionalProperties":false}
	// for the log: {"table":"users"}
	// rows of users for acme
}

// A tag says where a value comes from, and a resolver may look at the context. A
// source that is not there is found when the function is built.
func ExampleWithResolvers() {
	type Search struct {
		Query string `json:"query"`
		User  string `json:"user" inject:"session,user.name"`
	}
	type userKey struct{}
	search := func(s Search) string { return s.User + " searches " + s.Query }
	session := inject.ResolverFunc(func(ctx context.Context, key string) (any, error) { return ctx.Value(userKey{}), nil })

	f := functionschema.Must(functionschema.New(search, functionschema.WithName("search"),
		functionschema.WithResolvers(inject.Resolvers{"session": session})))
	ctx := context.WithValue(context.Background(), userKey{}, "kim")
	fmt.Println(functionschema.Respond(f.Call(ctx, []byte(`{"query":"go"}`))).Text())

	_, err := functionschema.New(search, functionschema.WithName("search"), functionschema.WithResolvers(inject.Resolvers{}))
	fmt.Println(err)
	// Output:
	// kim searches go
	// functionschema: search: INVALID_SCHEMA: /properties/user: parameter user comes from the source "session", for which there is no resolver: add it to WithResolvers
}

type Shape interface{ Area() float64 }

type Square struct {
	Side float64 `json:"side"`
}

func (s Square) Area() float64 { return s.Side * s.Side }

type Rectangle struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

func (r *Rectangle) Area() float64 { return r.Width * r.Height }

// An interface is one of several structs, told apart by a member.
func ExampleWithUnions() {
	area := functionschema.Must(functionschema.New(func(s Shape) float64 { return s.Area() },
		functionschema.WithName("area"),
		functionschema.WithParams(functionschema.Names("shape")...),
		functionschema.WithUnions(binding.UnionOf("kind",
			binding.Variant[Shape]{Name: "square", Value: Square{}},
			binding.Variant[Shape]{Name: "rectangle", Value: &Rectangle{}},
		))))
	for _, args := range []string{`{"shape":{"kind":"rectangle","width":2,"height":3}}`, `{"shape":{"kind":"circle"}}`} {
		fmt.Println(functionschema.Respond(area.Call(context.Background(), []byte(args))).Text())
	}
	// Output:
	// 6
	// The function area was not run, because its arguments are not valid:
	// - /shape/kind: must be "square" or "rectangle", not the string "circle"
	// Correct this and call it again.
}

// In a foreign schema format is an annotation unless it is asked for.
func ExampleWithFormats() {
	schema := []byte(`{"properties":{"day":{"type":"string","format":"date"}}}`)
	lax := functionschema.Must(functionschema.FromSchema("remind", schema))
	strict := functionschema.Must(functionschema.FromSchema("remind", schema, functionschema.WithFormats()))
	fmt.Println(lax.Validate([]byte(`{"day":"tomorrow"}`)))
	fmt.Println(strict.Validate([]byte(`{"day":"tomorrow"}`)))
	// Output:
	// <nil>
	// functionschema: remind: INVALID_ARGUMENT: /day: must be of the format date, not the string "tomorrow"
}

// Limits bound what one call may cost; what is zero keeps its default.
func ExampleWithLimits() {
	f := functionschema.Must(functionschema.Of(GetForecast,
		functionschema.WithLimits(functionschema.Limits{Bytes: 64})))
	fmt.Println(f.Validate([]byte(`{"city":"Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"}`)))
	// Output: functionschema: GetForecast: INVALID_ARGUMENT: text of 69 bytes goes on at byte 64: a text has at most 64 bytes
}
