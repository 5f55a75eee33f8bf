package metadata_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/metadata"
)

// The checker judges exports by what providers take. It shares nothing with the
// export but the published rules: it reads with encoding/json and has lists of its
// own, so that a fault in the tables is not its own fault too.

// provider is what the checker knows of a dialect.
type provider struct {
	schema   []string // where the schema stands
	name     []string // where the function's name stands
	names    *regexp.Regexp
	members  *regexp.Regexp // names of properties; nil: any
	root     []string       // keywords that the root may not have
	keywords []string       // keywords that are known; nil: all of JSON Schema
	formats  []string
	enums    []string // types of values of an enum
	strict   bool
}

var (
	pattern64  = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	pattern128 = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`)
	keys       = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	identifier = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
	geminiName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$`)
	scalar     = []string{"string", "number", "boolean", "null"}
)

var providers = map[metadata.Dialect]provider{
	metadata.OpenAI: {schema: []string{"function", "parameters"}, name: []string{"function", "name"}, names: pattern64,
		root: []string{"oneOf", "anyOf", "allOf", "enum", "not"}},
	metadata.OpenAIStrict: {schema: []string{"function", "parameters"}, name: []string{"function", "name"}, names: pattern64,
		root: []string{"oneOf", "anyOf", "allOf", "enum", "not"}, strict: true, enums: scalar,
		keywords: strings.Fields(`type title description $ref $defs anyOf enum const properties required additionalProperties items prefixItems
			minItems maxItems pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf`),
		formats: strings.Fields("date-time time date duration email hostname ipv4 ipv6 uuid")},
	metadata.Anthropic: {schema: []string{"input_schema"}, name: []string{"name"}, names: pattern128, members: keys, root: []string{"oneOf", "anyOf", "allOf"}},
	metadata.AnthropicStrict: {schema: []string{"input_schema"}, name: []string{"name"}, names: pattern128, members: keys,
		root: []string{"oneOf", "anyOf", "allOf"}, strict: true, enums: scalar,
		keywords: strings.Fields(`type title description $ref $defs anyOf enum const properties required additionalProperties items minItems pattern format`),
		formats:  strings.Fields("date-time time date duration email hostname uri ipv4 ipv6 uuid")},
	metadata.Gemini: {schema: []string{"parameters"}, name: []string{"name"}, names: geminiName, members: identifier,
		root: []string{"oneOf", "anyOf", "allOf", "enum", "not"}, enums: []string{"string"},
		keywords: strings.Fields(`type title description nullable anyOf enum properties propertyOrdering required items minItems maxItems minLength maxLength
			minProperties maxProperties minimum maximum pattern format default example`),
		formats: strings.Fields("date-time int32 int64 float double")},
	metadata.GeminiJSONSchema: {schema: []string{"parametersJsonSchema"}, name: []string{"name"}, names: geminiName, members: identifier,
		root: []string{"oneOf", "anyOf", "allOf", "enum", "not"}, enums: []string{"string", "number"},
		keywords: strings.Fields(`type title description $ref $defs anyOf enum properties propertyOrdering required additionalProperties items prefixItems
			minItems maxItems minimum maximum format`),
		formats: strings.Fields("date-time date time")},
	metadata.MCP: {schema: []string{"inputSchema"}, name: []string{"name"}, names: regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,128}$`)},
	metadata.Bedrock: {schema: []string{"toolSpec", "inputSchema", "json"}, name: []string{"toolSpec", "name"}, names: pattern64, members: keys,
		root: []string{"oneOf", "anyOf", "allOf"}},
	metadata.Ollama: {schema: []string{"function", "parameters"}, name: []string{"function", "name"}, names: regexp.MustCompile(`^\S{1,256}$`),
		root:     []string{"oneOf", "anyOf", "allOf", "enum", "not", "description"},
		keywords: strings.Fields(`type description anyOf enum properties required items`)},
}

type object = map[string]any

// checker collects what is wrong with one export.
type checker struct {
	provider
	dialect metadata.Dialect
	defs    object
	found   []string
	sums    map[string]int
}

func (c *checker) bad(at, format string, args ...any) {
	c.found = append(c.found, at+": "+fmt.Sprintf(format, args...))
}

func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func at(v any, path ...string) any {
	for _, name := range path {
		o, _ := v.(object)
		v = o[name]
	}
	return v
}

// check returns what a provider would refuse of an export, and what is lost in it of
// the tool without a word.
func check(d metadata.Dialect, t metadata.Tool, x metadata.Exported) []string {
	c := &checker{provider: providers[d], dialect: d, sums: map[string]int{}}
	v, err := decode(x.JSON)
	if err != nil {
		return []string{"not JSON: " + err.Error()}
	}
	if name, _ := at(v, c.name...).(string); !c.names.MatchString(name) {
		c.bad("name", "%q", name)
	}
	outer := append(slices.Clone(c.name[:len(c.name)-1]), "description")
	if s, ok := at(v, outer...).(string); ok && s == "" {
		c.bad("description", "empty")
	}
	if c.strict != (at(v, append(slices.Clone(c.name[:len(c.name)-1]), "strict")...) == true) {
		c.bad("strict", "is not as the dialect has it")
	}
	root, _ := at(v, c.schema...).(object)
	if root == nil && d == metadata.Gemini {
		root = object{"type": "OBJECT", "properties": object{}} // no parameters, and so no others
		t.InputSchema = json.RawMessage(strings.Replace(string(t.InputSchema), `"additionalProperties":false`, `"additionalProperties":true`, 1))
	}
	c.defs, _ = root["$defs"].(object)
	c.root(root)
	if c.keywords == nil {
		c.plain("", root)
	} else {
		c.schemaAt("", root, 0)
	}
	c.limits()
	c.losses(t, root, x)
	return c.found
}

func (c *checker) root(root object) {
	want := "object"
	if c.dialect == metadata.Gemini {
		want = "OBJECT"
	}
	if root["type"] != want {
		c.bad("", "root: type %v", root["type"])
	}
	for _, k := range c.provider.root {
		if _, ok := root[k]; ok {
			c.bad("", "root: has %s", k)
		}
	}
	if root["$ref"] != nil {
		c.bad("", "root: has $ref")
	}
}

// subschemas visits the schemas that stand in one by position.
func subschemas(s object, visit func(keyword, at string, sub any)) {
	for k, v := range s {
		switch k {
		case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas":
			for name, sub := range v.(object) {
				visit(k, "/"+k+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name), sub)
			}
		case "anyOf", "oneOf", "allOf", "prefixItems":
			for i, sub := range v.([]any) {
				visit(k, fmt.Sprintf("/%s/%d", k, i), sub)
			}
		case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
			visit(k, "/"+k, v)
		}
	}
}

// plain judges a schema where JSON Schema is taken.
func (c *checker) plain(at string, v any) {
	s, ok := v.(object)
	if !ok {
		return
	}
	c.properties(at, s)
	if ref, ok := s["$ref"].(string); ok && strings.HasPrefix(ref, "#/$defs/") && c.defs[ref[len("#/$defs/"):]] == nil && !strings.Contains(ref[8:], "/") {
		c.bad(at, "$ref: %s leads nowhere", ref)
	}
	if e, ok := s["contentEncoding"].(string); ok && c.dialect != metadata.MCP {
		if said, _ := s["description"].(string); !strings.Contains(strings.ToLower(said), strings.ToLower(e)) {
			c.bad(at, "contentEncoding: not told")
		}
	}
	subschemas(s, func(_, below string, sub any) { c.plain(at+below, sub) })
}

func (c *checker) properties(at string, s object) {
	properties, _ := s["properties"].(object)
	for name := range properties {
		if c.members != nil && !c.members.MatchString(name) {
			c.bad(at, "property name %q", name)
		}
	}
}

// schemaAt judges a schema where only part of JSON Schema is taken.
func (c *checker) schemaAt(at string, v any, level int) {
	s, ok := v.(object)
	if !ok {
		if b, isBool := v.(bool); !isBool || !strings.HasSuffix(at, "/additionalProperties") || c.dialect != metadata.GeminiJSONSchema && b {
			c.bad(at, "any value: not a schema of this dialect: %v", v)
		}
		return
	}
	for k := range s {
		if !slices.Contains(c.keywords, k) && !(k == "description" && at == "") {
			c.bad(at, "%s: not known", k)
		}
	}
	c.properties(at, s)
	c.reference(at, s)
	c.types(at, s)
	c.enum(at, s)
	if _, ok := s["properties"].(object); ok {
		level++
		c.sums["levels"] = max(c.sums["levels"], level)
	}
	c.object(at, s)
	c.array(at, s)
	if f, ok := s["format"].(string); ok && !slices.Contains(c.formats, f) {
		c.bad(at, "format: %s", f)
	}
	for _, k := range []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
		if n, ok := s[k].(json.Number); ok {
			if _, err := n.Int64(); err != nil {
				c.bad(at, "%s: no int64: %s", k, n)
			}
		}
	}
	if n, ok := s["minItems"].(json.Number); ok && c.dialect == metadata.AnthropicStrict && n != "0" && n != "1" {
		c.bad(at, "minItems: %s", n)
	}
	subschemas(s, func(k, below string, sub any) {
		if k == "$defs" {
			c.sums["text"] += utf8.RuneCountInString(below) - len("/$defs/")
			c.schemaAt(at+below, sub, 0)
			return
		}
		c.schemaAt(at+below, sub, level)
	})
}

func (c *checker) reference(at string, s object) {
	ref, ok := s["$ref"].(string)
	if !ok {
		if _, has := s["anyOf"]; has {
			for k := range s {
				if k != "anyOf" && k != "description" && k != "title" && k != "default" && k != "example" {
					c.bad(at, "anyOf: %s stands beside it", k)
				}
			}
		}
		return
	}
	if len(s) > 1 {
		c.bad(at, "$ref: does not stand alone")
	}
	name := strings.TrimPrefix(ref, "#/$defs/")
	if c.defs[name] == nil {
		c.bad(at, "$ref: %s leads nowhere", ref)
		return
	}
	switch c.dialect {
	case metadata.AnthropicStrict:
		if c.returns(name, c.defs[name], map[string]bool{}, false) {
			c.bad(at, "recursive reference: %s", name)
		}
	case metadata.GeminiJSONSchema:
		if c.returns(name, c.defs[name], map[string]bool{}, true) {
			c.bad(at, "recursive reference: %s through required properties", name)
		}
	}
}

// returns reports whether references lead back to a definition, if need be only
// through what has to be sent.
func (c *checker) returns(to string, v any, seen map[string]bool, required bool) bool {
	s, _ := v.(object)
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		if name == to {
			return true
		}
		if seen[name] {
			return false
		}
		seen[name] = true
		return c.returns(to, c.defs[name], seen, required)
	}
	found := false
	subschemas(s, func(k, below string, sub any) {
		if k == "$defs" || k == "additionalProperties" && required || k == "properties" && required && !contains(s["required"], strings.TrimPrefix(below, "/properties/")) {
			return
		}
		found = found || c.returns(to, sub, seen, required)
	})
	return found
}

func contains(list any, s string) bool {
	items, _ := list.([]any)
	return slices.Contains(items, any(s))
}

func (c *checker) types(at string, s object) {
	if s["$ref"] != nil || s["anyOf"] != nil {
		if s["anyOf"] != nil {
			c.sums["unions"]++
		}
		return
	}
	switch t := s["type"].(type) {
	case nil:
		if c.dialect == metadata.OpenAIStrict || c.dialect == metadata.AnthropicStrict || c.dialect == metadata.Gemini {
			c.bad(at, "any value: no type")
		}
	case string:
		if upper := strings.ToUpper(t) == t; upper != (c.dialect == metadata.Gemini) {
			c.bad(at, "type: %s", t)
		}
	case []any:
		c.sums["unions"]++
		if c.dialect == metadata.Gemini {
			c.bad(at, "type: a list")
		}
	}
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func (c *checker) enum(at string, s object) {
	values, _ := s["enum"].([]any)
	keyword, length := "enum", 0
	if k, ok := s["const"]; ok {
		keyword, values = "const", append(values, k)
	}
	for _, v := range values {
		if c.enums != nil && !slices.Contains(c.enums, kindOf(v)) {
			c.bad(at, "%s: holds a value that is %s", keyword, kindOf(v))
		}
		if c.dialect == metadata.Gemini && v == "" {
			c.bad(at, "%s: holds an empty text", keyword)
		}
		if text, ok := v.(string); ok {
			length += utf8.RuneCountInString(text)
		} else {
			length += len(fmt.Sprint(v))
		}
	}
	if c.dialect == metadata.Gemini && values != nil && s["type"] != "STRING" {
		c.bad(at, "enum: of type %v", s["type"])
	}
	if keyword == "enum" {
		c.sums["values"] += len(values)
	}
	c.sums["text"] += length
	if len(values) > 250 {
		c.sums["long"] = max(c.sums["long"], length)
	}
}

func (c *checker) isType(s object, name string) bool {
	t, _ := s["type"].(string)
	return strings.EqualFold(t, name) || contains(s["type"], name)
}

func (c *checker) object(at string, s object) {
	if !c.isType(s, "object") {
		return
	}
	properties, has := s["properties"].(object)
	required, _ := s["required"].([]any)
	c.sums["properties"] += len(properties)
	for name := range properties {
		c.sums["text"] += utf8.RuneCountInString(name)
		if !contains(required, name) {
			c.sums["optional"]++
			if c.dialect == metadata.OpenAIStrict {
				c.bad(at, "required: lacks %q", name)
			}
		}
	}
	for _, name := range required {
		if _, ok := properties[name.(string)]; !ok && c.dialect != metadata.Ollama {
			c.bad(at, "undeclared required: %v", name)
		}
	}
	if ordering, ok := s["propertyOrdering"].([]any); ok && len(ordering) != len(properties) || !ok && len(properties) > 1 && strings.HasPrefix(string(c.dialect), "gemini") {
		c.bad(at, "propertyOrdering: does not list the properties")
	}
	switch {
	case c.strict && len(properties) == 0 && s["additionalProperties"] != false:
		c.bad(at, "open map: members of any name")
	case c.strict && s["additionalProperties"] != false:
		c.bad(at, "additionalProperties: not false")
	case c.dialect == metadata.OpenAIStrict && !has:
		c.bad(at, "properties: none")
	case c.dialect == metadata.Gemini && len(properties) == 0 && at != "":
		c.bad(at, "empty object")
	case c.dialect == metadata.Ollama && at != "" && s["required"] != nil:
		c.bad(at, "required: not at the root")
	}
}

func (c *checker) array(at string, s object) {
	if c.isType(s, "array") && s["items"] == nil && (c.dialect == metadata.Gemini || c.dialect == metadata.OpenAIStrict && s["prefixItems"] == nil) {
		c.bad(at, "array without items")
	}
}

func (c *checker) limits() {
	limits := map[metadata.Dialect]map[string]int{
		metadata.OpenAIStrict:    {"levels": 10, "properties": 5000, "values": 1000, "text": 120000, "long": 15000},
		metadata.AnthropicStrict: {"optional": 24, "unions": 16},
	}[c.dialect]
	for name, most := range limits {
		if c.sums[name] > most {
			c.bad("", "limit: %s %d, at most %d", name, c.sums[name], most)
		}
	}
}
