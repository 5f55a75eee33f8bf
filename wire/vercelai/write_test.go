package vercelai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-update writes it):\n%s", path, diff)
	}
}

// few are calls that show what is written.
func few() []vercelai.Call {
	in := parse(`{"n":1}`)
	ok := func(v content.Value) *content.Response {
		return &content.Response{Status: content.Success, Value: v}
	}
	return []vercelai.Call{
		{ID: "file", Name: "f", Input: in, Response: ok(fileValue(content.Binary{MediaType: "image/png", Data: png}))},
		{ID: "none", Name: "f", Input: in, Dynamic: true, Response: ok(content.Value{})},
		{ID: "rounded", Name: "f", Input: parse(`{"n":9007199254740993}`), Response: ok(parse(`{"n":9007199254740993,"f":1.0}`))},
		{ID: "respelled", Name: "f", Input: parse(`{"1":2}`), Response: ok(parse(`[1.0]`))},
		{ID: "proto", Name: "f", Input: in, ProviderExecuted: true, Response: ok(parse(`{"a":{"__proto__":1}}`))},
		{ID: "failed", Name: "f", Input: in, Response: &content.Response{Status: content.Failed, Failure: &content.Failure{Text: "no"}}},
		{ID: "failure", Name: "f", Input: in, Response: &content.Response{Status: content.Failed, Failure: failure(), Value: content.Text("half")}},
		{ID: "denied", Name: "f", Input: in, Response: &content.Response{Status: content.Denied}, Approval: &vercelai.Approval{ID: "ask", Answered: true}},
		{ID: "interrupted", Name: "f", Input: in, Response: &content.Response{Status: content.Interrupted}},
	}
}

func TestGolden(t *testing.T) {
	for _, client := range []vercelai.Client{vercelai.AI5, vercelai.AI6} {
		w := vercelai.Writing{Client: client}
		calls := few()
		if client == vercelai.AI5 {
			calls[7].Approval = nil
		}
		golden(t, string(client)+".sse", streamOf(t, w, calls))
		text, err := w.History(history(calls))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, string(client)+".json", lines(text))
	}
	text, err := vercelai.Writing{Client: vercelai.PydanticAI}.History(history(few()))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, string(vercelai.PydanticAI)+".json", lines(text))
}

// lines is a history with a part on each line.
func lines(text []byte) []byte {
	return append(bytes.ReplaceAll(text, []byte(`},{"type"`), []byte("},\n{\"type\"")), '\n')
}

// The oldest clients refuse a chunk with a member that they do not know, and an
// optional one that is null.
func TestMembersOfChunks(t *testing.T) {
	known := map[string][]string{
		"start": {"messageId"}, "start-step": {}, "finish-step": {}, "finish": {},
		"tool-input-start": {"toolCallId", "toolName", "providerExecuted", "dynamic"}, "tool-input-delta": {"toolCallId", "inputTextDelta"},
		"tool-input-available":  {"toolCallId", "toolName", "input", "providerExecuted", "dynamic"},
		"tool-output-available": {"toolCallId", "output", "providerExecuted", "dynamic", "preliminary"},
		"tool-output-error":     {"toolCallId", "errorText", "providerExecuted", "dynamic"},
		vercelai.OutcomePart:    {"id", "data"}, vercelai.InputPart: {"id", "data"},
	}
	text := string(streamOf(t, vercelai.Writing{}, append(calls(vercelai.AI5), few()[:7]...)))
	for _, event := range strings.Split(strings.TrimSuffix(text, "data: [DONE]\n\n"), "\n\n") {
		if event == "" {
			continue
		}
		var chunk map[string]any
		if err := json.Unmarshal([]byte(strings.TrimPrefix(event, "data: ")), &chunk); err != nil {
			t.Fatalf("%q: %v", event, err)
		}
		names, ok := known[chunk["type"].(string)]
		if !ok {
			t.Fatalf("no chunk of ai 5: %s", event)
		}
		for name, v := range chunk {
			if name != "type" && !slices.Contains(names, name) || v == nil && name != "output" && name != "input" {
				t.Fatalf("%q in %s", name, event)
			}
		}
		if _, ok := chunk["output"]; chunk["type"] == "tool-output-available" && !ok {
			t.Fatalf("no output in %s", event)
		}
	}
}

