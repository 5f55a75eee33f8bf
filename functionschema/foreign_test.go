package functionschema

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/inject"
)

func TestFromSchemaRefuses(t *testing.T) {
	tests := []struct {
		name, reason, schema, want string
		opts                       []Option
	}{
		{"empty text", "a schema is read as strictly as arguments", ``, "INVALID_SCHEMA :parse!syntax", nil},
		{"cut off", "", `{"type":"object"`, "INVALID_SCHEMA :parse!truncated", nil},
		{"two members of one name", "which one holds differs by reader", `{"type":"object","type":"object"}`, "INVALID_SCHEMA :parse(type)!duplicate-key", nil},
		{"too large for the limits", "limits hold for schema texts", `{"type":"object"}`, "INVALID_SCHEMA :parse!size", []Option{WithLimits(Limits{Bytes: 3})}},
		{"no schema", "", `5`, "INVALID_SCHEMA :type", nil},
		{"a root that is a string", "arguments are an object", `{"type":"string"}`, "INVALID_SCHEMA /type:type", nil},
		{"a type that is none", "the metaschema", `{"properties":{"a":{"type":"String"}}}`, "INVALID_SCHEMA /properties/a/type:anyOf", nil},
		{"all of it", "faults of one step come together", `{"properties":{"a":{"type":"x"},"b":{"minimum":"1"}}}`, "INVALID_SCHEMA /properties/a/type:anyOf /properties/b/minimum:type", nil},
		{"look-ahead", "RE2 has none", `{"properties":{"a":{"pattern":"(?=a)"}}}`, "INVALID_SCHEMA /properties/a/pattern:pattern", nil},
		{"a dangling reference", "", `{"properties":{"a":{"$ref":"#/$defs/x"}}}`, "INVALID_SCHEMA /properties/a/$ref:$ref", nil},
		{"a reference to itself", "it consumes nothing", `{"$ref":"#"}`, "INVALID_SCHEMA /$ref:$ref", nil},
		{"a default of another type", "every default is valid as written", `{"properties":{"a":{"type":"integer","default":"1"}}}`, "INVALID_SCHEMA /properties/a/default:default", nil},
		{"an older draft with a tuple", "items changed its meaning", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"items":[{}]}}}`, "INVALID_SCHEMA /properties/a/items:items /properties/a/items:type", nil},
		{"WithParams", "there is nothing that is positional", `{}`, "INVALID_SCHEMA :properties", []Option{WithParams(Names("a")...)}},
		{"injected, and no property", "", `{}`, "INVALID_SCHEMA :inject(t)", []Option{WithInjected(map[string]inject.Ref{"t": {Source: "s"}})}},
		{"injected, and named in anyOf", "it cannot be hidden there", `{"properties":{"t":{}},"anyOf":[{"required":["t"]},{}]}`, "INVALID_SCHEMA /anyOf/0/required/0:inject", []Option{WithInjected(map[string]inject.Ref{"t": {Source: "s"}})}},
		{"an opaque value", "a map has no field of its type", `{}`, "INVALID_SCHEMA /properties/t:inject", []Option{WithInjected(map[string]inject.Ref{"t": {Source: "s", Opaque: true}})}},
		{"no source", "", `{"properties":{"t":{}}}`, "INVALID_SCHEMA /properties/t:inject", []Option{WithInjected(map[string]inject.Ref{"t": {}})}},
		{"no resolver", "known when it is built", `{"properties":{"t":{}}}`, "INVALID_SCHEMA /properties/t:inject", []Option{WithInjected(map[string]inject.Ref{"t": {Source: "s"}}), WithResolvers(inject.Resolvers{"x": inject.Map{}})}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := FromSchema("f", []byte(test.schema), test.opts...)
			if got := brief(err); got != test.want {
				t.Errorf("%s\nwant %s: %s\n%v", got, test.want, test.reason, err)
			}
		})
	}
	if _, err := FromSchema("", []byte(`{"type":"string"}`)); brief(err) != "INVALID_SCHEMA :title /type:type" {
		t.Errorf("no name and another fault: %v", err)
	}
	_, err := New(func(point) {}, WithName("f"), WithSchema([]byte(`{`)), WithLimits(Limits{Depth: -1}))
	wantParts(t, err, "the text of the schema: text ends inside an object", "Limits{Depth: -1}")
}

func TestFromSchemaValues(t *testing.T) {
	f := foreign(t, `{"type":"object","properties":{"n":{"default":9007199254740993},"deep":{}}}`)
	c, err := bound(f, `{"deep":[1.50,{"a":null,"b":true}],"s":"x"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []any{map[string]any{
		"deep": []any{json.Number("1.50"), map[string]any{"a": nil, "b": true}}, "s": "x", "n": json.Number("9007199254740993"),
	}}
	if diff := cmp.Diff(want, c.Values()); diff != "" {
		t.Error(diff)
	}
	_, err = c.Do(context.Background())
	if brief(err) != "EXECUTION_ERROR" {
		t.Errorf("Do without a function: %v", err)
	}
	wantParts(t, err, "no Go function behind this schema")
}

type window struct {
	W   int    `json:"w" jsonschema:"minimum=5"`
	B   []byte `json:"b"`
	DB  *int   `json:"db" inject:"app,db,opaque"`
	Who string `json:"who" inject:"app,who" default:"nobody"`
}

// TestForeignRoot holds what a root without a type may say and still be built: that
// it admits no object is told by type, const and enum, itself, through $ref and in
// allOf, and by nothing else. The calls are judged.
func TestForeignRoot(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{"a choice without an object", `{"anyOf":[{"type":"integer"},{"const":3}]}`, "INVALID_ARGUMENT :anyOf"},
		{"in allOf", `{"allOf":[{"anyOf":[{"type":"integer"},{"const":3}]}]}`, "INVALID_ARGUMENT :anyOf"},
		{"through $ref", `{"$ref":"#/$defs/a","$defs":{"a":{"oneOf":[{"enum":[1]},{"type":"string"}]}}}`, "INVALID_ARGUMENT :oneOf"},
		{"nullable", `{"allOf":[{"anyOf":[{"type":"integer"},{"type":"null"}]}]}`, "INVALID_ARGUMENT :type"},
		{"a type in allOf", `{"allOf":[{"type":"integer"}]}`, "INVALID_SCHEMA /allOf/0/type:type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := FromSchema("f", []byte(test.schema))
			if err == nil {
				err = f.Validate([]byte(`{}`))
			}
			if brief(err) != test.want {
				t.Errorf("%v; want %s", err, test.want)
			}
		})
	}
}

