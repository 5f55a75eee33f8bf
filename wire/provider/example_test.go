package provider_test

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/wire/provider"
)

type place struct {
	City string `json:"city"`
	Days int    `json:"days" default:"1" jsonschema:"minimum=1"`
}

func weather(_ context.Context, p place) (string, error) {
	return fmt.Sprintf("%s: 12 °C for %d days", p.City, p.Days), nil
}

func ExampleProvider_Calls() {
	f := functionschema.Must(functionschema.Of(weather))
	body := `{"content":[{"type":"text","text":"Let me look."},
		{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Paris","days":2.0}},
		{"type":"tool_use","id":"toolu_2","name":"weather","input":{"city":"Oslo","days":0}}],"stop_reason":"tool_use"}`

	calls, err := provider.Anthropic.Calls([]byte(body))
	if err != nil {
		panic(err)
	}
	for _, call := range calls {
		reply := functionschema.Respond(f.Call(context.Background(), call.Arguments))
		block, err := provider.Anthropic.Result(call, reply)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", block)
	}
	// Output:
	// {"type":"tool_result","tool_use_id":"toolu_1","content":"Paris: 12 °C for 2 days"}
	// {"type":"tool_result","tool_use_id":"toolu_2","content":"The function weather was not run, because its arguments are not valid:\n- /days: must be at least 1, not 0\nCorrect this and call it again.","is_error":true}
}

func ExampleProvider_Stream() {
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"weather","arguments":""}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"Paris\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]

`)
	stream := provider.OpenAIChat.Stream()
	if _, err := io.Copy(stream, body); err != nil {
		panic(err)
	}
	calls, err := stream.Calls()
	if err != nil {
		panic(err)
	}
	for _, call := range calls {
		fmt.Printf("%s %s %s\n", call.ID, call.Name, call.Arguments)
	}
	// Output: call_1 weather {"city":"Paris"}
}

func ExampleProvider_Result() {
	call := provider.Call{ID: "call_1", Name: "weather"}
	f := functionschema.Must(functionschema.Of(weather))
	reply := functionschema.Respond(f.Call(context.Background(), []byte(`{"city":"Paris"}`)))
	for _, p := range provider.Providers() {
		message, err := p.Result(call, reply)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", message)
	}
	// Output:
	// {"role":"tool","tool_call_id":"call_1","content":"Paris: 12 °C for 1 days"}
	// {"type":"function_call_output","call_id":"call_1","output":"Paris: 12 °C for 1 days"}
	// {"type":"tool_result","tool_use_id":"call_1","content":"Paris: 12 °C for 1 days"}
	// {"functionResponse":{"id":"call_1","name":"weather","response":{"output":"Paris: 12 °C for 1 days"}}}
	// {"toolResult":{"toolUseId":"call_1","content":[{"text":"Paris: 12 °C for 1 days"}]}}
	// {"role":"tool","tool_name":"weather","tool_call_id":"call_1","content":"Paris: 12 °C for 1 days"}
}