// A client of AI5 knows nothing of questions and denials.
func TestDenials(t *testing.T) {
	for _, reason := range []string{"", "not today"} {
		for _, response := range []content.Response{{Status: content.Denied}, {Status: content.Denied, Failure: &content.Failure{Text: "not today"}}} {
			call := vercelai.Call{ID: "c", Name: "f", Input: parse(`{}`), Response: &response, Approval: &vercelai.Approval{ID: "ask", Answered: true, Reason: reason}}
			for _, client := range []vercelai.Client{"", vercelai.AI5, vercelai.AI6} {
				w := vercelai.Writing{Client: client}
				var b bytes.Buffer
				if err := w.Stream(&b).Outcome(t.Context(), call); err != nil {
					t.Fatal(err)
				}
				text, err := w.History(history([]vercelai.Call{call}))
				if err != nil {
					t.Fatal(err)
				}
				known := client == vercelai.AI6
				if bytes.Contains(b.Bytes(), []byte("tool-output-denied")) != known || bytes.Contains(text, []byte("output-denied")) != known || bytes.Contains(text, []byte("approval")) != known {
					t.Errorf("%s: %s%s", client, b.Bytes(), text)
				}
				for way, got := range map[string]vercelai.Call{"stream": fromStream(t, b.Bytes())["c"], "history": fromHistory(t, vercelai.Reading{}, text)["c"]} {
					if diff := cmp.Diff(response, *got.Response); diff != "" {
						t.Errorf("%s: %s", way, diff)
					}
				}
				pending := call
				pending.Response = nil
				text, err = w.History(history([]vercelai.Call{pending}))
				if err != nil || bytes.Contains(text, []byte("approval")) != known {
					t.Errorf("%s: %s, %v", client, text, err)
				}
			}
		}
	}
}

func TestWriteErrors(t *testing.T) {
	ok := &content.Response{Status: content.Success}
	s := vercelai.Writing{}.Stream(io.Discard)
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"client":       {vercelai.Writing{Client: "ai-4"}.Stream(io.Discard).Start(""), `client "ai-4" is none of`},
		"no ID":        {s.Input(vercelai.Call{Name: "f"}), "no ID"},
		"no name":      {s.Input(vercelai.Call{ID: "c"}), `call "c" has no Name`},
		"start":        {s.InputStart(vercelai.Call{ID: "c"}), `call "c" has no Name`},
		"file":         {s.Input(vercelai.Call{ID: "c", Name: "f", Input: fileValue(content.Binary{})}), "plain JSON"},
		"no response":  {s.Outcome(t.Context(), vercelai.Call{ID: "c"}), `call "c" has no Response`},
		"status":       {s.Outcome(t.Context(), vercelai.Call{ID: "c", Response: &content.Response{}}), "status"},
		"both":         {s.Outcome(t.Context(), vercelai.Call{ID: "c", Response: &content.Response{Status: content.Success, Failure: failure()}}), "success"},
		"preliminary":  {s.Outcome(t.Context(), vercelai.Call{ID: "c", Preliminary: true, Response: &content.Response{Status: content.Failed}}), "no success"},
		"question":     {s.Ask(vercelai.Call{ID: "c", Approval: &vercelai.Approval{ID: "a"}}), `set Client to "ai-6"`},
		"no question":  {vercelai.Writing{Client: vercelai.AI6}.Stream(io.Discard).Ask(vercelai.Call{ID: "c"}), "Approval.ID"},
		"other":        {s.Other(content.Text("x")), "an object"},
		"other none":   {s.Other(content.Value{}), "an object"},
		"other type":   {s.Other(parse(`{}`)), `has a "type"`},
		"other tool":   {s.Other(parse(`{"type":"tool-output-available"}`)), "methods for calls"},
		"other beside": {s.Other(parse(`{"type":"` + vercelai.OutcomePart + `"}`)), "methods for calls"},
		"other proto":  {s.Other(parse(`{"type":"x","__proto__":1}`)), "would change"},
		"other fine":   {s.Other(parse(`{"type":"text-start","id":"1"}`)), ""},
	} {
		if (test.want == "") != (test.err == nil) || test.err != nil && !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("%s: %v", name, test.err)
		}
	}
	for name, parts := range map[string][]vercelai.Part{
		"neither": {{}}, "call": {{Call: &vercelai.Call{ID: "c", Response: ok}}}, "status": {{Call: &vercelai.Call{ID: "c", Name: "f", Response: &content.Response{}}}},
	} {
		if _, err := (vercelai.Writing{}).History([]vercelai.Message{{Role: "user", Parts: parts}}); err == nil {
			t.Error(name)
		}
	}
	if _, err := (vercelai.Writing{Client: "x"}).History(nil); err == nil {
		t.Error("a client that is not known")
	}
}

// failing writes n times and then no more.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errors.New("gone")
	}
	return len(p), nil
}

func TestWriterFails(t *testing.T) {
	f := &failing{1}
	s := vercelai.Writing{}.Stream(f)
	if err := s.Start(""); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Finish(); err == nil || err.Error() != "gone" {
			t.Error(err)
		}
	}
	if f.n != -1 {
		t.Errorf("written to after it failed: %d", f.n)
	}
}

