// Package vercelai writes and reads the calls and outcomes of the Vercel AI SDK: UI
// message streams, which a server sends to a browser, and the UIMessages that the
// browser sends back. Without the SDK, and without its losses.
//
// # What stands where
//
//  1. A success is the output of tool-output-available: the JSON of the value, files
//     in it as the objects that pydantic-ai knows them by. None is null, and so is an
//     output that is not there.
//  2. Any other outcome is the errorText of tool-output-error: the text for the
//     model. A denial that the user gave is tool-output-denied, for clients that know
//     it. So no reader takes for a success what was none.
//  3. What those cannot say goes beside them, in a data part of the same message that
//     every client since 5.0.0 keeps and sends back: [OutcomePart], whose id is that
//     of the call. It is there only if the part alone would be read as something else:
//     for the code and the violations of a failure and the files that it returned, for
//     data that look like a file, for what a client changes (rule 4).
//  4. A client changes JSON. It rounds numbers to doubles and spells them anew, puts
//     names like "7" before others, and refuses an event with a member __proto__, or
//     constructor that is null or has prototype in it. So output and input hold what the client can
//     hold: a number that it would round is a text of the same digits, an object with
//     such a member is the text of its JSON. Beside goes the value as it is;
//     [InputPart] does that for input.
//
// For [PydanticAI] rules 2 to 4 are others. A denial is output-denied, whoever denied
// it, and an interrupted call, unless the provider executed it, is an output with
// pydantic-ai's own claim: it is for nobody else. JSON stays as it is, but for numbers:
// one that no float of Python holds is an integer, or if it has a fraction, or more than
// 1,000 digits, the text of its spelling. What goes beside is in the provider_details of callProviderMetadata, and
// is read, from whom ever it comes, as a part beside is.
//
// # What is believed
//
//  5. A part beside the call says which of several outcomes the call had, never
//     another one: it counts if the call has the output or the errorText that goes with
//     it, and never turns an error or a denial into a success. One that does not count
//     is reported as dropped, under [RuleBeside]. If a message has calls of one id, it is
//     that of the last of them before it. In a stream, which a server wrote, it is an
//     error, and beyond the limits it is one everywhere.
//     A success is lowered by what pydantic-ai says of it in providerMetadata, to an
//     outcome that failed if it is to be tried again, and to a denial if the user refused
//     the call.
//  6. All of the history of a client goes through a [content.Policy]: outputs and what
//     stands beside, input, metadata of messages, parts that are no calls. Of the last,
//     file, reasoning-file and source-url go too if their url may not stay, one of bytes
//     (data:) aside, or if they refer to a file that a provider holds. What was dropped is
//     reported, up to 1,000 times; a history in which the policy drops or changes more than
//     10,000 things is an error.
//     Input that is a text is the arguments' text, as rawInput is: one that names a kind of
//     file and is not strict JSON becomes {} ([content.RuleArguments]), for others may read
//     it. An output that is a text stays one, whatever is in it, and is not judged.
//  7. Bytes that a client's JSON.stringify spelled as {"0":137,…} or as a Buffer are
//     bytes. {} is, if the reading says so.
//
// # What is tolerated
//
//  8. Members and chunks that are not known are passed over, parts and states that are
//     not known stay as they are, but for files that the policy forbids. A known member
//     of another type is an error, which names the place.
package vercelai
