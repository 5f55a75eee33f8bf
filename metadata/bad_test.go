package metadata_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// envelope puts a schema into the form of a dialect, by the tests' own knowledge.
func envelope(d metadata.Dialect, name, schema string) metadata.Exported {
	forms := map[metadata.Dialect]string{
		metadata.OpenAI:           `{"type":"function","function":{"name":%s,"parameters":%s}}`,
		metadata.OpenAIStrict:     `{"type":"function","function":{"name":%s,"parameters":%s,"strict":true}}`,
		metadata.Anthropic:        `{"name":%s,"input_schema":%s}`,
		metadata.AnthropicStrict:  `{"name":%s,"input_schema":%s,"strict":true}`,
		metadata.Gemini:           `{"name":%s,"parameters":%s}`,
		metadata.GeminiJSONSchema: `{"name":%s,"parametersJsonSchema":%s}`,
		metadata.MCP:              `{"name":%s,"inputSchema":%s}`,
		metadata.Bedrock:          `{"toolSpec":{"name":%s,"inputSchema":{"json":%s}}}`,
		metadata.Ollama:           `{"type":"function","function":{"name":%s,"parameters":%s}}`,
	}
	quoted, _ := json.Marshal(name)
	return metadata.Exported{JSON: json.RawMessage(fmt.Sprintf(forms[d], quoted, schema))}
}

// written puts the schema of one property p into a root that the dialect takes.
func written(d metadata.Dialect, property string) string {
	if d == metadata.Gemini {
		return `{"type":"OBJECT","properties":{"p":` + property + `},"required":["p"]}`
	}
	if d == metadata.Ollama {
		return `{"type":"object","properties":{"p":` + property + `},"required":["p"]}`
	}
	return `{"type":"object","properties":{"p":` + property + `},"required":["p"],"additionalProperties":false}`
}

// values has for every keyword a schema of a tool's property that uses it.
var values = map[string]string{
	"type": `{"type":"string"}`, "title": `{"type":"string","title":"T"}`, "description": `{"type":"string","description":"D"}`,
	"anyOf": `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, "oneOf": `{"oneOf":[{"type":"string"},{"type":"integer"}]}`,
	"allOf": `{"allOf":[{"type":"string"},{"minLength":1}]}`, "enum": `{"type":"string","enum":["a"]}`, "const": `{"type":"string","const":"a"}`,
	"properties":           `{"type":"object","properties":{"inner":{"type":"string"}},"required":["inner"],"additionalProperties":false}`,
	"propertyOrdering":     `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
	"required":             `{"type":"object","properties":{"inner":{"type":"string"}},"required":["inner"],"additionalProperties":false}`,
	"additionalProperties": `{"type":"object","properties":{"inner":{"type":"string"}},"additionalProperties":{"type":"integer"}}`,
	"items":                `{"type":"array","items":{"type":"string"}}`, "prefixItems": `{"type":"array","prefixItems":[{"type":"string"}]}`,
	"minItems": `{"type":"array","items":{"type":"string"},"minItems":1}`, "maxItems": `{"type":"array","items":{"type":"string"},"maxItems":3}`,
	"uniqueItems": `{"type":"array","items":{"type":"string"},"uniqueItems":true}`, "contains": `{"type":"array","items":{"type":"string"},"contains":{"const":"a"}}`,
	"minContains": `{"type":"array","items":{"type":"string"},"minContains":2}`, "maxContains": `{"type":"array","items":{"type":"string"},"maxContains":2}`,
	"unevaluatedItems": `{"type":"array","items":{"type":"string"},"unevaluatedItems":false}`,
	"minLength":        `{"type":"string","minLength":2}`, "maxLength": `{"type":"string","maxLength":2}`, "pattern": `{"type":"string","pattern":"^a$"}`,
	"format": `{"type":"string","format":"date-time"}`, "minimum": `{"type":"integer","minimum":2}`, "maximum": `{"type":"integer","maximum":2}`,
	"exclusiveMinimum": `{"type":"integer","exclusiveMinimum":2}`, "exclusiveMaximum": `{"type":"integer","exclusiveMaximum":2}`, "multipleOf": `{"type":"integer","multipleOf":2}`,
	"default": `{"type":"string","default":"d"}`, "example": `{"type":"string","example":"e"}`, "examples": `{"type":"string","examples":["e"]}`,
	"deprecated": `{"type":"string","deprecated":true}`, "not": `{"type":"string","not":{"const":"a"}}`,
	"if": `{"type":"string","if":{"const":"a"}}`, "then": `{"type":"string","then":{"const":"a"}}`, "else": `{"type":"string","else":{"const":"a"}}`,
	"contentEncoding": `{"type":"string","contentEncoding":"base64"}`, "contentMediaType": `{"type":"string","contentMediaType":"text/plain"}`, "contentSchema": `{"type":"string","contentSchema":{"type":"integer"}}`,
	"minProperties": `{"type":"object","properties":{"inner":{"type":"string"}},"minProperties":1}`, "maxProperties": `{"type":"object","properties":{"inner":{"type":"string"}},"maxProperties":1}`,
	"patternProperties":     `{"type":"object","properties":{"inner":{"type":"string"}},"patternProperties":{"^x":{"type":"string"}}}`,
	"propertyNames":         `{"type":"object","properties":{"inner":{"type":"string"}},"propertyNames":{"pattern":"^i"}}`,
	"unevaluatedProperties": `{"type":"object","properties":{"inner":{"type":"string"}},"unevaluatedProperties":false}`,
	"dependentRequired":     `{"type":"object","properties":{"inner":{"type":"string"}},"dependentRequired":{"inner":["x"]}}`,
	"dependentSchemas":      `{"type":"object","properties":{"inner":{"type":"string"}},"dependentSchemas":{"inner":{"minProperties":1}}}`,
	"dependencies":          `{"type":"object","properties":{"inner":{"type":"string"}},"dependencies":{"inner":["x"]}}`,
	"$ref":                  `{"$ref":"#/$defs/D"}`, "$defs": `{"$ref":"#/$defs/D"}`, "$dynamicRef": `{"$dynamicRef":"#d"}`,
	"definitions": `{"definitions":{"D":{"type":"string"}},"type":"string"}`, "$schema": `{"type":"string","$schema":"s"}`, "$id": `{"type":"string","$id":"i"}`,
	"$anchor": `{"type":"string","$anchor":"a"}`, "$dynamicAnchor": `{"type":"string","$dynamicAnchor":"a"}`, "$vocabulary": `{"type":"string","$vocabulary":{}}`,
	"$comment": `{"type":"string","$comment":"c"}`, "*": `{"type":"string","x-unknown":1}`,
}

