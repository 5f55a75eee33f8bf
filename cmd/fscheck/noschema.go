package main

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// schemaKeywords are those of JSON Schema, older drafts included.
var schemaKeywords = func() map[string]bool {
	set := map[string]bool{}
	for _, k := range strings.Fields(`$schema $id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment $defs definitions id
		allOf anyOf oneOf not if then else dependentSchemas dependentRequired dependencies
		prefixItems items additionalItems contains properties patternProperties additionalProperties propertyNames unevaluatedItems unevaluatedProperties
		type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems
		maxContains minContains maxProperties minProperties required format contentEncoding contentMediaType contentSchema
		title description default deprecated readOnly writeOnly examples example`) {
		set[k] = true
	}
	return set
}()

// doubtSchema looks at a text that is to be a JSON Schema and no file of tools. Any
// object is one, for what is no keyword asserts nothing: so a file given by mistake
// would accept every call.
//
//  1. What is certainly something else, a provider's response for one, is an error.
//  2. An object that has members and no keyword among them is warned of on standard
//     error, and judged by. Members whose names begin with x- are extensions: they
//     and an empty object are nobody's mistake.
func (s streams) doubtSchema(file string, text []byte) error {
	root, fault := strict.Parse(text, strict.Limits{})
	if fault != nil || root.Kind != tree.Object {
		return nil // the engine says what is wrong
	}
	var unknown []string
	for _, m := range root.Members {
		switch {
		// Many other things have an id, and a type of their own.
		case schemaKeywords[m.Name] && m.Name != "id" && (m.Name != "type" || isSchema(root)):
			return nil
		case !strings.HasPrefix(m.Name, "x-"):
			unknown = append(unknown, string(tree.AppendString(nil, m.Name)))
		}
	}
	if what := otherwise(root); what != "" {
		return usage("%s is no JSON Schema: it is %s", file, what)
	}
	if len(unknown) > 0 && root.Lookup("type") == nil {
		more := ""
		if len(unknown) > 3 {
			more = fmt.Sprintf(" and %d more", len(unknown)-3)
		}
		fmt.Fprintf(s.err, "fscheck: %s has no keyword of JSON Schema, only %s%s: it accepts every object. Is it the file you mean?\n",
			clean(file), clean(strings.Join(unknown[:min(len(unknown), 3)], ", ")), more)
	}
	return nil
}

// otherwise says what an object without keywords is that is certainly no schema, or "".
func otherwise(v *tree.Value) string {
	is := func(name string, kinds ...tree.Kind) bool {
		m := v.Lookup(name)
		for _, k := range kinds {
			if m != nil && m.Kind == k {
				return true
			}
		}
		return false
	}
	const response = "a response of %s. Give the schema of the function, or the tools of the request; its calls are judged by fscheck replay"
	of := ""
	switch {
	case is("choices", tree.Array):
		of = "OpenAI's chat completions"
	case is("output", tree.Array):
		of = "OpenAI's responses"
	case is("content", tree.Array) && (is("role", tree.String) || is("stop_reason", tree.String, tree.Null)):
		of = "Anthropic's messages"
	case is("candidates", tree.Array):
		of = "Gemini"
	case is("output", tree.Object) && is("stopReason", tree.String):
		of = "Bedrock Converse"
	case is("message", tree.Object) && is("done", tree.Bool):
		of = "Ollama"
	case is("error", tree.Object), is("error", tree.String):
		return "an error that somebody answered with. Give the schema of the function, or a file of tools"
	case is("messages", tree.Array), is("contents", tree.Array):
		return "a request without tools. Give the schema of the function, or a file of tools"
	case is("schema", tree.Object, tree.Bool) && is("calls", tree.Array):
		return "a row of recorded calls. Judge it with fscheck replay"
	default:
		return ""
	}
	return fmt.Sprintf(response, of)
}
