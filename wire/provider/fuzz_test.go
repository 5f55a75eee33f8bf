package provider

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
)

// FuzzCalls holds whatever a response is: calls that are complete and can be
// answered, or an error of this package, and nothing else.
func FuzzCalls(f *testing.F) {
	calls := []Call{{"a", "f", []byte(`{"x":1.0}`)}, {"", "g", []byte(`{ }`)}}
	for i, p := range Providers() {
		f.Add(i, []byte(speak(p, calls...)))
		f.Add(i, []byte(`{"error":{"message":"x"}}`))
		f.Add(i, []byte(`[`))
	}
	f.Add(3, []byte(`[{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]}}]}]`))
	f.Fuzz(func(t *testing.T, i int, response []byte) {
		p := Providers()[uint(i)%uint(len(Providers()))]
		before := bytes.Clone(response)
		calls, err := p.Calls(response)
		check(t, p, calls, err)
		if !bytes.Equal(before, response) {
			t.Error("the response was changed")
		}
		again, err2 := p.Calls(response)
		if cmp.Diff(calls, again) != "" || (err == nil) != (err2 == nil) {
			t.Errorf("read twice: %v, %v and %v, %v", calls, err, again, err2)
		}
	})
}

// FuzzStream holds whatever a stream is: how it is cut into writes changes nothing.
func FuzzStream(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	calls := []Call{{"a", "f", []byte(`{"x":1.0,"y":"😀"}`)}, {"", "g", []byte(`{ }`)}}
	for i, p := range Providers() {
		for _, body := range bodies(r, p, events(r, p, calls...)) {
			f.Add(i, uint64(i), []byte(body))
		}
	}
	f.Add(0, uint64(1), []byte("data: [DONE]\r\r\n\n:\ndata"))
	f.Fuzz(func(t *testing.T, i int, seed uint64, body []byte) {
		p := Providers()[uint(i)%uint(len(Providers()))]
		calls, err := written(p, body, func() int { return len(body) })
		check(t, p, calls, err)
		r := rand.New(rand.NewPCG(seed, 0))
		pieces, err2 := written(p, body, func() int { return r.IntN(5) })
		if diff := cmp.Diff(calls, pieces); diff != "" {
			t.Errorf("in pieces (-whole +pieces):\n%s", diff)
		}
		if message(err) != message(err2) {
			t.Errorf("in pieces: %v, whole: %v", err2, err)
		}
	})
}

func written(p Provider, body []byte, next func() int) ([]Call, error) {
	s := p.Stream()
	for len(body) > 0 {
		n := min(next(), len(body))
		if _, err := s.Write(body[:n]); err != nil {
			break
		}
		body = body[n:]
	}
	return s.Calls()
}

func check(t *testing.T, p Provider, calls []Call, err error) {
	t.Helper()
	var e *Error
	switch {
	case err == nil:
	case !errors.As(err, &e):
		t.Fatalf("an error of another kind: %v", err)
	case e.Provider != p || e.Reason == "" || !utf8.ValidString(err.Error()) || len(err.Error()) > 1000:
		t.Errorf("an error that says too little or too much: %+v", e)
	case e.Reason != Truncated && calls != nil:
		t.Errorf("calls beside %v", err)
	}
	for _, c := range calls {
		if c.ID == "" || c.Name == "" || len(c.Arguments) == 0 || !utf8.ValidString(c.ID+c.Name) || !utf8.Valid(c.Arguments) {
			t.Errorf("a call that lacks something: %q", c)
		}
		reply, err := p.Result(c, content.Response{Status: content.Failed})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := strict.Parse(reply, strict.Limits{}); err != nil {
			t.Errorf("%s is no JSON: %v", reply, err)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