func many(n int, one func(i int) string) string {
	var parts []string
	for i := range n {
		parts = append(parts, one(i))
	}
	return strings.Join(parts, ",")
}

// badShapes are bad exports of subjects other than keywords, and of keywords whose
// treatment has a bad export of its own; by dialect and subject, else by subject.
// Each is the schema of the property p, or with "root" before it a whole root.
var badShapes = map[string]string{
	"gemini $defs":                          `{"type":"STRING","$defs":{"D":{"type":"STRING"}}}`,
	"ollama $defs":                          `{"type":"string","$defs":{"D":{"type":"string"}}}`,
	"any value":                             `{"description":"no type"}`,
	"open map":                              `{"type":"object","additionalProperties":{"type":"string"}}`,
	"empty object":                          `{"type":"OBJECT","properties":{}}`,
	"gemini array without items":            `{"type":"ARRAY"}`,
	"array without items":                   `{"type":"array"}`,
	"anthropic-strict recursive reference":  `root{"type":"object","properties":{"p":{"$ref":"#/$defs/N"}},"required":["p"],"additionalProperties":false,"$defs":{"N":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"additionalProperties":false}}}`,
	"gemini-jsonschema recursive reference": `root{"type":"object","properties":{"p":{"$ref":"#/$defs/N"}},"required":["p"],"$defs":{"N":{"type":"object","properties":{"n":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["n"]}}}`,
	"gemini recursive reference":            `{"$ref":"#/$defs/N"}`,
	"ollama recursive reference":            `{"$ref":"#/$defs/N"}`,
	"gemini undeclared required":            `{"type":"OBJECT","properties":{"a":{"type":"STRING"}},"required":["b"]}`,
	"gemini-jsonschema undeclared required": `{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`,
	"root description":                      `root{"type":"object","properties":{"p":{"type":"string"}},"description":"lost"}`,
	"openai-strict required":                `{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`,
	"openai-strict additionalProperties":    `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`,
	"anthropic-strict additionalProperties": `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":true}`,
	"ollama required":                       `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`,
	"gemini type":                           `{"type":["STRING","INTEGER"]}`,
	"$ref":                                  `root{"type":"object","properties":{"p":{"$ref":"#/$defs/D","description":"beside"}},"required":["p"],"additionalProperties":false,"$defs":{"D":{"type":"string"}}}`,
	"$defs":                                 `{"$ref":"#/$defs/D"}`,
	"anyOf":                                 `{"type":"string","anyOf":[{"minLength":1},{"maxLength":3}]}`,
	"format":                                `{"type":"string","format":"regex"}`,
	"gemini format":                         `{"type":"STRING","format":"date"}`,
	"anthropic-strict minItems":             `{"type":"array","items":{"type":"string"},"minItems":2}`,
	"openai-strict enum":                    `{"type":"object","properties":{},"required":[],"additionalProperties":false,"enum":[{}]}`,
	"anthropic-strict enum":                 `{"type":"array","items":{"type":"string"},"enum":[["a"]]}`,
	"gemini enum":                           `{"type":"INTEGER","enum":["1"]}`,
	"gemini-jsonschema enum":                `{"type":"boolean","enum":[true]}`,
	"openai-strict const":                   `{"type":"array","items":{"type":"string"},"const":["a"]}`,
	"anthropic-strict const":                `{"type":"array","items":{"type":"string"},"const":["a"]}`,
	"gemini propertyOrdering":               `{"type":"OBJECT","properties":{"a":{"type":"STRING"},"b":{"type":"STRING"}},"propertyOrdering":["a"]}`,
	"gemini-jsonschema propertyOrdering":    `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
	"levels of objects":                     strings.Repeat(`{"type":"object","required":["a"],"additionalProperties":false,"properties":{"a":`, 10) + `{"type":"string"}` + strings.Repeat(`}}`, 10),
	"number of properties":                  `{"type":"object","properties":{` + many(5000, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"string"}`, i) }) + `},"required":[` + many(5000, func(i int) string { return fmt.Sprintf(`"a%d"`, i) }) + `],"additionalProperties":false}`,
	"number of enum values":                 `{"type":"integer","enum":[` + many(1001, func(i int) string { return fmt.Sprint(i) }) + `]}`,
	"characters of names and values":        `{"type":"string","const":"` + strings.Repeat("x", 120001) + `"}`,
	"characters of a long enum":             `{"type":"string","enum":[` + many(251, func(i int) string { return fmt.Sprintf(`"%060d"`, i) }) + `]}`,
	"number of optional properties":         `{"type":"object","properties":{` + many(25, func(i int) string { return fmt.Sprintf(`"a%d":{"type":"string"}`, i) }) + `},"additionalProperties":false}`,
	"number of unions":                      `{"type":"array","items":{"anyOf":[` + many(17, func(i int) string { return fmt.Sprintf(`{"type":["string","null"],"const":"%d"}`, i) }) + `]}}`,
}

