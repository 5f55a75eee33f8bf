package provider

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a stream is read as, event by event. Shapes are those of recorded streams.
func TestStream(t *testing.T) {
	chat := func(calls string) string { return `{"choices":[{"index":0,"delta":{"tool_calls":[` + calls + `]}}]}` }
	const chatEnd = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	const added = `{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`
	const done = `{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}}`
	lost := func(call string) string {
		return `{"type":"response.completed","response":{"output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},{"type":"function_call",` + call + `,"arguments":"{}"}]}}`
	}
	const completed = `{"type":"response.completed","response":{"status":"completed","output":[]}}`
	const start = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`
	const stop = `{"type":"content_block_stop","index":0}`
	const bedrockStart = `{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"a","name":"f"}}}}`
	for _, tt := range []struct {
		provider       Provider
		reason         string
		events         []string
		want           []Call
		fails, pointer string
		event          int
	}{
		{provider: OpenAIChat, reason: "no piece of arguments", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f"}}`), chatEnd}, want: one("a", "f", "{}")},
		{provider: OpenAIChat, reason: "every call has the index 0 (Gemini's compatible interface)", events: []string{
			chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}}`), chatEnd,
		}, want: []Call{{"a", "f", []byte(`{"x":1}`)}, {"b", "f", []byte(`{"x":2}`)}}},
		{provider: OpenAIChat, reason: "no index", events: []string{
			chat(`{"id":"a","function":{"name":"f","arguments":"{"}}`), chat(`{"function":{"arguments":"}"}}`), chat(`{"id":"b","function":{"name":"g","arguments":"{}"}}`), chatEnd,
		}, want: []Call{{"a", "f", []byte(`{}`)}, {"b", "g", []byte(`{}`)}}},
		{provider: OpenAIChat, reason: "id and name in every piece", events: []string{
			chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`), chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}`), chatEnd,
		}, want: one("a", "f", "{}")},
		{provider: OpenAIChat, reason: "a name in pieces", events: []string{chat(`{"index":0,"id":"a","function":{"name":"get_"}}`), chat(`{"index":0,"function":{"name":"weather"}}`), chatEnd}, want: one("a", "get_weather", "{}")},
		{provider: OpenAIChat, reason: "a name without end", events: []string{chat(`{"index":0,"function":{"name":"` + strings.Repeat("x", 1000) + `"}}`), chat(`{"index":0,"function":{"name":"` + strings.Repeat("y", 1000) + `"}}`)}, fails: "too-large", pointer: "/choices/0/delta/tool_calls/0/function/name", event: 2},
		{provider: OpenAIChat, reason: "the second call begins first", events: []string{chat(`{"index":1,"id":"b","function":{"name":"g"}}`), chat(`{"index":0,"id":"a","function":{"name":"f"}}`), chatEnd}, want: []Call{{"a", "f", []byte("{}")}, {"b", "g", []byte("{}")}}},
		{provider: OpenAIChat, reason: "of the second choice", events: []string{`{"choices":[{"index":1,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}]},"finish_reason":"length"}]}`, chatEnd}},
		{provider: OpenAIChat, reason: "an index that is none", events: []string{chat(`{"index":-1,"id":"a"}`)}, fails: "unreadable", pointer: "/choices/0/delta/tool_calls/0/index", event: 1},
		{provider: OpenAIChat, reason: "half a surrogate pair, and never the other", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"\"\ud83d"}}`), chat(`{"index":0,"function":{"arguments":"x\""}}`), chatEnd}, fails: "unreadable", pointer: "/choices/0/delta/tool_calls/0"},
		{provider: OpenAIChat, reason: "an error in the middle", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f"}}`), `{"error":{"message":"Token limit reached"}}`}, fails: "declined", pointer: "/error", event: 2},
		{provider: OpenAIChat, reason: "cut at the token limit", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x"}}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`}, want: one("a", "f", `{"x`), fails: "truncated"},

		{provider: OpenAIChat, reason: "ids that take turns at one index", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}`), chat(`{"index":0,"id":"b","function":{"name":"g","arguments":"{\"y\""}}`), chat(`{"index":0,"id":"a","function":{"arguments":":1}"}}`), chat(`{"index":0,"id":"b","function":{"arguments":":2}"}}`), chatEnd}, want: []Call{{"a", "f", []byte(`{"x":1}`)}, {"b", "g", []byte(`{"y":2}`)}}},
		{provider: OpenAIChat, reason: "ids that take turns without an index", events: []string{chat(`{"id":"a","function":{"name":"f","arguments":"{\"x\""}}`), chat(`{"id":"b","function":{"name":"g","arguments":"{\"y\""}}`), chat(`{"id":"a","function":{"arguments":":1}"}}`), chat(`{"id":"b","function":{"arguments":":2}"}}`), chatEnd}, want: []Call{{"a", "f", []byte(`{"x":1}`)}, {"b", "g", []byte(`{"y":2}`)}}},
		{provider: OpenAIChat, reason: "one id at two indexes is two calls", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`), chat(`{"index":1,"id":"a","function":{"name":"g","arguments":"{}"}}`), chatEnd}, want: []Call{{"a", "f", []byte(`{}`)}, {"a", "g", []byte(`{}`)}}},
		{provider: OpenAIChat, reason: "two calls without index and id in one piece", events: []string{chat(`{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"g","arguments":"{\"x\":1}"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "f", []byte(`{}`)}), "f", []byte(`{}`)}, {makeID(1, Call{"", "g", []byte(`{"x":1}`)}), "g", []byte(`{"x":1}`)}}},
		{provider: OpenAIChat, reason: "two calls of one function without index and id in one piece", events: []string{chat(`{"function":{"name":"w","arguments":"{\"c\":1}"}},{"function":{"name":"w","arguments":"{\"c\":2}"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "w", []byte(`{"c":1}`)}), "w", []byte(`{"c":1}`)}, {makeID(1, Call{"", "w", []byte(`{"c":2}`)}), "w", []byte(`{"c":2}`)}}},
		{provider: OpenAIChat, reason: "two calls of one function without index, id and arguments in one piece", events: []string{chat(`{"function":{"name":"w"}},{"function":{"name":"w"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "w", []byte(`{}`)}), "w", []byte(`{}`)}, {makeID(1, Call{"", "w", []byte(`{}`)}), "w", []byte(`{}`)}}},
		{provider: OpenAIChat, reason: "two calls in one piece, of which the second goes on", events: []string{chat(`{"function":{"name":"w","arguments":"{}"}},{"function":{"name":"w","arguments":"{\"c\""}}`), chat(`{"function":{"arguments":":2}"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "w", []byte(`{}`)}), "w", []byte(`{}`)}, {makeID(1, Call{"", "w", []byte(`{"c":2}`)}), "w", []byte(`{"c":2}`)}}},
		{provider: OpenAIChat, reason: "a name that comes again in the next piece is the same", events: []string{chat(`{"function":{"name":"w","arguments":"{\"c\""}}`), chat(`{"function":{"name":"w","arguments":":2}"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "w", []byte(`{"c":2}`)}), "w", []byte(`{"c":2}`)}}},
		{provider: OpenAIChat, reason: "an id that comes after the name, without an index", events: []string{chat(`{"function":{"name":"f"}}`), chat(`{"id":"x","function":{"arguments":"{}"}}`), chatEnd}, want: one("x", "f", "{}")},
		{provider: OpenAIChat, reason: "an id that comes after some of the arguments, without an index", events: []string{chat(`{"function":{"name":"f","arguments":"{"}}`), chat(`{"id":"x","function":{"arguments":"}"}}`), chatEnd}, want: one("x", "f", "{}")},
		{provider: OpenAIChat, reason: "a call without an id and one with, without an index", events: []string{chat(`{"function":{"name":"f","arguments":"{}"}}`), chat(`{"id":"x","function":{"name":"g","arguments":"{}"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "f", []byte(`{}`)}), "f", []byte(`{}`)}, {"x", "g", []byte(`{}`)}}},
		{provider: OpenAIChat, reason: "two calls of one function in one piece, of which the second has an id", events: []string{chat(`{"function":{"name":"w","arguments":"{}"}},{"id":"x","function":{"name":"w","arguments":"{}"}}`), chatEnd}, want: []Call{{makeID(0, Call{"", "w", []byte(`{}`)}), "w", []byte(`{}`)}, {"x", "w", []byte(`{}`)}}},
		{provider: OpenAIChat, reason: "two choices without an index: the second is another answer", events: []string{`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}},{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"g","arguments":"{}"}}]}}]}`, chatEnd}, want: one("a", "f", "{}")},
		{provider: OpenAIChat, reason: "two objects: none of them is the call for certain", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}`), chat(`{"index":0,"function":{"arguments":{"y":1}}}`), chatEnd}, fails: "unreadable", pointer: "/choices/0/delta/tool_calls/0", event: 2},
		{provider: OpenAIChat, reason: "an object and a text", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}`), chat(`{"index":0,"function":{"arguments":"{}"}}`), chatEnd}, fails: "unreadable", pointer: "/choices/0/delta/tool_calls/0", event: 2},
		{provider: OpenAIChat, reason: "a text and an object", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`), chat(`{"index":0,"function":{"arguments":{"x":1}}}`), chatEnd}, fails: "unreadable", pointer: "/choices/0/delta/tool_calls/0", event: 2},
		{provider: OpenAIChat, reason: "one object twice is one", events: []string{chat(`{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}`), chat(`{"index":0,"function":{"arguments":{"x":1}}}`), chatEnd}, want: one("a", "f", `{"x":1}`)},

		{provider: OpenAIResponses, reason: "pieces are lost, and the whole comes at the end", events: []string{added, `{"type":"response.completed","response":{"output":[{"type":"reasoning"},{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":1}"}]}}`}, want: one("a", "f", `{"x":1}`)},
		{provider: OpenAIResponses, reason: "a call is lost, and comes at the end", events: []string{added, `{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}}`, `{"type":"response.completed","response":{"output":[{"type":"reasoning"},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},{"type":"function_call","call_id":"b","name":"g","arguments":"{}"}]}}`}, want: []Call{{"a", "f", []byte("{}")}, {"b", "g", []byte("{}")}}},
		{provider: OpenAIResponses, reason: "a call is lost, and comes at the end where another stood", events: []string{added, done, lost(`"call_id":"c","name":"g"`)}, want: []Call{{"a", "f", []byte("{}")}, {"c", "g", []byte("{}")}}},
		{provider: OpenAIResponses, reason: "a call of the same name is lost", events: []string{added, done, lost(`"call_id":"c","name":"f"`)}, want: []Call{{"a", "f", []byte("{}")}, {"c", "f", []byte("{}")}}},
		{provider: OpenAIResponses, reason: "a call without an id is lost", events: []string{added, done, lost(`"name":"g"`)}, want: []Call{{"a", "f", []byte("{}")}, {makeID(1, Call{"", "g", []byte("{}")}), "g", []byte("{}")}}},
		{provider: OpenAIResponses, reason: "a call is lost, and the end comes twice", events: []string{added, done, lost(`"call_id":"c","name":"g"`), lost(`"call_id":"c","name":"g"`)}, want: []Call{{"a", "f", []byte("{}")}, {"c", "g", []byte("{}")}}},
		{provider: OpenAIResponses, reason: "the end leaves the id out", events: []string{added, `{"type":"response.completed","response":{"output":[{"type":"reasoning"},{"type":"function_call","name":"f","arguments":"{}"}]}}`}, want: one("a", "f", "{}")},
		{provider: OpenAIResponses, reason: "at the end other items are left out", events: []string{added, `{"type":"response.completed","response":{"output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}}`}, want: one("a", "f", "{}")},
		{provider: OpenAIResponses, reason: "the end says otherwise", events: []string{added, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{}"}`, `{"type":"response.completed","response":{"output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":1}"}]}}`}, fails: "unreadable", pointer: "/response/output/0/arguments", event: 3},
		{provider: OpenAIResponses, reason: "a call that is never done", events: []string{added, `{"type":"response.completed","response":{}}`}, want: one("a", "f", "{}"), fails: "truncated"},
		{provider: OpenAIResponses, reason: "cut, with what came", events: []string{added, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\"x"}`, `{"type":"response.incomplete","response":{"status":"incomplete","output":[{"type":"reasoning"},{"type":"function_call","call_id":"a","name":"f","arguments":""}]}}`}, want: one("a", "f", `{"x`), fails: "truncated"},
		{provider: OpenAIResponses, reason: "the items done alone", events: []string{`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":1}"}}`, completed}, want: one("a", "f", `{"x":1}`)},
		{provider: OpenAIResponses, reason: "the response alone", events: []string{`{"type":"response.completed","response":{"output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":1}"}]}}`}, want: one("a", "f", `{"x":1}`)},
		{provider: OpenAIResponses, reason: "arguments done without a piece", events: []string{added, `{"type":"response.function_call_arguments.done","output_index":1,"arguments":"{}"}`, completed}, want: one("a", "f", "{}")},
		{provider: OpenAIResponses, reason: "a piece is lost", events: []string{added, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"}"}`, `{"type":"response.function_call_arguments.done","output_index":1,"arguments":"{}"}`}, fails: "unreadable", pointer: "/arguments", event: 3},
		{provider: OpenAIResponses, reason: "a piece after the end", events: []string{added, `{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}}`, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":" "}`}, fails: "unreadable", pointer: "/output_index", event: 3},
		{provider: OpenAIResponses, reason: "a piece of no call", events: []string{`{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{}"}`}, fails: "unreadable", pointer: "/output_index", event: 1},
		{provider: OpenAIResponses, reason: "a call that begins twice", events: []string{added, added}, fails: "unreadable", pointer: "/output_index", event: 2},
		{provider: OpenAIResponses, reason: "cut", events: []string{added, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`}, want: one("a", "f", "{}"), fails: "truncated"},
		{provider: OpenAIResponses, reason: "failed", events: []string{added, `{"type":"response.failed","response":{"status":"failed","error":{"code":"x","message":"y"}}}`}, fails: "declined", pointer: "/response/error", event: 2},
		{provider: OpenAIResponses, reason: "an error", events: []string{`{"type":"error","code":"x","message":"y"}`}, fails: "declined", event: 1},
		{provider: OpenAIResponses, reason: "of another interface", events: []string{chatEnd}, fails: "unreadable", pointer: "/type", event: 1},

		{provider: Anthropic, reason: "no piece is {}", events: []string{start, stop, `{"type":"message_stop"}`}, want: one("a", "f", "{}")},
		{provider: Anthropic, reason: `a piece of "" is {}`, events: []string{start, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}`, stop, `{"type":"message_stop"}`}, want: one("a", "f", "{}")},
		{provider: Anthropic, reason: "a server sends all at the start", events: []string{strings.Replace(start, `{}`, `{"x":1.0}`, 1), stop, `{"type":"message_stop"}`}, want: one("a", "f", `{"x":1.0}`)},
		{provider: Anthropic, reason: "pieces of what Anthropic calls itself", events: []string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, stop, `{"type":"ping"}`, `{"type":"message_stop"}`,
		}},
		{provider: Anthropic, reason: "a piece of no block", events: []string{`{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{}"}}`}, fails: "unreadable", pointer: "/index", event: 1},
		{provider: Anthropic, reason: "a piece after the stop", events: []string{start, stop, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`}, fails: "unreadable", pointer: "/index", event: 3},
		{provider: Anthropic, reason: "a piece that is JSON", events: []string{start, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":{}}}`}, fails: "unreadable", pointer: "/index", event: 2},
		{provider: Anthropic, reason: "a block that begins twice", events: []string{start, start}, fails: "unreadable", pointer: "/index", event: 2},
		{provider: Anthropic, reason: "a message that stops before its block", events: []string{start, `{"type":"message_stop"}`}, fails: "truncated", event: 2},
		{provider: Anthropic, reason: "a reason to stop before the block's stop", events: []string{start, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`}, want: one("a", "f", "{}"), fails: "truncated"},
		{provider: Anthropic, reason: "a block behind the end of the message", events: []string{`{"type":"message_stop"}`, start}, want: one("a", "f", "{}"), fails: "truncated"},
		{provider: Anthropic, reason: "input at the start, and pieces of another", events: []string{strings.Replace(start, `{}`, `{"x":1.0}`, 1), `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, stop}, fails: "unreadable", pointer: "/index", event: 2},
		{provider: Anthropic, reason: "an error", events: []string{start, `{"type":"error","error":{"type":"overloaded_error"}}`}, fails: "declined", pointer: "/error", event: 2},
		{provider: Anthropic, reason: "cut at the token limit", events: []string{start, stop, `{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`, `{"type":"message_stop"}`}, want: one("a", "f", "{}"), fails: "truncated"},

		{provider: Gemini, reason: "blocked on the way", events: []string{`{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f"}}]}}]}`, `{"candidates":[{"finishReason":"SAFETY"}]}`}, want: one("a", "f", "{}"), fails: "truncated"},
		{provider: Gemini, reason: "an error", events: []string{`{"error":{"code":503,"message":"x"}}`}, fails: "declined", pointer: "/error", event: 1},

		{provider: Bedrock, reason: "no piece is {}", events: []string{bedrockStart, `{"contentBlockStop":{"contentBlockIndex":0}}`, `{"messageStop":{"stopReason":"tool_use"}}`}, want: one("a", "f", "{}")},
		{provider: Bedrock, reason: "a message that stops before its block", events: []string{bedrockStart, `{"messageStop":{"stopReason":"tool_use"}}`}, fails: "truncated", event: 2},
		{provider: Bedrock, reason: "pieces of a text", events: []string{`{"messageStart":{"role":"assistant"}}`, `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"x"}}}`, `{"contentBlockStop":{"contentBlockIndex":0}}`, `{"messageStop":{"stopReason":"end_turn"}}`}},
		{provider: Bedrock, reason: "an exception", events: []string{bedrockStart, `{"throttlingException":{"message":"slow down"}}`}, fails: "declined", pointer: "/throttlingException", event: 2},
		{provider: Bedrock, reason: "an error in place of a stream", events: []string{`{"message":"The provided model identifier is invalid."}`}, fails: "declined", pointer: "/message", event: 1},

		{provider: Ollama, reason: "an error in the middle", events: []string{`{"message":{"content":"x"},"done":false}`, `{"error":"out of memory"}`}, fails: "declined", pointer: "/error", event: 2},

		{provider: Ollama, reason: "no event", fails: "truncated"},
		{provider: Gemini, reason: "an event that is no JSON", events: []string{`{"candidates":`}, fails: "unreadable", event: 1},
		{provider: "x", reason: "no such provider", fails: "unknown"},
	} {
		t.Run(string(tt.provider)+"/"+tt.reason, func(t *testing.T) {
			s := tt.provider.Stream()
			for _, e := range tt.events {
				if s.Event([]byte(e)) != nil {
					break
				}
			}
			got, err := s.Calls()
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			checkError(t, err, tt.provider, tt.fails, tt.pointer)
			if e, ok := err.(*Error); ok && e.Event != tt.event {
				t.Errorf("the error is of event %d, want %d", e.Event, tt.event)
			}
			if again, err2 := s.Calls(); err2 != err && err2.Error() != err.Error() || cmp.Diff(got, again) != "" {
				t.Errorf("asked again: %v, %v", again, err2)
			}
			if err := s.Event([]byte(`{}`)); err == nil {
				t.Error("an event after the end is no error")
			}
			if _, err := s.Write([]byte("\n")); err == nil {
				t.Error("a byte after the end is no error")
			}
		})
	}
}

