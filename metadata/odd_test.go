package metadata_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// odd makes schemas with every keyword, at places where nobody expects it.
type odd struct{ *rand.Rand }

var oddNames = []string{"a", "b", "type", "$ref", "properties", "", "x.y", "x-y", "x y", "é", "~", "/", "%25", "const", "default", "\u0001", strings.Repeat("n", 70)}

func (o odd) name() string { return oddNames[o.IntN(len(oddNames))] }

func (o odd) schema(depth int) any {
	if depth <= 0 {
		return o.leaf()
	}
	sub := func() any { return o.schema(depth - 1) }
	switch o.IntN(16) {
	case 0:
		return object{"allOf": []any{sub(), sub()}}
	case 1:
		return object{"anyOf": []any{sub(), sub()}, "description": "Either\u0007."}
	case 2:
		return object{"oneOf": []any{sub(), sub(), object{"type": "null"}}}
	case 3:
		return object{"$ref": o.ref()}
	case 4:
		return object{"$ref": o.ref(), "minProperties": json.Number("1"), "minLength": json.Number("2")}
	case 5:
		return object{"type": "array", "prefixItems": []any{sub(), sub()}, "items": []any{false, sub(), true}[o.IntN(3)]}
	case 6:
		return object{"type": "array", "items": sub(), "minItems": json.Number("1"), "uniqueItems": true}
	case 7:
		return object{"oneOf": []any{o.variant("one", depth-1), o.variant("two", depth-1)}}
	case 8:
		return object{"type": []any{"object", "string", "null"}, "properties": object{o.name(): sub()}, "maxLength": json.Number("3"), "minProperties": json.Number("1")}
	case 9:
		s := o.object(depth)
		s[[]string{"anyOf", "oneOf"}[o.IntN(2)]] = []any{o.object(depth - 1), o.object(depth - 1)}
		return s
	case 10:
		s := o.object(depth)
		s["allOf"] = []any{object{"$ref": o.ref()}, o.object(depth - 1)}
		return s
	default:
		return o.object(depth)
	}
}

func (o odd) ref() string { return "#/$defs/" + []string{"A", "b~1c", "d%20e", "f"}[o.IntN(4)] }

func (o odd) variant(kind string, depth int) any {
	return object{"type": "object", "properties": object{"kind": object{"const": kind}, "v": o.schema(depth)}, "required": []any{"kind"}, "additionalProperties": false}
}

func (o odd) object(depth int) object {
	properties := object{}
	var required []any
	for range 1 + o.IntN(3) {
		name := o.name()
		properties[name] = o.schema(depth - 1)
		if o.IntN(2) == 0 && !slices.Contains(required, any(name)) {
			required = append(required, name)
		}
	}
	s := object{"type": "object", "properties": properties}
	if required != nil {
		s["required"] = required
	}
	switch o.IntN(13) {
	case 0, 1, 2, 3:
		s["additionalProperties"] = false
	case 4:
		s["additionalProperties"] = o.schema(depth - 1)
	case 5:
		s["patternProperties"] = object{"^a": o.schema(0), "-": o.schema(0)}
	case 6:
		s["propertyNames"] = object{"maxLength": json.Number("2")}
	case 7:
		s["dependentRequired"] = object{o.name(): []any{o.name()}}
	case 8:
		s["if"], s["then"] = object{"required": []any{o.name()}}, object{"required": []any{o.name()}}
	case 9:
		s["not"] = object{"required": []any{o.name()}}
	case 10:
		s["required"] = []any{o.name(), "undeclared"}
	case 11:
		s["unevaluatedProperties"] = []any{false, o.leaf()}[o.IntN(2)]
	}
	return s
}

func (o odd) leaf() any {
	leaves := []string{`{"type":"string"}`, `{"type":"integer","minimum":1}`, `{"type":"integer","exclusiveMaximum":9}`, `{"type":["string","null"]}`, `{"enum":["a","b",1,null]}`, `{"const":"a"}`, `{"const":null}`,
		`{"type":"number","multipleOf":0.5}`, `{"type":"boolean"}`, `{"type":["integer","string"]}`, `{"minLength":2}`, `{"type":"string","enum":["a",""]}`, `{"type":"null"}`, `{"type":["string","null"],"enum":["a",null]}`,
		`{"type":"string","pattern":"^a"}`, `{"enum":[true,"a"]}`, `{}`, `true`, `false`, `{"type":"array","items":{"type":"string"}}`, `{"type":"array"}`, `{"type":"object"}`, `{"not":{"type":"string"}}`, `{"type":"string","not":{"const":"a"}}`,
		`{"type":"string","contentEncoding":"base64","contentMediaType":"text/plain"}`, `{"type":"string","format":"date","default":"x"}`, `{"enum":[[],{},"a"]}`, `{"const":{"a":1}}`, `{"type":"integer","enum":[1,2.0,"x"]}`,
		`{"type":"string","description":"\u0000\u001b[2J","maxLength":2}`, `{"type":"array","items":{"type":"integer"},"contains":{"const":1}}`, `{"type":"object","additionalProperties":{"type":"string"}}`, `{"minimum":3,"maxLength":1}`,
		`{"type":"array","items":false}`, `{"type":"array","items":{"type":"string"},"maxItems":1}`, `{"type":["number","array"],"items":{"type":"string"},"minimum":2,"minItems":1}`, `{"enum":[1.0]}`, `{"type":"integer","minimum":2e0,"maximum":1e3}`}
	v, _ := decode([]byte(leaves[o.IntN(len(leaves))]))
	return v
}

func (o odd) root() object {
	root := o.object(3)
	switch o.IntN(5) {
	case 0:
		root["anyOf"] = []any{o.object(1), o.object(1)}
	case 1:
		root["oneOf"] = []any{o.variant("one", 1), o.variant("two", 1)}
		delete(root, "additionalProperties")
	case 2:
		root["allOf"] = []any{o.object(1), object{"$ref": "#/$defs/A"}}
	}
	root["$defs"] = object{"A": o.object(2), "b/c": o.schema(1), "d e": o.leaf(), "f": o.object(1)}
	return root
}
