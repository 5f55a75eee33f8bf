package providers

import (
	"context"
	"encoding/json"

	"github.com/ollama/ollama/api"

	"github.com/functionschema/fscheck/wire/provider"
)

// ask asks until the model answers without a call. The answer comes in lines, or in
// one if request.Stream says so. tap is the transport of the client.
func ask(ctx context.Context, client *api.Client, tap *tap, request *api.ChatRequest, tools tools) (string, error) {
	for range rounds {
		said := api.Message{Role: "assistant"}
		err := client.Chat(ctx, request, func(piece api.ChatResponse) error {
			said.Content += piece.Message.Content
			said.ToolCalls = append(said.ToolCalls, piece.Message.ToolCalls...)
			return nil
		})
		if err != nil {
			return "", err
		}
		stream := provider.Ollama.Stream()
		if _, err := stream.Write(tap.body.Bytes()); err != nil {
			return "", err
		}
		calls, err := stream.Calls()
		if err != nil {
			return "", err
		}
		if len(calls) == 0 {
			return said.Content, nil
		}
		request.Messages = append(request.Messages, said)
		for _, call := range calls {
			text, err := provider.Ollama.Result(call, tools.answer(ctx, call))
			if err != nil {
				return "", err
			}
			var message api.Message
			if err := json.Unmarshal(text, &message); err != nil {
				return "", err
			}
			request.Messages = append(request.Messages, message)
		}
	}
	return "", errRounds
}
