package provider

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func one(id, name, arguments string) []Call { return []Call{{id, name, []byte(arguments)}} }

// What a whole response is read as; shapes are those of recorded responses.
func TestCalls(t *testing.T) {
	for _, tt := range []struct {
		provider       Provider
		reason         string
		response       string
		want           []Call
		fails, pointer string
	}{
		// No arguments.
		{provider: OpenAIChat, reason: `"" is no arguments`, response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":""}}]}}]}`, want: one("a", "f", "{}")},
		{provider: OpenAIChat, reason: "a server leaves them out (OpenRouter)", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","type":"function","function":{"name":"f"}}]}}]}`, want: one("a", "f", "{}")},
		{provider: OpenAIChat, reason: "null is no arguments", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":null}}]}}]}`, want: one("a", "f", "{}")},
		{provider: OpenAIResponses, reason: `"" is no arguments`, response: `{"output":[{"type":"function_call","call_id":"a","name":"f","arguments":""}]}`, want: one("a", "f", "{}")},
		{provider: Anthropic, reason: "null is no arguments", response: `{"content":[{"type":"tool_use","id":"a","name":"f","input":null}]}`, want: one("a", "f", "{}")},
		{provider: Anthropic, reason: `a proxy sends ""`, response: `{"content":[{"type":"tool_use","id":"a","name":"f","input":""}]}`, want: one("a", "f", "{}")},
		{provider: Gemini, reason: "args are left out", response: `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f"}}]}}]}`, want: one("a", "f", "{}")},
		{provider: Bedrock, reason: "input is left out", response: `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"a","name":"f"}}]}}}`, want: one("a", "f", "{}")},
		{provider: Ollama, reason: "arguments are left out", response: `{"message":{"tool_calls":[{"id":"a","function":{"name":"f"}}]},"done":true}`, want: one("a", "f", "{}")},

		// The other form than the provider's own.
		{provider: OpenAIChat, reason: "a server sends JSON where text belongs", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"x":1.0}}}]}}]}`, want: one("a", "f", `{"x":1.0}`)},
		{provider: Ollama, reason: "a server sends text where JSON belongs: it stays a JSON string, which EncodedContainers decodes", response: `{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]}}`, want: one("a", "f", `"{\"x\":1}"`)},

		// What is passed over.
		{provider: OpenAIChat, reason: "no calls", response: `{"choices":[{"index":0,"message":{"content":"Hello."},"finish_reason":"stop"}]}`},
		{provider: OpenAIChat, reason: "calls that are null", response: `{"choices":[{"message":{"tool_calls":null}}]}`},
		{provider: OpenAIChat, reason: "an empty function_call (Snowflake)", response: `{"choices":[{"message":{"function_call":{"name":"","arguments":""}}}]}`},
		{provider: OpenAIChat, reason: "a custom tool", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","type":"custom","custom":{"name":"sql","input":"SELECT 1"}}]}}]}`},
		{provider: OpenAIChat, reason: "the second choice", response: `{"choices":[{"index":1,"message":{"tool_calls":[{"id":"b","function":{"name":"g","arguments":"{}"}}]}},{"index":0,"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}`, want: one("a", "f", "{}")},
		{provider: OpenAIChat, reason: "the second choice of two that have no index", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}},{"message":{"tool_calls":[{"id":"b","function":{"name":"g","arguments":"{}"}}]}}]}`, want: one("a", "f", "{}")},
		{provider: Gemini, reason: "the second candidate of two that have no index", response: `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f"}}]}},{"content":{"parts":[{"functionCall":{"id":"b","name":"g"}}]}}]}`, want: one("a", "f", "{}")},
		{provider: OpenAIResponses, reason: "what OpenAI calls itself", response: `{"output":[{"type":"web_search_call","id":"w"},{"type":"mcp_call","name":"f","arguments":"{}"},{"type":"custom_tool_call","call_id":"c","name":"f","input":"x"}]}`},
		{provider: Anthropic, reason: "what Anthropic calls itself", response: `{"content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"mcp_tool_use","id":"m","name":"f","input":{}}]}`},
		{provider: Gemini, reason: "code that Gemini runs", response: `{"candidates":[{"content":{"parts":[{"executableCode":{"code":"1"}}]},"finishReason":"STOP"}]}`},
		{provider: Gemini, reason: "a candidate without content", response: `{"candidates":[{"finishReason":"MAX_TOKENS"}]}`},
		{provider: Gemini, reason: "a prompt that was blocked", response: `{"promptFeedback":{"blockReason":"SAFETY"}}`},
		{provider: Gemini, reason: "a function that was not declared is a call all the same", response: `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f","args":{}}}]},"finishReason":"UNEXPECTED_TOOL_CALL"}]}`, want: one("a", "f", "{}")},
		{provider: Gemini, reason: "a stream without alt=sse", response: `[{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f","args":{"x":1}}}]}}]},{"candidates":[{"finishReason":"STOP"}]}]`, want: one("a", "f", `{"x":1}`)},
		{provider: Bedrock, reason: "what Nova calls itself", response: `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"a","name":"nova_grounding","input":{},"type":"server_tool_use"}}]}}}`},

		// Strict reading.
		{provider: OpenAIChat, reason: "escapes are undone once", response: `{"choices":[{"message":{"tool_calls":[{"id":"\u0061","function":{"na\u006de":"f","arguments":"{\"x\":\"\\u00e9\\n\"}"}}]}}]}`, want: one("a", "f", `{"x":"\u00e9\n"}`)},
		{provider: OpenAIChat, reason: "half a surrogate pair", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":\"\ud83d\"}"}}]}}]}`, fails: "unreadable", pointer: "/choices/0/message/tool_calls/0"},
		{provider: OpenAIChat, reason: "arguments twice", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}","arguments":"{\"x\":1}"}}]}}]}`, fails: "unreadable", pointer: "/choices/0/message/tool_calls/0/function/arguments"},
		{provider: OpenAIChat, reason: "a name twice, once with an escape", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","nam\u0065":"g","arguments":"{}"}}]}}]}`, fails: "unreadable", pointer: "/choices/0/message/tool_calls/0/function/name"},
		{provider: Anthropic, reason: "an id twice", response: `{"content":[{"type":"tool_use","id":"a","id":"b","name":"f","input":{}}]}`, fails: "unreadable", pointer: "/content/0/id"},
		{provider: Anthropic, reason: "twice in the arguments is the function schema's affair", response: `{"content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1,"x":2}}]}`, want: one("a", "f", `{"x":1,"x":2}`)},
		{provider: Bedrock, reason: "twice in what is not read", response: `{"metrics":{"a":1,"a":2},"output":{"message":{"content":[]}}}`},
		{provider: Gemini, reason: "names match exactly", response: `{"candidates":[{"content":{"parts":[{"FunctionCall":{"name":"f"}}]}}]}`},
		{provider: OpenAIChat, reason: "the id is a number", response: `{"choices":[{"message":{"tool_calls":[{"id":7,"function":{"name":"f"}}]}}]}`, fails: "unreadable", pointer: "/choices/0/message/tool_calls/0"},
		{provider: Anthropic, reason: "no name", response: `{"content":[{"type":"tool_use","id":"a","input":{}}]}`, fails: "unreadable", pointer: "/content/0"},
		{provider: Ollama, reason: "no function", response: `{"message":{"tool_calls":[{"id":"a"}]}}`, fails: "unreadable", pointer: "/message/tool_calls/0/function"},
		{provider: OpenAIChat, reason: "calls that are an object", response: `{"choices":[{"message":{"tool_calls":{}}}]}`, fails: "unreadable", pointer: "/choices/0/message/tool_calls"},
		{provider: OpenAIChat, reason: "an old form", response: `{"choices":[{"message":{"function_call":{"name":"f","arguments":"{}"}}}]}`, fails: "unreadable", pointer: "/choices/0/message/function_call"},
		{provider: Gemini, reason: "arguments in parts", response: `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.x","numberValue":1}],"willContinue":true}}]}}]}`, fails: "unreadable", pointer: "/candidates/0/content/parts/0/functionCall"},

		// No response of this provider.
		{provider: OpenAIChat, reason: "of another interface", response: `{"output":[]}`, fails: "unreadable", pointer: "/choices"},
		{provider: OpenAIResponses, reason: "of another interface", response: `{"choices":[]}`, fails: "unreadable", pointer: "/output"},
		{provider: Anthropic, reason: "of another interface", response: `{"output":[]}`, fails: "unreadable", pointer: "/content"},
		{provider: Gemini, reason: "of another interface", response: `{}`, fails: "unreadable", pointer: "/candidates"},
		{provider: Bedrock, reason: "of another interface", response: `{"content":[]}`, fails: "unreadable", pointer: "/output"},
		{provider: Ollama, reason: "of another interface", response: `{"choices":[]}`, fails: "unreadable", pointer: "/message"},
		{provider: Ollama, reason: "several values", response: "{\"message\":{},\"done\":false}\n{\"message\":{},\"done\":true}", fails: "unreadable"},
		{provider: Anthropic, reason: "empty", response: ``, fails: "unreadable"},
		{provider: Anthropic, reason: "not UTF-8", response: "{\"content\":[],\"x\":\"\xff\"}", fails: "unreadable"},
		{provider: Anthropic, reason: "cut", response: `{"content":[{"type":"tool_use"`, fails: "unreadable"},
		{provider: "openia", reason: "no such provider", response: `{}`, fails: "unknown"},

		// An error in place of an answer.
		{provider: OpenAIChat, reason: "an error (Groq's says what the model wrote)", response: `{"error":{"message":"Failed to call a function.","code":"tool_use_failed","failed_generation":"{}"}}`, fails: "declined", pointer: "/error"},
		{provider: OpenAIResponses, reason: "a response that failed", response: `{"status":"failed","error":{"code":"server_error","message":"sorry"},"output":[]}`, fails: "declined", pointer: "/error"},
		{provider: OpenAIResponses, reason: "a response that was cancelled", response: `{"status":"cancelled","output":[]}`, fails: "declined", pointer: "/status"},
		{provider: Anthropic, reason: "an error", response: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, fails: "declined", pointer: "/error"},
		{provider: Gemini, reason: "an error", response: `{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}`, fails: "declined", pointer: "/error"},
		{provider: Gemini, reason: "an error of a stream without alt=sse", response: `[{"error":{"code":503,"message":"overloaded"}}]`, fails: "declined", pointer: "/0/error"},
		{provider: Gemini, reason: "a call that is lost", response: `{"candidates":[{"content":{},"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"Malformed function call: print(f())"}]}`, fails: "declined", pointer: "/candidates/0/finishReason"},
		{provider: Bedrock, reason: "an error", response: `{"message":"The provided model identifier is invalid."}`, fails: "declined", pointer: "/message"},
		{provider: Bedrock, reason: "a call that is lost", response: `{"output":{"message":{"content":[]}},"stopReason":"malformed_tool_use"}`, fails: "declined", pointer: "/stopReason"},
		{provider: Ollama, reason: "an error", response: `{"error":"model not found"}`, fails: "declined", pointer: "/error"},

		// Cut by the provider.
		{provider: OpenAIChat, reason: "at the token limit", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]},"finish_reason":"length"}]}`, want: one("a", "f", `{"x":`), fails: "truncated"},
		{provider: OpenAIChat, reason: "at the limit of the model (Mistral)", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":""}}]},"finish_reason":"model_length"}]}`, want: one("a", "f", `{}`), fails: "truncated"},
		{provider: OpenAIChat, reason: "by an error on the way (OpenRouter)", response: `{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":""}}]},"finish_reason":"error"}]}`, want: one("a", "f", `{}`), fails: "truncated"},
		{provider: OpenAIChat, reason: "at the token limit, before any call", response: `{"choices":[{"message":{},"finish_reason":"length"}]}`},
		{provider: OpenAIResponses, reason: "at the token limit", response: `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{","status":"incomplete"}]}`, want: one("a", "f", `{`), fails: "truncated"},
		{provider: OpenAIResponses, reason: "not there yet", response: `{"status":"queued","output":[]}`, fails: "truncated", pointer: "/status"},
		{provider: Anthropic, reason: "at the token limit: the input is {} and was not", response: `{"content":[{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"max_tokens"}`, want: one("a", "f", `{}`), fails: "truncated"},
		{provider: Gemini, reason: "at the token limit", response: `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"f"}}]},"finishReason":"MAX_TOKENS"}]}`, want: one("a", "f", `{}`), fails: "truncated"},
		{provider: Bedrock, reason: "at the token limit", response: `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"a","name":"f","input":{}}}]}},"stopReason":"max_tokens"}`, want: one("a", "f", `{}`), fails: "truncated"},
		{provider: Ollama, reason: "at the token limit", response: `{"message":{"tool_calls":[{"id":"a","function":{"name":"f"}}]},"done":true,"done_reason":"length"}`, want: one("a", "f", `{}`), fails: "truncated"},
		{provider: Ollama, reason: "a piece of a stream", response: `{"message":{},"done":false}`, fails: "truncated", pointer: "/done"},

		// Bounds.
		{provider: Anthropic, reason: "too deep", response: strings.Repeat("[", 10_001), fails: "too-large"},
		{provider: Anthropic, reason: "as deep as may be, brackets in strings apart", response: `{"content":[],"x":"[[{{\"[[","y":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + `}`},
		{provider: Anthropic, reason: "too many calls", response: `{"content":[` + strings.Repeat(`{"type":"tool_use","id":"a","name":"f"},`, 1000) + `{"type":"tool_use","id":"a","name":"f"}]}`, fails: "too-large", pointer: "/content/1000"},
		{provider: Anthropic, reason: "as many blocks as may be", response: `{"content":[` + strings.Repeat(`{},`, 99_999) + `{}]}`},
		{provider: Anthropic, reason: "too many blocks", response: `{"content":[` + strings.Repeat(`{},`, 100_000) + `{}]}`, fails: "too-large", pointer: "/content"},
		{provider: Anthropic, reason: "too long", response: `{"content":[]}` + strings.Repeat(" ", 64<<20), fails: "too-large"},
	} {
		t.Run(string(tt.provider)+"/"+tt.reason, func(t *testing.T) {
			got, err := tt.provider.Calls([]byte(tt.response))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			checkError(t, err, tt.provider, tt.fails, tt.pointer)
		})
	}
}

// checkError compares an error with the reason and the pointer that it should have.
func checkError(t *testing.T, err error, p Provider, reason, pointer string) {
	t.Helper()
	if reason == "" {
		if err != nil {
			t.Errorf("error %v, want none", err)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want one of %s", err, reason)
	}
	if string(e.Reason) != reason || e.Pointer != pointer || e.Provider != p {
		t.Errorf("%s error at %q of %s, want %s at %q: %v", e.Reason, e.Pointer, e.Provider, reason, pointer, err)
	}
	if len(err.Error()) > 600 {
		t.Errorf("an error of %d bytes: %v", len(err.Error()), err)
	}
}

// What a provider says goes into one line of a log, and begins no other.
func TestErrorIsOneLine(t *testing.T) {
	const said = `"no\r\n2026-01-01 all is well\u001b[2K\u0085\u2028é"`
	for _, tt := range []struct {
		provider Provider
		response string
	}{
		{Anthropic, `{"type":"error","error":{"message":` + said + `}}`}, {OpenAIChat, `{"error":` + said + `}`},
		{OpenAIResponses, `{"output":[{"type":"function_call","call_id":"a","name":"f"}],"status":"incomplete","incomplete_details":{"reason":` + said + `}}`},
		{Gemini, `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":` + said + `}]}`},
	} {
		_, err := tt.provider.Calls([]byte(tt.response))
		if err == nil || !strings.Contains(err.Error(), "no  2026-01-01 all is well [2K  é") {
			t.Errorf("%s: %q", tt.provider, err)
		}
	}
}