// Calls run at once; what stands beside an outcome stays next to it.
func TestConcurrentOutcomes(t *testing.T) {
	var b flushed
	s := vercelai.Writing{}.Stream(&b)
	var all []vercelai.Call
	var group sync.WaitGroup
	for i := range 50 {
		r := content.Response{Status: content.Success, Value: parse(fmt.Sprintf(`[%d.0]`, i))}
		c := vercelai.Call{ID: fmt.Sprint(i), Response: &r}
		all = append(all, c)
		group.Go(func() {
			if err := s.Outcome(context.Background(), c); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	same(t, all, fromStream(t, b.Bytes()))
	if b.flushes != 50 {
		t.Errorf("%d flushes", b.flushes)
	}
}

type flushed struct {
	bytes.Buffer
	flushes int
}

func (f *flushed) Flush() { f.flushes++ }

// What stood beside a preliminary outcome does not stay beside the last.
func TestPreliminary(t *testing.T) {
	var b bytes.Buffer
	s := vercelai.Writing{}.Stream(&b)
	for i, text := range []string{"1.0", "2.0", "3"} {
		c := vercelai.Call{ID: "c", Preliminary: i < 2, Response: &content.Response{Status: content.Success, Value: parse(text)}}
		if err := s.Outcome(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.InputDelta("c", "{}"); err != nil { // of another call, by the same name
		t.Fatal(err)
	}
	var got []string
	for e, err := range (vercelai.Reading{}).Stream(&b) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Call.Response == nil {
			got = append(got, e.Type)
			continue
		}
		got = append(got, fmt.Sprintf("%s %v", e.Call.Response.Value.Inline(), e.Call.Preliminary))
	}
	if diff := cmp.Diff([]string{"1.0 true", "2.0 true", "3 false", "tool-input-delta"}, got); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(string(streamOf(t, vercelai.Writing{}, few()[:1])), vercelai.OutcomePart); n != 0 {
		t.Errorf("%d parts beside what says it all", n)
	}
}

// Pieces of the arguments come as they were written.
func TestInputDeltas(t *testing.T) {
	var b bytes.Buffer
	s := vercelai.Writing{}.Stream(&b)
	c := vercelai.Call{ID: "c", Name: "f"}
	pieces := []string{`{"a":`, ``, ` "ü`, `😀\n"`, "\n }"}
	errs := []error{s.InputStart(c), s.InputDelta("c", "given up"), s.InputStart(c)}
	for _, p := range pieces {
		errs = append(errs, s.InputDelta("c", p))
	}
	c.Input = parse(`{"a":"ü😀\n"}`)
	if err := errors.Join(append(errs, s.Input(c))...); err != nil {
		t.Fatal(err)
	}
	var deltas []string
	var last vercelai.Call
	whole := ""
	for e, err := range (vercelai.Reading{}).Stream(&b) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == "tool-input-delta" {
			deltas = append(deltas, e.Delta)
			whole = e.Call.InputText
		}
		last = *e.Call
	}
	if diff := cmp.Diff(append([]string{"given up"}, pieces...), deltas); diff != "" || whole != strings.Join(pieces, "") {
		t.Errorf("%q: %s", whole, diff)
	}
	if diff := cmp.Diff(c, last); diff != "" {
		t.Error(diff)
	}
	// Arguments that are none: the chunk of newer servers.
	text := "data: {\"type\":\"tool-input-error\",\"toolCallId\":\"c\",\"toolName\":\"f\",\"input\":\"{broken\",\"errorText\":\"no JSON\"}\n\n"
	want := vercelai.Call{ID: "c", Name: "f", Input: content.Text("{broken"), Response: &content.Response{Status: content.Failed, Failure: &content.Failure{Text: "no JSON"}}}
	same(t, []vercelai.Call{want}, fromStream(t, []byte(text)))
	for _, member := range []string{`"rawInput":"{broken"`, `"input":"{broken"`} { // of ai 5 and 6, of 7
		got := fromHistory(t, vercelai.Reading{}, assistant(`{"type":"tool-f","toolCallId":"c","state":"output-error",`+member+`,"errorText":"no JSON"}`))
		same(t, []vercelai.Call{want}, got)
	}
}

// The picture is the one that was 92 bytes once.
func TestPicture(t *testing.T) {
	if len(png) != 67 || len(everyByte()) != 256 || everyByte()[0] != 255 {
		t.Errorf("%d bytes", len(png))
	}
}

func TestSetHeader(t *testing.T) {
	h := http.Header{}
	vercelai.SetHeader(h)
	if h.Get("content-type") != "text/event-stream" || h.Get("x-vercel-ai-ui-message-stream") != "v1" {
		t.Error(h)
	}
}