// TestForeignResources compares types with a schema in which a part is a resource of
// its own: there $ref leads to another place.
func TestForeignResources(t *testing.T) {
	type in struct {
		A string `json:"a,omitempty"`
	}
	tests := []struct{ name, schema, want string }{
		{"a definition of the resource", `{"$id":"http://e.x/a","$ref":"#/$defs/s","$defs":{"s":{"type":"string"}}}`, "ok"},
		{"another type", `{"$id":"http://e.x/a","$ref":"#/$defs/s","$defs":{"s":{"type":"integer"}}}`, "INVALID_SCHEMA /properties/a:type"},
		{"a definition of the whole", `{"$ref":"#/$defs/s"}`, "INVALID_SCHEMA /properties/a:type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f"),
				WithSchema([]byte(`{"properties":{"a":`+test.schema+`},"$defs":{"s":{"type":"integer"}}}`)))
			if brief(err) != test.want {
				t.Errorf("%v; want %s", err, test.want)
			}
		})
	}
}

func TestWithSchema(t *testing.T) {
	opaque := `{"type":"object","properties":{"w":{"type":"integer"},"b":{"type":"string"},"who":{"type":"string"}}%s}`
	call := func(_ context.Context, w window) (int, error) { return w.W + len(w.B), nil }
	resolvers := WithResolvers(inject.Resolvers{"app": inject.Map{"db": new(int), "who": "me"}})
	build := func(more string) (*FunctionSchema, error) {
		return Of(call, WithName("f"), WithSchema([]byte(replaceFirst(opaque, more))), resolvers)
	}
	f := mustBuild(t)(build(""))
	tests := []struct{ name, reason, args, want string }{
		{"the tag's minimum", "of the tags only json and inject are read", `{"w":1}`, "ok"},
		{"not required", "the schema says what is", `{}`, "ok"},
		{"no base64", "contentEncoding is no assertion in a foreign schema, and bytes must still be read", `{"b":"-_"}`, "BINDING_ERROR /b:!format"},
		{"beyond the Go type", "the schema is wider", `{"w":1e30}`, "BINDING_ERROR /w:!range"},
		{"the opaque name", "it is refused though the schema is open", `{"db":1}`, "INVALID_ARGUMENT :additionalProperties(db)"},
		{"another name", "the schema is open", `{"x":1}`, "ok"},
		{"the injected name", "overwritten", `{"who":5}`, "ok"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := called(f, test.args); brief(err) != test.want {
				t.Errorf("%v; want %s: %s", err, test.want, test.reason)
			}
		})
	}
	refused := []struct{ name, more, want string }{
		{"the opaque name is required", `,"required":["db"]`, "INVALID_SCHEMA :inject(db)"},
		{"the opaque name in a branch", `,"anyOf":[{"properties":{"db":{}}}]`, "INVALID_SCHEMA :inject(db)"},
		{"a property without a field", `,"allOf":[{"properties":{"other":{}}}]`, "INVALID_SCHEMA /allOf/0/properties/other:properties"},
	}
	for _, test := range refused {
		t.Run(test.name, func(t *testing.T) {
			if _, err := build(test.more); brief(err) != test.want {
				t.Errorf("%v; want %s", err, test.want)
			}
		})
	}
	_, err := Of(call, WithName("f"), WithSchema([]byte(`{"properties":{"w":{"type":"boolean"}}, "required":5}`)), WithInjected(map[string]inject.Ref{"q": {Source: "s"}}))
	if got := brief(err); got != "INVALID_SCHEMA :inject /required:type" {
		t.Errorf("faults of the text and of the type together: %s\n%v", got, err)
	}
}

func TestWithFormats(t *testing.T) {
	schema := `{"properties":{"d":{"type":"string","format":"date"}}}`
	if err := foreign(t, schema).Validate([]byte(`{"d":"today"}`)); err != nil {
		t.Errorf("format is an annotation: %v", err)
	}
	if err := foreign(t, schema, WithFormats()).Validate([]byte(`{"d":"today"}`)); brief(err) != "INVALID_ARGUMENT /d:format" {
		t.Errorf("unless asked for: %v", err)
	}
}

func replaceFirst(format, with string) string {
	before, after, _ := strings.Cut(format, "%s")
	return before + with + after
}
