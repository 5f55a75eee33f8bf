package providers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"

	"github.com/functionschema/fscheck/wire/provider"
)

// converseLoop asks until the model answers without a call. tap is the transport of
// the client's HTTPClient.
func converseLoop(ctx context.Context, client *bedrockruntime.Client, tap *tap, input *bedrockruntime.ConverseInput, tools tools) (string, error) {
	for range rounds {
		output, err := client.Converse(ctx, input)
		if err != nil {
			return "", err
		}
		message, ok := output.Output.(*types.ConverseOutputMemberMessage)
		if !ok {
			return "", errors.New("the answer is no message")
		}
		calls, err := provider.Bedrock.Calls(tap.body.Bytes())
		if err != nil {
			return "", err
		}
		if len(calls) == 0 {
			said := ""
			for _, block := range message.Value.Content {
				if text, ok := block.(*types.ContentBlockMemberText); ok {
					said += text.Value
				}
			}
			return said, nil
		}
		results := types.Message{Role: types.ConversationRoleUser}
		for _, call := range calls {
			text, err := provider.Bedrock.Result(call, tools.answer(ctx, call))
			if err != nil {
				return "", err
			}
			block, err := toolResult(text)
			if err != nil {
				return "", err
			}
			results.Content = append(results.Content, block)
		}
		input.Messages = append(input.Messages, message.Value, results)
	}
	return "", errRounds
}

// toolResult fills the SDK's types, which read no JSON. A document or a video is
// filled as the image is.
func toolResult(text []byte) (types.ContentBlock, error) {
	var block struct {
		ToolResult struct {
			ToolUseID *string
			Status    types.ToolResultStatus
			Content   []struct {
				Text  *string
				JSON  json.RawMessage
				Image *struct {
					Format types.ImageFormat
					Source struct{ Bytes []byte }
				}
			}
		}
	}
	if err := json.Unmarshal(text, &block); err != nil {
		return nil, err
	}
	result := types.ToolResultBlock{ToolUseId: block.ToolResult.ToolUseID, Status: block.ToolResult.Status, Content: []types.ToolResultContentBlock{}}
	for _, c := range block.ToolResult.Content {
		switch {
		case c.Text != nil:
			result.Content = append(result.Content, &types.ToolResultContentBlockMemberText{Value: *c.Text})
		case c.JSON != nil: // as text: the SDK's document would round its numbers
			result.Content = append(result.Content, &types.ToolResultContentBlockMemberText{Value: string(c.JSON)})
		case c.Image != nil:
			result.Content = append(result.Content, &types.ToolResultContentBlockMemberImage{Value: types.ImageBlock{
				Format: c.Image.Format, Source: &types.ImageSourceMemberBytes{Value: c.Image.Source.Bytes},
			}})
		}
	}
	return &types.ContentBlockMemberToolResult{Value: result}, nil
}

// converseStream reads the calls of a streamed answer. The SDK takes the frames apart
// for whoever wants the text as it comes; its decoder does it for the bytes kept.
func converseStream(ctx context.Context, client *bedrockruntime.Client, tap *tap, input *bedrockruntime.ConverseStreamInput) ([]provider.Call, error) {
	output, err := client.ConverseStream(ctx, input)
	if err != nil {
		return nil, err
	}
	events := output.GetStream()
	defer events.Close()
	for range events.Events() {
	}
	if err := events.Err(); err != nil {
		return nil, err
	}
	stream := provider.Bedrock.Stream()
	for decoder := eventstream.NewDecoder(); ; {
		frame, err := decoder.Decode(&tap.body, nil)
		if errors.Is(err, io.EOF) {
			return stream.Calls()
		}
		if err != nil {
			return nil, err
		}
		if kind := frame.Headers.Get(":event-type"); kind != nil {
			if err := stream.Event(fmt.Appendf(nil, "{%q:%s}", kind, frame.Payload)); err != nil {
				return nil, err
			}
		}
	}
}
