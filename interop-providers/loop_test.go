package providers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/metadata"
	"github.com/functionschema/fscheck/wire/provider"
)

// tool is a function, and the form in which the provider was told of it.
type tool struct {
	function functionschema.Function
	exported metadata.Exported
}

type tools map[string]tool // by the function's name

// answer carries a call out. Whatever goes wrong is an answer too, for the model.
func (t tools) answer(ctx context.Context, call provider.Call) content.Response {
	tool, ok := t[call.Name]
	if !ok {
		return content.Response{Status: content.Failed, Failure: &content.Failure{Text: "There is no function " + call.Name + "."}}
	}
	// What cannot be restored stays as it is, and Call says why it cannot be read.
	arguments, _ := tool.exported.Restore(call.Arguments)
	return functionschema.Respond(tool.function.Call(ctx, arguments))
}

// rounds is how often a model may call before it has to answer.
const rounds = 10

var errRounds = errors.New("the model calls functions without end")

// tap keeps the body of the last response, for SDKs that return only what they made
// of it. One loop at a time uses it.
type tap struct {
	next http.RoundTripper
	body bytes.Buffer
}

func (t *tap) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	t.body.Reset()
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(response.Body, &t.body), response.Body}
	return response, nil
}
