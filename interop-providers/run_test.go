package providers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/google/go-cmp/cmp"
	"github.com/ollama/ollama/api"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/wire/provider"
)

// script is a provider that answers what was written down, and keeps what it is sent.
type script struct {
	kind    string
	answers []string
	sent    []string
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.sent = append(s.sent, string(body))
	if len(s.answers) == 0 {
		return nil, fmt.Errorf("request %d was not expected", len(s.sent))
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	return &http.Response{
		StatusCode: 200, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {s.kind}}, Body: io.NopCloser(strings.NewReader(answer)),
	}, nil
}

type charge struct {
	Amount json.Number `json:"amount"`
	Note   string      `json:"note,omitempty"`
}

// charged is a set of one function, which needs every digit, and what it was given.
func charged(t *testing.T) (tools, *[]string) {
	t.Helper()
	var got []string
	f, err := functionschema.Of(func(_ context.Context, c charge) (content.With[string], error) {
		got = append(got, c.Amount.String())
		return content.With[string]{Value: "charged " + c.Amount.String(), Files: []content.File{content.Binary{MediaType: "image/png", Data: []byte{0x89, 'P', 'N', 'G'}}}}, nil
	}, functionschema.WithName("charge"))
	if err != nil {
		t.Fatal(err)
	}
	return tools{"charge": {function: f}}, &got
}

const (
	good = `{"amount": 9007199254740993.10}` // more than a float64 holds
	bad  = `{"amount": "all"}`
)

var (
	goodText, badText = quoted(good), quoted(bad)

	// wanted is what a provider's stream says.
	wanted = []provider.Call{{ID: "c1", Name: "charge", Arguments: []byte(good)}, {ID: "c2", Name: "charge", Arguments: []byte(bad)}}
)

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func sse(events ...string) string {
	var b strings.Builder
	for _, e := range events {
		var head struct{ Type string }
		if json.Unmarshal([]byte(e), &head) == nil && head.Type != "" {
			b.WriteString("event: " + head.Type + "\n")
		}
		b.WriteString("data: " + e + "\n\n")
	}
	return b.String()
}

