package interop_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// aguiClients are the clients of @ag-ui/client, and the profiles that are for them.
var aguiClients = []struct {
	pkg, version string
	profiles     map[string]agui.Profile
}{
	{"@ag-ui/client", "1.0.0", map[string]agui.Profile{"string": agui.Before1, "parts": agui.Protocol1}},
	{"@ag-ui/client-0.0", "0.0.59", map[string]agui.Profile{"string": agui.Before1}},
}

// aguiTrust lets everything stay: what is compared is what travelled.
var aguiTrust = agui.Decoder{Policy: content.Policy{
	UploadedFiles: true, Schemes: []string{"", "http", "https"}, Downloads: []content.Download{content.DownloadAlways, content.DownloadAllowLocal},
}}

// aguiRequired skips a test for want of what it runs, unless CI says that it must not.
func aguiRequired(t *testing.T, missing string) {
	t.Helper()
	if os.Getenv("FSCHECK_REQUIRE_PEERS") == "1" {
		t.Fatalf("%s, and FSCHECK_REQUIRE_PEERS=1", missing)
	}
	t.Skipf("not run: %s", missing)
}

func aguiInstalled(t *testing.T, pkg string) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		aguiRequired(t, "there is no node")
	}
	if _, err := os.Stat("node_modules/" + pkg); err != nil {
		aguiRequired(t, pkg+" is not installed (npm ci in wire/interop)")
	}
}

// TestAGUIClients sends every value through the real clients, by a stream and by a
// snapshot of a history, and reads what they submit.
func TestAGUIClients(t *testing.T) {
	for _, client := range aguiClients {
		t.Run(client.version, func(t *testing.T) {
			aguiInstalled(t, client.pkg)
			var trips []aguiTrip
			for profile, p := range client.profiles {
				for _, c := range aguiCases() {
					stream := aguiTrip{Name: profile + "/stream/" + c.name, sent: c.response, Piece: c.piece(64)}
					history := aguiTrip{Name: profile + "/history/" + c.name, sent: c.response, Piece: c.piece(1 << 16)}
					e := agui.Encoder{Profile: p}
					stream.Stream = aguiRun(t, e, aguiEvents(t, e, c.response)...)
					history.Stream = aguiRun(t, e, aguiSnapshot(t, e, c.response))
					trips = append(trips, stream, history)
				}
			}
			for i, answer := range aguiNode(t, client.pkg, trips) {
				t.Run(trips[i].Name, func(t *testing.T) { aguiCompare(t, trips[i], answer) })
			}
		})
	}
}

// aguiTrip is one case for agui.mjs.
type aguiTrip struct {
	Name   string `json:"name"`
	Stream string `json:"stream"`
	Piece  int    `json:"piece"` // bytes the client reads at a time
	sent   content.Response
}

type aguiAnswer struct{ Name, Body, Error string }

const aguiArguments = `{"n":9007199254740993,"text":"[😀` + "\u2028" + `","b":1.0,"b":`

// aguiEvents is a call, with arguments that are no JSON, and its result.
func aguiEvents(t *testing.T, e agui.Encoder, r content.Response) [][]byte {
	t.Helper()
	events, err := e.CallEvents("m1", agui.Call{ID: "c1", Name: "f", Arguments: aguiArguments})
	if err != nil {
		t.Fatal(err)
	}
	result, err := e.ResultEvent("m2", "c1", r)
	if err != nil {
		t.Fatal(err)
	}
	return append(events, result)
}

// aguiSnapshot is the same as the messages of a history.
func aguiSnapshot(t *testing.T, e agui.Encoder, r content.Response) []byte {
	t.Helper()
	call, err := e.CallMessage("m1", agui.Call{ID: "c1", Name: "f", Arguments: aguiArguments})
	if err != nil {
		t.Fatal(err)
	}
	result, err := e.ResultMessage("m2", "c1", r)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, `{"type":"MESSAGES_SNAPSHOT","messages":[%s,%s]}`, call, result)
}

