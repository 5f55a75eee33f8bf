package metadata_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/metadata"
)

// judges says which type a keyword judges, "" for any.
var judges = map[string]string{
	"minLength": "string", "maxLength": "string", "pattern": "string", "contentEncoding": "string", "contentMediaType": "string", "contentSchema": "string",
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
	"items": "array", "prefixItems": "array", "minItems": "array", "maxItems": "array", "uniqueItems": "array", "contains": "array", "minContains": "array", "maxContains": "array",
	"unevaluatedItems": "array", "properties": "object", "required": "object", "additionalProperties": "object", "patternProperties": "object",
	"propertyNames": "object", "minProperties": "object", "maxProperties": "object", "unevaluatedProperties": "object", "dependentRequired": "object",
	"dependentSchemas": "object", "dependencies": "object",
	"type": "", "format": "", "enum": "", "const": "", "default": "", "not": "", "if": "", "then": "", "else": "", "anyOf": "", "oneOf": "", "allOf": "",
	"$ref": "", "false": "", "title": "", "description": "", "example": "", "examples": "", "deprecated": "",
}

// losses finds what the tool's schema says and the export neither says nor lists.
// It looks for each keyword somewhere in the export: a keyword that is lost in one
// place and said in another with the same value escapes it.
func (c *checker) losses(t metadata.Tool, root object, x metadata.Exported) {
	source, err := decode(t.InputSchema)
	if err != nil {
		c.bad("", "the tool's schema: %v", err)
		return
	}
	said := map[string]bool{}
	collect(root, said)
	description := ""
	if v, err := decode(x.JSON); err == nil {
		description, _ = at(v, append(slices.Clone(c.name[:len(c.name)-1]), "description")...).(string)
	}
	text, _ := json.Marshal(root)
	all := string(text) + description
	s, _ := source.(object)
	l := &lossy{checker: c, said: said, text: all, source: s, dropped: x.Dropped, seen: map[string]bool{}}
	l.walk("", s, false)
}

type lossy struct {
	*checker
	said    map[string]bool
	text    string
	source  object
	dropped []metadata.Dropped
	seen    map[string]bool
}

