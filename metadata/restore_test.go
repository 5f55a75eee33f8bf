package metadata_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// tool returns a tool of a schema.
func tool(schema string) metadata.Tool {
	return metadata.Tool{Name: "f", Description: "Does it.", InputSchema: json.RawMessage(schema)}
}

func export(t *testing.T, d metadata.Dialect, schema string) metadata.Exported {
	t.Helper()
	x, err := d.Export(tool(schema))
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	return x
}

const (
	pair = `{"type":"object","properties":{"first name":{"type":"string"},"tags":{"type":"array","items":{"$ref":"#/$defs/Tag"}},"up":{"$ref":"#"}},"required":["first name"],"additionalProperties":false,
		"$defs":{"Tag":{"type":"object","properties":{"@id":{"type":"integer"},"next":{"$ref":"#/$defs/Tag"}},"additionalProperties":false}}}`
	nulls = `{"type":"object","properties":{
		"plain":{"type":"string"},"own":{"type":["string","null"]},"enum":{"enum":["a","b"]},"const":{"const":1},
		"ref":{"$ref":"#/$defs/Point"},"list":{"type":"array","items":{"$ref":"#/$defs/Point"}},"must":{"type":"string"},
		"either":{"anyOf":[{"type":"integer"},{"type":"null"}]}},
		"required":["must"],"additionalProperties":false,
		"$defs":{"Point":{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x"],"additionalProperties":false}}}`
	union = `{"type":"object","properties":{"pet":{"oneOf":[
		{"type":"object","properties":{"kind":{"const":"dog"},"age":{"type":"integer"}},"required":["kind"],"additionalProperties":false},
		{"type":"object","properties":{"kind":{"const":"cat"},"age":{"type":["integer","null"]}},"required":["kind"],"additionalProperties":false}]}},
		"required":["pet"],"additionalProperties":false}`
	root = `{"anyOf":[{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],"additionalProperties":false},
		{"type":"object","properties":{"c":{"type":"string"}},"required":["c"],"additionalProperties":false}]}`
	mapped = `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"x-y":{"type":"string"}}}},"x-y":{"type":"string"}}}`
)

