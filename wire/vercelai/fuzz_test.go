package vercelai_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// small keeps what the fuzzer makes cheap.
var small = vercelai.Reading{Policy: anyone, Limits: content.Limits{Bytes: 1 << 16}}

// FuzzHistory reads anything; what is read is written and read as the same.
func FuzzHistory(f *testing.F) {
	for _, client := range []vercelai.Client{vercelai.AI5, vercelai.AI6, vercelai.PydanticAI} {
		text, err := vercelai.Writing{Client: client}.History(history(few()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add(assistant(tool(`"state":"approval-responded","approval":{"id":"a","approved":true}`), tool(`"state":"input-streaming","rawInput":"{"`), `{"type":"step-start"}`))
	f.Add(assistant(tool(`"state":"output-available","output":{"kind":"binary","media_type":"a/b","data":{"0":1}},"callProviderMetadata":{"pydantic_ai":{"outcome":"failed"}}`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := small.History(text)
		if err != nil {
			return
		}
		for _, client := range []vercelai.Client{vercelai.AI6, vercelai.PydanticAI} {
			w := vercelai.Writing{Client: client}
			again, err := w.History(h.Messages)
			if err != nil {
				t.Fatal(err)
			}
			// Limits are of what was read, and a rest of it may take more room to write.
			back, err := vercelai.Reading{Policy: anyone}.History(again)
			if err != nil {
				t.Fatalf("%s: %v", again, err)
			}
			third, err := w.History(back.Messages)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(again), string(third)); diff != "" {
				t.Fatalf("%s", diff)
			}
			for i, m := range h.Messages {
				for j, c := range onlyCalls(m) {
					if c.Response == nil {
						continue
					}
					if diff := cmp.Diff(c.Response, onlyCalls(back.Messages[i])[j].Response); diff != "" {
						t.Fatalf("%s\n%s", again, diff)
					}
				}
			}
		}
	})
}

func onlyCalls(m vercelai.Message) []vercelai.Call {
	var calls []vercelai.Call
	for _, p := range m.Parts {
		if p.Call != nil {
			calls = append(calls, *p.Call)
		}
	}
	return calls
}

// FuzzStream reads anything; what it reads of a call can be written, and read as the
// same.
func FuzzStream(f *testing.F) {
	f.Add(streamOf(f, vercelai.Writing{}, few()[:7]))
	f.Add(streamOf(f, vercelai.Writing{Client: vercelai.AI6}, few()))
	f.Add([]byte("data: {\"type\":\"tool-input-error\",\"toolCallId\":\"c\",\"toolName\":\"f\",\"input\":1,\"errorText\":\"x\"}\r\rdata\n: x\n\ndata: [DONE]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for e, err := range small.Stream(bytes.NewReader(text)) {
			if err != nil {
				return
			}
			if e.Call == nil || e.Call.Response == nil || e.Call.ID == "" {
				continue
			}
			var b bytes.Buffer
			if err := (vercelai.Writing{}).Stream(&b).Outcome(t.Context(), *e.Call); err != nil {
				t.Fatal(err)
			}
			for back, err := range (vercelai.Reading{}).Stream(&b) {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(e.Call.Response, back.Call.Response); diff != "" {
					t.Fatal(diff)
				}
			}
		}
	})
}
