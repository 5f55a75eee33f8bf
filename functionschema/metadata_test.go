package functionschema

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/metadata"
)

type upload struct {
	Data   []byte        `json:"data" jsonschema_description:"The file."`
	Parts  [][]byte      `json:"parts,omitempty"`
	Wait   time.Duration `json:"wait" default:"0"`
	Tenant string        `json:"tenant" inject:"app,tenant"`
	DB     chan int      `json:"db" inject:"app,db,opaque"`
}

func TestMetadata(t *testing.T) {
	plain := mustBuild(t)(New(func(upload) {}, WithName("upload"), WithDescription("Stores a file.")))
	want := metadata.Tool{
		Name: "upload", Description: "Stores a file.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"data":{"type":"string","description":"The file. Base64 (RFC 4648 standard alphabet, with padding).","contentEncoding":"base64"},` +
			`"parts":{"type":"array","items":{"type":"string","description":"Base64 (RFC 4648 standard alphabet, with padding).","contentEncoding":"base64"}},` +
			`"wait":{"type":"integer","description":"Duration in nanoseconds.","minimum":-9223372036854775808,"maximum":9223372036854775807,"default":0}},` +
			`"required":["data"],"additionalProperties":false}`),
	}
	if diff := cmp.Diff(want, plain.Metadata()); diff != "" {
		t.Error(diff)
	}
	if bytes.Contains(plain.Schema(), []byte("Base64")) {
		t.Error("the notes are for metadata only")
	}
	if !bytes.Contains(plain.Schema(), []byte(`"tenant":{"type":"string"}`)) || bytes.Contains(plain.Schema(), []byte(`"db"`)) {
		t.Errorf("the execution schema has what is injected, and nothing opaque: %s", plain.Schema())
	}
}

func TestMetadataOfBinaryResults(t *testing.T) {
	const note = "Binary output is returned base64-encoded."
	tests := []struct {
		name, reason string
		fn           any
		opts         []Option
		want         string
	}{
		{"bytes", "", func() []byte { return nil }, nil, note},
		{"with a description", "after the author's and one space", func() []byte { return nil }, []Option{WithDescription("Reads.")}, "Reads. " + note},
		{"bytes further down", "at every depth", func() map[string][]struct{ B *[]byte } { return nil }, nil, note},
		{"no bytes", "", func() string { return "" }, nil, ""},
		{"bytes that marshal themselves", "RawMessage is JSON", func() json.RawMessage { return nil }, nil, ""},
		{"no result", "", func() {}, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustBuild(t)(New(test.fn, append(test.opts, WithName("f"))...))
			if got := f.Metadata().Description; got != test.want {
				t.Errorf("%q, want %q: %s", got, test.want, test.reason)
			}
		})
	}
}

// A hidden name is nowhere in what the model sees.
func TestHiddenNameIsNowhere(t *testing.T) {
	f := foreign(t, `{"type":"object","properties":{"secretName":{"$ref":"#/$defs/secretNameType"},"a":{"type":"string"}},
		"required":["a","secretName"],"dependentRequired":{"a":["secretName"],"secretName":["a"]},
		"allOf":[{"required":["secretName"]}],"$defs":{"secretNameType":{"type":"string"}}}`,
		WithInjected(map[string]inject.Ref{"secretName": {Source: "s"}}))
	tool := f.Metadata()
	text, err := json.Marshal(tool)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("secretName")) {
		t.Errorf("the model sees the name: %s", text)
	}
	if got, want := string(tool.InputSchema), `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestMetadataOfOutput(t *testing.T) {
	type out struct {
		N int8   `json:"n"`
		B []byte `json:"b"`
	}
	f := mustBuild(t)(Of(func(context.Context, struct{}) (*out, error) { return nil, nil }, WithName("f")))
	want := `{"type":["object","null"],"properties":{"n":{"type":"integer","minimum":-128,"maximum":127},` +
		`"b":{"type":"string","description":"Base64 (RFC 4648 standard alphabet, with padding).","contentEncoding":"base64"}},"required":["n","b"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(f.Metadata().OutputSchema)); diff != "" {
		t.Error(diff)
	}
	none := mustBuild(t)(New(func() {}, WithName("f")))
	if none.Metadata().OutputSchema != nil {
		t.Error("no result has no schema")
	}
}
