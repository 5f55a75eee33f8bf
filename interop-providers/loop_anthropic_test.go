package providers

import (
	"context"
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"

	"github.com/functionschema/fscheck/wire/provider"
)

// messages asks until the model answers without a call.
func messages(ctx context.Context, client anthropic.Client, params anthropic.MessageNewParams, tools tools) (string, error) {
	for range rounds {
		message, err := client.Messages.New(ctx, params)
		if err != nil {
			return "", err
		}
		calls, err := provider.Anthropic.Calls([]byte(message.RawJSON()))
		if err != nil {
			return "", err
		}
		if len(calls) == 0 {
			text := ""
			for _, block := range message.Content {
				text += block.Text
			}
			return text, nil
		}
		var results []anthropic.ContentBlockParamUnion
		for _, call := range calls {
			text, err := provider.Anthropic.Result(call, tools.answer(ctx, call))
			if err != nil {
				return "", err
			}
			var block anthropic.ContentBlockParamUnion
			if err := json.Unmarshal(text, &block); err != nil {
				return "", err
			}
			results = append(results, block)
		}
		params.Messages = append(params.Messages, message.ToParam(), anthropic.NewUserMessage(results...))
	}
	return "", errRounds
}

// messagesStream reads the calls of a streamed answer.
func messagesStream(ctx context.Context, client anthropic.Client, params anthropic.MessageNewParams) ([]provider.Call, error) {
	events := client.Messages.NewStreaming(ctx, params)
	defer events.Close()
	stream := provider.Anthropic.Stream()
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
