package provider

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
)

// hostile is a body of 10 MB, whole or streamed, that is worth more than it weighs.
type hostile struct {
	name   string
	stream bool
	body   func() string // made when it is its turn
}

// each returns 10 MB of it.
func each(unit string) string { return strings.Repeat(unit, (10<<20)/len(unit)) }

// asEvent is the JSON of an event as the provider's stream has it.
func asEvent(p Provider, json string) string {
	if f, _ := p.form(); f.lines {
		return json + "\n"
	}
	return "data: " + json + "\n\n"
}

// hostiles are the bad kinds that every provider's form has.
func hostiles(p Provider) (list []hostile) {
	whole := func(name string, body func() string) { list = append(list, hostile{name, false, body}) }
	stream := func(name string, body func() string) { list = append(list, hostile{name, true, body}) }
	one := func(arguments string) string { return speak(p, Call{"a", "f", []byte(arguments)}) }
	many := func(n int, c Call) string {
		calls := make([]Call, n)
		for i := range calls {
			calls[i] = c
			calls[i].ID += strconv.Itoa(i)
		}
		return speak(p, calls...)
	}
	plain := one("{}")

	whole("open lists", func() string { return each("[") })
	whole("open objects", func() string { return each(`{"a":`) })
	whole("one text", func() string { return one(`"` + each("x") + `"`) })
	whole("one text of escapes", func() string { return one(`"` + each(`\u0041`) + `"`) })
	whole("towers", func() string {
		return one("[" + strings.Repeat(strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000)+",", 580) + "0]")
	})
	whole("a name", func() string { return speak(p, Call{"a", each("x"), []byte("{}")}) })
	whole("a name of escapes", func() string {
		return strings.ReplaceAll(speak(p, Call{"a", strings.Repeat("?", 1<<20), []byte("{}")}), "?", `\u0061`)
	})
	whole("as many calls as may be", func() string {
		return many(maxCalls, Call{Name: "f", Arguments: []byte(`"` + strings.Repeat("x", 10<<10) + `"`)})
	})
	whole("calls", func() string { return many(90_000, Call{Name: "f", Arguments: []byte("{}")}) })
	inner := strings.LastIndexByte(plain[:strings.LastIndex(plain, `"f"`)], '{') + 1
	whole("members of a call", func() string { return plain[:inner] + each(`"":0,`) + plain[inner:] })
	stream("members", func() string { return asEvent(p, "{"+each(`"\u0061":[],`)+plain[1:]) })
	for i, c := range plain {
		if c == '[' {
			whole(fmt.Sprintf("items of the array at byte %d", i), func() string { return plain[:i+1] + strings.Repeat(`{"":{}},`, 99_000) + plain[i+1:] })
		}
	}
	before := ""
	for i, event := range append(events(rand.New(rand.NewPCG(1, 2)), p, Call{"a", "f", []byte(`{}`)}), thin[p]...) {
		sofar, event := before, asEvent(p, event)
		stream(fmt.Sprintf("event %d", i), func() string { return sofar + each(event) })
		before += event
	}
	if p != OpenAIChat && p != Ollama {
		return list // lines are read as theirs are
	}
	for _, unit := range []string{"\n", "\r", "\r\n", "\n\r", " \n", ":\n", "data\n", "data\n\n", "data:1\n", "data: [DONE]\n\n", "x", "data: x"} {
		stream(fmt.Sprintf("%q", unit), func() string { return each(unit) })
	}
	return list
}

// thin are events that say little, and some that have much of it.
var thin = map[Provider][]string{
	OpenAIChat: {
		`{"choices":[]}`, `{"choices":[{}]}`, `{"choices":[{"delta":{}}]}`, `{"choices":[{"delta":{"tool_calls":[{}]}}]}`,
		`{"choices":[` + strings.Repeat(`{},`, 9_000) + `{}]}`, `{"choices":[` + strings.Repeat(`{"index":0},`, 9_000) + `{}]}`,
		`{"choices":[{"delta":{"tool_calls":[` + strings.Repeat(`{},`, 9_000) + `{}]}}]}`,
		`{"choices":[{"delta":{"tool_calls":[` + strings.Repeat(`{"function":{"name":"f","arguments":"\u0061"}},`, 2_000) + `{}]}}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"id":"b"}]}}]}`, `{"choices":[{"finish_reason":"stop"}]}`,
	},
	OpenAIResponses: {
		`{"type":"x"}`, `{"type":"response.output_item.added"}`, `{"type":"response.completed","response":{"output":[` + strings.Repeat("{},", 9_000) + `{}]}}`,
	},
	Anthropic: {`{"type":"x"}`, `{"type":"content_block_start","content_block":{}}`, `{"type":"message_delta","delta":{}}`, `{"type":"message_stop"}`},
	Gemini: {
		`{"candidates":[]}`, `{"candidates":[{}]}`, `{"usageMetadata":{}}`, `{"promptFeedback":{}}`,
		`{"candidates":[{"content":{"parts":[` + strings.Repeat("{},", 9_000) + `{}]}}]}`, `{"candidates":[` + strings.Repeat(`{"content":{"parts":[{},{}]}},`, 9_000) + `{}]}`,
	},
	Bedrock: {`{}`, `{"a":{}}`, `{"messageStop":{}}`, `{"contentBlockStop":{"contentBlockIndex":0}}`, `{"contentBlockDelta":{"delta":{}}}`, `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":""}}}`},
	Ollama:  {`{"message":{}}`, `{"message":{"tool_calls":[]}}`},
}

