package main

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// tool is a function as a file describes it.
type tool struct {
	name, description string
	schema            string // the text as it stands in the file
}

// wrapping is how many levels a file of tools may add to those of a schema.
const wrapping = 8

// noParameters stands for the schema of a tool that has none.
const noParameters = `{"type":"object","properties":{}}`

// readTools recognises a file of tools in any provider's form:
//
//  1. A tool is an object that holds a schema under input_schema (Anthropic),
//     inputSchema (MCP), parameters or parametersJsonSchema (Gemini, the Responses
//     API, AG-UI, the functions of old), either beside its name or within function
//     (OpenAI, Ollama) or toolSpec (Bedrock, whose schema is within json).
//  2. Tools stand alone, in arrays, and under tools, functions,
//     functionDeclarations, toolConfig and result, so that a whole request or a
//     tools/list answer can be given as it is. Names may be written in snake case.
//  3. A function without a schema takes no parameters. A tool that the provider
//     runs itself has no schema either, and is passed over.
//  4. Anything else is a JSON Schema, and so is every object with one of its main
//     keywords: isTools is false then. So it is for a text that cannot be read.
func readTools(text []byte) (tools []tool, isTools bool) {
	v, fault := strict.Parse(text, strict.Limits{Depth: strict.Default().Depth + wrapping})
	if fault != nil {
		return nil, false
	}
	return collectTools(v, wrapping)
}

// wrappers lists the members under which tools stand.
var wrappers = []string{"tools", "functions", "functionDeclarations", "function_declarations", "toolConfig", "tool_config", "result"}

func collectTools(v *tree.Value, levels int) (tools []tool, isTools bool) {
	if levels == 0 {
		return nil, false
	}
	switch v.Kind {
	case tree.Array:
		for _, item := range v.Items {
			more, _ := collectTools(item, levels-1)
			tools = append(tools, more...)
		}
		return tools, true // a JSON Schema is never an array
	case tree.Object:
		if isSchema(v) {
			return nil, false
		}
		if t, ok := oneTool(v); ok {
			return []tool{t}, true
		}
		for _, name := range wrappers {
			if inner := v.Lookup(name); inner != nil && (inner.Kind == tree.Array || inner.Kind == tree.Object) {
				more, ok := collectTools(inner, levels-1)
				tools, isTools = append(tools, more...), isTools || ok
			}
		}
	}
	return tools, isTools
}

// isSchema reports whether an object has one of the keywords by which a JSON
// Schema is known. The type of a tool is none of JSON Schema's.
func isSchema(v *tree.Value) bool {
	for _, keyword := range []string{"$schema", "$ref", "$defs", "properties", "allOf", "anyOf", "oneOf"} {
		if v.Lookup(keyword) != nil {
			return true
		}
	}
	t := v.Lookup("type")
	return t != nil && (t.Kind == tree.Array || t.Kind == tree.String &&
		slices.Contains([]string{"object", "array", "string", "number", "integer", "boolean", "null"}, strings.ToLower(t.Text)))
}

// oneTool reads an object that is a tool itself.
func oneTool(v *tree.Value) (tool, bool) {
	certain := false // that it is a function, though it may have no schema
	for _, name := range []string{"function", "toolSpec", "tool_spec"} {
		if inner := v.Lookup(name); inner != nil && inner.Kind == tree.Object {
			v, certain = inner, true
			break
		}
	}
	name := v.Lookup("name")
	if name == nil || name.Kind != tree.String {
		return tool{}, false
	}
	t := tool{name: name.Text, schema: noParameters}
	if d := v.Lookup("description"); d != nil && d.Kind == tree.String {
		t.description = d.Text
	}
	for _, key := range []string{"input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema", "parameters"} {
		schema := v.Lookup(key)
		if schema == nil || schema.Kind == tree.Null {
			continue
		}
		if inner := schema.Lookup("json"); inner != nil && key == "inputSchema" && !isSchema(schema) {
			schema = inner
		}
		t.schema = schema.String()
		return t, true
	}
	kind := v.Lookup("type")
	function := kind == nil || kind.Kind == tree.String && kind.Text == "function"
	return t, certain || function && (kind != nil || v.Lookup("description") != nil)
}

// chooseTool returns the tool called name; if name is empty, the only one.
func chooseTool(file string, tools []tool, name string) (tool, error) {
	var found []tool
	for _, t := range tools {
		if name == "" || t.name == name {
			found = append(found, t)
		}
	}
	switch {
	case len(tools) == 0:
		return tool{}, usage("%s holds no function: give a JSON Schema, or tools with a name and a schema", file)
	case len(found) == 1:
		return found[0], nil
	case name == "":
		return tool{}, usage("%s holds %d functions: choose one with --function: %s", file, len(tools), names(tools))
	case len(found) == 0:
		return tool{}, usage("%s holds no function %q: it has %s", file, name, names(tools))
	}
	return tool{}, usage("%s holds %d functions called %q: leave one of them", file, len(found), name)
}

// mostNames bounds how many names an error lists.
const mostNames = 20

func names(tools []tool) string {
	var list []string
	for _, t := range tools {
		if len(list) == mostNames {
			list = append(list, "…")
			break
		}
		list = append(list, t.name)
	}
	return strings.Join(list, ", ")
}

// readFunctions reads the functions of a file: of a file of tools all of them, or the
// one called name; of a JSON Schema the whole text, whose name is then empty, for a
// schema names nothing.
func (s streams) readFunctions(file, name string) (tools []tool, isTools bool, err error) {
	text, err := s.readFile(file)
	if err != nil {
		return nil, false, err
	}
	tools, isTools = readTools(text)
	switch {
	case !isTools && name != "":
		return nil, false, usage("%s is no file of tools: leave --function out", file)
	case !isTools:
		return []tool{{schema: string(text)}}, false, s.doubtSchema(file, text)
	case name != "" || len(tools) == 0:
		t, err := chooseTool(file, tools, name)
		return []tool{t}, true, err
	}
	return tools, true, nil
}

// readTool reads the one function of a file, or the one called name.
func (s streams) readTool(file, name string) (tool, error) {
	tools, _, err := s.readFunctions(file, name)
	switch {
	case err != nil:
		return tool{}, err
	case len(tools) == 1:
		return tools[0], nil
	}
	return chooseTool(file, tools, name)
}
