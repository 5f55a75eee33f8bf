package functionschema_test

import (
	"context"
	"fmt"

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
