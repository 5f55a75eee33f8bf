package conformance

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/fixtures"
)

// The schema of the case file is for everybody who reads it in another language,
// so it is judged by a validator that is not ours.
func TestFixturesSatisfyTheirSchema(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(fixtures.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("cases.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("cases.json")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := jsonschema.UnmarshalJSON(bytes.NewReader(fixtures.Cases()))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(cases); err != nil {
		t.Error(err)
	}
	file := cases.(map[string]any)
	file["groups"].([]any)[0].(map[string]any)["cases"].([]any)[0].(map[string]any)["argumets"] = "x"
	if compiled.Validate(file) == nil {
		t.Error("the schema takes a misspelt member")
	}
}
