package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	s1 = `{"type":"object","properties":{"n":{"type":"integer"}}}`
	s2 = `{ "type": "object" }`
)

func TestReadTools(t *testing.T) {
	one := []tool{{"f", "Does f.", s1}}
	for _, tt := range []struct {
		name, why, text string
		want            []tool
	}{
		{"OpenAI Chat", "the function is within", `[{"type":"function","function":{"name":"f","description":"Does f.","parameters":` + s1 + `,"strict":true}}]`, one},
		{"OpenAI Chat, alone", "a tool need not be in a list", `{"type":"function","function":{"name":"f","description":"Does f.","parameters":` + s1 + `}}`, one},
		{"OpenAI Responses", "the function is flat", `{"tools":[{"type":"function","name":"f","description":"Does f.","parameters":` + s1 + `,"strict":false}]}`, one},
		{"OpenAI Responses, null", "parameters is a required member that may be null", `[{"type":"function","name":"f","description":"Does f.","parameters":null,"strict":null}]`, []tool{{"f", "Does f.", noParameters}}},
		{"OpenAI functions", "as it was before tools", `{"model":"m","messages":[],"functions":[{"name":"f","description":"Does f.","parameters":` + s1 + `}]}`, one},
		{"OpenAI without parameters", "it takes none", `[{"type":"function","function":{"name":"f","description":"Does f."}}]`, []tool{{"f", "Does f.", noParameters}}},
		{"OpenAI with tools it runs", "they have no schema of ours", `{"tools":[{"type":"web_search"},{"type":"function","name":"f","description":"Does f.","parameters":` + s1 + `}]}`, one},
		{"Anthropic", "input_schema", `{"model":"m","tools":[{"name":"f","description":"Does f.","input_schema":` + s1 + `,"cache_control":{"type":"ephemeral"}}]}`, one},
		{"Anthropic, custom", "the type says that it is the user's", `[{"type":"custom","name":"f","description":"Does f.","input_schema":` + s1 + `}]`, one},
		{"Anthropic with a tool it runs", "its type is a product's", `[{"type":"computer_20250124","name":"computer","display_width_px":1},{"name":"f","description":"Does f.","input_schema":` + s1 + `}]`, one},
		{"Gemini", "declarations within tools", `{"tools":[{"functionDeclarations":[{"name":"f","description":"Does f.","parameters":` + s1 + `}]},{"googleSearch":{}}]}`, one},
		{"Gemini, JSON Schema", "parametersJsonSchema", `{"functionDeclarations":[{"name":"f","description":"Does f.","parametersJsonSchema":` + s1 + `}]}`, one},
		{"Gemini, snake case", "as the Python SDK writes", `{"function_declarations":[{"name":"f","description":"Does f.","parameters_json_schema":` + s1 + `}]}`, one},
		{"Gemini, upper case", "it is a tool; its schema is refused later", `{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT"}}]}`, []tool{{"f", "", `{"type":"OBJECT"}`}}},
		{"Gemini without parameters", "it takes none", `{"functionDeclarations":[{"name":"f","description":"Does f."}]}`, []tool{{"f", "Does f.", noParameters}}},
		{"MCP", "a list of tools", `{"tools":[{"name":"f","title":"F","description":"Does f.","inputSchema":` + s1 + `,"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}`, one},
		{"MCP answer", "as it comes over the wire", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"f","description":"Does f.","inputSchema":` + s1 + `}]}}`, one},
		{"Bedrock", "toolSpec, the schema within json", `{"toolConfig":{"tools":[{"toolSpec":{"name":"f","description":"Does f.","inputSchema":{"json":` + s1 + `}}}]}}`, one},
		{"Ollama", "as OpenAI Chat", `{"model":"m","tools":[{"type":"function","function":{"name":"f","description":"Does f.","parameters":` + s1 + `}}],"stream":false}`, one},
		{"AG-UI", "name, description and parameters", `[{"name":"f","description":"Does f.","parameters":` + s1 + `}]`, one},
		{"a tool alone", "named and with a schema", `{"name":"f","description":"Does f.","input_schema":` + s1 + `}`, one},
		{"order and text", "both stay", `[{"name":"g","inputSchema":` + s2 + `},{"name":"f","description":"Does f.","inputSchema":` + s1 + `}]`, []tool{{"g", "", s2}, {"f", "Does f.", s1}}},
		{"mixed forms", "each is known by itself", `[{"name":"g","inputSchema":` + s2 + `},{"type":"function","function":{"name":"f","description":"Does f.","parameters":` + s1 + `}}]`, []tool{{"g", "", s2}, {"f", "Does f.", s1}}},
		{"no tools", "a list may be empty", `{"tools":[]}`, nil},
		{"boolean schema", "it is handed on", `[{"name":"f","inputSchema":true}]`, []tool{{"f", "", "true"}}},
		{"a schema with a property called json", "only Bedrock's wrapper is taken off", `[{"name":"f","inputSchema":{"type":"object","json":{}}}]`, []tool{{"f", "", `{"type":"object","json":{}}`}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, isTools := readTools([]byte(tt.text))
			if !isTools {
				t.Fatalf("%s: read as a JSON Schema", tt.why)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(tool{})); diff != "" {
				t.Errorf("%s: -want +got\n%s", tt.why, diff)
			}
		})
	}
}

func TestReadToolsKnowsSchemas(t *testing.T) {
	for _, tt := range []struct{ name, why, text string }{
		{"object", "the usual schema", s1},
		{"boolean", "a schema too", `true`},
		{"empty", "accepts everything", `{}`},
		{"properties called as a tool's", "they are parameters", `{"type":"object","properties":{"name":{},"parameters":{},"tools":{},"function":{}}}`},
		{"unknown keywords called as a tool's", "a keyword of JSON Schema decides", `{"$schema":"https://json-schema.org/draft/2020-12/schema","name":"f","parameters":{"type":"object"}}`},
		{"typed, with unknown keywords", "object is no type of a tool", `{"type":"object","name":"f","tools":[{"name":"g","inputSchema":{}}]}`},
		{"reference", "a schema", `{"$ref":"#/$defs/T","$defs":{"T":{"type":"object"}},"function":{"name":"f"}}`},
		{"upper-case type", "Gemini's schema alone is still one", `{"type":"OBJECT","name":"f","parameters":{}}`},
		{"a name and no more", "it might be anything", `{"name":"f"}`},
		{"number", "the schema rule refuses it", `3`},
		{"cut short", "the schema rule says why", `{"tools":[`},
		{"too deep", "so does it here", strings.Repeat(`[`, 200) + strings.Repeat(`]`, 200)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, isTools := readTools([]byte(tt.text)); isTools {
				t.Errorf("%s: read as tools: %v", tt.why, got)
			}
		})
	}
}

// A schema of the greatest depth is not refused for what the file adds to it.
func TestReadToolsDepth(t *testing.T) {
	deep := `{"type":"object","const":` + strings.Repeat("[", 127) + strings.Repeat("]", 127) + `}`
	tools, isTools := readTools([]byte(`{"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":` + deep + `}}}]}}`))
	if !isTools || len(tools) != 1 || tools[0].schema != deep {
		t.Fatalf("not read: %v", tools)
	}
	if o := judge(deep, []byte(`{}`), false, nil); o.Code == "INVALID_SCHEMA" && o.Violations[0].Keyword == "parse" {
		t.Errorf("the schema's own text is refused: %v", o.Violations)
	}
	deeper := `{"type":"object","const":` + strings.Repeat("[", 128) + strings.Repeat("]", 128) + `}`
	if o := judge(deeper, []byte(`{}`), false, nil); o.Code != "INVALID_SCHEMA" || o.Violations[0].Reason != "depth" {
		t.Errorf("a schema that is too deep gives %v", o)
	}
}