// TestRestore: what a model writes for an export becomes what it would have written
// for the tool.
func TestRestore(t *testing.T) {
	for _, tt := range []struct {
		name, why string
		dialect   metadata.Dialect
		schema    string
		sent      string
		want      string
	}{
		{"name", "a refused name is the tool's own again", metadata.Anthropic, pair, `{"first_name":"A"}`, `{"first name":"A"}`},
		{"name in an array", "at every depth, behind references", metadata.Anthropic, pair,
			`{"first_name":"A","tags":[{"_id":1,"next":{"_id":2}}]}`, `{"first name":"A","tags":[{"@id":1,"next":{"@id":2}}]}`},
		{"name through the root", "a reference to the root is one as any", metadata.Anthropic, pair,
			`{"first_name":"A","up":{"first_name":"B","up":{"tags":[{"_id":1}]}}}`, `{"first name":"A","up":{"first name":"B","up":{"tags":[{"@id":1}]}}}`},
		{"own name", "what the model wrote under the tool's name stays", metadata.Anthropic, pair, `{"first name":"A"}`, `{"first name":"A"}`},
		{"both names", "no name is made twice: the engine says that one is unknown", metadata.Anthropic, pair,
			`{"first_name":"A","first name":"B"}`, `{"first_name":"A","first name":"B"}`},
		{"unknown name", "stays, for the engine to judge", metadata.Anthropic, pair, `{"first_name":"A","last_name":"B"}`, `{"first name":"A","last_name":"B"}`},
		{"same name elsewhere", "a name is changed where the schema changed it, not elsewhere", metadata.Anthropic, pair,
			`{"_id":1,"first_name":"A"}`, `{"_id":1,"first name":"A"}`},
		{"wrong type", "a value of another type than the schema's stays", metadata.Anthropic, pair, `{"first_name":{"first_name":1},"tags":7}`, `{"first name":{"first_name":1},"tags":7}`},
		{"map", "members of a map have names of their own", metadata.GeminiJSONSchema, mapped, `{"m":{"x_y":{"x_y":"1"}},"x_y":"2"}`, `{"m":{"x_y":{"x-y":"1"}},"x-y":"2"}`},
		{"gemini", "the same in another dialect", metadata.Gemini, `{"type":"object","properties":{"a b":{"type":"string"}}}`,
			`{"a_b":"1"}`, `{"a b":"1"}`},

		{"null", "null at a property that was made required means that it is omitted", metadata.OpenAIStrict, nulls,
			`{"plain":null,"own":"x","enum":null,"const":null,"ref":null,"list":null,"must":"m","either":1}`, `{"own":"x","must":"m","either":1}`},
		{"own null", "null that the tool admits is a value", metadata.OpenAIStrict, nulls,
			`{"own":null,"either":null,"must":"m"}`, `{"own":null,"either":null,"must":"m"}`},
		{"required null", "null where the tool demands a value is wrong, and stays", metadata.OpenAIStrict, nulls, `{"must":null}`, `{"must":null}`},
		{"null below", "in arrays and behind references", metadata.OpenAIStrict, nulls,
			`{"must":"m","ref":{"x":1,"y":null},"list":[{"x":1,"y":null},{"x":null,"y":2}]}`, `{"must":"m","ref":{"x":1},"list":[{"x":1},{"x":null,"y":2}]}`},
		{"not forced", "a dialect that has optional properties forces no null", metadata.AnthropicStrict, nulls, `{"must":"m","plain":null}`, `{"must":"m","plain":null}`},
		{"branch", "the constant tells the branch, whose null means omitted", metadata.OpenAIStrict, union, `{"pet":{"kind":"dog","age":null}}`, `{"pet":{"kind":"dog"}}`},
		{"other branch", "there null is a value", metadata.OpenAIStrict, union, `{"pet":{"kind":"cat","age":null}}`, `{"pet":{"kind":"cat","age":null}}`},
		{"no branch", "branches that disagree change nothing", metadata.OpenAIStrict, union, `{"pet":{"kind":"cow","age":null}}`, `{"pet":{"kind":"cow","age":null}}`},

		{"wrapped", "the root is taken out of its property", metadata.OpenAIStrict, root, `{"arguments":{"a":"1","b":null}}`, `{"a":"1"}`},
		{"wrapped, plain", "where JSON Schema is taken too", metadata.OpenAI, root, `{"arguments":{"c":"1"}}`, `{"c":"1"}`},
		{"not wrapped", "a model that left the wrapper out wrote the arguments", metadata.OpenAI, root, `{"c":"1"}`, `{"c":"1"}`},
		{"wrapped badly", "more than the wrapper is not the wrapper", metadata.OpenAI, root, `{"arguments":{"c":"1"},"d":1}`, `{"arguments":{"c":"1"},"d":1}`},
		{"wrapped scalar", "is what the function gets, and refuses", metadata.OpenAI, root, `{"arguments":7}`, `7`},

		{"text", "numbers and spellings stay as they were written", metadata.Anthropic, pair,
			` {"first_name" : "\u0041", "tags":[ {"x":1.0e0} ], "n":12345678901234567890.10}`, `{"first name":"\u0041","tags":[ {"x":1.0e0} ],"n":12345678901234567890.10}`},
		{"unchanged", "arguments without anything to undo are returned as they are", metadata.Anthropic, pair, ` { "tags" : [ ] } `, ` { "tags" : [ ] } `},
		{"no plan", "and so they are where nothing was forced", metadata.MCP, pair, ` { "a" : 1 }`, ` { "a" : 1 }`},
		{"no object", "stays for the engine", metadata.OpenAIStrict, nulls, `[1,null]`, `[1,null]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := export(t, tt.dialect, tt.schema)
			sent := []byte(tt.sent)
			got, err := x.Restore(sent)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("%s:\n got %s\nwant %s\nexport %s", tt.why, got, tt.want, x.JSON)
			}
			if string(sent) != tt.sent {
				t.Error("the caller's bytes were changed")
			}
		})
	}
}

// TestRestoreUnreadable: what cannot be read is returned, for the engine to refuse.
func TestRestoreUnreadable(t *testing.T) {
	for _, text := range []string{``, `{`, `{"a":1,"a":2}`, "\xff", `{"a":1} x`, `{"a":"\ud800"}`} {
		for _, d := range []metadata.Dialect{metadata.MCP, metadata.OpenAIStrict} {
			got, err := export(t, d, nulls).Restore([]byte(text))
			if err == nil || string(got) != text {
				t.Errorf("%s %q: %q, %v", d, text, got, err)
			}
		}
	}
}

// TestExportedZero: an Exported that no Export made restores nothing.
func TestExportedZero(t *testing.T) {
	if got, err := (metadata.Exported{}).Restore([]byte(`{"a":null}`)); string(got) != `{"a":null}` || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

func TestExportIsStableAndConcurrent(t *testing.T) {
	for _, d := range metadata.Dialects() {
		want := export(t, d, nulls)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				x, err := d.Export(tool(nulls))
				if err != nil || string(x.JSON) != string(want.JSON) {
					t.Errorf("%s: another text: %s, %v", d, x.JSON, err)
				}
				if _, err := want.Restore([]byte(`{"must":"m","ref":{"x":1,"y":null}}`)); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
}

func TestUnknownDialect(t *testing.T) {
	_, err := metadata.Dialect("cohere").Export(tool(nulls))
	var e *metadata.Error
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "use one of openai, openai-strict") {
		t.Errorf("%v", err)
	}
}
