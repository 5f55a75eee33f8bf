package content_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

// randomFile returns a file of any kind, with and without what may be left out.
func randomFile(r *rand.Rand) content.File {
	text := func() string {
		return []string{"", "a.png", "https://example.com/clip.mp4?x=1#y", "ünï😀", "978ea7", "application/pdf", "http://[broken"}[r.IntN(7)]
	}
	var metadata content.Value
	switch r.IntN(4) {
	case 0:
		metadata = content.Must(content.JSON([]byte(`{"detail":"high","n":9007199254740993,"kind":"image-url","url":"u"}`)))
	case 1:
		metadata = content.Null()
	}
	download := []content.Download{content.DownloadAsNeeded, content.DownloadAlways, content.DownloadAllowLocal}[r.IntN(3)]
	url := content.ImageURL{URL: text(), ForceDownload: download, MediaType: text(), Identifier: text(), VendorMetadata: metadata}
	switch r.IntN(6) {
	case 0:
		return url
	case 1:
		return content.AudioURL(url)
	case 2:
		return content.VideoURL(url)
	case 3:
		return content.DocumentURL(url)
	case 4:
		provider := []string{"openai", "bedrock", "somebody-new"}[r.IntN(3)]
		return content.UploadedFile{FileID: text(), Provider: provider, MediaType: text(), Identifier: text(), VendorMetadata: metadata}
	}
	data := make([]byte, r.IntN(6))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return content.Binary{MediaType: text(), Data: data, Identifier: text(), VendorMetadata: metadata}
}

// randomValue returns any value: files, what looks like files, texts that look like
// JSON, names that other languages trip over.
func randomValue(r *rand.Rand, depth int) content.Value {
	choice := r.IntN(12)
	if depth == 0 {
		choice = r.IntN(8)
	}
	switch choice {
	case 0, 1:
		return content.Must(content.OfFile(randomFile(r)))
	case 2:
		texts := []string{"", "null", "123", `"x"`, "[1,2]", `{"a":1}`, "😀\x00\u2028", "[broken", `{"kind":"image-url","url":"u"}`}
		return content.Text(texts[r.IntN(len(texts))])
	case 3:
		return content.Null()
	case 4:
		return content.Must(content.JSON([]byte([]string{"true", "9007199254740993", "-0", "1.0", "1e400", "[]", "{}"}[r.IntN(7)])))
	case 5:
		f, _ := randomFile(r).MarshalJSON()
		return content.Must(content.JSON(f)) // data that looks like a file
	case 6:
		looks := []string{
			`{"kind":"binary","label":"foo"}`, `{"kind":"binary","media_type":"text/plain","text":"hello"}`,
			`{"kind":"image-url","url":"u","caption":"c"}`, `{"kind":["binary"],"media_type":"x","data":""}`,
			`{"kind":"uploaded-file","file_id":"abc","status":"ready"}`, `{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"978ea7"}`,
		}
		return content.Must(content.JSON([]byte(looks[r.IntN(len(looks))])))
	case 7:
		return content.Value{}
	case 8, 9:
		items := make([]content.Value, r.IntN(4))
		for i := range items {
			items[i] = randomValue(r, depth-1)
		}
		return content.Must(content.List(items...))
	}
	names := []string{"kind", "url", "data", "media_type", "__proto__", "a/b~c", "", "constructor", "identifier"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	members := make([]content.Member, r.IntN(4))
	for i := range members {
		members[i] = content.Member{Name: names[i], Value: randomValue(r, depth-1)}
	}
	return content.Must(content.Object(members...))
}

// TestRoundTrip sends random values every way there is, with the hint.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 4_000 {
		v := randomValue(r, 4)
		h := throughJSON(t, v.Hint())
		text, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		parts, partsHint := v.Parts()
		partsHint = throughJSON(t, partsHint)
		rest, files := v.Split()
		for name, back := range map[string]func() (content.Value, error){
			"JSON":   func() (content.Value, error) { return content.Reading{Hint: &h}.JSON(text) },
			"tree":   func() (content.Value, error) { return content.Reading{Hint: &h}.Tree(orNull(v).Tree()) },
			"inline": func() (content.Value, error) { return content.Reading{Hint: &h}.Inline(v.Inline()) },
			"parts":  func() (content.Value, error) { return content.Reading{Hint: &partsHint}.Parts(parts) },
			"split":  func() (content.Value, error) { return rest.Join(files), nil },
			"response": func() (content.Value, error) {
				return throughJSON(t, content.Response{Status: content.Failed, Value: v}).Value, nil
			},
			"unambiguous": func() (content.Value, error) { return unhinted(v, text) },
		} {
			got, err := back()
			if err != nil {
				t.Fatalf("%d %s: %s: %v", i, name, text, err)
			}
			if diff := cmp.Diff(v, got); diff != "" || !got.Equal(v) {
				t.Fatalf("%d %s: %s, hint %v\n got %s\n%s", i, name, text, h, got.Inline(), diff)
			}
			again, _ := got.MarshalJSON()
			if string(again) != string(text) {
				t.Fatalf("%d %s:\n%s\n%s", i, name, text, again)
			}
		}
	}
}

func orNull(v content.Value) content.Value {
	if v.IsZero() {
		return content.Null()
	}
	return v
}

// unhinted reads what is not ambiguous without a hint.
func unhinted(v content.Value, text []byte) (content.Value, error) {
	if v.Ambiguous() {
		return v, nil
	}
	return content.Reading{}.JSON(text)
}

func throughJSON[T any](t *testing.T, v T) (back T) {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return back
}

func TestEveryLength(t *testing.T) {
	for n := range 301 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(255 - i*7)
		}
		f := content.Binary{MediaType: "application/pdf", Data: b}
		v := content.Must(content.OfFile(f))
		text, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		back, err := content.Reading{}.JSON(text)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := back.File()
		if diff := cmp.Diff(content.File(f), got); !ok || diff != "" {
			t.Fatalf("%d bytes: %s\n%s", n, text, diff)
		}
	}
}

func ExampleOfFile() {
	chart := content.Must(content.OfFile(content.Binary{MediaType: "image/png", Data: []byte("\x89PNG")}))
	v := content.Must(content.Object(content.Member{Name: "chart", Value: chart}))
	b, _ := v.MarshalJSON()
	fmt.Println(string(b))
	fmt.Println(v.Text())
	for pointer, f := range v.Files() {
		fmt.Println(pointer, f.Kind(), f.ContentType(), f.Medium())
	}
	// Output:
	// {"chart":{"data":"iVBORw==","media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4effda"}}
	// {"chart":{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"4effda"}}
	// /chart binary image/png image
}
