package metadata_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/metadata"
)

// TestMergedIsNoWider: what holds together refuses, once it is one schema, what it
// refused before, or a loss is listed.
func TestMergedIsNoWider(t *testing.T) {
	const f = `{"properties":{"a":{"type":"string"}},"additionalProperties":false}`
	for _, tt := range []struct {
		name, reason string
		dialect      metadata.Dialect
		schema       string
		refused      string // by the tool
		lost         string // the keyword of which Dropped says so; "": the export refuses it too
	}{
		{"false in an open object", "what is not listed may be sent there", metadata.GeminiJSONSchema, `{"type":"object","properties":{"a":false,"b":{"type":"string"}}}`, `{"a":1}`, "false"},
		{"false in an open object, Ollama", "the same", metadata.Ollama, `{"type":"object","properties":{"a":false,"b":{"type":"string"}}}`, `{"a":1}`, "false"},
		{"false in a closed object", "what is not listed may not be sent there", metadata.OpenAIStrict, `{"type":"object","properties":{"a":false,"b":{"type":"string"}},"additionalProperties":false}`, `{"a":1,"b":"x"}`, ""},
		{"patterns beside a closed schema", "the closed one admits none of their names", metadata.GeminiJSONSchema,
			`{"type":"object","allOf":[` + f + `,{"patternProperties":{"^b":{"type":"string"}}}]}`, `{"b":"x"}`, ""},
		{"patterns beside a closed schema, in another order", "the same", metadata.OpenAI,
			`{"type":"object","allOf":[{"patternProperties":{"^b":{"type":"string"}}},` + f + `]}`, `{"b":"x"}`, ""},
		{"a pattern over a name of a closed schema", "both judge it", metadata.OpenAI,
			`{"type":"object","allOf":[` + f + `,{"patternProperties":{"^a":{"minLength":2}}}]}`, `{"a":"x"}`, ""},
		{"a property beside a closed schema with patterns", "no pattern lets it in", metadata.OpenAI,
			`{"type":"object","allOf":[{"properties":{"b":{"type":"string"}}},{"patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}]}`, `{"b":"x"}`, ""},
		{"three, of which two are merged first", "what the first shuts out no later pattern lets in", metadata.Anthropic,
			`{"type":"object","properties":{"c":{"type":"string"}},"allOf":[` + f + `,{"properties":{"d":{}},"patternProperties":{"^c":{"type":"string"}}}]}`, `{"c":"x"}`, ""},
		{"patterns beside a schema for all others", "it judges their names too: wrapped, and nothing is merged", metadata.OpenAI,
			`{"type":"object","allOf":[{"additionalProperties":{"type":"string"}},{"patternProperties":{"^b":{"maxLength":1}}}]}`, `{"b":1}`, ""},
		{"patterns beside a schema for all others, told", "it judges their names too", metadata.GeminiJSONSchema,
			`{"type":"object","allOf":[{"additionalProperties":{"type":"string"}},{"patternProperties":{"^b":{"maxLength":1}}}]}`, `{"b":1}`, ""},
		{"unevaluatedProperties of a branch", "it does not see what the other branch evaluates", metadata.OpenAI,
			`{"type":"object","allOf":[{"properties":{"a":{"type":"string"}},"unevaluatedProperties":false},{"properties":{"b":{"type":"string"}}}]}`, `{"b":"x"}`, ""},
		{"unevaluatedProperties of what is referred to", "it does not see what stands beside the reference", metadata.Anthropic,
			`{"type":"object","properties":{"b":{"type":"string"}},"$ref":"#/$defs/A","$defs":{"A":{"properties":{"a":{"type":"string"}},"unevaluatedProperties":false}}}`, `{"b":"x"}`, ""},
		{"unevaluatedItems of a branch", "told, as wherever it is not known", metadata.GeminiJSONSchema,
			`{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"},"allOf":[{"unevaluatedItems":false}]}}}`, `{"l":["x"]}`, "unevaluatedItems"},
		{"a bound beside a reference to itself", "the reference is loose, and the bound is told", metadata.Ollama,
			`{"type":"object","properties":{"n":{"allOf":[{"$ref":"#","minProperties":1}]}}}`, `{"n":{"n":{}}}`, "minProperties"},
		{"a type beside a reference to itself", "the reference is loose, and the type stays", metadata.Ollama,
			`{"properties":{"n":{"allOf":[{"$ref":"#","required":["n"]}]}}}`, `{"n":{}}`, "required"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if newJudge(t, []byte(tt.schema)).admits([]byte(tt.refused)) {
				t.Fatal("the tool admits it")
			}
			x := export(t, tt.dialect, tt.schema)
			root := exportedSchema(t, tt.dialect, x)
			sent := []byte(tt.refused)
			if restored, _ := x.Restore([]byte(`{"arguments":` + tt.refused + `}`)); string(restored) == tt.refused {
				sent = []byte(`{"arguments":` + tt.refused + `}`)
			}
			text, _ := json.Marshal(root)
			admits := newJudge(t, text).admits(sent)
			lost := slices.ContainsFunc(x.Dropped, func(d metadata.Dropped) bool { return d.Keyword == tt.lost })
			if admits != (tt.lost != "") || lost != (tt.lost != "") {
				t.Errorf("%s: the export admits it: %t; lost: %t, want %q\n%s\n%v", tt.reason, admits, lost, tt.lost, x.JSON, x.Dropped)
			}
		})
	}
}

// TestMergeAmongMany: a keyword that is taken out among many leaves the others where
// they can be found.
func TestMergeAmongMany(t *testing.T) {
	const schema = `{"type":"object","properties":{"a":{"type":"string"}},"allOf":[` +
		`{%"if":{"required":["a"]},"then":{"minProperties":1},"additionalProperties":{"type":"string"},"minProperties":1,"title":"T"},` +
		`{"if":{"required":["b"]},"then":{"minProperties":2},"patternProperties":{"^b":{"maxLength":1}},"minProperties":2,"maxProperties":9}]}`
	for _, d := range []metadata.Dialect{metadata.GeminiJSONSchema, metadata.Ollama} {
		few := export(t, d, strings.Replace(schema, "%", "", 1))
		many := export(t, d, strings.Replace(schema, "%", listed(40, `"x%":0`)+",", 1))
		if diff := cmp.Diff(string(few.JSON), string(many.JSON)); diff != "" {
			t.Errorf("%s: what forty unknown keywords change (-without +with):\n%s", d, diff)
		}
	}
}
