package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/strict"
)

var update = flag.Bool("update", false, "rewrite testdata/*.golden")

// outcomes are responses of every kind, with every kind of file.
func outcomes() []struct {
	name string
	r    content.Response
} {
	must := content.Must
	success := func(v content.Value) content.Response { return content.Response{Status: content.Success, Value: v} }
	file := func(f content.File) content.Response { return success(must(content.OfFile(f))) }
	binary := func(mediaType, data string) content.File {
		return content.Binary{MediaType: mediaType, Data: []byte(data)}
	}
	png := binary("image/png", "\x89PNG\xff\xef")
	return []struct {
		name string
		r    content.Response
	}{
		{"text", success(content.Text("12 °C <b>&amp;</b> \u2028 \"x\""))},
		{"empty text", success(content.Text(""))},
		{"none", success(content.Value{})},
		{"null", success(content.Null())},
		{"number", success(must(content.JSON([]byte(`9007199254740993.10`))))},
		{"object", success(must(content.JSON([]byte(`{"b":1.0,"a":[ null, 1e400 ]}`))))},
		{"array", success(must(content.JSON([]byte(`[{"x":1}]`))))},
		{"looks like a file", success(must(content.JSON([]byte(`{"kind":"binary","media_type":"image/png","data":"AA=="}`))))},
		{"bytes", success(content.Bytes([]byte{0xfb, 0xff}))},
		{"image", file(png)},
		{"image of another kind", file(binary("image/tiff", "II"))},
		{"image with parameters", file(binary("Image/JPEG; q=1", "\xff\xd8"))},
		{"no bytes", file(binary("image/png", ""))},
		{"pdf", file(binary("application/pdf", "%PDF-1.7"))},
		{"plain text", file(binary("text/plain", "Guten Tag, 世界"))},
		{"plain text that is not UTF-8", file(binary("text/plain; charset=latin1", "\xe9"))},
		{"spreadsheet", file(binary("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"))},
		{"unknown bytes", file(binary("", "\x00"))},
		{"sound", file(binary("audio/wav", "RIFF"))},
		{"video", file(binary("video/mp4", "ftyp"))},
		{"image URL", file(content.ImageURL{URL: "https://example.org/a.png"})},
		{"image URL to fetch first", file(content.ImageURL{URL: "https://example.org/a.png", ForceDownload: content.DownloadAlways})},
		{"image URL of another scheme", file(content.ImageURL{URL: "file:///etc/passwd.png"})},
		{"image in its URL", file(content.ImageURL{URL: "data:image/png;base64,iVBORw==", MediaType: "image/png"})},
		{"image in its URL, badly", file(content.ImageURL{URL: "data:image/png;base64,iVBORw", MediaType: "image/png"})},
		{"document URL", file(content.DocumentURL{URL: "https://example.org/a.pdf"})},
		{"video URL", file(content.VideoURL{URL: "https://example.org/a.mp4"})},
		{"held by openai", file(content.UploadedFile{FileID: "file-1", Provider: "openai", MediaType: "image/png"})},
		{"document held by openai", file(content.UploadedFile{FileID: "file-2", Provider: "openai", MediaType: "application/pdf"})},
		{"held by anthropic", file(content.UploadedFile{FileID: "file_3", Provider: "anthropic", MediaType: "application/pdf"})},
		{"held by google", file(content.UploadedFile{FileID: "https://generativelanguage.googleapis.com/v1beta/files/x", Provider: "google", MediaType: "image/png"})},
		{"held by bedrock", file(content.UploadedFile{FileID: "s3://bucket/x.pdf", Provider: "bedrock", MediaType: "application/pdf", Identifier: "q.3/x"})},
		{"text and files", success(must(content.List(content.Text("a chart"), must(content.OfFile(png)), content.Text(""), must(content.OfFile(binary("audio/wav", "RIFF"))))))},
		{"files within", success(must(content.Object(content.Member{Name: "n", Value: must(content.JSON([]byte("1.0")))}, content.Member{Name: "chart", Value: must(content.OfFile(png))})))},
		{"failed", functionschema.Respond(nil, &functionschema.Error{Code: functionschema.ExecutionError, Function: "f", Err: errors.New("secret")})},
		{"failed with violations", content.Response{Status: content.Failed, Failure: &content.Failure{Code: "INVALID_ARGUMENT", Text: "/n: must be at least 1", Violations: []content.Violation{{Pointer: "/n", Keyword: "minimum", Message: "must be at least 1"}}}}},
		{"failed with a file", content.Response{Status: content.Failed, Value: must(content.OfFile(png))}},
		{"denied", content.Response{Status: content.Denied}},
		{"interrupted", content.Response{Status: content.Interrupted, Value: content.Text("half of it")}},
	}
}

