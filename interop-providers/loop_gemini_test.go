package providers

import (
	"context"
	"encoding/json"

	"google.golang.org/genai"

	"github.com/functionschema/fscheck/wire/provider"
)

// generate asks until the model answers without a call. tap is the transport of the
// client's HTTPClient.
func generate(ctx context.Context, client *genai.Client, tap *tap, model string, contents []*genai.Content, config *genai.GenerateContentConfig, tools tools) (string, error) {
	for range rounds {
		response, err := client.Models.GenerateContent(ctx, model, contents, config)
		if err != nil {
			return "", err
		}
		calls, err := provider.Gemini.Calls(tap.body.Bytes())
		if err != nil {
			return "", err
		}
		if len(calls) == 0 {
			return response.Text(), nil
		}
		results := &genai.Content{Role: genai.RoleUser}
		for _, call := range calls {
			text, err := provider.Gemini.Result(call, tools.answer(ctx, call))
			if err != nil {
				return "", err
			}
			var part genai.Part
			if err := json.Unmarshal(text, &part); err != nil {
				return "", err
			}
			results.Parts = append(results.Parts, &part)
		}
		contents = append(contents, response.Candidates[0].Content, results)
	}
	return "", errRounds
}

// generateStream reads the calls of a streamed answer.
func generateStream(ctx context.Context, client *genai.Client, tap *tap, model string, contents []*genai.Content, config *genai.GenerateContentConfig) ([]provider.Call, error) {
	for _, err := range client.Models.GenerateContentStream(ctx, model, contents, config) {
		if err != nil {
			return nil, err
		}
	}
	stream := provider.Gemini.Stream()
	if _, err := stream.Write(tap.body.Bytes()); err != nil {
		return nil, err
	}
	return stream.Calls()
}
