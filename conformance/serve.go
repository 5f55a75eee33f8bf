package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
)

// Serve lets a testee of this process answer the requests of a runner in another
// one: it reads lines of the protocol fsc/1 and writes the answers.
//
//  1. Requests are answered one after the other, each with one line.
//  2. Members that are not known are passed over; a command that is not known is
//     answered with UNKNOWN_COMMAND.
//  3. An error or a panic of the testee is answered as internal.
//  4. It returns nil after bye and at the end of the input. The error is not nil if
//     a line is no request, if the last line has no end, or if the input or the
//     output breaks.
func Serve(ctx context.Context, testee Testee, in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(r)
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) > 0 {
			return fmt.Errorf("the last line is not ended, so it is not answered: %s", excerpt(line))
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var q request
		if err := json.Unmarshal(line, &q); err != nil || q.Cmd == "" {
			return fmt.Errorf("a line is no request: %s", excerpt(line))
		}
		a := serve(ctx, testee, &q)
		a.ID = q.ID
		if line, err = appendLine(a); err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
		if q.Cmd == cmdBye {
			return nil
		}
	}
}

var errLineTooLong = fmt.Errorf("a line has more than %d bytes", longestLine)

// readLine reads a line without its end. What comes after the last end of a line
// is not one: it comes with the error.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > longestLine:
			return nil, errLineTooLong
		case err == nil:
			return line[:len(line)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// serve answers one request.
func serve(ctx context.Context, testee Testee, q *request) (a *answer) {
	defer func() {
		if p := recover(); p != nil {
			a = &answer{Internal: &internal{Message: fmt.Sprint("panic: ", p), Trace: string(debug.Stack())}}
		}
	}()
	var r *result
	var err error
	switch q.Cmd {
	case cmdHello:
		return serveHello(ctx, testee, q)
	case cmdConstruct:
		r, err = serveConstruct(ctx, testee, q)
	case cmdCall:
		r, err = serveCall(ctx, testee, q)
	case cmdDigest:
		r, err = serveDigest(ctx, testee, q)
	case cmdRelease:
		r, err = &result{Outcome: "ok"}, testee.Release(ctx, q.Handle)
	case cmdBye:
		r = &result{Outcome: "ok"}
	default:
		return &answer{Error: &refusal{Code: unknownCommand}}
	}
	if err != nil {
		return &answer{Internal: &internal{Message: err.Error()}}
	}
	return &answer{Result: r}
}

func serveHello(ctx context.Context, testee Testee, q *request) *answer {
	if !slices.Contains(q.Protocol, Protocol) {
		return &answer{Error: &refusal{Code: unsupportedProtocol}}
	}
	h, err := testee.Hello(ctx, HelloRequest{Protocol: q.Protocol, Format: q.Format, Suite: q.Suite})
	if err != nil {
		return &answer{Internal: &internal{Message: err.Error()}}
	}
	return &answer{Protocol: h.Protocol, Implementation: &h.Implementation, Capabilities: h.Capabilities}
}

func outcome(e *ErrorAnswer) string {
	if e != nil {
		return "error"
	}
	return "ok"
}

func serveConstruct(ctx context.Context, testee Testee, q *request) (*result, error) {
	if q.Subject == nil {
		return nil, errors.New("construct needs a subject")
	}
	a, err := testee.Construct(ctx, ConstructRequest{Subject: *q.Subject})
	return a.lineOf(), err
}

// lineOf is an answer as it is sent.
func (a ConstructAnswer) lineOf() *result {
	return &result{
		Outcome: outcome(a.Error), Error: a.Error, Handle: a.Handle,
		SchemaText: a.SchemaText, MetadataText: a.MetadataText, MetadataDescription: a.MetadataDescription,
	}
}

func serveCall(ctx context.Context, testee Testee, q *request) (*result, error) {
	r := CallRequest{
		Handle: q.Handle, Arguments: payload(q.ArgumentsText, q.ArgumentsBase64),
		InjectedFailing: q.InjectedFailing, Context: q.Context,
	}
	if len(q.InjectedText)+len(q.InjectedOpaque) > 0 {
		r.Injected = map[string]Injected{}
	}
	for key, text := range q.InjectedText {
		r.Injected[key] = Injected{Text: text}
	}
	for key, name := range q.InjectedOpaque {
		r.Injected[key] = Injected{Opaque: name}
	}
	a, err := testee.Call(ctx, r)
	return a.lineOf(), err
}

// lineOf is an answer as it is sent.
func (a CallAnswer) lineOf() *result {
	after, base64 := a.RequestAfter.members()
	return &result{
		Outcome: outcome(a.Error), Error: a.Error, Bound: a.Bound, CompletedText: a.Completed, Invocations: &a.Invocations,
		RequestAfterText: after, RequestAfterBase64: base64, ResponseStatus: &a.Response.Status, ResponseText: &a.Response.Text,
		Resolutions: a.Resolutions, Applied: a.Applied,
	}
}

func serveDigest(ctx context.Context, testee Testee, q *request) (*result, error) {
	a, err := testee.Digest(ctx, DigestRequest{Arguments: payload(q.ArgumentsText, q.ArgumentsBase64)})
	return a.lineOf(), err
}

// lineOf is an answer as it is sent.
func (a DigestAnswer) lineOf() *result {
	return &result{Outcome: outcome(a.Error), Error: a.Error, Digest: a.Digest}
}

// lineOf is a request for a call.
func (r CallRequest) lineOf() *request {
	q := &request{Cmd: cmdCall, Handle: r.Handle, InjectedFailing: r.InjectedFailing, Context: r.Context}
	q.ArgumentsText, q.ArgumentsBase64 = r.Arguments.members()
	for _, key := range slices.Sorted(maps.Keys(r.Injected)) {
		if v := r.Injected[key]; v.Opaque != "" {
			q.InjectedOpaque = with(q.InjectedOpaque, key, v.Opaque)
		} else {
			q.InjectedText = with(q.InjectedText, key, v.Text)
		}
	}
	return q
}

func with(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}