// What is written, provider by provider.
func TestResult(t *testing.T) {
	call := Call{ID: "call_1", Name: "look_up", Arguments: []byte("{}")}
	for _, p := range Providers() {
		var all bytes.Buffer
		for _, o := range outcomes() {
			got, err := p.Result(call, o.r)
			if err != nil {
				t.Errorf("%s: %s: %v", p, o.name, err)
				continue
			}
			fmt.Fprintf(&all, "%s\n\t%s\n", o.name, got)
			if _, err := strict.Parse(got, strict.Limits{}); err != nil {
				t.Errorf("%s: %s: %v", p, o.name, err)
			}
			if strings.Contains(string(got), "secret") {
				t.Errorf("%s: %s: the function's own error is in it: %s", p, o.name, got)
			}
		}
		name := filepath.Join("testdata", "result-"+string(p)+".golden")
		if *update {
			if err := os.WriteFile(name, all.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), all.String()); diff != "" {
			t.Errorf("%s (-golden +got, -update rewrites):\n%s", p, diff)
		}
	}
}

// What goes back is paired by what the provider gave, and by nothing that was made.
func TestResultOfMadeID(t *testing.T) {
	ok := content.Response{Status: content.Success, Value: content.Text("ok")}
	for p, want := range map[Provider]string{
		Gemini:     `{"functionResponse":{"name":"f","response":{"output":"ok"}}}`,
		Ollama:     `{"role":"tool","tool_name":"f","content":"ok"}`,
		OpenAIChat: `{"role":"tool","tool_call_id":"fscheck-1","content":"ok"}`, // the interface demands one
	} {
		got, err := p.Result(Call{ID: "fscheck-1", Name: "f"}, ok)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", p, got, err, want)
		}
	}
}

func TestResultRefused(t *testing.T) {
	ok := content.Response{Status: content.Success}
	for _, tt := range []struct {
		reason   string
		provider Provider
		call     Call
		r        content.Response
		fails    string
	}{
		{"no status", Anthropic, Call{ID: "a", Name: "f"}, content.Response{}, "unwritable"},
		{"an unknown status", Anthropic, Call{ID: "a", Name: "f"}, content.Response{Status: "done"}, "unwritable"},
		{"a success that failed", Anthropic, Call{ID: "a", Name: "f"}, content.Response{Status: content.Success, Failure: &content.Failure{}}, "unwritable"},
		{"no id", Anthropic, Call{Name: "f"}, ok, "unwritable"},
		{"no id, which is not needed", Gemini, Call{Name: "f"}, ok, ""},
		{"no name", Gemini, Call{ID: "a"}, ok, "unwritable"},
		{"no name, which is not needed", OpenAIResponses, Call{ID: "a"}, ok, ""},
		{"no such provider", "Gemini", Call{ID: "a", Name: "f"}, ok, "unknown"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			_, err := tt.provider.Result(tt.call, tt.r)
			checkError(t, err, tt.provider, tt.fails, "")
		})
	}
}

// What is written is UTF-8, whatever the texts are.
func TestResultIsUTF8(t *testing.T) {
	for _, p := range Providers() {
		got, err := p.Result(Call{ID: "\xff", Name: "f\xff"}, content.Response{Status: content.Failed, Failure: &content.Failure{Text: "bad \xff"}})
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(got) || !strings.Contains(string(got), "bad \ufffd") {
			t.Errorf("%s: %s", p, got)
		}
	}
}
