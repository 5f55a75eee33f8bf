package vercelai_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// counted is a reader of which is known how much was taken.
type counted struct {
	io.Reader
	taken int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.taken += n
	return n, err
}

// Who leaves a stream early is left alone: nothing is read that is not needed, and a
// stream that is read to its end is over.
func TestLeavingAStream(t *testing.T) {
	text := strings.Repeat("data: {\"type\":\"x\"}\n\n", 1<<20)
	in := &counted{Reader: strings.NewReader(text)}
	for e, err := range (vercelai.Reading{}).Stream(in) {
		if err != nil || e.Type != "x" {
			t.Fatal(e, err)
		}
		break
	}
	if in.taken > 64<<10 {
		t.Errorf("%d bytes were taken for one event", in.taken)
	}
	broken := errors.New("the connection is gone")
	var got error
	for _, err := range (vercelai.Reading{}).Stream(io.MultiReader(strings.NewReader(text[:30]), iotest.ErrReader(broken))) {
		got = err
	}
	if !errors.Is(got, broken) {
		t.Error(got)
	}
}

// limited takes so many writes, and then panics as net/http does when a handler ends.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left--; l.left < 0 {
		_, _ = l.Buffer.Write(p[:len(p)/2])
		panic("the handler is over")
	}
	return l.Buffer.Write(p)
}

func bears(do func()) (panicked any) {
	defer func() { panicked = recover() }()
	do()
	return nil
}

// Nothing follows a chunk that was torn, however that came about, and a hook that panics
// or gives up leaves the stream as it was.
func TestTornStream(t *testing.T) {
	to := &limited{left: 1}
	s := vercelai.Writing{}.Stream(to)
	if err := s.Start("m"); err != nil {
		t.Fatal(err)
	}
	if bears(func() { _ = s.InputDelta("c", "x") }) == nil {
		t.Fatal("the writer did not panic")
	}
	to.left = 10
	size := to.Len()
	if err := s.InputDelta("c", "y"); err == nil || to.Len() != size {
		t.Errorf("%v, and %d bytes after a chunk that is torn", err, to.Len()-size)
	}

	var b bytes.Buffer
	call := vercelai.Call{ID: "c", Response: &content.Response{Status: content.Success, Value: fileValue(content.Binary{MediaType: "image/png", Data: make([]byte, 9_000)})}}
	hooks := map[string]func(context.Context, content.Binary) (string, error){
		"panics": func(context.Context, content.Binary) (string, error) { panic("no") },
		"waits":  func(ctx context.Context, _ content.Binary) (string, error) { <-ctx.Done(); return "", ctx.Err() },
	}
	for name, hook := range hooks {
		s = vercelai.Writing{Limit: 4_000, Offload: hook}.Stream(&b)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := error(nil); bears(func() { err = s.Outcome(ctx, call) }) == nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.InputDelta("c", "x"); err != nil || !strings.HasPrefix(b.String(), `data: {"type":"tool-input-delta"`) {
			t.Errorf("%s: %v, %s", name, err, &b)
		}
		b.Reset()
	}
}

// Nothing follows the end of a stream.
func TestAfterFinish(t *testing.T) {
	var b bytes.Buffer
	s := vercelai.Writing{Client: vercelai.AI6}.Stream(&b)
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	const want = "data: {\"type\":\"finish-step\"}\n\ndata: {\"type\":\"finish\"}\n\ndata: [DONE]\n\n"
	c := vercelai.Call{ID: "c", Name: "f", Input: parse(`{}`), Approval: &vercelai.Approval{ID: "a"}, Response: &content.Response{Status: content.Success, Value: parse(`1`)}}
	for name, err := range map[string]error{
		"Start": s.Start("m"), "InputStart": s.InputStart(c), "InputDelta": s.InputDelta("c", "x"), "Input": s.Input(c), "Ask": s.Ask(c),
		"Outcome": s.Outcome(t.Context(), c), "Other": s.Other(parse(`{"type":"x"}`)), "Finish": s.Finish(),
	} {
		if err == nil || !strings.Contains(err.Error(), "finished") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b.String() != want {
		t.Errorf("written: %s", &b)
	}
}
