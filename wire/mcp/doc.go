// Package mcp carries the outcomes of calls as the tool results of the Model Context
// Protocol, of 2025-06-18, 2025-11-25 and 2026-07-28: the "result" of a tools/call.
//
// # What stands where
//
//  1. The content is blocks: those of content.Value.Parts. A text is a text block, an
//     image or a sound is an image or audio block, other bytes are an embedded resource
//     with a blob, and a URL is a resource link. JSON is a text block, in which each file
//     is an object that refers to it, with the files in blocks after it. None and null
//     are no blocks.
//  2. The structuredContent of a success is its JSON object, beside the text block; in
//     2026-07-28 any JSON that is not a text or null. A number that a double does not
//     hold is a text of the same digits there, for clients in JavaScript and Go round
//     it. [Encoder].Declared changes both rules to what an output schema demands.
//  3. Every other outcome is isError, with the text for the model in the first block.
//     The blocks of its value follow, files included; it has no structuredContent,
//     because clients compare that with the output schema even then.
//  4. What none of these say goes under one key of _meta, which clients keep: for the
//     result the status and the failure, and the content.Hint with which the blocks
//     are read back exactly; for a block the identifier and what else a file has. So the
//     value that is read is that of the blocks, with all digits and in order, and
//     structuredContent is for those who do not know us.
//
// # What is believed
//
//  5. A [Decoder] reads what any server or client sends. Unknown members are passed
//     over; a block of an unknown type is, too, and is reported. What the protocol does
//     know and is not as it says is an error that names the place.
//  6. Nothing is trusted. No claim in _meta makes a success of an error. Files go
//     through a content.Policy, and whatever it dropped is reported. Names such as
//     __proto__ are data. Depth, values, size and number of files are limited.
//
// # Limits
//
//  7. The protocol knows no longest result, but clients do: [Encoder].MaxBytes. A longer
//     result is [ErrTooLarge], or its largest files go as URLs by [Encoder].Offload.
//
// The protocol: https://modelcontextprotocol.io/specification. Measured with
// @modelcontextprotocol/client 2.4.0, @modelcontextprotocol/sdk 1.32.2 and
// github.com/modelcontextprotocol/go-sdk v1.8.0.
package mcp
