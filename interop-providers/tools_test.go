package providers

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/ollama/ollama/api"
	"github.com/openai/openai-go/v3"
	"google.golang.org/genai"

	"github.com/functionschema/fscheck/metadata"
)

// cases reads the schemas that the golden files of metadata are made of.
func cases(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	text, err := os.ReadFile("../metadata/testdata/schemas.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Name   string
		Schema json.RawMessage
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	m := map[string]json.RawMessage{}
	for _, r := range rows {
		m[r.Name] = r.Schema
	}
	if len(m) < 20 {
		t.Fatalf("only %d schemas", len(m))
	}
	return m
}

// through has an SDK's own type read an export and returns what the SDK would send.
var through = map[metadata.Dialect]func(*testing.T, []byte) []byte{
	metadata.OpenAI:           typed[openai.ChatCompletionFunctionToolParam],
	metadata.OpenAIStrict:     typed[openai.ChatCompletionFunctionToolParam],
	metadata.Anthropic:        typed[anthropic.ToolParam],
	metadata.AnthropicStrict:  typed[anthropic.ToolParam],
	metadata.Gemini:           typed[genai.FunctionDeclaration],
	metadata.GeminiJSONSchema: typed[genai.FunctionDeclaration],
	metadata.MCP:              typed[mcp.Tool],
	metadata.Ollama:           typed[api.Tool],
	metadata.Bedrock:          converse,
}

func typed[T any](t *testing.T, text []byte) []byte {
	t.Helper()
	var tool T
	if err := json.Unmarshal(text, &tool); err != nil {
		t.Fatalf("%T does not read it: %v\n%s", tool, err, text)
	}
	sent, err := json.Marshal(tool)
	if err != nil {
		t.Fatalf("%T is not written: %v", tool, err)
	}
	return sent
}

// converse fills Bedrock's type, which reads no JSON itself, and has the client send
// it to nobody.
func converse(t *testing.T, text []byte) []byte {
	t.Helper()
	var export struct {
		ToolSpec struct {
			Name, Description string
			InputSchema       struct{ JSON any }
		}
	}
	if err := json.Unmarshal(text, &export); err != nil {
		t.Fatal(err)
	}
	tool := &types.ToolMemberToolSpec{Value: types.ToolSpecification{
		Name: aws.String(export.ToolSpec.Name), Description: aws.String(export.ToolSpec.Description),
		InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(export.ToolSpec.InputSchema.JSON)},
	}}
	wire := &recorder{}
	signer := aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: "nobody", SecretAccessKey: "nothing"}, nil
	})
	client := bedrockruntime.New(bedrockruntime.Options{Region: "us-east-1", Credentials: signer, HTTPClient: wire, RetryMaxAttempts: 1})
	_, err := client.Converse(t.Context(), &bedrockruntime.ConverseInput{
		ModelId:    aws.String("m"),
		Messages:   []types.Message{{Role: types.ConversationRoleUser, Content: []types.ContentBlock{&types.ContentBlockMemberText{Value: "x"}}}},
		ToolConfig: &types.ToolConfiguration{Tools: []types.Tool{tool}},
	})
	var request struct {
		ToolConfig struct{ Tools []json.RawMessage }
	}
	if json.Unmarshal(wire.body, &request) != nil || len(request.ToolConfig.Tools) != 1 {
		t.Fatalf("the client sent %s (%v)", wire.body, err)
	}
	return request.ToolConfig.Tools[0]
}

type recorder struct{ body []byte }

func (r *recorder) Do(q *http.Request) (*http.Response, error) {
	r.body, _ = io.ReadAll(q.Body)
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader([]byte(`{}`))), Request: q}, nil
}

// TestToolTypes: every export is read by the provider's own Go type, which keeps all
// of it: what an SDK forgets, its server would never see.
func TestToolTypes(t *testing.T) {
	for _, d := range metadata.Dialects() {
		exported := 0
		for name, schema := range cases(t) {
			x, err := d.Export(metadata.Tool{Name: "f", Description: "Does it.", InputSchema: schema})
			if err != nil {
				continue // refused, which the golden files of metadata show
			}
			exported++
			t.Run(string(d)+"/"+name, func(t *testing.T) {
				sent := through[d](t, x.JSON)
				if diff := cmp.Diff(value(t, x.JSON), value(t, sent)); diff != "" {
					t.Errorf("the SDK sends something else: -export +sent\n%s", diff)
				}
			})
		}
		if exported < 12 {
			t.Errorf("%s: only %d schemas were exported", d, exported)
		}
	}
}

// value decodes a text; numbers are compared as the floats that SDKs make of them.
func value(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
