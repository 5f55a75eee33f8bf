package functionschema_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

// An object that a model sends as a string, and null for what it leaves out, are
// mended where the schema leaves one meaning; the planner is told.
func ExampleWithRepairs() {
	type Search struct {
		Filter map[string]int `json:"filter"`
		Limit  int            `json:"limit" default:"10"`
		Note   string         `json:"note,omitempty"`
	}
	find := func(_ context.Context, s Search) (string, error) {
		return fmt.Sprintf("%d of year %d", s.Limit, s.Filter["year"]), nil
	}
	f := functionschema.Must(functionschema.Of(find, functionschema.WithName("find"), functionschema.WithRepairs(functionschema.ModelRepairs)))
	call, err := f.Bind(context.Background(), []byte(`{"filter":"{\"year\":2024}","limit":null,"note":"{}"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range call.Repairs() {
		fmt.Println(r)
	}
	fmt.Printf("%s\n", call.Arguments())
	result, err := call.Do(context.Background())
	fmt.Println(functionschema.Respond(result, err).Text())
	// Output:
	// /filter: EncodedContainers
	// /limit: NullAsOmitted
	// {"filter":{"year":2024},"note":"{}","limit":10}
	// 10 of year 2024
}

// A function that another process owns is called as any other: whoever made its
// arguments ready says how it is carried out.
func ExamplePrepared() {
	call := functionschema.Prepared(json.RawMessage(`{"city":"Oslo"}`), func(context.Context) (*functionschema.Result, error) {
		return &functionschema.Result{Content: content.Text("sent to the other process")}, nil
	})
	fmt.Printf("%s\n", call.Arguments())
	result, err := call.Do(context.Background())
	fmt.Println(functionschema.Respond(result, err).Text())
	_, err = call.Do(context.Background())
	fmt.Println(err)
	// Output:
	// {"city":"Oslo"}
	// sent to the other process
	// functionschema: EXECUTION_ERROR: this call has been made already: bind the arguments again
}
