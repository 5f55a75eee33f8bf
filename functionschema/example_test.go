package functionschema_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

type Forecast struct {
	City string `json:"city" jsonschema:"minLength=1" jsonschema_description:"Name of the city."`
	Days int    `json:"days" jsonschema:"minimum=1,maximum=14" default:"3"`
}

func GetForecast(_ context.Context, in Forecast) (string, error) {
	return fmt.Sprintf("%d days of sun in %s", in.Days, in.City), nil
}

// A function whose parameters are the fields of a struct: the model sees its
// name and schema, and what it leaves out is filled in.
func ExampleOf() {
	forecast, err := functionschema.Of(GetForecast)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(forecast.Name())
	result, err := forecast.Call(context.Background(), []byte(`{"city":"Oslo"}`))
	fmt.Println(functionschema.Respond(result, err).Text())
	// Output:
	// GetForecast
	// 3 days of sun in Oslo
}

// Any function will do. Go keeps no names of parameters, so WithParams gives them.
func ExampleNew() {
	repeat := functionschema.Must(functionschema.New(strings.Repeat,
		functionschema.WithParams(functionschema.Names("text", "times")...)))
	result, err := repeat.Call(context.Background(), []byte(`{"times":3,"text":"ab"}`))
	fmt.Println(repeat.Name(), functionschema.Respond(result, err).Text())
	// Output: Repeat ababab
}

// A variadic parameter is an array, and may be left out.
func ExampleNew_variadic() {
	join := functionschema.Must(functionschema.New(path.Join,
		functionschema.WithParams(functionschema.Names("elements")...)))
	for _, args := range []string{`{"elements":["a","b"]}`, `{}`} {
		result, err := join.Call(context.Background(), []byte(args))
		fmt.Printf("%q\n", functionschema.Respond(result, err).Text())
	}
	// Output:
	// "a/b"
	// ""
}

// A schema from elsewhere, and no Go function: a planner checks the arguments and
// carries the call out itself. Numbers are never rounded.
func ExampleFromSchema() {
	remote, err := functionschema.FromSchema("transfer", []byte(`{
		"type": "object",
		"properties": {"cents": {"type": "integer"}, "currency": {"default": "EUR"}},
		"required": ["cents"]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	call, err := remote.Bind(context.Background(), []byte(`{"cents":9007199254740993}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	arguments := call.Values()[0].(map[string]any)
	fmt.Println(arguments["cents"], arguments["currency"])
	// Output: 9007199254740993 EUR
}

// Must is for schemas that are built when a program starts: a fault is a bug.
func ExampleMust() {
	var forecast = functionschema.Must(functionschema.Of(GetForecast))
	fmt.Println(forecast.Name())
	// Output: GetForecast
}

// Names is WithParams without tags.
func ExampleNames() {
	for _, p := range functionschema.Names("text", "times") {
		fmt.Printf("%s %q\n", p.Name, p.Tag)
	}
	// Output:
	// text ""
	// times ""
}

// Optional tells absent, null and a value apart, for an update that clears what is
// null and keeps what is absent.
func ExampleOptional() {
	type Rename struct {
		Title functionschema.Optional[string] `json:"title"`
	}
	rename := functionschema.Must(functionschema.New(func(in Rename) string {
		switch {
		case !in.Title.Present():
			return "kept"
		case in.Title.Null():
			return "cleared"
		}
		return "now " + in.Title.Value()
	}, functionschema.WithName("rename")))
	for _, args := range []string{`{}`, `{"title":null}`, `{"title":"Emma"}`} {
		result, err := rename.Call(context.Background(), []byte(args))
		fmt.Println(functionschema.Respond(result, err).Text())
	}
	// Output:
	// kept
	// cleared
	// now Emma
}

// Respond turns either outcome into one reply, so that a planner has no second
// path for errors.
func ExampleRespond() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	for _, args := range []string{`{"city":"Oslo","days":1}`, `{"city":"Oslo","days":"1"}`} {
		reply := functionschema.Respond(forecast.Call(context.Background(), []byte(args)))
		fmt.Printf("%s: %s\n", reply.Status, reply.Text())
	}
	// Output:
	// success: 1 days of sun in Oslo
	// failed: The function GetForecast was not run, because its arguments are not valid:
	// - /days: must be an integer, not the string "1": write it without quotes
	// Correct this and call it again.
}

// A function that returns a Response says its outcome itself.
func ExampleRespond_denied() {
	remove := functionschema.Must(functionschema.New(func() content.Response {
		return content.Response{Status: content.Denied, Failure: &content.Failure{Code: "NO_CONSENT", Text: "The user said no."}}
	}, functionschema.WithName("remove")))
	reply := functionschema.Respond(remove.Call(context.Background(), []byte(`{}`)))
	fmt.Println(reply.Status, reply.Text())
	// Output: denied The user said no.
}

// What a function's error says stays with the program, but for what is Visible.
func ExampleVisible() {
	lookup := functionschema.Must(functionschema.New(func() error {
		return fmt.Errorf("query users on db-7: %w", functionschema.Visible(errors.New("there is no such user")))
	}, functionschema.WithName("lookup")))
	_, err := lookup.Call(context.Background(), []byte(`{}`))
	fmt.Println("log:", err)
	fmt.Println("model:", functionschema.Respond(nil, err).Text())
	// Output:
	// log: functionschema: lookup: EXECUTION_ERROR: query users on db-7: there is no such user
	// model: there is no such user
}

// Two texts have one digest if they mean the same call.
func ExampleDigest() {
	a, _ := functionschema.Digest([]byte(`{"days": 3.0, "city": "Oslo"}`))
	b, _ := functionschema.Digest([]byte(`{"city":"\u004fslo","days":3}`))
	fmt.Println(a == b, a[:12])
	// Output: true 9e464220cba0
}

// Decode fills a struct and calls nothing, for a planner that dispatches itself.
func ExampleFunctionSchema_Decode() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	var in Forecast
	if err := forecast.Decode(context.Background(), []byte(`{"city":"Oslo","days":1e1}`), &in); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", in)
	// Output: {City:Oslo Days:10}
}

