package content_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

// decode reads text with the reading, and fails the test if that fails.
func decode(t *testing.T, r content.Reading, text string) content.Value {
	t.Helper()
	v, err := r.JSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestAcceptance is the rule of the discriminator. Every row was measured with
// pydantic-ai 2.68.0 (ToolReturnContent), except where the reason says otherwise.
func TestAcceptance(t *testing.T) {
	binary := func(data string) content.File {
		return content.Binary{MediaType: "image/png", Data: []byte(data)}
	}
	image := content.ImageURL{URL: "u"}
	upload := content.UploadedFile{FileID: "f", Provider: "openai"}
	tests := []struct {
		name, reason, text string
		want               content.File // nil: a plain map, untouched
	}{
		{"binary", "the least there is", `{"kind":"binary","media_type":"image/png","data":"AAEC"}`, binary("\x00\x01\x02")},
		{"empty binary", "no bytes are bytes", `{"kind":"binary","media_type":"image/png","data":""}`, binary("")},
		{"standard alphabet", "", `{"kind":"binary","media_type":"image/png","data":"+/8="}`, binary("\xfb\xff")},
		{"URL-safe alphabet", "what its own dumps have", `{"kind":"binary","media_type":"image/png","data":"-_8="}`, binary("\xfb\xff")},
		{"standard without padding", "", `{"kind":"binary","media_type":"image/png","data":"+/8"}`, binary("\xfb\xff")},
		{"URL-safe without padding", "", `{"kind":"binary","media_type":"image/png","data":"-_8"}`, binary("\xfb\xff")},
		{"some padding", "one of two", `{"kind":"binary","media_type":"image/png","data":"AA="}`, binary("\x00")},
		{"both alphabets", "", `{"kind":"binary","media_type":"image/png","data":"+_8="}`, nil},
		{"a line break", "", `{"kind":"binary","media_type":"image/png","data":"AAE\nC"}`, nil},
		{"a space", "", `{"kind":"binary","media_type":"image/png","data":"AAEC "}`, nil},
		{"bits left over", "the last digit says more than the bytes", `{"kind":"binary","media_type":"image/png","data":"AB=="}`, nil},
		{"too much padding", "", `{"kind":"binary","media_type":"image/png","data":"AAA=="}`, nil},
		{"padding without need", "", `{"kind":"binary","media_type":"image/png","data":"AAEC=="}`, nil},
		{"one digit", "", `{"kind":"binary","media_type":"image/png","data":"A==="}`, nil},
		{"padding within", "", `{"kind":"binary","media_type":"image/png","data":"AA==AAEC"}`, nil},
		{"data that are null", "", `{"kind":"binary","media_type":"image/png","data":null}`, nil},
		{"no data", "a map of the user's", `{"kind":"binary","media_type":"text/plain","text":"hello"}`, nil},
		{"no media type", "", `{"kind":"binary","label":"foo"}`, nil},
		{"a media type that is null", "bytes have one", `{"kind":"binary","media_type":null,"data":"AAEC"}`, nil},
		{"a media type that is a number", "", `{"kind":"binary","media_type":1,"data":"AAEC"}`, nil},
		{"identifier", "", `{"kind":"binary","media_type":"image/png","data":"AAEC","identifier":"me"}`,
			content.Binary{MediaType: "image/png", Data: []byte{0, 1, 2}, Identifier: "me"}},
		{"the identifier that follows", "is left out", `{"kind":"binary","media_type":"image/png","data":"AAEC","identifier":"0c7a62"}`, binary("\x00\x01\x02")},
		{"no identifier", "null and empty are absent", `{"kind":"binary","media_type":"image/png","data":"AAEC","identifier":null}`, binary("\x00\x01\x02")},
		{"an identifier that is a number", "", `{"kind":"binary","media_type":"image/png","data":"AAEC","identifier":5}`, nil},
		{"metadata", "an object is kept as it is", `{"kind":"binary","media_type":"image/png","data":"AAEC","vendor_metadata":{"n":1.0,"kind":"binary"}}`,
			content.Binary{MediaType: "image/png", Data: []byte{0, 1, 2}, VendorMetadata: read(t, `{"n":1.0,"kind":"binary"}`)}},
		{"empty metadata", "are not none", `{"kind":"binary","media_type":"image/png","data":"AAEC","vendor_metadata":{}}`,
			content.Binary{MediaType: "image/png", Data: []byte{0, 1, 2}, VendorMetadata: read(t, `{}`)}},
		{"metadata that are a list", "", `{"kind":"binary","media_type":"image/png","data":"AAEC","vendor_metadata":[]}`, nil},
		{"more members", "are passed over", `{"kind":"binary","media_type":"image/png","data":"AAEC","note":1}`, binary("\x00\x01\x02")},
		{"image", "its media type may be unknown", `{"kind":"image-url","url":"u","media_type":null}`, image},
		{"audio", "", `{"kind":"audio-url","url":"u","media_type":null}`, content.AudioURL(image)},
		{"video", "", `{"kind":"video-url","url":"u","media_type":null}`, content.VideoURL(image)},
		{"document", "", `{"kind":"document-url","url":"u","media_type":null}`, content.DocumentURL(image)},
		{"a URL without media type", "a map of the user's", `{"kind":"image-url","url":"u","caption":"c"}`, nil},
		{"a media type that is empty", "no dump has it", `{"kind":"image-url","url":"u","media_type":""}`, nil},
		{"no URL", "", `{"kind":"image-url","media_type":"image/png","note":"x"}`, nil},
		{"a URL that is a number", "", `{"kind":"image-url","url":5,"media_type":null}`, nil},
		{"an empty URL", "is a text as any", `{"kind":"image-url","url":"","media_type":null}`, content.ImageURL{}},
		{"download", "", `{"kind":"image-url","url":"u","media_type":null,"force_download":true}`, content.ImageURL{URL: "u", ForceDownload: content.DownloadAlways}},
		{"download from anywhere", "", `{"kind":"image-url","url":"u","media_type":null,"force_download":"allow-local"}`, content.ImageURL{URL: "u", ForceDownload: content.DownloadAllowLocal}},
		{"download that is null", "", `{"kind":"image-url","url":"u","media_type":null,"force_download":null}`, nil},
		{"download in words", "ours: pydantic-ai takes it for true, no dump has it", `{"kind":"image-url","url":"u","media_type":null,"force_download":"yes"}`, nil},
		{"uploaded", "", `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`, upload},
		{"uploaded, unknown provider", "", `{"kind":"uploaded-file","file_id":"f","provider_name":"mistral"}`, nil},
		{"uploaded, no provider", "a map of the user's", `{"kind":"uploaded-file","file_id":"abc","status":"ready"}`, nil},
		{"no kind", "", `{"name":"e","url":"/p"}`, nil},
		{"a kind that is a list", "", `{"kind":["binary"],"media_type":"x","data":""}`, nil},
		{"a kind that is an object", "", `{"kind":{"binary":1},"media_type":"x","data":""}`, nil},
		{"another kind", "files alone", `{"kind":"text-content","url":"u","media_type":null}`, nil},
		{"capitals", "", `{"kind":"Binary","media_type":"image/png","data":"AAEC"}`, nil},
		{"mediaType", "names are in snake case", `{"kind":"binary","mediaType":"image/png","data":"AAEC"}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, around := range []string{`%`, `[%]`, `{"a":[1,%]}`, `{"__proto__":{"kind":%}}`} {
				text := strings.Replace(around, "%", tt.text, 1)
				v := decode(t, content.Reading{}, text)
				var got content.File
				for _, f := range v.Files() {
					got = f
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("%s: %s\n%s", tt.reason, text, diff)
				}
				if tt.want == nil && v.Inline() != text {
					t.Errorf("%s was changed to %s", text, v.Inline())
				}
				if plain := decode(t, content.Reading{Hint: &content.Hint{Form: content.FormJSON}}, text); plain.Inline() != text || plain.HasFiles() {
					t.Errorf("hinted to be plain: %s", plain.Inline())
				}
			}
		})
	}
}

// A hint opens what the rule alone leaves to the user, and nothing else.
func TestHintSelects(t *testing.T) {
	tests := []struct {
		name, reason, text, pointer string
		file                        bool
	}{
		{"a URL without media type", "who hints knows", `{"kind":"image-url","url":"u"}`, "", true},
		{"an unknown provider", "", `{"kind":"uploaded-file","file_id":"f","provider_name":"mistral"}`, "", true},
		{"no provider", "it is no reading of this", `{"kind":"uploaded-file","file_id":"f"}`, "", false},
		{"plain text", "", `"u"`, "", false},
		{"nothing there", "passed over", `{"a":1}`, "/b", false},
		{"no pointer", "passed over", `{"kind":"image-url","url":"u"}`, "kind", false},
		{"an index", "", `[1,{"kind":"image-url","url":"u"}]`, "/1", true},
		{"an index with a zero before", "is none", `[1,{"kind":"image-url","url":"u"}]`, "/01", false},
		{"an escaped name", "", `{"a/b~":{"kind":"image-url","url":"u"}}`, "/a~1b~0", true},
		{"within a file", "what is around is plain then", `{"kind":"image-url","url":"u","media_type":null,"more":{"kind":"image-url","url":"u"}}`, "/more", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := decode(t, content.Reading{Hint: &content.Hint{Form: content.FormJSON, Files: []string{tt.pointer}}}, tt.text)
			found := ""
			for pointer := range v.Files() {
				found = pointer
			}
			if v.HasFiles() != tt.file || tt.file && found != tt.pointer {
				t.Errorf("%s: files %v at %q", tt.reason, v.HasFiles(), found)
			}
		})
	}
}

// TestByteObjects are the forms that bytes take in a JavaScript client.
func TestByteObjects(t *testing.T) {
	tests := []struct {
		name, reason, data string
		want               []byte
	}{
		{"Uint8Array", "", `{"0":137,"1":80}`, []byte{137, 80}},
		{"in any order", "", `{"1":80,"0":137}`, []byte{137, 80}},
		{"Buffer", "", `{"type":"Buffer","data":[137,80]}`, []byte{137, 80}},
		{"empty Buffer", "", `{"type":"Buffer","data":[]}`, []byte{}},
		{"every byte's bounds", "", `{"0":0,"1":255}`, []byte{0, 255}},
		{"base64", "as ever", `"AAEC"`, []byte{0, 1, 2}},
		{"too large", "", `{"0":256}`, nil},
		{"negative", "an Int8Array", `{"0":-1}`, nil},
		{"a fraction", "", `{"0":1.0}`, nil},
		{"true", "is no number", `{"0":true}`, nil},
		{"a text", "", `{"0":"a"}`, nil},
		{"a gap", "", `{"0":1,"2":3}`, nil},
		{"a zero before", "", `{"00":5,"1":6}`, nil},
		{"a sign", "", `{"+0":5}`, nil},
		{"another name", "", `{"0":5,"length":1}`, nil},
		{"Buffer of another form", "", `{"type":"Buffer","data":"AAEC"}`, nil},
		{"Buffer with more", "", `{"type":"Buffer","data":[1],"x":1}`, nil},
		{"Buffer of a byte too large", "", `{"type":"Buffer","data":[256]}`, nil},
		{"another type", "", `{"type":"Blob","data":[1]}`, nil},
		{"an array", "Array.from gives it", `[137,80]`, nil},
		{"nothing", "an ArrayBuffer looks the same", `{}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := `{"kind":"binary","media_type":"image/png","data":` + tt.data + `}`
			f, ok := decode(t, content.Reading{ByteObjects: true}, text).File()
			if ok != (tt.want != nil) {
				t.Fatalf("%s: read %v", tt.reason, f)
			}
			if ok {
				if diff := cmp.Diff(content.File(content.Binary{MediaType: "image/png", Data: tt.want}), f); diff != "" {
					t.Error(diff)
				}
			}
			if tt.data[0] == '{' && decode(t, content.Reading{}, text).HasFiles() {
				t.Error("read without being asked to")
			}
		})
	}
	f, ok := decode(t, content.Reading{ByteObjects: true, EmptyObjects: true}, `{"kind":"binary","media_type":"image/png","data":{}}`).File()
	if !ok || len(f.(content.Binary).Data) != 0 {
		t.Errorf("asked to, {} is read as %v", f)
	}
}

