package vercelai_test

import (
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/vercelai"
)

// describe is what vercelai.py says of a value, as JSON.
func describe(v content.Value) any {
	if f, ok := v.File(); ok {
		return describeFile(f)
	}
	text, _ := v.MarshalJSON()
	switch text[0] {
	case '[':
		items := []any{}
		for _, item := range children(v) {
			items = append(items, describe(item.Value))
		}
		return []any{"list", items}
	case '{':
		items := []any{}
		for _, m := range children(v) {
			items = append(items, []any{m.Name, describe(m.Value)})
		}
		return []any{"object", items}
	}
	return []any{"json", json.RawMessage(text)}
}

// children takes a list or an object apart, by the JSON that it is.
func children(v content.Value) []content.Member {
	files := map[string]content.File{}
	for pointer, f := range v.Files() {
		files[pointer] = f
	}
	var members []content.Member
	for _, m := range elements(v) {
		pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(m.Name)
		h := content.Hint{Form: content.FormJSON}
		for at := range files {
			if at == pointer || strings.HasPrefix(at, pointer+"/") {
				h.Files = append(h.Files, strings.TrimPrefix(at, pointer))
			}
		}
		text, _ := m.Value.MarshalJSON()
		members = append(members, content.Member{Name: m.Name, Value: content.Must(content.Reading{Hint: &h}.JSON(text))})
	}
	return members
}

// elements are the items or members of the canonical JSON, with the tokens of their
// pointers.
func elements(v content.Value) []content.Member {
	text, _ := v.MarshalJSON()
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	open, _ := d.Token()
	var all []content.Member
	for n := 0; d.More(); n++ {
		name, _ := json.Marshal(n)
		if open == json.Delim('{') {
			key, _ := d.Token()
			name = []byte(key.(string))
		}
		var raw json.RawMessage
		_ = d.Decode(&raw)
		all = append(all, content.Member{Name: string(name), Value: content.Must(content.JSON(raw))})
	}
	return all
}

func describeFile(f content.File) any {
	text, _ := f.MarshalJSON()
	var all struct {
		URL            string `json:"url"`
		ForceDownload  any    `json:"force_download"`
		VendorMetadata any    `json:"vendor_metadata"`
	}
	_ = json.Unmarshal(text, &all)
	d := []any{"file", string(f.Kind()), all.URL, f.ContentType(), f.ID(), all.VendorMetadata}
	switch f := f.(type) {
	case content.Binary:
		d[2] = hex.EncodeToString(f.Data)
		return d
	case content.UploadedFile:
		d[2] = f.FileID
		return append(d, f.Provider)
	}
	return append(d, all.ForceDownload)
}

var respelled = regexp.MustCompile(`(^|[:,])(1e2|-0)($|[,}\]])`)

// needsBeside is what a client in JavaScript cannot hold: it goes out as a text.
var needsBeside = regexp.MustCompile(`900719925474099[3]|1234567890123456789|1e-?400|"__proto__":|"prototype":|"constructor":null`)

// withoutBeside is a history as a reader has it that does not know what stands beside.
func withoutBeside(text []byte) ([]byte, error) {
	var list []struct {
		ID    string            `json:"id"`
		Role  string            `json:"role"`
		Parts []json.RawMessage `json:"parts"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	for i := range list {
		kept := list[i].Parts[:0]
		for _, p := range list[i].Parts {
			if !strings.HasPrefix(string(p), `{"type":"data-`) {
				kept = append(kept, p)
			}
		}
		list[i].Parts = kept
	}
	return json.Marshal(list)
}

// TestPydanticAI has pydantic-ai load what is written here, and loads what it dumps.
func TestPydanticAI(t *testing.T) {
	python := peer(t, ".venv/bin/python", ".venv/bin/python", "install Python 3.11 and run make clients")
	all := calls(vercelai.AI6)
	kept := all[:0]
	for _, c := range all {
		// There a denial always has a reason, what looks like a file is one, and a number
		// has no spelling (docs/wire-vercelai.md).
		if c.Approval != nil && c.Approval.Reason == "" {
			c.Approval.Reason = "no"
		}
		text := c.Response.Value.Inline()
		if !c.Response.Value.Ambiguous() && !strings.Contains(text, `"media_type":"image/png","data":{`) && !respelled.MatchString(text) {
			kept = append(kept, c)
		}
	}
	all = kept
	text, err := vercelai.Writing{Client: vercelai.AI6}.History(history(all))
	if err != nil {
		t.Fatal(err)
	}
	bare, err := withoutBeside(text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "history.json", text)
	run(t, python, "vercelai.py", dir)
	var returned map[string][2]any
	if err := json.Unmarshal(read(t, dir, "returned.json"), &returned); err != nil {
		t.Fatal(err)
	}
	reading := vercelai.Reading{Policy: anyone}
	want := fromHistory(t, reading, bare)
	dumped := fromHistory(t, reading, read(t, dir, "history.out.json"))
	streamed := fromStream(t, read(t, dir, "stream.out.sse"))
	unchanged := 0
	for _, c := range all {
		r := *want[c.ID].Response
		if c.Response.Status == content.Success {
			if text := c.Response.Value.Inline(); r.Value.Equal(c.Response.Value) {
				unchanged++
			} else if !c.Response.Value.IsZero() && !needsBeside.MatchString(text) {
				t.Errorf("%s: %s goes out as %s", c.ID, text, r.Value.Inline())
			}
		}
		outcome, v := string(r.Status), r.Value
		if r.Failure != nil {
			v = content.Text(r.Failure.Text) // without files: it has no place for them
		}
		if v.IsZero() {
			v = content.Null()
		}
		wantText, _ := json.Marshal([2]any{outcome, describe(v)})
		gotText, _ := json.Marshal(returned[c.ID])
		if diff := cmp.Diff(normal(t, wantText), normal(t, gotText)); diff != "" {
			t.Errorf("%s: pydantic-ai has something else: %s", c.ID, diff)
		}
		if diff := cmp.Diff(r, *dumped[c.ID].Response); diff != "" {
			t.Errorf("%s: its history: %s", c.ID, diff)
		}
		if r.Status == content.Denied {
			r.Failure = nil // a stream has no place for the reason
		}
		if diff := cmp.Diff(r, *streamed[c.ID].Response); diff != "" {
			t.Errorf("%s: its stream: %s", c.ID, diff)
		}
	}
	t.Logf("%d calls, %d of them exactly what was sent, from %s", len(all), unchanged, filepath.Base(python))
}

func normal(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
