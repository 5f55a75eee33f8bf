package metadata

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// Dialect names the form in which one provider's interface takes a function, and
// what of JSON Schema it understands.
type Dialect string

// The dialects. The strict ones promise that the model's arguments fit the
// exported schema, and understand less; they are asked for tool by tool, never by
// default.
const (
	OpenAI           Dialect = "openai"            // Chat Completions: {"type":"function","function":{…}}
	OpenAIStrict     Dialect = "openai-strict"     // the same with "strict":true
	Anthropic        Dialect = "anthropic"         // Messages: {"name","input_schema"}
	AnthropicStrict  Dialect = "anthropic-strict"  // the same with "strict":true
	Gemini           Dialect = "gemini"            // FunctionDeclaration with parameters, a Schema of Google's own
	GeminiJSONSchema Dialect = "gemini-jsonschema" // FunctionDeclaration with parametersJsonSchema
	MCP              Dialect = "mcp"               // Model Context Protocol: {"name","inputSchema"}
	Bedrock          Dialect = "bedrock"           // Converse: {"toolSpec":{"name","inputSchema":{"json"}}}
	Ollama           Dialect = "ollama"            // /api/chat: {"type":"function","function":{…}}
)

// Dialects returns all dialects, in the order of their declaration.
func Dialects() []Dialect {
	var list []Dialect
	for _, t := range tables {
		list = append(list, t.dialect)
	}
	return list
}

// Export writes a tool in the form of the dialect.
//
//  1. The text of the schema is read strictly and must be a JSON Schema that the
//     engine reads; an invalid default does not matter here.
//  2. What the dialect can say stands where it stood. Schemas are walked by
//     position: a property called pattern is not the keyword.
//  3. What it cannot say is told in the description of the same place, where a model
//     reads it, and listed in Dropped. The arguments that are accepted stay the same:
//     the tool's own schema judges them. So an export never admits more without
//     saying so. It may admit less, where a dialect demands it: it closes objects
//     that say nothing of other members, and gives a type to what implies one.
//  4. References are inlined where the dialect has none; allOf is merged where it may
//     not stand; oneOf becomes anyOf; a root that the provider would refuse is
//     wrapped in an object with one property, arguments; names of properties that
//     it would refuse are changed to ones that it takes; properties that it demands
//     and the schema does not may be null. [Exported.Restore] undoes the last three.
//  5. A name of a function, a shape or a size that the provider refuses is an *Error
//     that says what to do. All refusals of one export are reported together.
//  6. The text is compact and depends on the tool alone: the same bytes every time.
//     OutputSchema goes into the MCP dialect alone.
//
// What is said of each keyword, with its source, stands in docs/dialects.md. Export
// is safe for concurrent use.
func (d Dialect) Export(t Tool) (Exported, error) {
	for _, table := range tables {
		if table.dialect == d {
			return table.export(t)
		}
	}
	var names []string
	for _, known := range Dialects() {
		names = append(names, string(known))
	}
	return Exported{}, &Error{Dialect: d, Function: t.Name, Refused: []Refusal{{
		Keyword: "dialect", Message: fmt.Sprintf("there is no dialect %q: use one of %s", string(d), strings.Join(names, ", ")),
	}}}
}

// Exported is a tool in the form of a dialect.
type Exported struct {
	JSON    json.RawMessage
	Dropped []Dropped // in the order of the schema

	plan *plan // nil if the model's arguments are the function's
}

// Dropped is something that an export does not say as its schema says it.
type Dropped struct {
	Pointer string `json:"pointer"` // of the schema object in the tool's InputSchema
	Keyword string `json:"keyword"`
	Note    string `json:"note"` // what became of it
}

// Refusal is why a provider would not take a tool.
type Refusal struct {
	Pointer string `json:"pointer"` // of the schema object in the tool's InputSchema
	Keyword string `json:"keyword"` // what is at fault there; "name" is the function's
	Message string `json:"message"` // what is wrong and what to do
}

// Error is the error of [Dialect.Export].
type Error struct {
	Dialect  Dialect
	Function string
	Refused  []Refusal // at least one
}

// Error names the function, the dialect and the first refusal.
func (e *Error) Error() string {
	first := e.Refused[0]
	where := ""
	if first.Pointer != "" {
		where = first.Pointer + ": "
	}
	more := ""
	if n := len(e.Refused) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return string(tree.AppendString(nil, e.Function)) + " cannot be exported to " + string(e.Dialect) + ": " + where + first.Message + more
}