// frames writes events as AWS does.
func frames(t *testing.T, events ...[2]string) string {
	t.Helper()
	var b bytes.Buffer
	encoder := eventstream.NewEncoder()
	for _, e := range events {
		var headers eventstream.Headers
		headers.Set(":message-type", eventstream.StringValue("event"))
		headers.Set(":event-type", eventstream.StringValue(e[0]))
		headers.Set(":content-type", eventstream.StringValue("application/json"))
		if err := encoder.Encode(&b, eventstream.Message{Headers: headers, Payload: []byte(e[1])}); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// loops are the loops of the documents, each with the SDK's own client before a
// provider that answers with two calls, one of them wrong, and then with a word. sent
// is of what the second request must have: the results, as the provider takes them.
func loops(t *testing.T) map[string]struct {
	answers [2]string
	run     func(context.Context, *script, tools) (string, error)
	sent    []string
} {
	const refused = `The function charge was not run`
	done := func(s string) string { return strings.ReplaceAll(s, "WORD", "Done.") }
	type loop = struct {
		answers [2]string
		run     func(context.Context, *script, tools) (string, error)
		sent    []string
	}
	return map[string]loop{
		"openai-chat": {
			[2]string{
				`{"id":"x","object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"charge","arguments":` + goodText + `}},{"id":"c2","type":"function","function":{"name":"charge","arguments":` + badText + `}}]}}]}`,
				done(`{"id":"y","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"WORD"}}]}`),
			},
			func(ctx context.Context, s *script, tools tools) (string, error) {
				return chat(ctx, openaiClient(s), openai.ChatCompletionNewParams{Model: "m", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("go")}}, tools)
			},
			[]string{goodText, `{"content":"charged 9007199254740993.10\nSee file`, `"tool_call_id":"c1"`, `{"content":"` + refused, `"tool_call_id":"c2"`},
		},
		"openai-responses": {
			[2]string{
				`{"id":"resp_1","object":"response","status":"completed","output":[{"type":"function_call","id":"f1","call_id":"c1","name":"charge","arguments":` + goodText + `,"status":"completed"},{"type":"function_call","id":"f2","call_id":"c2","name":"charge","arguments":` + badText + `,"status":"completed"}]}`,
				done(`{"id":"resp_2","object":"response","status":"completed","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"WORD","annotations":[]}]}]}`),
			},
			func(ctx context.Context, s *script, tools tools) (string, error) {
				return respond(ctx, openaiClient(s), responses.ResponseNewParams{Model: "m"}, tools)
			},
			[]string{`"previous_response_id":"resp_1"`, `"call_id":"c1"`, `charged 9007199254740993.10`, `"image_url":"data:image/png;base64,iVBORw=="`, refused},
		},
		"anthropic": {
			[2]string{
				`{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"Hm."},{"type":"tool_use","id":"c1","name":"charge","input":` + good + `},{"type":"tool_use","id":"c2","name":"charge","input":` + bad + `}],"stop_reason":"tool_use"}`,
				done(`{"id":"n","type":"message","role":"assistant","content":[{"type":"text","text":"WORD"}],"stop_reason":"end_turn"}`),
			},
			func(ctx context.Context, s *script, tools tools) (string, error) {
				return messages(ctx, anthropicClient(s), anthropic.MessageNewParams{Model: "m", MaxTokens: 10}, tools)
			},
			[]string{`9007199254740993.10`, `"tool_use_id":"c1"`, `{"data":"iVBORw==","media_type":"image/png","type":"base64"}`, `"is_error":true`, refused},
		},
		"gemini": {
			[2]string{
				`{"candidates":[{"index":0,"finishReason":"STOP","content":{"role":"model","parts":[{"functionCall":{"name":"charge","args":` + good + `},"thoughtSignature":"AAEC"},{"functionCall":{"name":"charge","args":` + bad + `}}]}}]}`,
				done(`{"candidates":[{"index":0,"finishReason":"STOP","content":{"role":"model","parts":[{"text":"WORD"}]}}]}`),
			},
			func(ctx context.Context, s *script, tools tools) (string, error) {
				client, tap := geminiClient(ctx, t, s)
				return generate(ctx, client, tap, "m", genai.Text("go"), nil, tools)
			},
			[]string{`"thoughtSignature":"AAEC"`, `"output":["charged 9007199254740993.10"`, `"inlineData":{"data":"iVBORw==","mimeType":"image/png"}`, `"error":"` + refused},
		},
		"bedrock": {
			[2]string{
				`{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"charge","input":` + good + `}},{"toolUse":{"toolUseId":"c2","name":"charge","input":` + bad + `}}]}},"stopReason":"tool_use"}`,
				done(`{"output":{"message":{"role":"assistant","content":[{"text":"WORD"}]}},"stopReason":"end_turn"}`),
			},
			func(ctx context.Context, s *script, tools tools) (string, error) {
				client, tap := bedrockClient(s)
				return converseLoop(ctx, client, tap, &bedrockruntime.ConverseInput{ModelId: aws.String("m")}, tools)
			},
			[]string{`"toolUseId":"c1"`, `"text":"charged 9007199254740993.10"`, `"source":{"bytes":"iVBORw=="}`, `"status":"error"`, refused},
		},
		"ollama": {
			[2]string{
				`{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"charge","arguments":` + good + `}}]},"done":false}` + "\n" + `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"charge","arguments":` + bad + `}}]},"done":true,"done_reason":"stop"}` + "\n",
				done(`{"model":"m","message":{"role":"assistant","content":"WORD"},"done":true,"done_reason":"stop"}`),
			},
			func(ctx context.Context, s *script, tools tools) (string, error) {
				client, tap := ollamaClient(s)
				return ask(ctx, client, tap, &api.ChatRequest{Model: "m"}, tools)
			},
			[]string{`"tool_name":"charge"`, `charged 9007199254740993.10`, `"images":["iVBORw=="]`, refused},
		},
	}
}

func openaiClient(s *script) openai.Client {
	return openai.NewClient(option.WithAPIKey("key"), option.WithHTTPClient(&http.Client{Transport: s}))
}

func anthropicClient(s *script) anthropic.Client {
	return anthropic.NewClient(anthropicoption.WithAPIKey("key"), anthropicoption.WithHTTPClient(&http.Client{Transport: s}))
}

func geminiClient(ctx context.Context, t *testing.T, s *script) (*genai.Client, *tap) {
	t.Helper()
	tap := &tap{next: s}
	client, err := genai.NewClient(ctx, &genai.ClientConfig{APIKey: "key", Backend: genai.BackendGeminiAPI, HTTPClient: &http.Client{Transport: tap}})
	if err != nil {
		t.Fatal(err)
	}
	return client, tap
}

func bedrockClient(s *script) (*bedrockruntime.Client, *tap) {
	tap := &tap{next: s}
	return bedrockruntime.New(bedrockruntime.Options{
		Region: "us-east-1", HTTPClient: &http.Client{Transport: tap},
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "id", SecretAccessKey: "key"}, nil
		}),
	}), tap
}

func ollamaClient(s *script) (*api.Client, *tap) {
	tap := &tap{next: s}
	return api.NewClient(&url.URL{Scheme: "http", Host: "127.0.0.1"}, &http.Client{Transport: tap}), tap
}