// spelling is a value by which it is recognised whatever its number's spelling.
func spelling(v any) string {
	if n, ok := v.(json.Number); ok {
		if r, ok := new(big.Rat).SetString(n.String()); ok {
			return r.String()
		}
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// collect gathers keywords, and values of those whose value counts.
func collect(v any, said map[string]bool) {
	s, ok := v.(object)
	if !ok {
		return
	}
	for k, value := range s {
		said[k] = true
		switch k {
		case "enum":
			for _, item := range value.([]any) {
				said["value "+spelling(item)] = true
			}
		case "const":
			said["value "+spelling(value)] = true
		case "required":
			for _, name := range value.([]any) {
				said["required "+spelling(name)] = true
			}
		case "type":
			for _, name := range list(value) {
				said["type "+strings.ToLower(fmt.Sprint(name))] = true
			}
		case "additionalProperties":
			if _, ok := value.(object); ok {
				said["additionalProperties schema"] = true
			}
			said[k+" "+spelling(value)] = true
		case "nullable":
			said["type null"] = true
		default:
			said[k+" "+spelling(value)] = true
		}
	}
	subschemas(s, func(_, _ string, sub any) { collect(sub, said) })
}

func list(v any) []any {
	if items, ok := v.([]any); ok {
		return items
	}
	return []any{v}
}

func (l *lossy) walk(at string, v any, loose bool) {
	s, ok := v.(object)
	if !ok || l.seen[at] {
		return
	}
	l.seen[at] = true
	for k, value := range s {
		if l.matters(s, k) && !l.isSaid(k, value, s) && !l.isDropped(at, k, loose) {
			l.bad(at, "%s: lost: %v", k, value)
		}
	}
	if ref, ok := s["$ref"].(string); ok && strings.HasPrefix(ref, "#/") {
		var target any = l.source
		for _, token := range strings.Split(ref[2:], "/") {
			o, _ := target.(object)
			target = o[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		}
		l.walk(ref[1:], target, true)
	}
	subschemas(s, func(k, below string, sub any) {
		switch k {
		case "$defs", "definitions": // what nothing refers to is no part of the schema
		case "properties", "items", "anyOf", "oneOf", "allOf", "prefixItems", "additionalProperties":
			if !l.isDropped(at, k, loose) {
				l.walk(at+below, sub, loose || k == "allOf" || k == "anyOf" || k == "oneOf")
			}
		}
	})
}

// matters reports whether a keyword judges anything where it stands.
func (l *lossy) matters(s object, k string) bool {
	kind, known := judges[k]
	if !known {
		return l.keywords == nil && !strings.HasPrefix(k, "$") && k != "definitions"
	}
	t := s["type"]
	return kind == "" || t == nil || contains(list(t), kind) || kind == "number" && contains(list(t), "integer")
}

func (l *lossy) isSaid(k string, value any, s object) bool {
	if l.keywords != nil && (k == "title" || k == "example" || k == "examples" || k == "deprecated" && value == false) {
		return l.said[k+" "+spelling(value)] || k == "deprecated" || !slices.Contains(l.keywords, k) && k != "examples"
	}
	switch k {
	case "enum", "const":
		values := list(value)
		if k == "const" {
			values = []any{value}
		}
		for _, v := range values {
			fits := s["type"] == nil || slices.ContainsFunc(list(s["type"]), func(t any) bool { return t == kindOf(v) || t == "integer" && kindOf(v) == "number" })
			if v != nil && fits && !l.said["value "+spelling(v)] {
				return false
			}
		}
		return true
	case "required":
		for _, name := range value.([]any) {
			if text, _ := name.(string); (l.members == nil || l.members.MatchString(text)) && !l.said["required "+spelling(name)] {
				return false
			}
		}
		return true
	case "type":
		return !slices.ContainsFunc(list(value), func(t any) bool {
			enum, has := s["enum"].([]any)
			possible := !has || slices.ContainsFunc(enum, func(v any) bool { return t == kindOf(v) || t == "integer" && kindOf(v) == "number" })
			return possible && !l.said["type "+t.(string)]
		})
	case "properties":
		for name := range value.(object) {
			if (l.members == nil || l.members.MatchString(name)) && value.(object)[name] != false && !strings.Contains(l.text, spelling(name)) {
				return false
			}
		}
		return true
	case "additionalProperties":
		_, schema := value.(object)
		return l.said["additionalProperties "+spelling(value)] || schema && l.said["additionalProperties schema"] || value == true
	case "items":
		return l.said[k] || value == false && l.said["maxItems"]
	case "anyOf", "oneOf":
		return l.said["anyOf"] || l.said[k] || slices.ContainsFunc(value.([]any), func(v any) bool { return at(v, "type") == "null" }) || len(value.([]any)) < 2 || slices.Contains(value.([]any), any(true))
	case "allOf", "$ref":
		return true // what they hold is looked for itself
	case "prefixItems", "if", "then", "else", "not", "contains", "propertyNames", "patternProperties", "dependentSchemas":
		return l.said[k]
	case "description", "default":
		if k == "default" && l.members != nil && hasKey(value, func(name string) bool { return !l.members.MatchString(name) }) {
			return true // its members have new names
		}
		if k == "description" || l.keywords != nil && !slices.Contains(l.keywords, k) {
			b, _ := json.Marshal(value)
			return k == "description" && strings.Contains(l.text, strings.Trim(string(b), `"`))
		}
	}
	return l.said[k+" "+spelling(value)]
}

// isDropped reports whether a loss is listed, at the place or, where several schemas
// were made one, somewhere.
func (l *lossy) isDropped(at, k string, loose bool) bool {
	return slices.ContainsFunc(l.dropped, func(d metadata.Dropped) bool {
		return d.Keyword == k && (d.Pointer == at || loose || strings.HasPrefix(at, d.Pointer))
	})
}

// hasKey reports whether a value has a member of a name, at any depth.
func hasKey(v any, is func(string) bool) bool {
	switch v := v.(type) {
	case object:
		for name, value := range v {
			if is(name) || hasKey(value, is) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return hasKey(item, is) })
	}
	return false
}
