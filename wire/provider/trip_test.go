package provider

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// arguments are texts of which every byte has to arrive.
var arguments = []string{
	`{}`, `{ }`, "{\n\t\"a\" : 1.0 ,\"b\":[ ] }",
	`{"n":9007199254740993,"m":-0,"f":1.0e+2,"g":0.10}`,
	`{"text":"\"quoted\" \\ \/ \u00e9 é 日本 😀 \ud83d\ude00 \n"}`,
	`{"same":1,"same":2}`,
	`{"html":"<a href='x'>&amp;</a>"}`,
	`{"deep":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`,
	`{"__proto__":{"constructor":{"prototype":null}}}`,
	`"{\"a\":[1]}"`, `[1,2]`, `7`, `true`,
}

// texts are arguments that are no JSON: only a provider that carries text can send them.
var texts = []string{`{"city":"Par`, `not JSON`, ` `, `{"a":1}{"a":1}`, "{\"a\":\"\x01\"}", `{'a':1}`, "\ufeff{}"}

func carriesText(p Provider) bool { return p == OpenAIChat || p == OpenAIResponses }

// Whatever the arguments are, and however they are cut into pieces, they arrive byte
// for byte, and a whole response and a streamed one are the same.
func TestEveryByteArrives(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range Providers() {
		t.Run(string(p), func(t *testing.T) {
			list := arguments
			if p == Ollama { // an event is a line
				list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return strings.Contains(s, "\n") })
			}
			if carriesText(p) {
				list = append(list[:len(list):len(list)], texts...)
			}
			for range 25 {
				var calls []Call
				for i := range 1 + r.IntN(5) {
					calls = append(calls, Call{ID: fmt.Sprintf("id-%d é\"", i), Name: fmt.Sprintf("f_%d", r.IntN(3)), Arguments: []byte(list[r.IntN(len(list))])})
				}
				got, err := p.Calls([]byte(speak(p, calls...)))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(calls, got); diff != "" {
					t.Fatalf("whole (-want +got):\n%s", diff)
				}
				list := events(r, p, calls...)
				for name, body := range bodies(r, p, list) {
					s := p.Stream()
					for len(body) > 0 {
						n := 1 + r.IntN(min(len(body), 40))
						if m, err := s.Write([]byte(body[:n])); m != n || err != nil {
							t.Fatalf("%s: %d of %d written: %v", name, m, n, err)
						}
						body = body[n:]
					}
					got, err := s.Calls()
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if diff := cmp.Diff(calls, got); diff != "" {
						t.Fatalf("%s (-want +got):\n%s", name, diff)
					}
				}
				s := p.Stream()
				for _, e := range list {
					if err := s.Event([]byte(e)); err != nil {
						t.Fatal(err)
					}
				}
				got, err = s.Calls()
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(calls, got); diff != "" {
					t.Fatalf("event by event (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// bodies are the ways in which the events may come.
func bodies(r *rand.Rand, p Provider, events []string) map[string]string {
	if p == Bedrock || p == Ollama {
		return map[string]string{
			"LF":            strings.Join(events, "\n") + "\n",
			"CRLF":          strings.Join(events, "\r\n") + "\r\n\r\n",
			"no last end":   strings.Join(events, "\n\n"),
			"CR at the end": strings.Join(events, "\r\n") + "\r",
		}
	}
	lf := sse(r, "\n", events)
	return map[string]string{
		"LF":              lf + "data: [DONE]\n\n",
		"CRLF":            sse(r, "\r\n", events) + "data: [DONE]\r\n\r\n",
		"CR":              sse(r, "\r", events) + "data: [DONE]\r\r",
		"BOM":             "\ufeff" + lf,
		"no last end":     strings.TrimRight(lf, "\n"),
		"no [DONE]":       lf,
		"several data":    strings.ReplaceAll(lf, ":[{", ":[\ndata: {"),
		"fields unheard":  strings.ReplaceAll(lf, "data:", "retry: 3\nfoo\ndata:"),
		"space before it": strings.ReplaceAll(lf, "data:{", "data: {"),
	}
}

// A stream that ends anywhere before its end is an error, and never calls alone.
func TestCutStreams(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	calls := []Call{{"a", "f", []byte(`{"x":[1,2,3]}`)}, {"b", "g", []byte(`{"y":"😀"}`)}}
	for _, p := range Providers() {
		list := events(r, p, calls...)
		last := len(list) - 1 // the usage may be missing
		for last > 0 && !strings.Contains(list[last], "STOP") && !strings.Contains(list[last], "tool_") && !strings.Contains(list[last], "stop") && !strings.Contains(list[last], "completed") {
			last--
		}
		if p == Anthropic {
			last-- // the stop reason is before message_stop
		}
		body := strings.Join(list[:last+1], "\n")
		if p != Bedrock && p != Ollama {
			body = "data: " + strings.Join(list[:last+1], "\n\ndata: ")
		}
		for cut := range len(body) {
			s := p.Stream()
			_, err := s.Write([]byte(body[:cut]))
			if err != nil {
				t.Fatalf("%s cut at %d: %v", p, cut, err)
			}
			got, err := s.Calls()
			var e *Error
			if !errors.As(err, &e) || e.Reason != Truncated && e.Reason != Unreadable {
				t.Fatalf("%s cut at %d: %v and %v", p, cut, got, err)
			}
		}
		s := p.Stream()
		if _, err := s.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Calls(); err != nil {
			t.Errorf("%s whole: %v", p, err)
		}
	}
}
