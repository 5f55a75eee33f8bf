package metadata

import (
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// envelope writes what stands around the schema.
func (e *export) envelope(root *tree.Value) *tree.Value {
	description := strings.ToValidUTF8(e.tool.Description, "\uFFFD")
	none := e.of("empty object") == refuse && root.Lookup("properties") == nil // what has no properties has no schema there
	if none || e.of("root description") == omit {
		if own := text(root.Lookup("description")); own != "" && !strings.Contains(description, own) {
			description = strings.TrimLeft(description+" "+own, " ")
		}
		root = root.Without("description")
	}
	members := []tree.Member{tree.M("name", tree.NewString(e.tool.Name))}
	if description != "" {
		members = append(members, tree.M("description", tree.NewString(description)))
	}
	add := func(name string, v *tree.Value) { members = append(members, tree.M(name, v)) }
	switch e.dialect {
	case OpenAI, OpenAIStrict, Ollama:
		add("parameters", root)
		if e.dialect == OpenAIStrict {
			add("strict", tree.NewBool(true))
		}
		return tree.NewObject(tree.M("type", tree.NewString("function")), tree.M("function", tree.NewObject(members...)))
	case Anthropic, AnthropicStrict:
		add("input_schema", root)
		if e.dialect == AnthropicStrict {
			add("strict", tree.NewBool(true))
		}
	case Gemini:
		if !none {
			add("parameters", root)
		}
	case GeminiJSONSchema:
		add("parametersJsonSchema", root)
	case MCP:
		add("inputSchema", root)
		if output := e.output(); output != nil {
			add("outputSchema", output)
		}
	case Bedrock:
		add("inputSchema", tree.NewObject(tree.M("json", root)))
		return tree.NewObject(tree.M("toolSpec", tree.NewObject(members...)))
	}
	return tree.NewObject(members...)
}

// output is the schema of the results, which only an object may be.
func (e *export) output() *tree.Value {
	if len(e.tool.OutputSchema) == 0 {
		return nil
	}
	v, fault := strict.Parse(e.tool.OutputSchema, strict.Limits{})
	if fault != nil || text(v.Lookup("type")) != "object" {
		e.drop("", "outputSchema", "left out: only a schema of objects can be one")
		return nil
	}
	return v.Compact()
}
