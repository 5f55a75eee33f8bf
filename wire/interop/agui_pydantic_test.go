package interop_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

const aguiPython = ".venv/bin/python"

// aguiLost is what of a value pydantic-ai 2.68.0 provably does not carry by AG-UI,
// whoever writes it: it loses values of its own of that kind (pydantic_own.py), which
// the test checks. Nothing else is left out, and nothing that it does carry. Numbers are
// compared by what they are worth: 1.50 and 1.5, -0 and 0 are one number (rule 30 of the
// contract).
var aguiLost = []struct {
	name, why string
	own       []string                 // what it loses of its own
	has       func(content.Value) bool // which values have it
}{
	{"none", "is no text", []string{"none"}, func(v content.Value) bool { return v.IsZero() || aguiText(v) == "null" }},
	{"scalar", "is a text", []string{"scalar"}, func(v content.Value) bool { return !strings.ContainsAny(aguiText(v)[:1], `"[{n`) }},
	{"text of JSON", "is JSON", []string{"text of JSON"}, func(v content.Value) bool {
		return aguiText(v)[0] == '"' && aguiText(aguiTolerated(v))[0] != '"'
	}},
	{"look-alike", "is a file", []string{"look-alike bytes", "look-alike link"}, func(v content.Value) bool {
		return aguiText(v)[0] != '"' && aguiFilesIn(aguiTolerated(v)) > aguiFilesIn(v)
	}},
	{"unknown provider", "it knows eight, and has an object for the files of others", []string{"unknown provider"}, func(v content.Value) bool {
		return aguiFilesIn(aguiTolerated(v)) < aguiFilesIn(v)
	}},
	{"fraction", "a float is 0 for it, and a Decimal becomes a text", []string{"fraction"}, func(v content.Value) bool {
		return strings.Contains(aguiText(v), "1e-400")
	}},
}

// aguiText is the JSON of a value.
func aguiText(v content.Value) string {
	text, err := v.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return string(text)
}

func aguiFilesIn(v content.Value) (n int) {
	for range v.Files() {
		n++
	}
	return n
}

// aguiTolerated is what of a value comes back from pydantic-ai on AG-UI: nothing as no
// text, scalars as their text, a text that is a list or an object as that.
func aguiTolerated(v content.Value) content.Value {
	text := v.Inline()
	if v.HasFiles() || text != "" && strings.ContainsAny(text[:1], "[{") {
		text = regexp.MustCompile(`([\[:,])1e-400`).ReplaceAllString(text, "${1}0.0")
	}
	back, err := content.Reading{}.Inline(text)
	if err != nil {
		panic(err)
	}
	return back
}

