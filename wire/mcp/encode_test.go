package mcp_test

import (
	"encoding/base64"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/internal/sample"
	"github.com/functionschema/fscheck/wire/mcp"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func json(text string) content.Value { return content.Must(content.JSON([]byte(text))) }

func file(f content.File) content.Value { return content.Must(content.OfFile(f)) }

// TestGolden has what is written before everybody's eyes: a change of it is one that
// clients see.
func TestGolden(t *testing.T) {
	png := file(content.Binary{MediaType: "image/png", Data: []byte{0xfb, 0xff}, Identifier: "chart"})
	chart := content.Must(content.Object(content.Member{Name: "n", Value: json("9007199254740993")}, content.Member{Name: "chart", Value: png}))
	refused := &content.Failure{Code: "INVALID_ARGUMENT", Text: "/n: want at most 3", Violations: []content.Violation{{Pointer: "/n", Keyword: "maximum", Message: "want at most 3"}}}
	var b strings.Builder
	for _, tt := range []struct {
		name string
		e    mcp.Encoder
		r    content.Response
	}{
		{"text", mcp.Encoder{}, content.Response{Status: content.Success, Value: content.Text("12 °C")}},
		{"text that looks like JSON", mcp.Encoder{}, content.Response{Status: content.Success, Value: content.Text("[1]")}},
		{"none", mcp.Encoder{}, content.Response{Status: content.Success}},
		{"null", mcp.Encoder{}, content.Response{Status: content.Success, Value: content.Null()}},
		{"list", mcp.Encoder{}, content.Response{Status: content.Success, Value: json("[1]")}},
		{"list, newest", mcp.Encoder{Version: mcp.Version20260728}, content.Response{Status: content.Success, Value: json("[1]")}},
		{"list, declared", mcp.Encoder{Declared: true}, content.Response{Status: content.Success, Value: json("[1]")}},
		{"none, declared", mcp.Encoder{Declared: true}, content.Response{Status: content.Success}},
		{"null, declared, newest", mcp.Encoder{Declared: true, Version: mcp.Version20260728}, content.Response{Status: content.Success, Value: content.Null()}},
		{"object with a file", mcp.Encoder{}, content.Response{Status: content.Success, Value: chart}},
		{"object with a file, declared", mcp.Encoder{Declared: true}, content.Response{Status: content.Success, Value: chart}},
		{"blob", mcp.Encoder{}, content.Response{Status: content.Success, Value: file(content.Binary{Data: []byte("zip"), Identifier: "a b"})}},
		{"link", mcp.Encoder{}, content.Response{Status: content.Success, Value: file(content.VideoURL{URL: "https://example.com/v", ForceDownload: content.DownloadAlways})}},
		{"uploaded file", mcp.Encoder{}, content.Response{Status: content.Success, Value: file(content.UploadedFile{FileID: "f/1", Provider: "openai"})}},
		{"failure", mcp.Encoder{}, content.Response{Status: content.Failed, Failure: refused}},
		{"failure with a file", mcp.Encoder{Version: mcp.Version20251125}, content.Response{Status: content.Failed, Failure: refused, Value: png}},
		{"failure with a value alone", mcp.Encoder{}, content.Response{Status: content.Failed, Value: content.Text("half")}},
		{"denied", mcp.Encoder{}, content.Response{Status: content.Denied}},
		{"interrupted", mcp.Encoder{Declared: true}, content.Response{Status: content.Interrupted, Value: json(`{"done":1}`)}},
	} {
		text, err := tt.e.Result(tt.r)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		b.WriteString("# " + tt.name + "\n" + string(text) + "\n")
	}
	golden := filepath.Join("testdata", "results.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("-want +got; -update rewrites\n%s", diff)
	}
}

func TestEncodeErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		e    mcp.Encoder
		r    content.Response
		want string
	}{
		{"unknown version", mcp.Encoder{Version: "2024-11-05"}, content.Response{Status: content.Success}, "version"},
		{"no status", mcp.Encoder{}, content.Response{}, "status"},
		{"success with a failure", mcp.Encoder{}, content.Response{Status: content.Success, Failure: &content.Failure{}}, "has a failure"},
		{"number of no client", mcp.Encoder{Declared: true}, content.Response{Status: content.Success, Value: json(`{"n":-1e400}`)}, "beyond the range"},
		{"longer than TypeScript reads", mcp.Encoder{}, content.Response{Status: content.Success, Value: content.Text(strings.Repeat("x", 10<<20))}, "set Offload"},
	} {
		if _, err := tt.e.Result(tt.r); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

// TestOffload sends what is too long as URLs, the largest first and no more than
// needed.
func TestOffload(t *testing.T) {
	small := content.Binary{MediaType: "audio/wav", Data: make([]byte, 100)}
	middle := content.Binary{MediaType: "image/png", Data: make([]byte, 3_000), Identifier: "middle"}
	large := content.Binary{MediaType: "application/zip", Data: make([]byte, 9_000), VendorMetadata: json(`{"a":1}`)}
	value := content.Must(content.List(file(small), file(large), file(middle)))
	stored := map[string]int{}
	store := func(b content.Binary) (string, error) {
		stored[b.ID()] = len(b.Data)
		return "https://example.com/" + b.ID(), nil
	}
	for _, tt := range []struct {
		name   string
		max    int
		stored []int
		err    error
	}{
		{"all fits", -1, nil, nil},
		{"one is too much", 6_000, []int{9_000}, nil},
		{"two are too much", 1_400, []int{9_000, 3_000}, nil},
		{"nothing is left", 200, []int{9_000, 3_000, 100}, mcp.ErrTooLarge},
	} {
		clear(stored)
		text, err := mcp.Encoder{MaxBytes: tt.max, Offload: store}.Result(content.Response{Status: content.Failed, Value: value})
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: %v", tt.name, err)
		}
		var want, got int
		for _, n := range tt.stored {
			want += n
		}
		for _, n := range stored {
			got += n
		}
		if got != want {
			t.Errorf("%s: stored %v, want %v", tt.name, stored, tt.stored)
		}
		if err != nil || len(tt.stored) == 0 {
			continue
		}
		if len(text) > tt.max {
			t.Errorf("%s: %d bytes, want at most %d", tt.name, len(text), tt.max)
		}
		read, err := mcp.Decoder{}.Result(text)
		if err != nil {
			t.Fatal(err)
		}
		rest, files := value.Split()
		files[1].File = content.DocumentURL{URL: "https://example.com/" + large.ID(), MediaType: "application/zip", Identifier: large.ID(), VendorMetadata: large.VendorMetadata}
		if len(tt.stored) > 1 {
			files[2].File = content.ImageURL{URL: "https://example.com/middle", MediaType: "image/png", Identifier: "middle"}
		}
		if diff := cmp.Diff(content.Response{Status: content.Failed, Value: rest.Join(files)}, read.Response); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
	broken := errors.New("disk full")
	_, err := mcp.Encoder{MaxBytes: 100, Offload: func(content.Binary) (string, error) { return "", broken }}.Result(content.Response{Status: content.Success, Value: value})
	if !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
}

// TestBytesAreEncodedOnce has the bytes of the file once in the result, in base64.
func TestBytesAreEncodedOnce(t *testing.T) {
	text, err := mcp.Encoder{}.Result(content.Response{Status: content.Success, Value: file(content.Binary{MediaType: "image/png", Data: sample.PNG})})
	if err != nil {
		t.Fatal(err)
	}
	if data := base64.StdEncoding.EncodeToString(sample.PNG); len(sample.PNG) != 67 || strings.Count(string(text), `"data":"`+data+`"`) != 1 {
		t.Errorf("want the 67 bytes as %s in %s", data, text)
	}
}
