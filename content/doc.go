// Package content is what a function gives back: text, JSON, bytes and files as one
// ordered JSON value, and the response that carries that value, the failure that
// stands in its place, or both.
//
//  1. A [Value] is immutable and safe for concurrent use. Its zero value is none:
//     the function returned nothing, which is not null.
//  2. Members keep their order and numbers their digits. Nothing is rounded,
//     sorted or merged on the way from a function to a model or a peer.
//  3. A [File] may stand anywhere: alone, in a list, in an object, at any depth.
//  4. JSON that comes from outside is read strictly, by the rules that arguments
//     are read by: one value, UTF-8, no duplicate names, within the limits.
//  5. Bytes become base64 text (RFC 4648, standard alphabet, with padding) once,
//     where they leave.
//  6. MarshalJSON writes one text for one value: no white space, the string
//     escapes of RFC 8785, numbers as they were written, a file as the object that
//     pydantic-ai knows it by.
//
// # Making and taking apart
//
//	text, null := content.Text("12 °C"), content.Null()
//	data, err := content.JSON([]byte(`{"kind":"binary"}`))  // nothing in it is a file
//	file, err := content.OfFile(content.Binary{MediaType: "image/png", Data: png})
//	list, err := content.List(text, file)
//	object, err := content.Object(content.Member{Name: "chart", Value: file})
//
//	for pointer, file := range v.Files() { … }   // document order
//	file, ok := v.File()                         // v is a file itself
//	v.HasFiles(); v.IsZero(); v.Equal(w)         // go-cmp uses Equal of values and files
//	file.Kind(); file.ID(); file.ContentType(); file.Medium()
//
// # For who writes a protocol
//
// A protocol carries JSON, one text, or parts. Each way has a writer and a reader:
//
//	JSON:  v.MarshalJSON()        content.Reading{Hint: h}.JSON(text)
//	text:  v.Inline()             content.Reading{Hint: h}.Inline(text)
//	parts: parts, h := v.Parts()  content.Reading{Hint: h}.Parts(parts)
//
// Beside it goes the [Value.Hint] of v, or that of Parts, wherever the protocol has
// room for metadata of ours; a Hint is JSON. With the hint everything is read back
// exactly. Without it, Reading goes by the rules it states: what looks like a file is
// one, a text that is a JSON object is an object. [Value.Ambiguous] says of the JSON
// whether it takes a hint to be read back.
//
// Within a message that was read as one tree, [Value.Tree] is written and
// [Reading.Tree] reads. For JSON with the files apart, [Value.Split] gives the JSON with
// an object that refers to it in the place of each file, and the files with their
// pointers; [Value.Join] undoes it. Of JSON and files that others sent apart
// [Reading.TreeAndFiles] makes a value.
//
// What Reading puts together of pieces is held to the limits as a whole.
//
// A [Response] is status, value and failure. Its MarshalJSON is the whole of it, with
// a hint if the value needs one. Response{Status: …, Failure: …}, without the value,
// is what goes into metadata where the protocol has a place of its own for the value:
// [Response.Outcome] has its JSON.
//
// A message that is too long for a client goes out with URLs in the places of its largest
// files, by [Value.Offload]. Of a text [BeginsJSON] says whether it needs a hint, and
// whether reading it is work.
//
// What a client sent back goes through [Policy.Apply], after it was read, and what is
// handed on unread through [Policy.ApplyRaw]. What a protocol drops besides it reports with
// [NewDropped].
package content