// more of the bad kinds, of one provider each.
func others() map[string]struct {
	provider Provider
	hostile
} {
	type row = struct {
		provider Provider
		hostile
	}
	anthropic := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(asEvent(Anthropic, fmt.Sprintf(strings.ReplaceAll(format, "INDEX", "%[1]d"), i)))
		}
		return b.String()
	}
	const begun, stopped = `{"type":"content_block_start","index":INDEX,"content_block":{"type":"tool_use","id":"a","name":"f"}}`, `{"type":"content_block_stop","index":INDEX}`
	const parts = `{"candidates":[{"content":{"parts":[{}]}}]},`
	settled := func(done string) string {
		return asEvent(OpenAIResponses, begin(OpenAIResponses, 0, Call{"a", "f", nil})) +
			asEvent(OpenAIResponses, more(OpenAIResponses, 0, `"`+strings.Repeat(`\u0061`, 800_000)+`"`)) +
			strings.Repeat(asEvent(OpenAIResponses, `{"type":"response.function_call_arguments.done","output_index":0,"arguments":`+done+`}`), 6)
	}
	return map[string]row{
		"blocks": {Anthropic, hostile{"", true, func() string {
			return anthropic(`{"type":"content_block_start","index":INDEX,"content_block":{}}`, 99_000)
		}}},
		"a message that ends often": {Anthropic, hostile{"", true, func() string {
			return anthropic(begun, maxCalls) + anthropic(stopped, maxCalls) + each(asEvent(Anthropic, `{"type":"message_stop"}`))
		}}},
		"calls that are never over": {Anthropic, hostile{"", true, func() string {
			return anthropic(begun, maxCalls) + each(asEvent(Anthropic, `{"type":"content_block_delta","index":999,"delta":{"type":"input_json_delta","partial_json":"x"}}`))
		}}},
		"pieces that are nothing": {Anthropic, hostile{"", true, func() string {
			return anthropic(begun, maxCalls) + each(asEvent(Anthropic, `{"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":""}}`))
		}}},
		"arguments that are compared": {OpenAIResponses, hostile{"", true, func() string { return settled(quote(strings.Repeat("a", 800_000))) }}},
		"arguments that differ":       {OpenAIResponses, hostile{"", true, func() string { return settled(`"a"`) }}},
		"responses in an array":       {Gemini, hostile{"", false, func() string { return "[" + strings.Repeat(parts, 99_000) + strings.TrimSuffix(parts, ",") + "]" }}},
		"an array of responses, large": {Gemini, hostile{"", false, func() string {
			return "[" + strings.Repeat(`{"candidates":[{"content":{"parts":[`+strings.Repeat("{},", 9_000)+`{}]}}]},`, 380) + `{"candidates":[]}]`
		}}},
		"names in pieces": {OpenAIChat, hostile{"", true, func() string {
			return each(asEvent(OpenAIChat, `{"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"xy"}}]}}]}`))
		}}},
	}
}

// TestHostile reads 10 MB of every bad kind, as it would come from a connection: each is
// refused or read in a second, with 200 MB made in all.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, p := range Providers() {
		for _, h := range hostiles(p) {
			kind := "whole"
			if h.stream {
				kind = "stream"
			}
			t.Run(fmt.Sprintf("%s/%s/%s", p, kind, h.name), func(t *testing.T) { bear(t, p, h) })
		}
	}
	for name, h := range others() {
		t.Run(string(h.provider)+"/"+name, func(t *testing.T) { bear(t, h.provider, h.hostile) })
	}
}

func bear(t *testing.T, p Provider, h hostile) {
	body := []byte(h.body())
	pace.Frugal(t, time.Second, 200<<20, func() {
		var calls []Call
		var err error
		if h.stream {
			calls, err = written(p, body, func() int { return 32 << 10 })
		} else {
			calls, err = p.Calls(body)
		}
		t.Logf("%d calls, %.100v", len(calls), err)
	})
}