// Each loop carries the calls out with every digit, and tells the provider in its own
// form what became of them.
func TestLoops(t *testing.T) {
	all := loops(t)
	if len(all) != len(provider.Providers()) {
		t.Errorf("%d loops for %d providers", len(all), len(provider.Providers()))
	}
	for name, loop := range all {
		t.Run(name, func(t *testing.T) {
			tools, got := charged(t)
			s := &script{kind: "application/json", answers: loop.answers[:]}
			said, err := loop.run(t.Context(), s, tools)
			if err != nil {
				t.Fatal(err)
			}
			if said != "Done." || len(s.sent) != 2 {
				t.Errorf("it says %q after %d requests", said, len(s.sent))
			}
			if diff := cmp.Diff([]string{"9007199254740993.10"}, *got); diff != "" {
				t.Errorf("the function was given (-want +got):\n%s", diff)
			}
			for _, part := range loop.sent {
				if !strings.Contains(s.sent[len(s.sent)-1], part) {
					t.Errorf("the second request lacks %s:\n%s", part, s.sent[len(s.sent)-1])
				}
			}
		})
	}
}

// The same calls, streamed through the SDKs.
func TestStreams(t *testing.T) {
	half, rest := quoted(good[:11]), quoted(good[11:])
	for name, tt := range map[string]struct {
		kind, answer string
		run          func(context.Context, *script) ([]provider.Call, error)
		madeIDs      bool
	}{
		"openai-chat": {"text/event-stream", sse(
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"charge","arguments":""}}]}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":`+half+`}}]}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"charge","arguments":`+badText+`}}]}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":`+rest+`}}]}}]}`,
			`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
		) + "data: [DONE]\n\n", func(ctx context.Context, s *script) ([]provider.Call, error) {
			return chatStream(ctx, openaiClient(s), openai.ChatCompletionNewParams{Model: "m"})
		}, false},
		"openai-responses": {"text/event-stream", sse(
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c1","name":"charge","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"delta":`+half+`}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"delta":`+rest+`}`,
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"c1","name":"charge","arguments":`+goodText+`}}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"c2","name":"charge","arguments":`+badText+`}}`,
			`{"type":"response.completed","response":{"id":"r","status":"completed","output":[]}}`,
		), func(ctx context.Context, s *script) ([]provider.Call, error) {
			return respondStream(ctx, openaiClient(s), responses.ResponseNewParams{Model: "m"})
		}, false},
		"anthropic": {"text/event-stream", sse(
			`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"charge","input":{}}}`,
			`{"type":"ping"}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":`+half+`}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":`+rest+`}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c2","name":"charge","input":{}}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":`+badText+`}}`,
			`{"type":"content_block_stop","index":1}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`,
			`{"type":"message_stop"}`,
		), func(ctx context.Context, s *script) ([]provider.Call, error) {
			return messagesStream(ctx, anthropicClient(s), anthropic.MessageNewParams{Model: "m", MaxTokens: 10})
		}, false},
		"gemini": {"text/event-stream", sse(
			`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"charge","args":`+good+`}}]}}]}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"charge","args":`+bad+`}}]},"finishReason":"STOP"}]}`,
		), func(ctx context.Context, s *script) ([]provider.Call, error) {
			client, tap := geminiClient(ctx, t, s)
			return generateStream(ctx, client, tap, "m", genai.Text("go"), nil)
		}, true},
		"bedrock": {"application/vnd.amazon.eventstream", frames(t,
			[2]string{"messageStart", `{"role":"assistant"}`},
			[2]string{"contentBlockStart", `{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"c1","name":"charge"}}}`},
			[2]string{"contentBlockDelta", `{"contentBlockIndex":0,"delta":{"toolUse":{"input":` + half + `}}}`},
			[2]string{"contentBlockDelta", `{"contentBlockIndex":0,"delta":{"toolUse":{"input":` + rest + `}}}`},
			[2]string{"contentBlockStop", `{"contentBlockIndex":0}`},
			[2]string{"contentBlockStart", `{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"c2","name":"charge"}}}`},
			[2]string{"contentBlockDelta", `{"contentBlockIndex":1,"delta":{"toolUse":{"input":` + badText + `}}}`},
			[2]string{"contentBlockStop", `{"contentBlockIndex":1}`},
			[2]string{"messageStop", `{"stopReason":"tool_use"}`},
			[2]string{"metadata", `{"usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2},"metrics":{"latencyMs":1}}`},
		), func(ctx context.Context, s *script) ([]provider.Call, error) {
			client, tap := bedrockClient(s)
			return converseStream(ctx, client, tap, &bedrockruntime.ConverseStreamInput{ModelId: aws.String("m")})
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tt.run(t.Context(), &script{kind: tt.kind, answers: []string{tt.answer}})
			if err != nil {
				t.Fatal(err)
			}
			if tt.madeIDs {
				for i := range got {
					got[i].ID = wanted[i].ID
				}
			}
			if diff := cmp.Diff(wanted, got); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}
