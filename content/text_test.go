package content_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/content"
)

// TestTextOfFiles is what a model reads of files: who they are, never their bytes.
func TestTextOfFiles(t *testing.T) {
	inline := content.ImageURL{URL: "DATA:image/png;base64," + strings.Repeat("A", 1<<20), MediaType: "image/png", Identifier: "x"}
	tests := []struct {
		name, reason string
		value        content.Value
		want         string
	}{
		{"binary", "", of(photo), "See file 0c7a62 (image/png, 3 bytes)."},
		{"one byte", "", of(scan), "See file 9842926 (application/pdf, 1 byte)."},
		{"no bytes", "", of(content.Binary{}), "See file da39a3 (application/octet-stream, 0 bytes)."},
		{"URL", "", of(website), "See file 390e3c (application/pdf) at https://example.com/a.pdf"},
		{"bytes in a URL", "are bytes", of(inline), "See file x (image/png)."},
		{"uploaded", "", of(content.UploadedFile{FileID: "f", Provider: "xai", Identifier: "me"}), "See file me (application/octet-stream), which xai holds as f."},
		{"list", "each on a line", list(content.Text("a\nb"), of(photo)), "a\nb\nSee file 0c7a62 (image/png, 3 bytes)."},
		{"list with JSON", "all of it is JSON", list(read(t, `1.0`), of(photo)), `[1.0,{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"0c7a62"}]`},
		{"object with bytes in a URL", "", object(content.Member{Name: "a", Value: of(inline)}),
			`{"a":{"force_download":false,"vendor_metadata":null,"kind":"image-url","media_type":"image/png","identifier":"x"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.Replace(tt.want, "9842926", scan.ID(), 1)
			if got := tt.value.Text(); got != want {
				t.Errorf("%s: %.200s\nwant %s", tt.reason, got, want)
			}
			rest, files := tt.value.Split()
			if !rest.Join(files).Equal(tt.value) || len(rest.Inline()) > 1000 {
				t.Errorf("split: %.200s", rest.Inline())
			}
			parts, _ := tt.value.Parts()
			if back, err := (content.Reading{}).Parts(parts); err != nil || !back.Equal(tt.value) {
				t.Errorf("parts, no hint: %v %.300s", err, back.Inline())
			}
		})
	}
}

func TestMedium(t *testing.T) {
	for mediaType, want := range map[string]content.Medium{
		"image/png": content.Image, "IMAGE/PNG": content.Image, "audio/wav": content.Audio, "video/mp4": content.Video, "application/pdf": content.Document,
		"text/plain": content.Document, "image": content.Image, "imagery/x": content.Document, "": content.Document,
	} {
		if got := (content.Binary{MediaType: mediaType}).Medium(); got != want {
			t.Errorf("%q is %s, want %s", mediaType, got, want)
		}
		if got := (content.UploadedFile{MediaType: mediaType}).Medium(); got != want {
			t.Errorf("uploaded: %q is %s, want %s", mediaType, got, want)
		}
	}
	link := content.ImageURL{URL: "u", MediaType: "application/pdf"}
	for want, f := range map[content.Medium]content.File{
		content.Image: link, content.Audio: content.AudioURL(link), content.Video: content.VideoURL(link), content.Document: content.DocumentURL(link),
	} {
		if f.Medium() != want {
			t.Errorf("%s is %s: of a URL the kind says it", f.Kind(), f.Medium())
		}
	}
}

func TestContentTypeOfURLs(t *testing.T) {
	for url, want := range map[string]string{
		"https://e.com/a.png": "image/png", "https://e.com/a.PNG?x=.pdf#y.txt": "image/png", "/a/b.tar.gz": "application/gzip", "a.webp": "image/webp",
		"https://e.com/png": "application/octet-stream", "https://e.com": "application/octet-stream", "": "application/octet-stream",
		"https://e.com/.md": "text/markdown", "http://[": "application/octet-stream", "gs://b/x.mp4": "video/mp4",
		"https://youtu.be/x": "application/octet-stream", "https://www.youtube.com/watch?v=x": "application/octet-stream",
	} {
		if got := (content.DocumentURL{URL: url}).ContentType(); got != want {
			t.Errorf("%q is %s, want %s", url, got, want)
		}
	}
	for url, want := range map[string]string{
		"https://youtu.be/x": "video/mp4", "https://WWW.youtube.com/watch?v=x": "video/mp4", "https://m.youtube.com/x": "video/mp4",
		"https://music.youtube.com/x": "application/octet-stream", "https://youtube.com.evil.org/x": "application/octet-stream",
	} {
		if got := (content.VideoURL{URL: url}).ContentType(); got != want {
			t.Errorf("video %q is %s, want %s", url, got, want)
		}
	}
}

// A Value shares nothing with the file that it is made of.
func TestValueKeepsItsBytes(t *testing.T) {
	data := []byte("abc")
	v := of(&content.Binary{MediaType: "a/b", Data: data})
	clear(data)
	f, _ := v.File()
	if !bytes.Equal(f.(content.Binary).Data, []byte("abc")) {
		t.Errorf("%q", f.(content.Binary).Data)
	}
}

// In a Value a file says what does not follow from the rest of it, and no more.
func TestNormalForm(t *testing.T) {
	image := content.ImageURL{URL: "a.png"}
	tests := []struct {
		name       string
		file, want content.File
	}{
		{"nothing said of bytes", content.Binary{}, content.Binary{MediaType: "application/octet-stream"}},
		{"what follows from bytes", content.Binary{MediaType: "a/b", Identifier: "da39a3"}, content.Binary{MediaType: "a/b"}},
		{"what follows from a URL", content.ImageURL{URL: "a.png", MediaType: "image/png", Identifier: image.ID()}, image},
		{"what does not", content.ImageURL{URL: "a", MediaType: "application/octet-stream"}, content.ImageURL{URL: "a", MediaType: "application/octet-stream"}},
		{"what follows from a file id", content.UploadedFile{FileID: "a.pdf", Provider: "p", MediaType: "application/pdf"}, content.UploadedFile{FileID: "a.pdf", Provider: "p"}},
		{"metadata that are null", content.ImageURL{VendorMetadata: content.Null()}, content.ImageURL{}},
	}
	for _, tt := range tests {
		got, _ := of(tt.file).File()
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %#v, want %#v", tt.name, got, tt.want)
		}
		if !content.SameFile(got, tt.file) {
			t.Errorf("%s: another file", tt.name)
		}
	}
}

// No two of these are equal.
func TestEqualValues(t *testing.T) {
	values := []content.Value{
		{}, content.Null(), content.Text(""), content.Text("a"), content.Text("1"), read(t, `1`), read(t, `1.0`), read(t, `true`), read(t, `false`),
		read(t, `[]`), read(t, `{}`), read(t, `[1]`), read(t, `[2]`), read(t, `[1,1]`), read(t, `{"a":1}`), read(t, `{"b":1}`), read(t, `{"a":1,"b":1}`), read(t, `{"b":1,"a":1}`),
		of(photo), of(scan), of(website), read(t, of(photo).Inline()), list(of(photo)), list(of(scan)), list(of(photo), of(scan)), list(of(scan), of(photo)),
		list(of(photo), content.Null()), object(content.Member{Name: "a", Value: of(photo)}), object(content.Member{Name: "b", Value: of(photo)}),
		object(content.Member{Name: "a", Value: of(scan)}), object(content.Member{Name: "a", Value: of(photo)}, content.Member{Name: "b"}),
	}
	for i, v := range values {
		for j, w := range values {
			if v.Equal(w) != (i == j) {
				t.Errorf("%s and %s: %v", v.Inline(), w.Inline(), v.Equal(w))
			}
		}
	}
}

func TestAmbiguous(t *testing.T) {
	lookalike := read(t, `{"kind":"image-url","url":"u","media_type":null}`)
	tests := []struct {
		name, reason string
		value        content.Value
		want         bool
	}{
		{"none", "its JSON is null's", content.Value{}, true},
		{"text", "", content.Text("[1]"), false},
		{"file", "", of(photo), false},
		{"unknown provider", "", of(content.UploadedFile{Provider: "new"}), true},
		{"look-alike", "", lookalike, true},
		{"look-alike, deep", "", read(t, `[{"a":[{"kind":"binary","media_type":"a","data":"AA"}]}]`), true},
		{"no look-alike", "it lacks what a file has", read(t, `{"kind":"image-url","url":"u"}`), false},
		{"look-alike with a file in it", "the file would be lost", object(
			content.Member{Name: "kind", Value: content.Text("image-url")}, content.Member{Name: "url", Value: content.Text("u")},
			content.Member{Name: "media_type", Value: content.Null()}, content.Member{Name: "more", Value: of(photo)}), true},
		{"look-alike whose metadata are a file", "an object as any", object(
			content.Member{Name: "kind", Value: content.Text("image-url")}, content.Member{Name: "url", Value: content.Text("u")},
			content.Member{Name: "media_type", Value: content.Null()}, content.Member{Name: "vendor_metadata", Value: of(photo)}), true},
		{"no look-alike whose metadata are a list", "", object(
			content.Member{Name: "kind", Value: content.Text("image-url")}, content.Member{Name: "url", Value: content.Text("u")},
			content.Member{Name: "media_type", Value: content.Null()}, content.Member{Name: "vendor_metadata", Value: list(of(photo))}), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.value.Ambiguous(); got != tt.want {
				t.Errorf("%s: %v", tt.reason, got)
			}
			text, _ := tt.value.MarshalJSON()
			if back := decode(t, content.Reading{}, string(text)); back.Equal(tt.value) == tt.want {
				t.Errorf("read back: %s", back.Inline())
			}
		})
	}
}

// A text that does not begin as JSON needs no hint.
func TestBeginsJSON(t *testing.T) {
	for text, want := range map[string]bool{"": false, " ": false, "x": false, "1": false, `"a"`: false, "null": false, "[": true, " \t\r\n{": true, "\u00a0[": false, "\v[": false} {
		if got := content.BeginsJSON(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if v, err := (content.Reading{}).Inline(text); !want && (err != nil || !v.Equal(content.Text(text))) {
			t.Errorf("%q is read as %v, %v", text, v, err)
		}
	}
}
