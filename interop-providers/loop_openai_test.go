package providers

import (
	"context"
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"github.com/functionschema/fscheck/wire/provider"
)

// chat asks until the model answers without a call.
func chat(ctx context.Context, client openai.Client, params openai.ChatCompletionNewParams, tools tools) (string, error) {
	for range rounds {
		completion, err := client.Chat.Completions.New(ctx, params)
		if err != nil {
			return "", err
		}
		calls, err := provider.OpenAIChat.Calls([]byte(completion.RawJSON()))
		if err != nil {
			return "", err
		}
		said := completion.Choices[0].Message
		if len(calls) == 0 {
			return said.Content, nil
		}
		params.Messages = append(params.Messages, said.ToParam())
		for _, call := range calls {
			text, err := provider.OpenAIChat.Result(call, tools.answer(ctx, call))
			if err != nil {
				return "", err
			}
			var message openai.ChatCompletionMessageParamUnion
			if err := json.Unmarshal(text, &message); err != nil {
				return "", err
			}
			params.Messages = append(params.Messages, message)
		}
	}
	return "", errRounds
}

// chatStream reads the calls of a streamed answer.
func chatStream(ctx context.Context, client openai.Client, params openai.ChatCompletionNewParams) ([]provider.Call, error) {
	chunks := client.Chat.Completions.NewStreaming(ctx, params)
	defer chunks.Close()
	stream := provider.OpenAIChat.Stream()
	for chunks.Next() {
		if err := stream.Event([]byte(chunks.Current().RawJSON())); err != nil {
			return nil, err
		}
	}
	if err := chunks.Err(); err != nil {
		return nil, err
	}
	return stream.Calls()
}

// respond asks until the model answers without a call.
func respond(ctx context.Context, client openai.Client, params responses.ResponseNewParams, tools tools) (string, error) {
	for range rounds {
		response, err := client.Responses.New(ctx, params)
		if err != nil {
			return "", err
		}
		calls, err := provider.OpenAIResponses.Calls([]byte(response.RawJSON()))
		if err != nil {
			return "", err
		}
		if len(calls) == 0 {
			return response.OutputText(), nil
		}
		var results responses.ResponseInputParam
		for _, call := range calls {
			text, err := provider.OpenAIResponses.Result(call, tools.answer(ctx, call))
			if err != nil {
				return "", err
			}
			var item responses.ResponseInputItemUnionParam
			if err := json.Unmarshal(text, &item); err != nil {
				return "", err
			}
			results = append(results, item)
		}
		params.PreviousResponseID = openai.String(response.ID)
		params.Input = responses.ResponseNewParamsInputUnion{OfInputItemList: results}
	}
	return "", errRounds
}

// respondStream reads the calls of a streamed answer.
func respondStream(ctx context.Context, client openai.Client, params responses.ResponseNewParams) ([]provider.Call, error) {
	events := client.Responses.NewStreaming(ctx, params)
	defer events.Close()
	stream := provider.OpenAIResponses.Stream()
	for events.Next() {
		if err := stream.Event([]byte(events.Current().RawJSON())); err != nil {
			return nil, err
		}
	}
	if err := events.Err(); err != nil {
		return nil, err
	}
	return stream.Calls()
}
