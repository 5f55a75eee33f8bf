package provider

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Result writes the outcome of a call as the provider takes it.
//
//  1. It is a whole message for OpenAIChat and Ollama (role tool), an input item for
//     OpenAIResponses, a content block of a user's message for Anthropic and Bedrock,
//     a part of a user's content for Gemini. Anthropic, Bedrock and Gemini want the
//     results of all calls of a response in one message.
//  2. The text is that of [content.Response.Text]. Gemini takes every value as JSON
//     under output, Bedrock an object as JSON.
//  3. An outcome that is not a success has "is_error":true for Anthropic,
//     "status":"error" for Bedrock and its text under error for Gemini. The others
//     have no mark: the text says it.
//  4. A file goes as the provider takes it in a result: images for all but
//     OpenAIChat, documents for OpenAIResponses, Anthropic, Bedrock and Gemini, videos
//     for Bedrock; bytes, http and https URLs that nobody has to fetch first
//     (OpenAIResponses and Anthropic), and what the provider holds already. Every
//     other file is a sentence in the text, without its bytes; for Gemini it is the
//     object that [content.Value.Split] leaves. Files of an outcome that is not a
//     success are named only.
//  5. A model that takes no files is given them as texts so:
//     content.Response{Status: r.Status, Value: content.Text(r.Text())}.
//
// A response of no known status, a success with a failure, a call without a name, or
// without an id where the provider pairs by it, is an *[Error] of [Unwritable].
func (p Provider) Result(c Call, r content.Response) (json.RawMessage, error) {
	f, err := p.form()
	if err != nil {
		return nil, err
	}
	unwritable := func(format string, args ...any) error {
		return &Error{Provider: p, Reason: Unwritable, Message: fmt.Sprintf(format, args...)}
	}
	byName := p == Gemini || p == Ollama
	switch {
	case !slices.Contains([]content.Status{content.Success, content.Failed, content.Denied, content.Interrupted}, r.Status):
		return nil, unwritable("the response has no status: functionschema.Respond makes one of what a call returned")
	case r.Status == content.Success && r.Failure != nil:
		return nil, unwritable("a response that is a success has a failure: say %q, or drop it", content.Failed)
	case byName && c.Name == "":
		return nil, unwritable("the call has no name: hand in the one that Calls returned")
	case !byName && c.ID == "":
		return nil, unwritable("the call has no id: hand in the one that Calls returned")
	}
	return f.result(c, r).AppendJSON(nil), nil
}

// blocks returns a value with files as a list of texts and files, or nil where one
// text says all: there are no files that the provider takes.
func blocks(r content.Response, text func(string) *tree.Value, file func(content.File) *tree.Value) []*tree.Value {
	if r.Status != content.Success || !r.Value.HasFiles() {
		return nil
	}
	var list []*tree.Value
	taken := false
	parts, _ := r.Value.Parts()
	for _, part := range parts {
		switch {
		case part.File == nil && part.Text == "": // providers refuse an empty text
		case part.File == nil:
			list = append(list, text(part.Text))
		default:
			block := file(part.File)
			taken = taken || block != nil
			if block == nil {
				block = text(sentence(part.File))
			}
			list = append(list, block)
		}
	}
	if !taken {
		return nil
	}
	return list
}

// sentence is a file in words.
func sentence(f content.File) string {
	v, err := content.OfFile(f)
	if err != nil {
		return "See file " + f.ID() + "." // no Value holds such a file
	}
	return v.Text()
}
