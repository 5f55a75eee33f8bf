package interop_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

const aguiPython = ".venv/bin/python"

// aguiNotShared are the values of our cases that pydantic-ai has no place for, whatever
// the protocol.
var aguiNotShared = map[string]string{
	"1e400":                 "a float of Python has no such number",
	"-0":                    "json.loads makes 0 of it",
	"order":                 "json.loads makes 1.5 of 1.50",
	"look-alike":            "it reads no hint: data that look like a file are one",
	"link-alike":            "as above",
	"uploaded, by somebody": "it knows eight providers",
	"bytes":                 "text here, the same as any",
}

// aguiTolerated is what of a value comes back from pydantic-ai on AG-UI: nothing as no
// text, scalars as their text, a text that is a list or an object as that.
func aguiTolerated(v content.Value) content.Value {
	back, err := content.Reading{}.Inline(v.Inline())
	if err != nil {
		panic(err)
	}
	return back
}

// TestAGUIPydantic has pydantic-ai load what we write, and loads what it dumps.
func TestAGUIPydantic(t *testing.T) {
	var cases []aguiCase
	for _, c := range aguiCases() {
		if _, skip := aguiNotShared[aguiName(c.name)]; !skip {
			cases = append(cases, c)
		}
	}
	for i, a := range aguiAsk(t, agui.Encoder{}, cases) {
		t.Run(cases[i].name, func(t *testing.T) {
			if a.Error != "" {
				t.Fatalf("pydantic-ai refuses it: %s", a.Error)
			}
			sent := cases[i].response
			want := sent.Value
			if want.IsZero() && sent.Status != content.Success {
				want = content.Text(sent.Text())
			}
			want = aguiTolerated(want)
			if diff := cmp.Diff(aguiDescribe(want), aguiRead(t, a.Value)); diff != "" {
				t.Errorf("pydantic-ai understands (-want +got):\n%.3000s", diff)
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
			if diff := cmp.Diff(want, back.Response.Value); diff != "" {
				t.Errorf("what it dumps is not what it read (-want +got):\n%.3000s", diff)
			}
		})
	}
}

// TestAGUIPydanticParts has pydantic-ai load the parts of protocol 1.0. It has no place
// for a file in an object there, and passes over the id of a part.
func TestAGUIPydanticParts(t *testing.T) {
	var cases []aguiCase
	for name, f := range aguiFiles() {
		if _, skip := aguiNotShared[name]; skip {
			continue
		}
		v := content.Must(content.OfFile(f))
		list := content.Must(content.List(content.Text("before"), v, content.Text("[1]")))
		cases = append(cases, aguiCase{name + "/alone", content.Response{Status: content.Success, Value: v}},
			aguiCase{name + "/list", content.Response{Status: content.Failed, Value: list}})
	}
	for i, a := range aguiAsk(t, agui.Encoder{Profile: agui.Protocol1}, cases) {
		t.Run(cases[i].name, func(t *testing.T) {
			if a.Error != "" {
				t.Fatalf("pydantic-ai refuses it: %s", a.Error)
			}
			want, got := aguiDescribe(cases[i].response.Value), aguiRead(t, a.Value)
			if diff := cmp.Diff(aguiWithoutID(want), aguiWithoutID(got)); diff != "" || a.Outcome != string(cases[i].response.Status) {
				t.Errorf("pydantic-ai understands %s (-want +got):\n%.3000s", a.Outcome, diff)
			}
		})
	}
}

func aguiWithoutID(v any) any {
	object, _ := v.(map[string]any)
	delete(object, "identifier")
	if list, ok := object["list"].([]any); ok {
		for _, item := range list {
			aguiWithoutID(item)
		}
	}
	return v
}

func aguiRead(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// aguiName is the value in the name of a case.
func aguiName(name string) string {
	part := strings.Split(name, "/")
	return part[len(part)-min(2, len(part))]
}

type aguiLoaded struct {
	Name, Outcome, Error string
	Value, Dump          json.RawMessage
}

// aguiAsk has pydantic-ai load the cases, all in one process.
func aguiAsk(t *testing.T, e agui.Encoder, cases []aguiCase) []aguiLoaded {
	t.Helper()
	if _, err := os.Stat(aguiPython); err != nil {
		aguiRequired(t, "pydantic-ai is not installed (python3 -m venv .venv && .venv/bin/pip install -r requirements.txt in wire/interop)")
	}
	var in, log bytes.Buffer
	for _, c := range cases {
		call, err := e.CallMessage("m1", agui.Call{ID: "c1", Name: "f", Arguments: `{"n":9007199254740993}`})
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
	if len(answers) != len(cases) {
		t.Fatalf("%d answers to %d cases\n%s", len(answers), len(cases), log.String())
	}
	return answers
}

// aguiDescribe says what agui_pydantic.py says of the same value.
func aguiDescribe(v content.Value) any {
	text, err := v.MarshalJSON()
	if err != nil {
		panic(err)
	}
	if f, ok := v.File(); ok {
		var object map[string]any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&object); err != nil {
			panic(err)
		}
		delete(object, "kind")
		switch f := f.(type) {
		case content.Binary:
			object["class"], object["data"] = "BinaryContent", base64.StdEncoding.EncodeToString(f.Data)
			if f.Medium() == content.Image {
				object["class"] = "BinaryImage"
			}
		case content.UploadedFile:
			object["class"] = "UploadedFile"
		default:
			object["class"] = strings.TrimPrefix(strings.Replace(fmt.Sprintf("%T", f), "URL", "Url", 1), "content.")
			delete(object, "media_type") // it raises where it cannot guess
		}
		return object
	}
	switch text[0] {
	case '{', '[':
		return aguiDescribeAll(v, text)
	case '"':
		return map[string]any{"str": v.Inline()}
	case 't', 'f':
		return map[string]any{"bool": text[0] == 't'}
	case 'n':
		if v.IsZero() {
			return map[string]any{"str": ""}
		}
		return map[string]any{"NoneType": nil}
	}
	if bytes.ContainsAny(text, ".eE") {
		return map[string]any{"float": json.Number(text)}
	}
	return map[string]any{"int": json.Number(text)}
}

// aguiDescribeAll describes what is in a list or an object: each value is found by
// leaving out the others.
func aguiDescribeAll(v content.Value, text []byte) any {
	files := map[string]content.File{}
	for pointer, f := range v.Files() {
		files[pointer] = f
	}
	return aguiWalk(json.NewDecoder(bytes.NewReader(text)), "", files)
}

func aguiWalk(d *json.Decoder, at string, files map[string]content.File) any {
	d.UseNumber()
	if f, ok := files[at]; ok {
		var skipped any
		if err := d.Decode(&skipped); err != nil {
			panic(err)
		}
		return aguiDescribe(content.Must(content.OfFile(f)))
	}
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch token {
	case json.Delim('['):
		items := []any{}
		for i := 0; d.More(); i++ {
			items = append(items, aguiWalk(d, fmt.Sprintf("%s/%d", at, i), files))
		}
		_, _ = d.Token()
		return map[string]any{"list": items}
	case json.Delim('{'):
		members := []any{}
		for d.More() {
			name, _ := d.Token()
			escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(name.(string))
			members = append(members, []any{name, aguiWalk(d, at+"/"+escaped, files)})
		}
		_, _ = d.Token()
		return map[string]any{"map": members}
	}
	scalar, err := json.Marshal(token)
	if err != nil {
		panic(err)
	}
	return aguiDescribe(aguiJSON(string(scalar)))
}

// The table of what is left out is about our cases.
func TestAGUINotShared(t *testing.T) {
	var names []string
	for _, c := range aguiCases() {
		names = append(names, aguiName(c.name))
	}
	for name := range aguiNotShared {
		if !slices.Contains(names, name) {
			t.Errorf("no case has %q", name)
		}
	}
}
