// Package functionschema decides, for a function that an agent may call, which
// JSON arguments are accepted, what the omitted ones become, what the model is
// told, what native value the function receives, and what comes back.
//
//	lookup, err := functionschema.Of(Lookup)      // once, when the program starts
//	tool := lookup.Metadata()                     // what the model sees
//	result, err := lookup.Call(ctx, arguments)    // for each call of the model
//	reply := functionschema.Respond(result, err)  // reply.Text() serves either outcome
//
// # The order of a call
//
//  1. Read: the text is strict JSON within the limits ([Limits]), an object at the
//     root, names distinct and exact, numbers as they are written. Where [WithRepairs]
//     asked for it, what a model got wrong is mended.
//  2. Inject: the framework's values overwrite whatever was sent under their names.
//  3. Validate: the complete object once, by the execution schema, as it was sent.
//  4. Default: omitted members are filled, at every depth where the place is certain.
//  5. Bind: native values from zero, nothing merged, nothing rounded.
//  6. Call: the function runs only now.
//  7. Encode: the result becomes ordered JSON, with the files in it as files (package
//     content), and must satisfy its own schema.
//
// A phase that fails ends the call with all of its own violations and none of a
// later phase: see [Error] and [Code]. A context that is done before the function
// returned is CANCELLED, whatever else was found. Bind stops before the call, so that
// somebody may be asked; Decode only fills a struct; Validate and Complete look
// at complete arguments without asking any resolver.
//
// # What the model can reach
//
// The names in Metadata, and nothing else. An injected parameter is in no
// metadata; a value sent under its name is overwritten, and where there is
// nothing to overwrite it with the call fails. Neither that value, nor a
// resolver's error, nor a Go type, nor an error of the function that is not
// [Visible] is in any text for the model.
//
// Compiled forms are cached by what they depend on, at most 256 of them; that
// cache is the only state of this package.
package functionschema
