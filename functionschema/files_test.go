package functionschema

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

// pixel is a PNG of one pixel, 67 bytes.
var pixel = content.Binary{MediaType: "image/png", Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\nIDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82")}

func fileValue(f content.File) content.Value { return content.Must(content.OfFile(f)) }

func object(members ...content.Member) content.Value { return content.Must(content.Object(members...)) }

func list(items ...content.Value) content.Value { return content.Must(content.List(items...)) }

type report struct {
	Title  string               `json:"title"`
	Chart  content.Binary       `json:"chart"`
	Cover  *content.ImageURL    `json:"cover,omitempty"`
	Any    content.File         `json:"any"`
	Pages  []content.File       `json:"pages"`
	More   map[string]any       `json:"more,omitempty"`
	Raw    content.Value        `json:"raw,omitzero"`
	Beside content.With[[]byte] `json:"beside"`
}

type captioned struct {
	content.Binary
	Caption string
}

// TestFilesAnywhere returns files from every place there is, and reads them back.
func TestFilesAnywhere(t *testing.T) {
	if len(pixel.Data) != 67 {
		t.Fatalf("the pixel has %d bytes", len(pixel.Data))
	}
	link := content.VideoURL{URL: "https://example.com/a.mp4"}
	upload := content.UploadedFile{FileID: "file-1", Provider: "openai", MediaType: "application/pdf"}
	lookalike := content.Must(content.JSON([]byte(`{"kind":"image-url","url":"u","caption":"c"}`)))
	none := content.Value{}
	tests := []struct {
		name, reason string
		fn           any
		want         content.Value
		text         string
	}{
		{"alone", "", func() content.Binary { return pixel }, fileValue(pixel), "See file c530c0 (image/png, 67 bytes)."},
		{"a pointer", "", func() *content.Binary { return &pixel }, fileValue(pixel), "See file c530c0 (image/png, 67 bytes)."},
		{"a nil pointer", "no file is null", func() *content.Binary { return nil }, content.Null(), "null"},
		{"an interface", "", func() content.File { return link }, fileValue(link), "See file 1228be (video/mp4) at https://example.com/a.mp4"},
		{"an interface that holds a pointer", "", func() content.File { return &link }, fileValue(link), "See file 1228be (video/mp4) at https://example.com/a.mp4"},
		{"any", "what it is counts", func() any { return upload }, fileValue(upload), "See file c86d26 (application/pdf), which openai holds as file-1."},
		{"a list", "one kind", func() []content.Binary { return []content.Binary{pixel, pixel} }, list(fileValue(pixel), fileValue(pixel)),
			"See file c530c0 (image/png, 67 bytes).\nSee file c530c0 (image/png, 67 bytes)."},
		{"a list of many kinds", "", func() []content.File { return []content.File{&pixel, link} }, list(fileValue(pixel), fileValue(link)),
			"See file c530c0 (image/png, 67 bytes).\nSee file 1228be (video/mp4) at https://example.com/a.mp4"},
		{"a list with texts", "", func() []any { return []any{"before", pixel} }, list(content.Text("before"), fileValue(pixel)), "before\nSee file c530c0 (image/png, 67 bytes)."},
		{"no files", "an empty list", func() []content.File { return nil }, content.Must(content.JSON([]byte(`[]`))), "[]"},
		{"a map", "", func() map[string]content.File { return map[string]content.File{"b": pixel, "a": upload} },
			object(content.Member{Name: "a", Value: fileValue(upload)}, content.Member{Name: "b", Value: fileValue(pixel)}),
			`{"a":{"file_id":"file-1","provider_name":"openai","vendor_metadata":null,"kind":"uploaded-file","media_type":"application/pdf","identifier":"c86d26"},` +
				`"b":{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"c530c0"}}`},
		{"beside a text", "", func() content.With[string] {
			return content.With[string]{Value: "the chart", Files: []content.File{pixel}}
		},
			list(content.Text("the chart"), fileValue(pixel)), "the chart\nSee file c530c0 (image/png, 67 bytes)."},
		{"beside a value", "", func() content.With[[]int] { return content.With[[]int]{Value: []int{1}, Files: []content.File{pixel}} },
			list(content.Must(content.JSON([]byte(`[1]`))), fileValue(pixel)), `[[1],{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"c530c0"}]`},
		{"none beside a value", "a list all the same", func() content.With[int] { return content.With[int]{Value: 1} }, content.Must(content.JSON([]byte(`[1]`))), "[1]"},
		{"a value", "content's own", func() content.Value { return list(lookalike, fileValue(link)) }, list(lookalike, fileValue(link)),
			`[{"kind":"image-url","url":"u","caption":"c"},{"url":"https://example.com/a.mp4","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"video/mp4","identifier":"1228be"}]`},
		{"a value that is none", "nothing was returned", func() content.Value { return none }, none, "null"},
		{"nones in a list", "null stands in", func() []content.Value { return []content.Value{none, content.Text("x")} }, content.Must(content.JSON([]byte(`[null,"x"]`))), `[null,"x"]`},
		{"a look-alike", "a map of strings is no file", func() map[string]string { return map[string]string{"kind": "image-url", "url": "u"} },
			content.Must(content.JSON([]byte(`{"kind":"image-url","url":"u"}`))), `{"kind":"image-url","url":"u"}`},
		{"embedded", "a struct that embeds a file is that file, as for encoding/json", func() captioned { return captioned{pixel, "c"} }, fileValue(pixel), "See file c530c0 (image/png, 67 bytes)."},
		{"bytes", "are base64, as ever", func() []byte { return []byte("hi") }, content.Text("aGk="), "aGk="},
		{"fields", "of every form", func() report {
			return report{Title: "Q3", Chart: pixel, Any: upload, Pages: []content.File{link}, More: map[string]any{"x": []any{pixel}},
				Raw: fileValue(pixel), Beside: content.With[[]byte]{Value: []byte("hi"), Files: []content.File{pixel}}}
		}, object(
			content.Member{Name: "title", Value: content.Text("Q3")}, content.Member{Name: "chart", Value: fileValue(pixel)},
			content.Member{Name: "any", Value: fileValue(upload)}, content.Member{Name: "pages", Value: list(fileValue(link))},
			content.Member{Name: "more", Value: object(content.Member{Name: "x", Value: list(fileValue(pixel))})},
			content.Member{Name: "raw", Value: fileValue(pixel)},
			content.Member{Name: "beside", Value: list(content.Text("aGk="), fileValue(pixel))},
		), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustBuild(t)(New(test.fn, WithName("f")))
			r, err := called(f, `{}`)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, r.Content); diff != "" {
				t.Errorf("%s: got %s\n%s", test.reason, r.Content.Inline(), diff)
			}
			if got := r.ModelText(); test.text != "" && got != test.text {
				t.Errorf("ModelText %s\nwant %s", got, test.text)
			}
			if strings.Contains(r.ModelText(), "iVBOR") {
				t.Error("the model reads the bytes of a file")
			}
			reply := Respond(r, nil)
			b, err := json.Marshal(reply)
			if err != nil {
				t.Fatal(err)
			}
			var back content.Response
			if err := json.Unmarshal(b, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(reply, back); diff != "" {
				t.Errorf("through the envelope: %s", diff)
			}
		})
	}
}

