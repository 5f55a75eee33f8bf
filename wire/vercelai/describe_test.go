package vercelai_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/decimal"
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

// worth compares values by what numbers are worth: 1e2 and 100.0, -0 and 0 are one
// number (rule 30 of the contract), which Python spells in its own way.
var worth = cmp.Comparer(func(a, b content.Value) bool {
	if a.IsZero() || b.IsZero() {
		return a.IsZero() && b.IsZero()
	}
	return normalValue(a) == normalValue(b)
})

// normalValue is what describe says, with each number as its exact value.
func normalValue(v content.Value) string {
	text, err := json.Marshal(describe(v))
	if err != nil {
		panic(err)
	}
	return normal(text)
}

// normal is JSON, on lines, with each number as its exact value.
func normal(text []byte) string {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err := d.Decode(&v)
	if err == nil {
		text, err = json.MarshalIndent(exact(v), "", "\t")
	}
	if err != nil {
		panic(err)
	}
	return string(text)
}

func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		return map[string]string{"number": decimal.Parse(v.String()).String()}
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = exact(v[name])
		}
	}
	return v
}