// TestCanonicalForm is what pydantic-ai 2.68.0 writes, but for its URL-safe base64.
func TestCanonicalForm(t *testing.T) {
	link := content.ImageURL{URL: "https://example.com/a.mp4"}
	tests := []struct {
		name, reason string
		file         content.File
		want         string
	}{
		{"binary", "standard base64", content.Binary{MediaType: "a/b", Data: []byte("\xfb\xff")}, `{"data":"+/8=","media_type":"a/b","vendor_metadata":null,"kind":"binary","identifier":"4a2304"}`},
		{"no media type", "bytes of which nothing is said", content.Binary{}, `{"data":"","media_type":"application/octet-stream","vendor_metadata":null,"kind":"binary","identifier":"da39a3"}`},
		{"video", "the media type follows", content.VideoURL(link), `{"url":"https://example.com/a.mp4","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"video/mp4","identifier":"1228be"}`},
		{"unknown media type", "null, which pydantic-ai reads as unknown", content.ImageURL{URL: "https://e.com/noext"}, `{"url":"https://e.com/noext","force_download":false,"vendor_metadata":null,"kind":"image-url","media_type":null,"identifier":"711eb9"}`},
		{"everything said", "", content.DocumentURL{URL: "https://e.com/a.pdf?x=1", Identifier: "me", MediaType: "x/y", ForceDownload: content.DownloadAlways, VendorMetadata: read(t, `{"b":1,"a":2}`)},
			`{"url":"https://e.com/a.pdf?x=1","force_download":true,"vendor_metadata":{"b":1,"a":2},"kind":"document-url","media_type":"x/y","identifier":"me"}`},
		{"from anywhere", "", content.AudioURL{URL: "u", ForceDownload: content.DownloadAllowLocal, MediaType: "audio/wav"},
			`{"url":"u","force_download":"allow-local","vendor_metadata":null,"kind":"audio-url","media_type":"audio/wav","identifier":"51e698"}`},
		{"uploaded", "", content.UploadedFile{FileID: "file-1", Provider: "openai", MediaType: "application/pdf"},
			`{"file_id":"file-1","provider_name":"openai","vendor_metadata":null,"kind":"uploaded-file","media_type":"application/pdf","identifier":"c86d26"}`},
		{"uploaded, with an extension", "", content.UploadedFile{FileID: "gs://x/file-1.pdf", Provider: "google-vertex"},
			`{"file_id":"gs://x/file-1.pdf","provider_name":"google-vertex","vendor_metadata":null,"kind":"uploaded-file","media_type":"application/pdf","identifier":"7fc66b"}`},
		{"YouTube", "", content.VideoURL{URL: "https://youtu.be/x"}, `{"url":"https://youtu.be/x","force_download":false,"vendor_metadata":null,"kind":"video-url","media_type":"video/mp4","identifier":"e75c9d"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.file.MarshalJSON()
			if err != nil || string(got) != tt.want {
				t.Errorf("%s:\n got %s, %v\nwant %s", tt.reason, got, err, tt.want)
			}
			v := content.Must(content.OfFile(tt.file))
			if text := v.Inline(); text != tt.want {
				t.Errorf("in a value: %s", text)
			}
			back, _ := decode(t, content.Reading{}, tt.want).File()
			if diff := cmp.Diff(tt.file, back); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Files read and write themselves in a user's own structs, too.
func TestFilesInStructs(t *testing.T) {
	type page struct {
		Scan content.Binary         `json:"scan"`
		Link *content.ImageURL      `json:"link"`
		Held []content.UploadedFile `json:"held"`
	}
	p := page{
		Scan: content.Binary{MediaType: "image/png", Data: []byte("\xfb\xff")},
		Link: &content.ImageURL{URL: "https://example.com/a.png"}, Held: []content.UploadedFile{{FileID: "f", Provider: "new"}},
	}
	if diff := cmp.Diff(p, throughJSON(t, p)); diff != "" {
		t.Error(diff)
	}
	for text, reason := range map[string]string{
		`{"scan":{"kind":"image-url","url":"u","media_type":null}}`: "another kind",
		`{"scan":{"kind":"binary"}}`:                                "no file",
		`{"scan":[]}`:                                               "no object",
		`{"scan":{"kind":"binary","kind":"binary"}}`:                "a name twice",
	} {
		if err := json.Unmarshal([]byte(text), &page{}); err == nil {
			t.Errorf("%s was read: %s", reason, text)
		}
	}
}

func TestEqualFiles(t *testing.T) {
	said := content.ImageURL{URL: "https://example.com/a.png", MediaType: "image/png", Identifier: content.ImageURL{URL: "https://example.com/a.png"}.ID()}
	if !said.Equal(content.ImageURL{URL: "https://example.com/a.png"}) {
		t.Error("what is said and what follows differ")
	}
	files := []content.File{
		content.Binary{}, content.Binary{MediaType: "a/b"}, content.Binary{Data: []byte{1}}, content.Binary{Identifier: "x"}, content.Binary{VendorMetadata: read(t, `{}`)},
		content.ImageURL{}, content.AudioURL{}, content.VideoURL{}, content.DocumentURL{}, content.ImageURL{URL: "u"}, content.ImageURL{MediaType: "image/png"},
		content.ImageURL{MediaType: "application/octet-stream"}, content.ImageURL{ForceDownload: content.DownloadAlways}, content.ImageURL{Identifier: "x"},
		content.UploadedFile{}, content.UploadedFile{FileID: "f"}, content.UploadedFile{Provider: "p"}, content.UploadedFile{MediaType: "a/b"}, nil,
	}
	for i, a := range files {
		for j, b := range files {
			if content.SameFile(a, b) != (i == j) || cmp.Equal(a, b) != (i == j) {
				t.Errorf("%#v and %#v", a, b)
			}
		}
	}
}