// badExport returns a tool and an export that breaks one rule of a dialect.
func badExport(d metadata.Dialect, r metadata.RuleOf) (metadata.Tool, metadata.Exported, bool) {
	right := `{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}`
	switch r.Subject {
	case "function name":
		return tool(right), envelope(d, "two words", written(d, values["type"])), true
	case "property name":
		return tool(right), envelope(d, "f", strings.ReplaceAll(written(d, `{"type":"string"}`), `"p"`, `"two words"`)), true
	case "root":
		root := `{"anyOf":[{"type":"object"}],"properties":{"p":{"type":"string"}}}`
		return tool(right), envelope(d, "f", root), true
	case "empty description":
		x := envelope(d, "f", written(d, values["type"]))
		x.JSON = json.RawMessage(strings.Replace(string(x.JSON), `"name":"f"`, `"name":"f","description":""`, 1))
		return tool(right), x, true
	}
	shape, ok := badShapes[string(d)+" "+r.Subject]
	if !ok {
		shape, ok = badShapes[r.Subject]
	}
	if ok && !(r.Treatment == "keep" && (r.Subject == "format" || r.Subject == "required")) && (r.Treatment != "say" || strings.Contains(r.Subject, " ")) && r.Treatment != "inline" && !(r.Subject == "enum" && r.Treatment == "keep") {
		if root, isRoot := strings.CutPrefix(shape, "root"); isRoot {
			return tool(right), envelope(d, "f", root), true
		}
		return tool(right), envelope(d, "f", written(d, shape)), true
	}
	source, ok := values[r.Subject]
	if !ok {
		return metadata.Tool{}, metadata.Exported{}, false
	}
	whole := tool(`{"type":"object","properties":{"p":` + source + `},"required":["p"],"$defs":{"D":{"type":"string"}}}`)
	switch r.Treatment {
	case "keep", "mirror", "merge":
		// What the dialect has was lost on the way, without a word.
		bare := `{"type":"string"}`
		if r.Treatment == "mirror" {
			bare = source // it stands, and is not told
		}
		if r.Treatment == "merge" { // it stands where the dialect has none
			bare = source
		}
		if r.Subject == "type" {
			bare = `{"type":"integer"}`
		}
		if d == metadata.Gemini {
			bare = strings.NewReplacer("string", "STRING", "integer", "INTEGER").Replace(bare)
		}
		if r.Subject == "*" {
			return tool(`{"type":"object","properties":{"p":{"type":"string","minLength":1}},"required":["p"]}`), envelope(d, "f", written(d, bare)), true
		}
		return whole, envelope(d, "f", written(d, bare)), true
	}
	// It stands there though the dialect has it not.
	if d == metadata.Gemini {
		source = strings.NewReplacer(`"type":"string"`, `"type":"STRING"`, `"type":"integer"`, `"type":"INTEGER"`, `"type":"array"`, `"type":"ARRAY"`, `"type":"object"`, `"type":"OBJECT"`).Replace(source)
	}
	return whole, envelope(d, "f", written(d, source)), true
}

