// Package provider reads the calls out of what a provider of models answers, whole
// or streamed, and writes the message that takes a function's outcome back.
//
//	calls, err := provider.Anthropic.Calls(body)              // the whole response
//	for _, call := range calls {
//		f := functions[call.Name]
//		reply := functionschema.Respond(f.Call(ctx, call.Arguments))
//		message, err := provider.Anthropic.Result(call, reply) // goes into the next request
//	}
//
// A streamed response is written into a [Stream], as it comes or event by event:
//
//		stream := provider.Anthropic.Stream()
//		_, err := io.Copy(stream, response.Body)
//		calls, err := stream.Calls()
//
//	 1. The argument text is what the model wrote. Where the provider carries it as a
//	    string, its fragments are joined and then unescaped once, strictly; where it
//	    carries JSON, the bytes between are kept, numbers and white space untouched.
//	    Nothing in it is read here: a text that is no JSON reaches the function
//	    schema, whose answer the model can understand.
//	    Arguments that come twice and differ are an error and not a choice.
//	 2. Arguments that are "", null or absent become {}. OpenAI, Anthropic and Bedrock
//	    send no text for a function without parameters, Gemini leaves args out. For
//	    whoever asks for it, functionschema.EmptyArguments does the same later.
//	 3. Everything around the arguments is looked for by name and not decoded. The text
//	    must be JSON in UTF-8, and the members that are read must stand once: a second
//	    id, name or arguments is an error and not a choice.
//	 4. A call without an id gets one that depends on its place in the response, its
//	    name and its arguments alone; it begins with "fscheck-". [Provider.Result]
//	    leaves it out where the provider did not ask for one.
//	 5. A response counts as 64 MiB at most, 10,000 levels, 1,000 calls and 100,000
//	    items of one array.
//	 6. Every error is an *[Error], whose Reason says whether to ask the provider again.
//
// docs/providers.md has the loop for each provider's official Go SDK.
package provider
