package functionschema_test

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// codeOf is how a program tells errors apart.
func codeOf(err error) functionschema.Code {
	var e *functionschema.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Code
}

// INVALID_SCHEMA: a mistake in a tag is found when the function is built, together
// with every other.
func ExampleCode_invalidSchema() {
	type In struct {
		Count int    `json:"count" jsonschema:"minimun=1"`
		Size  string `json:"size" default:"large"`
	}
	_, err := functionschema.New(func(In) {}, functionschema.WithName("order"))
	var e *functionschema.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code)
		for _, v := range e.Violations {
			fmt.Println(v.Pointer, v.Keyword)
		}
	}
	// Output:
	// INVALID_SCHEMA
	// /properties/count jsonschema
	// /properties/size default
}

// INVALID_ARGUMENT: the caller can mend it, and reads how.
func ExampleCode_invalidArgument() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	_, err := forecast.Call(context.Background(), []byte(`{"city":"Oslo","Days":3}`))
	fmt.Println(codeOf(err))
	fmt.Println(functionschema.Respond(nil, err).Text())
	// Output:
	// INVALID_ARGUMENT
	// The function GetForecast was not run, because its arguments are not valid:
	// - "Days" is not accepted here: did you mean "days"?
	// Correct this and call it again.
}

// BINDING_ERROR: the schema admits what the Go type cannot hold.
func ExampleCode_bindingError() {
	f := functionschema.Must(functionschema.New(func(n uint8) {}, functionschema.WithName("set"),
		functionschema.WithParams(functionschema.Names("n")...),
		functionschema.WithSchema([]byte(`{"properties":{"n":{"type":"integer"}}}`))))
	_, err := f.Call(context.Background(), []byte(`{"n":300}`))
	fmt.Println(err)
	// Output: functionschema: set: BINDING_ERROR: /n: must be an integer from 0 to 255
}

// INJECTION_ERROR: the framework's fault. The model reads of no parameter that it
// does not know, and its own value does not stand in.
func ExampleCode_injectionError() {
	f := functionschema.Must(functionschema.New(func(tenant string) {}, functionschema.WithName("count"),
		functionschema.WithParams(functionschema.Names("tenant")...),
		functionschema.WithInjected(map[string]inject.Ref{"tenant": {Source: "session"}}),
		functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{}})))
	_, err := f.Call(context.Background(), []byte(`{"tenant":"evil"}`))
	fmt.Println(codeOf(err), errors.Is(err, inject.ErrNotFound))
	fmt.Println(functionschema.Respond(nil, err).Text())
	// Output:
	// INJECTION_ERROR true
	// The function count was not run, because of an internal failure that other arguments will not mend.
}

// EXECUTION_ERROR: the function failed, or panicked. The cause is there for the
// program and not for the model.
func ExampleCode_executionError() {
	divide := functionschema.Must(functionschema.New(func(a, b int) int { return a / b }, functionschema.WithName("divide"),
		functionschema.WithParams(functionschema.Names("a", "b")...)))
	_, err := divide.Call(context.Background(), []byte(`{"a":1,"b":0}`))
	fmt.Println(err)
	fmt.Println(functionschema.Respond(nil, err).Text())
	// Output:
	// functionschema: divide: EXECUTION_ERROR: the function panicked: runtime error: integer divide by zero
	// The function divide failed.
}

// INVALID_RESULT: the function ran, and what it returned is no JSON.
func ExampleCode_invalidResult() {
	root := functionschema.Must(functionschema.New(math.Sqrt, functionschema.WithParams(functionschema.Names("x")...)))
	_, err := root.Call(context.Background(), []byte(`{"x":-1}`))
	fmt.Println(codeOf(err))
	fmt.Println(functionschema.Respond(nil, err).Text())
	// Output:
	// INVALID_RESULT
	// The function Sqrt ran, but its result cannot be shown because of an internal failure.
}

// CANCELLED: the context was done before the function returned.
func ExampleCode_cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	wait := functionschema.Must(functionschema.New(func(ctx context.Context) error {
		cancel() // the user closes the window
		<-ctx.Done()
		return ctx.Err()
	}, functionschema.WithName("wait")))
	_, err := wait.Call(ctx, []byte(`{}`))
	fmt.Println(codeOf(err), errors.Is(err, context.Canceled), functionschema.Respond(nil, err).Status)
	// Output: CANCELLED true interrupted
}