// What server-sent events may look like is read, and what they may not is not.
func TestFraming(t *testing.T) {
	const event = `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f"}}]},"finishReason":"STOP"}]}`
	for _, tt := range []struct {
		reason, body string
		fails        string
	}{
		{"an error body in place of a stream", `{"error":{"message":"x"}}`, "truncated"},
		{"another field", "dat: " + event + "\n\n", "truncated"},
		{"a field in another case", "DATA: " + event + "\n\n", "truncated"},
		{"empty", "", "truncated"},
		{"comments alone", ": x\n\n: y\n\n", "truncated"},
		{"[DONE] alone", "data: [DONE]\n\n", ""},
		{"data without a colon", "data\n\ndata: " + event, ""},
		{"two events without a line between", "data: " + event + "\ndata: " + event + "\n\n", "unreadable"},
	} {
		s := Gemini.Stream()
		_, err := io.Copy(s, slowly{strings.NewReader(tt.body)})
		if err == nil {
			_, err = s.Calls()
		}
		t.Run(tt.reason, func(t *testing.T) { checkError(t, err, Gemini, tt.fails, "") })
	}
}

// slowly gives a byte a time.
type slowly struct{ io.Reader }

func (r slowly) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), 1)]) }

// What a stream keeps is bounded, and what it only passes over is not kept.
func TestStreamBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB")
	}
	piece := strings.Repeat("x", 1<<20)
	for _, tt := range []struct {
		provider     Provider
		reason       string
		begin, piece string
		n            int
		fails        string
	}{
		{OpenAIChat, "arguments without end", ``, "data: " + more(OpenAIChat, 0, quote(piece)) + "\n\n", 65, "too-large"},
		{OpenAIChat, "calls with long ids", "", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"` + piece + `%d"}]}}]}` + "\n\n", 65, "too-large"},
		{OpenAIChat, "calls with long names", "", `data: {"choices":[{"delta":{"tool_calls":[{"index":%d,"function":{"name":"` + piece + `"}}]}}]}` + "\n\n", 65, "too-large"},
		{OpenAIChat, "a line without end", "data: ", piece, 65, "too-large"},
		{OpenAIChat, "an event without end", "", "data: " + piece + "\n", 65, "too-large"},
		{Ollama, "a line without end", "", piece, 65, "too-large"},
		{OpenAIChat, "a long text", "", `data: {"choices":[{"index":0,"delta":{"content":"` + piece + `"}}]}` + "\n\n", 70, ""},
	} {
		t.Run(string(tt.provider)+"/"+tt.reason, func(t *testing.T) {
			s := tt.provider.Stream()
			_, err := s.Write([]byte(tt.begin))
			for i := 0; i < tt.n && err == nil; i++ {
				_, err = s.Write([]byte(strings.Replace(tt.piece, "%d", strconv.Itoa(i), 1)))
			}
			checkError(t, err, tt.provider, tt.fails, "")
		})
	}
}