// What a function did until it failed survives, files included.
func TestFailureWithFiles(t *testing.T) {
	failed := content.Response{
		Status: content.Failed, Value: list(content.Text("half of it"), fileValue(pixel)),
		Failure: &content.Failure{Code: "EXECUTION_ERROR", Text: "The second page is missing."},
	}
	f := mustBuild(t)(New(func() (content.Response, error) { return failed, nil }, WithName("f")))
	r, err := called(f, `{}`)
	reply := Respond(r, err)
	if diff := cmp.Diff(failed, reply); diff != "" {
		t.Error(diff)
	}
	if reply.Text() != "The second page is missing." {
		t.Error(reply.Text())
	}
}

func TestFilesThatCannotBeReturned(t *testing.T) {
	var nothing *content.Binary
	deep := fileValue(pixel)
	for range 100 {
		deep = list(deep)
	}
	tests := []struct {
		name, reason string
		fn           any
	}{
		{"no provider", "nobody could follow it", func() content.UploadedFile { return content.UploadedFile{FileID: "x"} }},
		{"an unknown download", "it would not be read back", func() any { return content.ImageURL{URL: "u", ForceDownload: "yes"} }},
		{"metadata that are a list", "they are an object", func() any { return content.ImageURL{URL: "u", VendorMetadata: content.Text("x")} }},
		{"a URL that is not UTF-8", "JSON cannot hold it", func() any { return content.ImageURL{URL: "\xff"} }},
		{"a nil file in a list", "its schema is that of a file", func() []content.File { return []content.File{nil} }},
		{"a nil pointer beside a value", "", func() content.With[int] { return content.With[int]{Files: []content.File{nothing}} }},
		{"too deep", "counted with what is around", func() any {
			var v any = deep
			for range 30 {
				v = []any{v}
			}
			return v
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustBuild(t)(New(test.fn, WithName("f")))
			r, err := called(f, `{}`)
			if brief(err) != "INVALID_RESULT" && !strings.HasPrefix(brief(err), "INVALID_RESULT") {
				t.Errorf("%s: %v, %v", test.reason, r, err)
			}
		})
	}
}

// The schema of a result admits what a protocol leaves of it if files travel apart.
func TestOutputSchemaOfFiles(t *testing.T) {
	f := mustBuild(t)(New(func() content.With[report] { return content.With[report]{} }, WithName("f")))
	var schema map[string]any
	if err := json.Unmarshal(f.Metadata().OutputSchema, &schema); err != nil {
		t.Fatal(err)
	}
	text := string(f.Metadata().OutputSchema)
	want := `"chart":{"type":"object","properties":{"kind":{"const":"binary"},"identifier":{"type":"string"},"media_type":{"type":"string"}},"required":["kind","identifier","media_type"]}`
	if !strings.Contains(text, want) {
		t.Error(text)
	}
	rest, _ := func() (content.Value, []content.Placed) {
		r, err := called(mustBuild(t)(New(func() content.Binary { return pixel }, WithName("g"))), `{}`)
		if err != nil {
			t.Fatal(err)
		}
		return r.Content.Split()
	}()
	judge := mustBuild(t)(FromSchema("judge", []byte(`{"type":"object","properties":{"v":`+
		string(mustBuild(t)(New(func() content.Binary { return pixel }, WithName("g"))).Metadata().OutputSchema)+`}}`)))
	if err := judge.Validate([]byte(`{"v":` + rest.Inline() + `}`)); err != nil {
		t.Error(err)
	}
}

func TestLargeFile(t *testing.T) {
	data := make([]byte, 7<<20)
	for i := range data {
		data[i] = byte(i * 31)
	}
	f := mustBuild(t)(Of(func(context.Context, struct{}) (content.Binary, error) {
		return content.Binary{MediaType: "video/mp4", Data: data}, nil
	}, WithName("f")))
	r, err := called(f, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if text := r.ModelText(); len(text) > 100 {
		t.Errorf("the model reads %d bytes", len(text))
	}
	back := content.Response{}
	b, err := Respond(r, nil).MarshalJSON()
	if err == nil {
		err = back.UnmarshalJSON(b)
	}
	if err != nil || !back.Value.Equal(r.Content) {
		t.Error(err)
	}
}
