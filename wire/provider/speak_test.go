package provider

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf16"
)

// speak writes a response as a provider does, with the calls in it and other things
// around them. Arguments are JSON for the providers that carry JSON.
func speak(p Provider, calls ...Call) string {
	var list []string
	for i, c := range calls {
		id, name, args := quote(c.ID), quote(c.Name), string(c.Arguments)
		switch p {
		case OpenAIChat:
			list = append(list, `{"id":`+id+`,"type":"function","function":{"name":`+name+`,"arguments":`+quote(args)+`}}`)
		case OpenAIResponses:
			list = append(list, fmt.Sprintf(`{"type":"function_call","id":"fc_%d","call_id":%s,"name":%s,"arguments":%s,"status":"completed"}`, i, id, name, quote(args)))
		case Anthropic:
			list = append(list, `{"type":"tool_use","id":`+id+`,"name":`+name+`,"input":`+args+`}`)
		case Gemini:
			list = append(list, `{"functionCall":{"id":`+id+`,"name":`+name+`,"args":`+args+`},"thoughtSignature":"AAEC"}`)
		case Bedrock:
			list = append(list, `{"toolUse":{"toolUseId":`+id+`,"name":`+name+`,"input":`+args+`}}`)
		case Ollama:
			list = append(list, `{"id":`+id+`,"function":{"name":`+name+`,"arguments":`+args+`}}`)
		}
	}
	all := strings.Join(list, ", ")
	switch p {
	case OpenAIChat:
		return `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[` + all + `]},"finish_reason":"tool_calls"}],"usage":{}}`
	case OpenAIResponses:
		return `{"object":"response","status":"completed","error":null,"output":[` + join(`{"type":"reasoning","summary":[]}`, all) + `]}`
	case Anthropic:
		return `{"type":"message","content":[` + join(`{"type":"text","text":"Let me look."}`, all) + `],"stop_reason":"tool_use"}`
	case Gemini:
		return `{"candidates":[{"content":{"role":"model","parts":[` + join(`{"text":"Let me look."}`, all) + `]},"finishReason":"STOP","index":0}],"usageMetadata":{}}`
	case Bedrock:
		return `{"metrics":{"latencyMs":1},"output":{"message":{"role":"assistant","content":[` + join(`{"text":"Let me look."}`, all) + `]}},"stopReason":"tool_use"}`
	}
	return `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[` + all + `]},"done":true,"done_reason":"stop"}`
}

func join(first, rest string) string {
	if rest == "" {
		return first
	}
	return first + "," + rest
}

// events writes a response as the events of a stream. Pieces of several calls are
// interleaved where the provider's form allows it.
func events(r *rand.Rand, p Provider, calls ...Call) []string {
	var list []string
	switch p {
	case Gemini:
		for _, c := range calls {
			list = append(list, `{"candidates":[{"content":{"parts":[{"functionCall":{"id":`+quote(c.ID)+`,"name":`+quote(c.Name)+`,"args":`+string(c.Arguments)+`}}]}}]}`)
		}
		return append(list, `{"candidates":[{"content":{"parts":[{"text":""}]},"finishReason":"STOP"}],"usageMetadata":{}}`)
	case Ollama:
		for _, c := range calls {
			list = append(list, `{"message":{"tool_calls":[{"id":`+quote(c.ID)+`,"function":{"name":`+quote(c.Name)+`,"arguments":`+string(c.Arguments)+`}}]},"done":false}`)
		}
		return append(list, `{"message":{"content":""},"done":true,"done_reason":"stop"}`)
	}
	left := make([][]string, len(calls)) // what is still to come of each call
	for i, c := range calls {
		left[i] = append(left[i], begin(p, i, c))
		for _, piece := range pieces(r, string(c.Arguments)) {
			left[i] = append(left[i], more(p, i, piece))
		}
		if end := end(p, i, c); end != "" {
			left[i] = append(left[i], end)
		}
	}
	for i := 0; i < len(left); {
		j := i + r.IntN(len(left)-i)
		if len(left[j]) > 0 {
			list, left[j] = append(list, left[j][0]), left[j][1:]
		}
		for i < len(left) && len(left[i]) == 0 {
			i++
		}
	}
	switch p {
	case OpenAIChat:
		return append(list, `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, `{"choices":[],"usage":{}}`)
	case OpenAIResponses:
		return append(list, `{"type":"response.completed","response":{"status":"completed","output":[]}}`)
	case Anthropic:
		return append(list, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_stop"}`)
	}
	return append(list, `{"messageStop":{"stopReason":"tool_use"}}`, `{"metadata":{"usage":{}}}`)
}

