package vercelai_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// fromStream reads the last word on each call.
func fromStream(t testing.TB, text []byte) map[string]vercelai.Call {
	t.Helper()
	got := map[string]vercelai.Call{}
	for e, err := range (vercelai.Reading{}).Stream(bytes.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Call != nil {
			got[e.Call.ID] = *e.Call
		}
	}
	return got
}

func fromHistory(t testing.TB, r vercelai.Reading, text []byte) map[string]vercelai.Call {
	t.Helper()
	h, err := r.History(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range h.Dropped {
		t.Errorf("dropped: %+v", d)
	}
	got := map[string]vercelai.Call{}
	for _, m := range h.Messages {
		for _, p := range m.Parts {
			if p.Call != nil {
				got[p.Call.ID] = *p.Call
			}
		}
	}
	return got
}

// same compares what came back with what was sent. What only the user's client knows
// is not compared.
func same(t testing.TB, want []vercelai.Call, got map[string]vercelai.Call) {
	t.Helper()
	for _, w := range want {
		g, ok := got[w.ID]
		if !ok {
			t.Errorf("call %s did not come back", w.ID)
			continue
		}
		w.Approval, g.Approval = nil, nil
		if diff := cmp.Diff(w, g); diff != "" {
			t.Errorf("%s: %v\n%s", w.ID, w.Response.Value.Text(), diff)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, client := range []vercelai.Client{vercelai.AI5, vercelai.AI6, vercelai.PydanticAI} {
		t.Run(string(client), func(t *testing.T) {
			all := calls(client)
			t.Logf("%d calls", len(all))
			w := vercelai.Writing{Client: client}
			same(t, all, fromStream(t, streamOf(t, w, all)))
			text, err := w.History(history(all))
			if err != nil {
				t.Fatal(err)
			}
			for _, empty := range []bool{false, true} {
				same(t, all, fromHistory(t, vercelai.Reading{Policy: anyone, EmptyObjects: empty}, text))
			}
		})
	}
}

// A conversation with all states, written and read, is the same.
func TestConversation(t *testing.T) {
	approval := func(answered, granted bool, reason string) *vercelai.Approval {
		return &vercelai.Approval{ID: "ask", Answered: answered, Granted: granted, Reason: reason}
	}
	ok := &content.Response{Status: content.Success, Value: parse("1")}
	in := parse(`{"a":9007199254740993}`)
	all := []vercelai.Call{
		{ID: "1", Name: "f", InputText: `{"a":90`},
		{ID: "2", Name: "f"},
		{ID: "3", Name: "f", Input: in},
		{ID: "4", Name: "f", Input: in, Dynamic: true, ProviderExecuted: true},
		{ID: "5", Name: "f", Input: in, Approval: approval(false, false, "")},
		{ID: "6", Name: "f", Input: in, Approval: approval(true, true, "")},
		{ID: "7", Name: "f", Input: in, Approval: approval(true, false, "no")},
		{ID: "8", Name: "f", Input: in, Approval: approval(true, true, "yes"), Response: ok},
		{ID: "9", Name: "f", Input: in, Approval: approval(true, false, "no"), Response: &content.Response{Status: content.Denied}},
		{ID: "10", Name: "f", Response: &content.Response{Status: content.Failed, Failure: failure()}},
		{ID: "11", Name: "f", Input: content.Text("{broken"), Response: &content.Response{Status: content.Failed, Failure: failure()}},
		{ID: "12", Name: "f", Input: in, Response: ok, Preliminary: true},
	}
	want := history(all)
	want[1].Metadata = parse(`{"model":"m"}`)
	text, err := vercelai.Writing{Client: vercelai.AI6}.History(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"list": text, "body": fmt.Appendf(nil, `{"id":"c","trigger":"submit-message","messages":%s}`, text)} {
		got, err := vercelai.Reading{}.History(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(vercelai.History{Messages: want}, got); diff != "" {
			t.Errorf("%s: %s\n%s", name, text, diff)
		}
	}
}

func TestRandomRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for i := range 1_500 {
		status := []content.Status{content.Success, content.Failed, content.Denied, content.Interrupted}[r.IntN(4)]
		response := content.Response{Status: status, Value: randomValue(r, 4)}
		input := randomValue(r, 3)
		for input.HasFiles() || input.IsZero() {
			input = randomValue(r, 3)
		}
		all := []vercelai.Call{{ID: "c", Name: "f", Input: input, Response: &response}}
		same(t, all, fromStream(t, streamOf(t, vercelai.Writing{}, all)))
		text, err := vercelai.Writing{}.History(history(all))
		if err != nil {
			t.Fatal(err)
		}
		same(t, all, fromHistory(t, vercelai.Reading{Policy: anyone}, text))
		if t.Failed() {
			t.Fatalf("%d: %s\n%s", i, response.Value.Inline(), text)
		}
	}
}

// A call that begins under the ID of an earlier one has nothing of that.
func TestIDUsedAgain(t *testing.T) {
	var b bytes.Buffer
	s := vercelai.Writing{Client: vercelai.AI6}.Stream(&b)
	first := vercelai.Call{ID: "c", Name: "f", Dynamic: true, Input: content.Text("first"), Approval: &vercelai.Approval{ID: "a"}}
	for _, err := range []error{
		s.InputStart(first), s.Input(first), s.Ask(first), s.InputStart(vercelai.Call{ID: "c", Name: "g"}), s.InputDelta("c", "[1"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(vercelai.Call{ID: "c", Name: "g", InputText: "[1"}, fromStream(t, b.Bytes())["c"]); diff != "" {
		t.Error(diff)
	}
}