// Bind stops before the call, so that a person can be asked.
func ExampleFunctionSchema_Bind() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	call, err := forecast.Bind(context.Background(), []byte(`{"city":"Oslo"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("allow %s %s?\n", forecast.Name(), call.Arguments())
	result, err := call.Do(context.Background())
	fmt.Println(functionschema.Respond(result, err).Text())
	_, err = call.Do(context.Background())
	fmt.Println(err)
	// Output:
	// allow GetForecast {"city":"Oslo","days":3}?
	// 3 days of sun in Oslo
	// functionschema: GetForecast: EXECUTION_ERROR: this call has been made already: bind the arguments again
}

// Complete lays defaults in, and keeps every text that was sent.
func ExampleFunctionSchema_Complete() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	completed, err := forecast.Complete([]byte(`{"city":"\u004fslo"}`))
	fmt.Println(string(completed), err)
	// Output: {"city":"\u004fslo","days":3} <nil>
}

// Validate judges and does nothing else. All faults are reported at once.
func ExampleFunctionSchema_Validate() {
	forecast := functionschema.Must(functionschema.Of(GetForecast))
	err := forecast.Validate([]byte(`{"town":"Oslo","days":0}`))
	var e *functionschema.Error
	if errors.As(err, &e) {
		for _, v := range e.Violations {
			fmt.Printf("%q %s: %s\n", v.Pointer, v.Keyword, v.Message)
		}
	}
	// Output:
	// "" additionalProperties: "town" is not accepted here: leave it out, or use "city"
	// "" required: "city" is required: add it as a string
	// "/days" minimum: must be at least 1, not 0
}

// Metadata is what the model sees.
func ExampleFunctionSchema_Metadata() {
	type Wait struct {
		For time.Duration `json:"for" jsonschema:"minimum=0"`
	}
	wait := functionschema.Must(functionschema.New(func(Wait) {}, functionschema.WithName("wait"),
		functionschema.WithDescription("Waits.")))
	tool := wait.Metadata()
	fmt.Println(tool.Name, tool.Description)
	fmt.Println(string(tool.InputSchema))
	// Output:
	// wait Waits.
	// {"type":"object","properties":{"for":{"type":"integer","description":"Duration in nanoseconds.","minimum":0,"maximum":9223372036854775807}},"required":["for"],"additionalProperties":false}
}

// A nil slice is a list without items to a model, and bytes are base64.
func ExampleResult_ModelText() {
	read := functionschema.Must(functionschema.New(os.ReadFile, functionschema.WithParams(functionschema.Names("name")...)))
	fmt.Println(read.Metadata().Description)
	list := functionschema.Must(functionschema.New(func() []string { return nil }, functionschema.WithName("list")))
	result, err := list.Call(context.Background(), []byte(`{}`))
	fmt.Println(result.ModelText(), err)
	// Output:
	// Binary output is returned base64-encoded.
	// [] <nil>
}
