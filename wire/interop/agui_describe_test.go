package interop_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/decimal"
)

// aguiWithoutID is a file with the identifier that follows from what it is.
func aguiWithoutID(f content.File) content.File {
	switch f := f.(type) {
	case content.Binary:
		f.Identifier = ""
		return f
	case content.ImageURL:
		f.Identifier = ""
		return f
	case content.UploadedFile:
		f.Identifier = ""
		return f
	}
	return f // no case has one
}

// aguiNormal is a description on lines, with each number as its exact value.
func aguiNormal(v any) string {
	text, err := json.MarshalIndent(aguiExact(v), "", "\t")
	if err != nil {
		panic(err)
	}
	return string(text)
}

func aguiExact(v any) any {
	switch v := v.(type) {
	case json.Number:
		return map[string]any{"number": decimal.Parse(v.String()).String()}
	case []any:
		exact := make([]any, len(v))
		for i := range v {
			exact[i] = aguiExact(v[i])
		}
		return exact
	case map[string]any:
		exact := map[string]any{}
		for name := range v {
			exact[name] = aguiExact(v[name])
		}
		return exact
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

type aguiLoaded struct {
	Name, Outcome, Error string
	Value, Dump          json.RawMessage
	Own                  map[string]aguiOwn
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
		return map[string]any{"NoneType": nil}
	}
	if f, err := strconv.ParseFloat(string(text), 64); bytes.ContainsAny(text, ".eE") && (err == nil || f == 0) {
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
