// Package agui carries calls and their results in the AG-UI protocol: as events of a
// stream that a client reads, as messages of a history, and back from the history
// that a client submits.
//
//  1. An [Encoder] writes what the oldest client of its [Profile] accepts. Before
//     protocol 1.0 the content of a result is one string; in 1.0 it is that, or
//     parts if there are files in it.
//  2. A string is the value as content.Value.Inline has it: text as it is, anything
//     else as JSON, a file as the object that pydantic-ai knows it by. Parts are
//     those of content.Value.Parts: a file alone, or in a list of texts and files, is
//     a part; of any other value the JSON comes first and refers to the files after
//     it.
//  3. What neither says goes under the key "fscheck" of the metadata, which clients
//     keep from 0.0.58 on and send back: the status and the failure of a response
//     that is no success, and the content.Hint with which the value is read back
//     exactly. A text that is read back as itself needs none. A client that loses
//     the metadata loses what only they say: a number comes back as a text then.
//  4. A response that is no success has its text as the "error" of its message, for
//     whoever does not know us. Its value is the content, files included; without a
//     value the content is the text.
//  5. Numbers never travel as numbers, because clients in JavaScript round them
//     beyond 2^53: they are digits in a text. An integer with a fraction or an
//     exponent that no double holds is plain digits in a list or an object, because
//     Python makes infinity of 1e400; its spelling goes under "fscheck", too, and
//     counts for a number of the same worth. One of more than 1,000 digits, 1e1000,
//     stays as it is spelled: no number may have more.
//  6. A [Decoder] reads what any of these clients sends, and what pydantic-ai
//     writes. It passes over members that it does not know. It trusts nothing: files
//     go through a content.Policy, whatever was dropped is reported, and no claim of
//     a client makes a success of a failure.
//  7. Limits: an event is as long as the client's buffer takes, or an error
//     ([ErrTooLarge]); a history is read within [Limits].
//
// The protocol: https://docs.ag-ui.com. Measured with @ag-ui/client 1.0.0 and 0.0.59
// and with pydantic-ai 2.68.0.
package agui
