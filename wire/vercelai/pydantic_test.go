package vercelai_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// needsBeside is what a client in JavaScript cannot hold: it goes out as a text.
var needsBeside = regexp.MustCompile(`900719925474099[3]|1234567890123456789|1e-?400|"__proto__":|"prototype":|"constructor":null`)

// withoutBeside is a history as a reader has it that does not know what stands beside.
func withoutBeside(t *testing.T, text []byte) []byte {
	t.Helper()
	return withParts(t, text, func(p map[string]json.RawMessage) bool { return !strings.HasPrefix(string(p["type"]), `"data-`) })
}

// withoutMetadata is a history without what stands beside in the metadata of calls.
func withoutMetadata(t *testing.T, text []byte) []byte {
	t.Helper()
	return withParts(t, text, func(p map[string]json.RawMessage) bool {
		delete(p, "callProviderMetadata")
		return true
	})
}

// withParts is a history with the parts that stay.
func withParts(t *testing.T, text []byte, stays func(map[string]json.RawMessage) bool) []byte {
	t.Helper()
	var list []struct {
		ID    string                       `json:"id"`
		Role  string                       `json:"role"`
		Parts []map[string]json.RawMessage `json:"parts"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		kept := list[i].Parts[:0]
		for _, p := range list[i].Parts {
			if stays(p) {
				kept = append(kept, p)
			}
		}
		list[i].Parts = kept
	}
	less, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return less
}

// bareOf is a value as whoever knows no hint reads it.
func bareOf(v content.Value) content.Value {
	text, _ := v.MarshalJSON()
	return content.Must(content.Reading{ByteObjects: true}.JSON(text))
}

func count(v content.Value) (n int) {
	for range v.Files() {
		n++
	}
	return n
}

// lost is what pydantic-ai 2.68.0 provably does not hold, whoever writes it: it loses
// values of its own of that kind (pydantic_own.py), which the tests check. Nothing else
// is left out, and nothing that it does hold.
var lost = []struct {
	name, why string
	own       []string                 // what it loses of its own
	has       func(vercelai.Call) bool // which calls have it
}{
	{"look-alike", "an object that looks like a file is one", []string{"look-alike bytes", "look-alike link"}, func(c vercelai.Call) bool {
		return outputs(c) && count(bareOf(c.Response.Value)) > count(c.Response.Value)
	}},
	{"unknown provider", "it knows eight, and has an object for the files of others", []string{"unknown provider"}, func(c vercelai.Call) bool {
		return outputs(c) && count(bareOf(c.Response.Value)) < count(c.Response.Value)
	}},
	{"fraction", "a Decimal, which alone could hold it, becomes a text", []string{"fraction"}, func(c vercelai.Call) bool {
		return outputs(c) && strings.Contains(c.Response.Value.Inline(), "1e-400")
	}},
	{"value of what failed", "it becomes a text, without its files", []string{"failed with JSON", "failed with files", "denied with JSON"}, func(c vercelai.Call) bool {
		r := c.Response
		return !outputs(c) && !r.Value.IsZero() && !r.Value.Equal(content.Text(r.Text()))
	}},
	{"interrupted at the provider", "its history has no claim for such a call", []string{"interrupted at the provider"}, func(c vercelai.Call) bool {
		return c.Response.Status == content.Interrupted && c.ProviderExecuted
	}},
	{"no reason", "a denial gets one", []string{"denied without a reason"}, func(c vercelai.Call) bool {
		return c.Response.Status == content.Denied && c.Response.Failure == nil && c.Response.Value.IsZero()
	}},
}

// outputs reports whether pydantic-ai has the response as an output, and not as a text.
func outputs(c vercelai.Call) bool {
	return c.Response.Status == content.Success || c.Response.Status == content.Interrupted && !c.ProviderExecuted
}

// statusThere is the status that a call has there.
func statusThere(c vercelai.Call) content.Status {
	if c.Response.Status == content.Interrupted && c.ProviderExecuted {
		return content.Failed
	}
	return c.Response.Status
}

// wanted is the content that a response should have in pydantic-ai: its value, and for
// want of one the text for the model. Nothing is None, which is what a function there
// returns that returns nothing.
func wanted(r content.Response) content.Value {
	switch {
	case !r.Value.IsZero():
		return r.Value
	case r.Status == content.Success:
		return content.Null()
	}
	return content.Text(r.Text())
}

// inPydanticAI is the content that a response has there, with what is lost.
func inPydanticAI(c vercelai.Call) content.Value {
	r := *c.Response
	switch {
	case r.Status == content.Denied && r.Failure == nil && r.Value.IsZero():
		if c.Approval != nil && c.Approval.Reason != "" {
			return content.Text(c.Approval.Reason)
		}
		return content.Text("The tool call was denied.")
	case !outputs(c):
		return content.Text(r.Text())
	}
	text, _ := bareOf(wanted(r)).MarshalJSON()
	return content.Must(content.Reading{}.JSON(regexp.MustCompile(`([\[:,]|^)1e-400`).ReplaceAll(text, []byte(`$1"1e-400"`))))
}

// peerOfPydantic runs vercelai.py on a history, and returns where the answers are.
func peerOfPydantic(t *testing.T, text []byte) string {
	t.Helper()
	python := peer(t, ".venv/bin/python", ".venv/bin/python", "install Python 3.11 and run make clients")
	dir := t.TempDir()
	write(t, dir, "history.json", text)
	run(t, python, "vercelai.py", dir)
	return dir
}

// returned is what pydantic-ai has of each call.
func returned(t *testing.T, dir string) map[string]string {
	t.Helper()
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(read(t, dir, "returned.json"), &raw); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for id, text := range raw {
		all[id] = normal(text)
	}
	return all
}

// outcomeOf is the same of what a call should have there.
func outcomeOf(s content.Status, v content.Value) string {
	text, err := json.Marshal([]any{s, describe(v)})
	if err != nil {
		panic(err)
	}
	return normal(text)
}

// TestPydanticAI has pydantic-ai load what is written for it, and loads what it dumps:
// no call is left out, and all come back exactly, however it spells them.
func TestPydanticAI(t *testing.T) {
	all := calls(vercelai.PydanticAI)
	for i := range all {
		all[i].ProviderExecuted = i%3 == 2
	}
	text, err := vercelai.Writing{Client: vercelai.PydanticAI}.History(history(all))
	if err != nil {
		t.Fatal(err)
	}
	dir := peerOfPydantic(t, text)
	var own map[string]struct {
		Kept  bool
		After string
	}
	if err := json.Unmarshal(read(t, dir, "own.json"), &own); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"text", "integer beyond a float", "order", "none", "scalar", "text of JSON", "interrupted"} {
		if !own[name].Kept {
			t.Errorf("pydantic-ai does not keep its own %s: %s", name, own[name].After)
		}
	}
	met := map[string]int{}
	has, dumped := returned(t, dir), fromHistory(t, vercelai.Reading{Policy: anyone}, read(t, dir, "history.out.json"))
	for _, c := range all {
		var losses []string
		for _, l := range lost {
			if l.has(c) {
				losses = append(losses, l.name)
				met[l.name]++
			}
		}
		ideal, want := outcomeOf(c.Response.Status, wanted(*c.Response)), outcomeOf(statusThere(c), inPydanticAI(c))
		if len(losses) == 0 {
			want = ideal
		} else if ideal == has[c.ID] {
			t.Errorf("%s: pydantic-ai holds it: no longer lost is one of %v", c.ID, losses)
		}
		if diff := cmp.Diff(want, has[c.ID]); diff != "" {
			t.Errorf("%s %s: pydantic-ai has something else (lost is %v): %s", c.ID, c.Response.Value.Inline(), losses, diff)
		}
	}
	for _, l := range lost {
		if met[l.name] == 0 {
			t.Errorf("no case has %s", l.name)
		}
		for _, name := range l.own {
			if _, ok := own[name]; !ok || own[name].Kept {
				t.Errorf("%s (%s): pydantic-ai keeps its own %q now: %+v", l.name, l.why, name, own[name])
			}
		}
	}
	for i := range all {
		all[i].Dynamic = false // it has functions of one kind
	}
	same(t, all, dumped)
	t.Logf("%d calls, of which it cannot hold %v", len(all), met)

	// Its stream has the outputs and texts, and nothing beside: no reason of a denial, and
	// an interrupted call is a plain output, its own as well.
	bare := fromHistory(t, vercelai.Reading{Policy: anyone}, withoutMetadata(t, read(t, dir, "history.out.json")))
	streamed := fromStream(t, read(t, dir, "stream.out.sse"))
	for _, c := range all {
		r := *bare[c.ID].Response
		if r.Status == content.Denied {
			r.Failure = nil
		}
		if diff := cmp.Diff(r, *streamed[c.ID].Response, worth); diff != "" {
			t.Errorf("%s: its stream: %s", c.ID, diff)
		}
	}
	if r := fromStream(t, read(t, dir, "own.sse"))["interrupted"].Response; r.Status != content.Success {
		t.Errorf("pydantic-ai says now in a stream that a call was interrupted: %+v", r)
	}
}

// TestPydanticAIOfBrowsers has pydantic-ai load what is written for a client in
// JavaScript. It passes over what stands beside, so that it has, and dumps, what the
// calls say alone.
func TestPydanticAIOfBrowsers(t *testing.T) {
	for _, client := range []vercelai.Client{vercelai.AI5, vercelai.AI6} {
		t.Run(string(client), func(t *testing.T) {
			all := calls(client)
			text, err := vercelai.Writing{Client: client}.History(history(all))
			if err != nil {
				t.Fatal(err)
			}
			dir := peerOfPydantic(t, text)
			reading := vercelai.Reading{Policy: anyone}
			want, has := fromHistory(t, reading, withoutBeside(t, text)), returned(t, dir)
			dumped, streamed := fromHistory(t, reading, read(t, dir, "history.out.json")), fromStream(t, read(t, dir, "stream.out.sse"))
			for _, c := range all {
				r := *want[c.ID].Response
				if sent := c.Response.Value; c.Response.Status == content.Success && !sent.IsZero() && !r.Value.Equal(sent) &&
					!needsBeside.MatchString(sent.Inline()) && bareOf(sent).Equal(sent) {
					t.Errorf("%s: %s goes out as %s", c.ID, sent.Inline(), r.Value.Inline())
				}
				if diff := cmp.Diff(outcomeOf(r.Status, inPydanticAI(want[c.ID])), has[c.ID]); diff != "" {
					t.Errorf("%s: pydantic-ai has something else: %s", c.ID, diff)
				}
				if diff := cmp.Diff(r, *dumped[c.ID].Response, worth); diff != "" {
					t.Errorf("%s: its history: %s", c.ID, diff)
				}
				if r.Status == content.Denied {
					r.Failure = nil // a stream has no place for the reason
				}
				if diff := cmp.Diff(r, *streamed[c.ID].Response, worth); diff != "" {
					t.Errorf("%s: its stream: %s", c.ID, diff)
				}
			}
		})
	}
}
