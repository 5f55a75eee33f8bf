// Package metadata is what a model is told of a function: its name, what it is
// for, and the schema of the arguments that the model may send.
//
//  1. A [Tool] is that as plain data, without what the framework injects.
//  2. [Dialect.Export] writes it in the form of a provider's interface, or says why
//     the provider would refuse it. What a dialect cannot say is told in descriptions
//     and listed in [Exported.Dropped].
//  3. [Exported.Restore] turns the arguments that a model wrote for that form into
//     arguments of the function: between the provider's answer and the call.
//  4. Nothing here judges arguments: the function's own schema does, which an export
//     leaves as it is.
package metadata

import "encoding/json"

// Tool is the model's view of one function, in the spelling of the Model Context
// Protocol.
//
//  1. InputSchema is the execution schema without the parameters that the
//     framework injects: their names stand nowhere in it. Everything else that
//     the execution schema says, it says too, in the same order.
//  2. Descriptions may say more than the author did: how bytes are to be encoded
//     and what a duration counts in. Nothing else is added.
//  3. OutputSchema is nil if the function's results have no schema: then the JSON
//     lacks the member.
//  4. A Tool is plain data. Whoever receives one from a function schema owns it,
//     and may change it without any effect on the function.
type Tool struct {
	Name         string          `json:"name"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
}
