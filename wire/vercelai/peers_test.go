package vercelai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

const interop = "../interop"

// peer returns the path of a program that the test needs, or skips the test: says so,
// and fails where CI requires it.
func peer(t *testing.T, program, installed, remedy string) string {
	t.Helper()
	if strings.Contains(program, "/") {
		program = filepath.Join(interop, program)
	}
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err == nil {
		_, err = os.Stat(filepath.Join(interop, installed))
	}
	if err == nil {
		return path
	}
	if os.Getenv("FSCHECK_REQUIRE_PEERS") == "1" {
		t.Fatalf("%v: %s", err, remedy)
	}
	t.Skipf("not run: %v: %s", err, remedy)
	return ""
}

// run runs a program in the folder of the peers.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = interop
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	t.Logf("%s %s: %v", filepath.Base(name), args[:2], time.Since(start).Round(time.Millisecond))
}

func write(t *testing.T, dir, name string, b []byte) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// nodeCase is one of DIR/cases.json.
type nodeCase struct {
	Name    string            `json:"name"`
	Streams []string          `json:"streams,omitempty"`
	Piece   int               `json:"piece,omitempty"`
	Answers map[string]string `json:"answers,omitempty"`
	History string            `json:"history,omitempty"`
	Spelled bool              `json:"spelled,omitempty"`
}

// inTwo writes the calls as two streams: what is asked, and after the answers the rest.
func inTwo(t *testing.T, w vercelai.Writing, calls []vercelai.Call) (first, second []byte, answers map[string]string) {
	t.Helper()
	var now, later []vercelai.Call
	answers = map[string]string{}
	for _, c := range calls {
		if c.Approval == nil {
			now = append(now, c)
			continue
		}
		later = append(later, c)
		answers[c.Approval.ID] = c.Approval.Reason
	}
	first = streamOf(t, w, now)
	var asked, outcomes bytes.Buffer
	a, b := w.Stream(&asked), w.Stream(&outcomes)
	errs := []error{b.Start("")}
	for _, c := range later {
		errs = append(errs, a.Input(c), a.Ask(c), b.Outcome(t.Context(), c))
	}
	for _, err := range append(errs, b.Finish()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	end := bytes.Index(first, []byte(`data: {"type":"finish-step"}`))
	return append(append(bytes.Clone(first[:end]), asked.Bytes()...), first[end:]...), outcomes.Bytes(), answers
}

// TestClients feeds streams and histories to the clients and reads what they send.
func TestClients(t *testing.T) {
	node := peer(t, "node", "node_modules/ai-5", "install Node 20 and run make clients")
	large := make([]byte, 7<<20)
	for i := range large {
		large[i] = byte(i * i >> 3)
	}
	file := fileValue(content.Binary{MediaType: "video/mp4", Data: large})
	big := []vercelai.Call{{ID: "big", Name: "report", Input: parse(`{}`), Response: &content.Response{Status: content.Success, Value: file}}}
	bigFailure := []vercelai.Call{{ID: "big", Name: "report", Input: parse(`{}`),
		Response: &content.Response{Status: content.Failed, Failure: failure(), Value: content.Must(content.List(file, parse("9007199254740993")))}}}
	for _, test := range []struct {
		name   string
		client vercelai.Client
	}{
		{"ai-5-0", vercelai.AI5}, {"ai-5", vercelai.AI5}, {"ai-6", vercelai.AI6}, {"ai-7", vercelai.AI5}, {"ai-7", vercelai.AI6},
	} {
		t.Run(test.name+" written for "+string(test.client), func(t *testing.T) {
			t.Parallel()
			dir, w := t.TempDir(), vercelai.Writing{Client: test.client}
			all := calls(test.client)
			groups := map[string][]vercelai.Call{"big": big, "big-failure": bigFailure}
			for part := range slices.Chunk(all, 40) { // the clients copy the whole message at every event
				groups[part[0].ID] = part
			}
			cases := []nodeCase{{Name: "spelled", Spelled: true}}
			for name, calls := range groups {
				first, second, answers := inTwo(t, w, calls)
				text, err := w.History(history(calls))
				if err != nil {
					t.Fatal(err)
				}
				piece := 997
				if len(first) > 1<<20 {
					piece = 1<<16 + 1
				}
				cases = append(cases,
					nodeCase{Name: name + "-stream", Streams: []string{write(t, dir, name+"-1.sse", first), write(t, dir, name+"-2.sse", second)}, Piece: piece, Answers: answers},
					nodeCase{Name: name + "-history", History: write(t, dir, name+".json", text)})
			}
			list, err := json.Marshal(cases)
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, "cases.json", list)
			run(t, node, "vercelai.mjs", test.name, dir)
			for name, calls := range groups {
				for _, way := range []string{"stream", "history"} {
					got := fromHistory(t, vercelai.Reading{Policy: anyone}, read(t, dir, fmt.Sprintf("%s-%s.out.json", name, way)))
					same(t, calls, got)
				}
			}
			spelled(t, read(t, dir, "spelled.out.json"))
		})
	}
}

// spelled checks the bytes that a client spelled in its own ways.
func spelled(t *testing.T, text []byte) {
	t.Helper()
	file := fileValue(content.Binary{MediaType: "image/png", Data: everyByte()})
	nothing := fileValue(content.Binary{MediaType: "image/png", Data: []byte{}})
	nested := content.Must(content.List(content.Must(content.Object(content.Member{Name: "a",
		Value: content.Must(content.Object(content.Member{Name: "b", Value: file}))}))))
	want := map[string]content.Value{
		"base64": file, "base64url": file, "Uint8Array": file, "Uint8ClampedArray": file, "Buffer": file, "empty Buffer": nothing, "nested": nested,
	}
	for _, empty := range []bool{false, true} {
		got := fromHistory(t, vercelai.Reading{EmptyObjects: empty}, text)
		for id, v := range want {
			if diff := cmp.Diff(v, got[id].Response.Value); diff != "" {
				t.Errorf("%s: %s", id, diff)
			}
		}
		for _, id := range []string{"Int8Array", "array", "alone"} {
			if got[id].Response.Value.HasFiles() {
				t.Errorf("%s is a file", id)
			}
		}
		for _, id := range []string{"empty Uint8Array", "ArrayBuffer"} {
			if got[id].Response.Value.HasFiles() != empty {
				t.Errorf("%s with EmptyObjects %v", id, empty)
			}
		}
	}
}