func begin(p Provider, i int, c Call) string {
	id, name := quote(c.ID), quote(c.Name)
	switch p {
	case OpenAIChat:
		return fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":%s,"type":"function","function":{"name":%s,"arguments":""}}]},"finish_reason":null}]}`, i, id, name)
	case OpenAIResponses:
		return fmt.Sprintf(`{"type":"response.output_item.added","output_index":%d,"item":{"type":"function_call","id":"fc_%[1]d","call_id":%s,"name":%s,"arguments":"","status":"in_progress"}}`, i, id, name)
	case Anthropic:
		return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":%s,"name":%s,"input":{}}}`, i, id, name)
	}
	return fmt.Sprintf(`{"contentBlockStart":{"contentBlockIndex":%d,"start":{"toolUse":{"toolUseId":%s,"name":%s}}}}`, i, id, name)
}

func more(p Provider, i int, piece string) string {
	switch p {
	case OpenAIChat:
		return fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]},"finish_reason":null}]}`, i, piece)
	case OpenAIResponses:
		return fmt.Sprintf(`{"type":"response.function_call_arguments.delta","output_index":%d,"delta":%s,"obfuscation":"x"}`, i, piece)
	case Anthropic:
		return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":%s}}`, i, piece)
	}
	return fmt.Sprintf(`{"contentBlockDelta":{"contentBlockIndex":%d,"delta":{"toolUse":{"input":%s}},"p":"abc"}}`, i, piece)
}

func end(p Provider, i int, c Call) string {
	switch p {
	case OpenAIResponses:
		return fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"function_call","call_id":%s,"name":%s,"arguments":%s}}`, i, quote(c.ID), quote(c.Name), quote(string(c.Arguments)))
	case Anthropic:
		return fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i)
	case Bedrock:
		return fmt.Sprintf(`{"contentBlockStop":{"contentBlockIndex":%d}}`, i)
	}
	return ""
}

// pieces cuts a text into JSON strings, between UTF-16 units as JavaScript does.
func pieces(r *rand.Rand, s string) []string {
	var list []string
	units := utf16.Encode([]rune(s))
	for len(units) > 0 {
		n := 1 + r.IntN(min(len(units), 1<<r.IntN(8)))
		var b strings.Builder
		for i := 0; i < n; i++ {
			switch u := units[i]; {
			case utf16.IsSurrogate(rune(u)) || r.IntN(8) == 0:
				fmt.Fprintf(&b, `\u%04x`, u)
			default:
				q := quote(string(rune(u)))
				b.WriteString(q[1 : len(q)-1])
			}
		}
		list, units = append(list, `"`+b.String()+`"`), units[n:]
	}
	return list
}

// sse writes events as server-sent events, with what else such a stream may have.
func sse(r *rand.Rand, end string, events []string) string {
	var b strings.Builder
	for i, e := range events {
		switch r.IntN(4) {
		case 0:
			b.WriteString(": keep-alive" + end + end)
		case 1:
			b.WriteString("event: message" + end + "id:" + strconv.Itoa(i) + end)
		case 2:
			b.WriteString(end + "data:" + end + end)
		}
		b.WriteString([]string{"data: ", "data:"}[r.IntN(2)] + strings.ReplaceAll(e, "\n", end+"data: ") + end + end)
	}
	return b.String()
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}
