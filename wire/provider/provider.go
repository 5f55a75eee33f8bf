package provider

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Provider names an interface that models are asked through, and with it the shapes
// of its responses and of what it takes back.
type Provider string

// The providers. Whoever speaks the interface of another is that: a server that is
// called compatible with OpenAI is OpenAIChat.
const (
	OpenAIChat      Provider = "openai-chat"      // POST /chat/completions
	OpenAIResponses Provider = "openai-responses" // POST /responses
	Anthropic       Provider = "anthropic"        // POST /v1/messages
	Gemini          Provider = "gemini"           // generateContent, streamGenerateContent
	Bedrock         Provider = "bedrock"          // Converse, ConverseStream
	Ollama          Provider = "ollama"           // POST /api/chat
)

// Providers returns all providers, in the order of their declaration.
func Providers() []Provider {
	return []Provider{OpenAIChat, OpenAIResponses, Anthropic, Gemini, Bedrock, Ollama}
}

// form is how one provider writes.
type form struct {
	whole func(*answer, gjson.Result) *Error // reads a response
	event func(*answer, gjson.Result) *Error // reads an event of a stream
	lines bool                               // a stream is JSON lines, not server-sent events
	stops bool                               // a stream says of every call that it is over

	result func(Call, content.Response) *tree.Value
}

func (p Provider) form() (form, *Error) {
	switch p {
	case OpenAIChat:
		return form{whole: chatWhole, event: chatEvent, result: chatResult}, nil
	case OpenAIResponses:
		return form{whole: responsesWhole, event: responsesEvent, stops: true, result: responsesResult}, nil
	case Anthropic:
		return form{whole: anthropicWhole, event: anthropicEvent, stops: true, result: anthropicResult}, nil
	case Gemini:
		return form{whole: geminiWhole, event: geminiEvent, result: geminiResult}, nil
	case Bedrock:
		return form{whole: bedrockWhole, event: bedrockEvent, lines: true, stops: true, result: bedrockResult}, nil
	case Ollama:
		return form{whole: ollamaWhole, event: ollamaEvent, lines: true, result: ollamaResult}, nil
	}
	names := make([]string, 0, len(Providers()))
	for _, known := range Providers() {
		names = append(names, string(known))
	}
	return form{}, &Error{Provider: p, Reason: Unknown, Message: fmt.Sprintf("there is no provider %q: use one of %s", shorten(string(p)), strings.Join(names, ", "))}
}
