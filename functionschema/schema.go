package functionschema

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/repair"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/metadata"
)

// Function is what a planner holds: a *FunctionSchema, or a function that another
// language or process owns.
type Function interface {
	Name() string
	Metadata() metadata.Tool
	Bind(ctx context.Context, args []byte) (*Call, error)
	Call(ctx context.Context, args []byte) (*Result, error)
}

var _ Function = (*FunctionSchema)(nil)

// FunctionSchema is a function that a model may call: the schema of its arguments
// and all that is needed to call it. It is immutable and safe for concurrent use.
type FunctionSchema struct {
	name, description string
	resolvers         inject.Resolvers
	limits            Limits
	reading           strict.Limits // those of the reader, resolved
	native            native
	repairer          *repair.Repairer // nil: none
	*compiled
}

// Name returns the function's name.
func (f *FunctionSchema) Name() string { return f.name }

// Schema returns a copy of the execution schema: all parameters, injected ones
// included.
func (f *FunctionSchema) Schema() json.RawMessage { return slices.Clone(f.execution) }

// binaryNote is what the model reads of a function whose result has bytes in it.
const binaryNote = "Binary output is returned base64-encoded."

// Metadata returns a copy of what the model sees: injected parameters are not in
// it, and descriptions say how bytes and durations are written.
func (f *FunctionSchema) Metadata() metadata.Tool {
	tool := metadata.Tool{
		Name: f.name, Description: f.description,
		InputSchema: slices.Clone(f.input), OutputSchema: slices.Clone(f.output),
	}
	if f.binary {
		if tool.Description != "" {
			tool.Description += " "
		}
		tool.Description += binaryNote
	}
	return tool
}