// Ids that are missing are made, the same each time and apart from each other.
func TestMadeIDs(t *testing.T) {
	response := []byte(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"x":1}}},{"functionCall":{"name":"f","args":{"x":1}}},{"functionCall":{"id":"","name":"f","args":{"x":2}}},{"functionCall":{"id":"given","name":"f"}}]}}]}`)
	first, err := Gemini.Calls(response)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Gemini.Calls(response)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("a second reading differs:\n%s", diff)
	}
	seen := map[string]bool{}
	for i, c := range first {
		made := strings.HasPrefix(c.ID, madePrefix)
		if seen[c.ID] || made != (i < 3) {
			t.Errorf("call %d has the id %q", i, c.ID)
		}
		seen[c.ID] = true
	}
	if first[0].ID != "fscheck-ae20384c8e879420" {
		t.Errorf("the first id is %s: ids that were stored would not be found again", first[0].ID)
	}
}

// What is returned is the caller's, and refers to no part of the response.
func TestCallsAreOwned(t *testing.T) {
	for _, p := range Providers() {
		response := []byte(speak(p, Call{"id", "name", []byte(`{"x":1}`)}, Call{"id2", "name", []byte(`{"x":1}`)}))
		calls, err := p.Calls(response)
		if err != nil {
			t.Fatal(err)
		}
		clear(response)
		clear(calls[0].Arguments)
		if diff := cmp.Diff(Call{"id2", "name", []byte(`{"x":1}`)}, calls[1]); diff != "" {
			t.Errorf("%s: %s", p, diff)
		}
	}
}
