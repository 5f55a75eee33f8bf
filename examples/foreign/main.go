// Foreign takes schemas that somebody else wrote: one whose calls this program
// carries out itself, and one that stands over a Go function.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// published is the schema of a function behind some server. The server wants to
// know who reports an issue; that is not for the model to say.
const published = `{
	"$schema": "http://json-schema.org/draft-07/schema#",
	"type": "object",
	"properties": {
		"title":    {"type": "string", "minLength": 3},
		"priority": {"enum": ["low", "normal", "high"], "default": "normal"},
		"due":      {"type": "object", "properties": {
			"days":  {"type": "integer", "minimum": 1},
			"hours": {"type": "integer", "default": 0}}, "required": ["days"]},
		"estimate": {"type": "number"},
		"reporter": {"type": "string", "format": "email"}
	},
	"required": ["title", "reporter"],
	"additionalProperties": false
}`

// withoutFunction binds to a map and sends that on.
func withoutFunction(ctx context.Context) error {
	create, err := functionschema.FromSchema("create_issue", []byte(published),
		functionschema.WithInjected(map[string]inject.Ref{"reporter": {Source: "session", Key: "mail"}}),
		functionschema.WithResolvers(inject.Resolvers{"session": inject.Map{"mail": "ada@example.org"}}))
	if err != nil {
		return err
	}
	for _, arguments := range []string{
		`{"title": "The lift is stuck", "due": {"days": 2}, "estimate": 12345678901234567.5}`,
		`{"title": "No", "priority": "urgent", "due": {"hours": 5}}`,
	} {
		fmt.Printf("create_issue %s\n", arguments)
		call, err := create.Bind(ctx, []byte(arguments))
		if err != nil {
			fmt.Println(functionschema.Respond(nil, err).Text())
			continue
		}
		in := call.Values()[0].(map[string]any)
		body, err := json.Marshal(in) // injected values included, numbers as they were sent
		if err != nil {
			return err
		}
		fmt.Printf("to log:  %s\nto send: %s\nestimate is a %T\n", call.Arguments(), body, in["estimate"])
	}
	return nil
}

// Route is what Go has of the second schema: only the json tags are read.
type Route struct {
	From  string   `json:"from"`
	To    string   `json:"to"`
	Stops []string `json:"stops"`
	Bikes uint8    `json:"bikes"`
}

// Plan is called only with a Route that satisfies the schema.
func Plan(_ context.Context, r Route) (string, error) {
	return fmt.Sprintf("from %s by way of %d stops to %s, %d bikes", r.From, len(r.Stops), r.To, r.Bikes), nil
}

// route says what no tag says: look at anyOf.
const route = `{
	"type": "object",
	"properties": {
		"from":  {"$ref": "#/$defs/station"},
		"to":    {"$ref": "#/$defs/station"},
		"stops": {"type": "array", "items": {"$ref": "#/$defs/station"}, "uniqueItems": true, "default": []},
		"bikes": {"type": "integer", "minimum": 0, "default": 0}
	},
	"required": ["from"],
	"anyOf": [{"required": ["to"]}, {"required": ["stops"]}],
	"$defs": {"station": {"type": "string", "pattern": "^\\p{Lu}"}}
}`

func overFunction(ctx context.Context) error {
	plan, err := functionschema.Of(Plan, functionschema.WithSchema([]byte(route)))
	if err != nil {
		return err
	}
	for _, arguments := range []string{
		`{"from": "Oslo", "to": "Århus"}`,
		`{"from": "oslo", "stops": ["Lund", "Lund"]}`,
		`{"from": "Oslo"}`,
		`{"from": "Oslo", "to": "Bergen", "bikes": 300}`,
	} {
		fmt.Printf("Plan %s\n%s\n", arguments, functionschema.Respond(plan.Call(ctx, []byte(arguments))).Text())
	}
	return nil
}

func main() {
	ctx := context.Background()
	if err := withoutFunction(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println()
	if err := overFunction(ctx); err != nil {
		log.Fatal(err)
	}
}