// TestCheckerCatches: for every rule of every table there is a bad export, and the
// checker says what is bad about it.
func TestCheckerCatches(t *testing.T) {
	for _, d := range metadata.Dialects() {
		for _, r := range metadata.RulesOf(d) {
			source, x, ok := badExport(d, r)
			if !ok {
				t.Errorf("%s, %s (%s): no bad export", d, r.Subject, r.Treatment)
				continue
			}
			found := check(d, source, x)
			word := map[string]string{"function name": "name", "levels of objects": "limit: levels", "number of properties": "limit: properties", "number of enum values": "limit: values",
				"characters of names and values": "limit: text", "characters of a long enum": "limit: long", "number of optional properties": "limit: optional", "number of unions": "limit: unions",
				"root description": "root: has description", "empty description": "description", "gemini recursive reference": "$ref"}[r.Subject]
			if word == "" {
				word = r.Subject
			}
			switch {
			case r.Subject == "*" && r.Treatment == "keep":
				word = "minLength: lost"
			case r.Subject == "*":
				word = "x-unknown: not known"
			case r.Subject == "$defs" && r.Treatment == "keep":
				word = "$ref: #/$defs/D leads nowhere"
			}
			if r.Subject == "recursive reference" && r.Treatment != "optional" && d != metadata.AnthropicStrict {
				word = "$ref"
			}
			if !slices.ContainsFunc(found, func(s string) bool { return strings.Contains(s, ": "+word) || strings.HasPrefix(s, word) }) {
				t.Errorf("%s, %s (%s): the checker says %q of %.300s", d, r.Subject, r.Treatment, found, x.JSON)
			}
		}
	}
}

// TestCheckerAccepts: what is right is not found bad.
func TestCheckerAccepts(t *testing.T) {
	for _, d := range metadata.Dialects() {
		source := `{"type":"object","properties":{"p":{"type":"string"}},"required":["p"],"additionalProperties":false}`
		x := envelope(d, "f", written(d, strings.Replace(values["type"], "string", map[bool]string{true: "STRING", false: "string"}[d == metadata.Gemini], 1)))
		x.Dropped = []metadata.Dropped{{Keyword: "additionalProperties"}}
		if found := check(d, tool(source), x); len(found) > 0 {
			t.Errorf("%s: %q", d, found)
		}
	}
}

// TestRulesHaveSources: a rule says where it is from, and is there once.
func TestRulesHaveSources(t *testing.T) {
	for _, d := range metadata.Dialects() {
		seen := map[string]bool{}
		for _, r := range metadata.RulesOf(d) {
			if r.Source == "" || r.Treatment == "" || seen[r.Subject] {
				t.Errorf("%s, %s: %+v", d, r.Subject, r)
			}
			seen[r.Subject] = true
		}
	}
}