// aguiRun frames the events of a run.
func aguiRun(t *testing.T, e agui.Encoder, events ...[]byte) string {
	t.Helper()
	var b bytes.Buffer
	events = append([][]byte{[]byte(`{"type":"RUN_STARTED","threadId":"t","runId":"1"}`)}, events...)
	for _, event := range append(events, []byte(`{"type":"RUN_FINISHED","threadId":"t","runId":"1"}`)) {
		if err := e.WriteEvent(&b, event); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// aguiNode runs all cases in one process.
func aguiNode(t *testing.T, pkg string, trips []aguiTrip) []aguiAnswer {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", "agui.mjs", pkg)
	var log bytes.Buffer
	cmd.Stderr = &log
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer in.Close()
		w := json.NewEncoder(in)
		for _, trip := range trips {
			if w.Encode(trip) != nil {
				return // the process has ended: Wait says why
			}
		}
	}()
	var answers []aguiAnswer
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var a aguiAnswer
			if err := json.Unmarshal(line, &a); err != nil {
				t.Fatalf("%v in %.200s", err, line)
			}
			answers = append(answers, a)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil || len(answers) != len(trips) {
		t.Fatalf("%d answers to %d cases, %v\n%s", len(answers), len(trips), err, log.String())
	}
	return answers
}

func aguiCompare(t *testing.T, sent aguiTrip, answer aguiAnswer) {
	t.Helper()
	if answer.Name != sent.Name || answer.Error != "" {
		t.Fatalf("the client fails: %s %s", answer.Name, answer.Error)
	}
	h, err := aguiTrust.History([]byte(answer.Body))
	if err != nil {
		t.Fatalf("%v in %.500s", err, answer.Body)
	}
	if len(h.Messages) != 2 || h.Messages[1].Result == nil {
		t.Fatalf("the client submits %.500s", answer.Body)
	}
	want := []agui.Message{
		{ID: "m1", Role: "assistant", Calls: []agui.Call{{ID: "c1", Name: "f", Arguments: aguiArguments}}},
		{ID: "m2", Role: "tool", Result: &agui.Result{CallID: "c1", Response: sent.sent}},
	}
	if diff := cmp.Diff(want, h.Messages); diff != "" {
		if len(diff) > 4000 {
			diff = diff[:4000]
		}
		t.Errorf("what came back is not what was sent (-want +got):\n%s\nbody: %.1000s", diff, answer.Body)
	}
	if len(h.Dropped) > 0 {
		t.Errorf("dropped: %v", h.Dropped)
	}
}

// TestAGUIEventLimit finds where the client of 1.0 gives up, and that we do there. The
// one before does not.
func TestAGUIEventLimit(t *testing.T) {
	for _, client := range aguiClients {
		aguiInstalled(t, client.pkg)
	}
	e := agui.Encoder{Profile: agui.Protocol1}
	text := func(n int) content.Response {
		return content.Response{Status: content.Success, Value: content.Text(strings.Repeat("x", n-1) + "é")}
	}
	empty, err := e.ResultEvent("m2", "c1", text(1))
	if err != nil {
		t.Fatal(err)
	}
	most := 10<<20 - len("data: \n") - (len(empty) - len("é"))
	unlimited := agui.Encoder{Profile: agui.Protocol1, MaxEvent: 1 << 30}
	trip := func(n int) aguiTrip {
		return aguiTrip{Stream: aguiRun(t, unlimited, aguiEvents(t, unlimited, text(n))...), Piece: 1, sent: text(n)}
	}
	// The last byte of the event comes alone, so that all but the empty line is in the buffer.
	longest, longer := trip(most), trip(most+1)
	for _, c := range []*aguiTrip{&longest, &longer} {
		end := strings.LastIndex(c.Stream, "\n\ndata:") + 1
		c.Piece = end
	}
	answers := aguiNode(t, "@ag-ui/client", []aguiTrip{longest, longer})
	if answers[0].Error != "" {
		t.Errorf("the client refuses the longest event that we write: %s", answers[0].Error)
	}
	if !strings.Contains(answers[1].Error, "SSE buffer size exceeded") {
		t.Errorf("the client takes more than we write, or fails otherwise: %s", answers[1].Error)
	}
	if old := aguiNode(t, "@ag-ui/client-0.0", []aguiTrip{longer}); old[0].Error != "" {
		t.Errorf("the client before 1.0 has a limit: %s", old[0].Error)
	}
	if _, err := e.ResultEvent("m2", "c1", text(most)); err != nil {
		t.Error(err)
	}
	if _, err := e.ResultEvent("m2", "c1", text(most+1)); err == nil {
		t.Error("an event was written that the client refuses")
	}
}