// TestAGUIPydantic has pydantic-ai load what we write, and loads what it dumps: no case
// is left out.
func TestAGUIPydantic(t *testing.T) {
	cases := aguiCases()
	answers, own := aguiAsk(t, agui.Encoder{}, cases)
	met := map[string]int{}
	for i, a := range answers {
		t.Run(cases[i].name, func(t *testing.T) {
			if a.Error != "" {
				t.Fatalf("pydantic-ai refuses it: %s", a.Error)
			}
			sent := cases[i].response
			ideal := sent.Value
			if ideal.IsZero() && sent.Status != content.Success {
				ideal = content.Text(sent.Text()) // which is what the content is then
			}
			want, losses := ideal, []string(nil)
			for _, l := range aguiLost {
				if l.has(ideal) {
					want, losses = aguiTolerated(ideal), append(losses, l.name)
					met[l.name]++
				}
			}
			if diff := cmp.Diff(aguiNormal(aguiDescribe(want)), aguiNormal(aguiRead(t, a.Value))); diff != "" {
				t.Errorf("pydantic-ai understands (lost is %v; -want +got):\n%.3000s", losses, diff)
			}
			if a.Outcome != string(sent.Status) {
				t.Errorf("pydantic-ai takes %s for %s", sent.Status, a.Outcome)
			}
			h, err := aguiTrust.History(a.Dump)
			if err != nil {
				t.Fatal(err)
			}
			back := h.Messages[len(h.Messages)-1].Result
			if back == nil || back.CallID != "c1" || back.Response.Status != sent.Status {
				t.Fatalf("pydantic-ai dumps %.500s", a.Dump)
			}
			if diff := cmp.Diff([]agui.Call{aguiCalled}, h.Messages[0].Calls); diff != "" {
				t.Errorf("the call is another one: %s", diff)
			}
			if diff := cmp.Diff(aguiNormal(aguiDescribe(want)), aguiNormal(aguiDescribe(back.Response.Value))); diff != "" {
				t.Errorf("what it dumps is not what it read (-want +got):\n%.3000s", diff)
			}
			if len(losses) > 0 && aguiNormal(aguiDescribe(ideal)) == aguiNormal(aguiDescribe(back.Response.Value)) {
				t.Errorf("it comes back: no longer lost is one of %v", losses)
			}
			// A failure is the text of the content, and lacks all else, as its own does.
			if f := sent.Failure; f != nil && (f.Code != "" || len(f.Violations) > 0) {
				met["metadata"]++
				if got := back.Response.Failure; got != nil && (got.Code != "" || len(got.Violations) > 0) {
					t.Errorf("it comes back: no longer lost is metadata: %+v", got)
				}
			}
			if text := want.Inline(); sent.Status == content.Failed && text != "" && aguiText(want)[0] == '"' {
				if diff := cmp.Diff(&content.Failure{Text: text}, back.Response.Failure); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	for _, l := range aguiLost {
		aguiStillLost(t, met[l.name], own, l.own...)
	}
	aguiStillLost(t, met["metadata"], own, "metadata")
	for _, name := range []string{"text", "integer beyond a float", "order", "failed with JSON", "failed with files", "denied with JSON", "interrupted"} {
		if !own[name].Kept {
			t.Errorf("pydantic-ai does not keep its own %s: %s", name, own[name].After)
		}
	}
	t.Logf("%d cases, of which pydantic-ai cannot carry %v", len(cases), met)
}

// aguiStillLost checks that pydantic-ai loses its own, and that a case has such a value.
func aguiStillLost(t *testing.T, cases int, own map[string]aguiOwn, names ...string) {
	t.Helper()
	for _, name := range names {
		if o, ok := own[name]; !ok || o.Kept || cases == 0 {
			t.Errorf("pydantic-ai keeps its own %q now, or no case (%d) has it: %+v", name, cases, o)
		}
	}
}

// TestAGUIPydanticParts has pydantic-ai load the parts of protocol 1.0. It passes over
// the id of a part, and over the file of a provider that it does not know.
func TestAGUIPydanticParts(t *testing.T) {
	var cases []aguiCase
	var files []content.File
	for name, f := range aguiFiles() {
		v := content.Must(content.OfFile(f))
		list := content.Must(content.List(content.Text("before"), v, content.Text("[1]")))
		cases = append(cases, aguiCase{name + "/alone", content.Response{Status: content.Success, Value: v}},
			aguiCase{name + "/list", content.Response{Status: content.Failed, Value: list}})
		files = append(files, f, f)
	}
	ids, providers := 0, 0
	answers, own := aguiAsk(t, agui.Encoder{Profile: agui.Protocol1}, cases)
	for i, a := range answers {
		t.Run(cases[i].name, func(t *testing.T) {
			if a.Error != "" {
				t.Fatalf("pydantic-ai refuses it: %s", a.Error)
			}
			ideal := aguiNormal(aguiDescribe(cases[i].response.Value))
			v, lost := content.Must(content.OfFile(aguiWithoutID(files[i]))), files[i].ID() != aguiWithoutID(files[i]).ID()
			want := []content.Value{content.Text("before"), v, content.Text("[1]")}
			if lost {
				ids++
			}
			if u, ok := files[i].(content.UploadedFile); ok && u.Provider == "somebody-new" {
				v, want, lost = content.Null(), slices.Delete(want, 1, 2), true
				providers++
			}
			if len(cases[i].response.Value.Inline()) > 0 && cases[i].response.Status == content.Failed {
				v = content.Must(content.List(want...))
			}
			got := aguiNormal(aguiRead(t, a.Value))
			if diff := cmp.Diff(aguiNormal(aguiDescribe(v)), got); diff != "" || a.Outcome != string(cases[i].response.Status) {
				t.Errorf("pydantic-ai understands %s (-want +got):\n%.3000s", a.Outcome, diff)
			}
			if lost && got == ideal {
				t.Error("it is no longer lost")
			}
		})
	}
	aguiStillLost(t, ids, own, "identifier of a part")
	aguiStillLost(t, providers, own, "unknown provider")
}

// aguiOwn is whether pydantic-ai keeps a value of its own, and what that becomes.
type aguiOwn struct {
	Kept  bool
	After string
}

var aguiCalled = agui.Call{ID: "c1", Name: "f", Arguments: `{"n":9007199254740993}`}

// aguiAsk has pydantic-ai load the cases, all in one process, and values of its own.
func aguiAsk(t *testing.T, e agui.Encoder, cases []aguiCase) ([]aguiLoaded, map[string]aguiOwn) {
	t.Helper()
	if _, err := os.Stat(aguiPython); err != nil {
		aguiRequired(t, "pydantic-ai is not installed (python3 -m venv .venv && .venv/bin/pip install -r requirements.txt in wire/interop)")
	}
	var in, log bytes.Buffer
	for _, c := range cases {
		call, err := e.CallMessage("m1", aguiCalled)
		if err != nil {
			t.Fatal(err)
		}
		result, err := e.ResultMessage("m2", "c1", c.response)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&in, "{\"name\":%q,\"messages\":[%s,%s]}\n", c.name, call, result)
	}
	cmd := exec.CommandContext(t.Context(), aguiPython, "agui_pydantic.py")
	cmd.Stdin, cmd.Stderr = &in, &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	var answers []aguiLoaded
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var a aguiLoaded
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(cases)+1 || answers[len(cases)].Own == nil {
		t.Fatalf("%d answers to %d cases\n%s", len(answers), len(cases), log.String())
	}
	return answers[:len(cases)], answers[len(cases)].Own
}
