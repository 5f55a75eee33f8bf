package content_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

var (
	photo   = content.Binary{MediaType: "image/png", Data: []byte{0, 1, 2}}
	scan    = content.Binary{MediaType: "application/pdf", Data: []byte{3}}
	website = content.DocumentURL{URL: "https://example.com/a.pdf"}
)

func of(f content.File) content.Value { return content.Must(content.OfFile(f)) }

func list(items ...content.Value) content.Value { return content.Must(content.List(items...)) }

func object(members ...content.Member) content.Value { return content.Must(content.Object(members...)) }

func TestParts(t *testing.T) {
	const reference = `{"media_type":"image/png","vendor_metadata":null,"kind":"binary","identifier":"0c7a62"}`
	tests := []struct {
		name, reason string
		value        content.Value
		parts        []content.Part
		hint         content.Hint
		unhinted     content.Value // what is read without the hint
	}{
		{"none", "", content.Value{}, nil, content.Hint{Form: content.FormNone}, content.Value{}},
		{"null", "the hint alone tells it from none", content.Null(), nil, content.Hint{Form: content.FormNull}, content.Value{}},
		{"empty text", "is a part", content.Text(""), []content.Part{{}}, content.Hint{Form: content.FormText}, content.Text("")},
		{"text like JSON", "the hint alone tells it from JSON", content.Text("[1]"), []content.Part{{Text: "[1]"}}, content.Hint{Form: content.FormText}, read(t, `[1]`)},
		{"a number", "", read(t, `123`), []content.Part{{Text: "123"}}, content.Hint{Form: content.FormJSON}, content.Text("123")},
		{"JSON", "", read(t, `{"a":1}`), []content.Part{{Text: `{"a":1}`}}, content.Hint{Form: content.FormJSON}, read(t, `{"a":1}`)},
		{"a file", "", of(photo), []content.Part{{File: photo}}, content.Hint{Form: content.FormJSON, Files: []string{""}}, of(photo)},
		{"a list of one file", "the hint alone tells it from the file", list(of(photo)), []content.Part{{File: photo}}, content.Hint{Form: content.FormList, Files: []string{"/0"}}, of(photo)},
		{"texts and files", "side by side", list(content.Text("[1]"), of(photo), content.Text(""), of(scan)),
			[]content.Part{{Text: "[1]"}, {File: photo}, {}, {File: scan}}, content.Hint{Form: content.FormList, Files: []string{"/1", "/3"}},
			list(content.Text("[1]"), of(photo), content.Text(""), of(scan))},
		{"a file in an object", "refers to it, and the file follows", object(content.Member{Name: "a/b", Value: of(photo)}),
			[]content.Part{{Text: `{"a/b":` + reference + `}`}, {File: photo}}, content.Hint{Form: content.FormJSON, Files: []string{"/a~1b"}},
			object(content.Member{Name: "a/b", Value: of(photo)})},
		{"a value beside a file", "what is no text is JSON", list(read(t, `{"n":1}`), of(photo)),
			[]content.Part{{Text: `[{"n":1},` + reference + `]`}, {File: photo}}, content.Hint{Form: content.FormJSON, Files: []string{"/1"}},
			list(read(t, `{"n":1}`), of(photo))},
		{"a URL in an object", "", object(content.Member{Name: "u", Value: of(website)}, content.Member{Name: "p", Value: of(photo)}),
			[]content.Part{{Text: `{"u":{"url":"https://example.com/a.pdf","force_download":false,"vendor_metadata":null,"kind":"document-url","media_type":"application/pdf","identifier":"390e3c"},"p":` + reference + `}`},
				{File: website}, {File: photo}}, content.Hint{Form: content.FormJSON, Files: []string{"/u", "/p"}},
			object(content.Member{Name: "u", Value: of(website)}, content.Member{Name: "p", Value: of(photo)})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			parts, hint := tt.value.Parts()
			if diff := cmp.Diff(tt.parts, parts); diff != "" {
				t.Errorf("%s: %s", tt.reason, diff)
			}
			if diff := cmp.Diff(tt.hint, hint); diff != "" {
				t.Error(diff)
			}
			for h, want := range map[*content.Hint]content.Value{&hint: tt.value, nil: tt.unhinted} {
				got, err := content.Reading{Hint: h}.Parts(parts)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("hint %v: %s", h, diff)
				}
			}
		})
	}
}

// Parts get lost and are added on the way; what is left is read.
func TestPartsThatChanged(t *testing.T) {
	v := object(content.Member{Name: "a", Value: of(photo)}, content.Member{Name: "b", Value: of(scan)}, content.Member{Name: "c", Value: of(website)})
	parts, hint := v.Parts()
	drop := func(i int) []content.Part { return slices.Delete(slices.Clone(parts), i, i+1) }
	rest, _ := v.Split()
	b := rest.Tree().Lookup("b")
	without := object(content.Member{Name: "a", Value: of(photo)}, content.Member{Name: "b", Value: content.Of(b)}, content.Member{Name: "c", Value: of(website)})
	tests := []struct {
		name, reason string
		parts        []content.Part
		want         content.Value
	}{
		{"a file less", "who is left is known by the identifier", drop(2), without},
		{"the JSON lost", "the files are a list", drop(0), list(of(photo), of(scan), of(website))},
		{"a file more", "nobody knows where it belongs", append(slices.Clone(parts), content.Part{File: photo}),
			list(content.Text(parts[0].Text), of(photo), of(scan), of(website), of(photo))},
		{"another file", "it is not the one referred to", []content.Part{parts[0], {File: photo}, {File: photo}}, list(content.Text(parts[0].Text), of(photo), of(photo))},
		{"JSON that is none", "", append([]content.Part{{Text: "{broken"}}, parts[1:]...), list(content.Text("{broken"), of(photo), of(scan), of(website))},
		{"other JSON", "the places are gone", append([]content.Part{{Text: `{"x":1}`}}, parts[1:]...), list(content.Text(`{"x":1}`), of(photo), of(scan), of(website))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := content.Reading{Hint: &hint}.Parts(tt.parts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s: %s", tt.reason, diff)
			}
		})
	}
}

// Which of two files of one name was lost cannot be told: then the JSON and what is left
// are a list.
func TestPartsOfOneName(t *testing.T) {
	file := func(id string, b ...byte) content.Binary {
		return content.Binary{MediaType: "image/png", Data: b, Identifier: id}
	}
	one, two, other := file("chart", 1), file("chart", 2), file("map", 3)
	link := content.ImageURL{URL: "https://e.com/a.png", Identifier: "chart"}
	v := object(content.Member{Name: "a", Value: of(one)}, content.Member{Name: "b", Value: of(two)}, content.Member{Name: "c", Value: of(other)}, content.Member{Name: "d", Value: of(link)})
	parts, hint := v.Parts()
	rest, files := v.Split()
	only := func(at ...int) content.Value {
		var left []content.Placed
		for _, i := range at {
			left = append(left, files[i])
		}
		return rest.Join(left)
	}
	apart := func(files ...content.File) content.Value {
		items := []content.Value{content.Text(parts[0].Text)}
		for _, f := range files {
			items = append(items, of(f))
		}
		return list(items...)
	}
	for _, tt := range []struct {
		name, reason string
		files        []content.File
		want         content.Value
	}{
		{"the first lost", "the second must not stand in its place", []content.File{two, other, link}, apart(two, other, link)},
		{"the second lost", "nobody knows that it was not the first", []content.File{one, other, link}, apart(one, other, link)},
		{"one of three", "", []content.File{two}, apart(two)},
		{"both lost", "the others have names of their own", []content.File{other, link}, only(2, 3)},
		{"another lost", "as many files of the name as references", []content.File{one, two, link}, only(0, 1, 3)},
		{"one of another kind lost", "a kind is a part of the name", []content.File{one, two, other}, only(0, 1, 2)},
		{"more of the name", "", []content.File{one, two, two}, apart(one, two, two)},
		{"all", "", []content.File{one, two, other, link}, v},
	} {
		parts := parts[:1:1]
		for _, f := range tt.files {
			parts = append(parts, content.Part{File: f})
		}
		got, err := content.Reading{Hint: &hint}.Parts(parts)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %s: %v %s", tt.name, tt.reason, err, diff)
		}
	}
}

// A file that no value can hold is an error, wherever it would have gone.
func TestPartsThatAreNoFiles(t *testing.T) {
	for name, f := range map[string]content.File{
		"no provider": content.UploadedFile{FileID: "f", Identifier: "x"},
		"not UTF-8":   content.ImageURL{URL: "https://e.com/\xff", Identifier: "x"},
		"nil":         (*content.Binary)(nil),
	} {
		kind := content.KindBinary
		if f != content.File((*content.Binary)(nil)) {
			kind = f.Kind()
		}
		reference := `[{"kind":"` + string(kind) + `","identifier":"x"},1]`
		for way, parts := range map[string][]content.Part{"alone": {{File: f}}, "in a list": {{Text: "x"}, {File: f}}, "referred to": {{Text: reference}, {File: f}}} {
			for _, h := range []*content.Hint{nil, {Form: content.FormJSON, Files: []string{"/0"}}, {Form: content.FormList}} {
				if v, err := (content.Reading{Hint: h}).Parts(parts); err == nil {
					t.Errorf("%s, %s, hint %v: %s", name, way, h, v.Inline())
				}
			}
			if v, err := (content.Reading{}).TreeAndFiles(content.Text("x").Tree(), parts); err == nil {
				t.Errorf("%s, %s, beside a tree: %s", name, way, v.Inline())
			}
		}
	}
}

// Without a hint JSON takes in the files that it refers to, and no others.
func TestPartsOfStrangers(t *testing.T) {
	text := `{"a":{"kind":"binary","identifier":"0c7a62"}}`
	for name, f := range map[string]content.File{"another file": scan, "another kind": content.ImageURL{Identifier: "0c7a62"}} {
		got, err := content.Reading{}.Parts([]content.Part{{Text: text}, {File: f}})
		if diff := cmp.Diff(list(content.Text(text), of(f)), got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestInline(t *testing.T) {
	upload := `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	hint := func(f content.Form, files ...string) *content.Hint { return &content.Hint{Form: f, Files: files} }
	tests := []struct {
		name, reason, text string
		hint               *content.Hint
		want               content.Value
	}{
		{"empty", "a text as any", "", nil, content.Text("")},
		{"number", "scalars stay texts", "123", nil, content.Text("123")},
		{"null", "", "null", nil, content.Text("null")},
		{"quoted", "", `"x"`, nil, content.Text(`"x"`)},
		{"list", "", " [1, 2]\n", nil, read(t, `[1,2]`)},
		{"broken list", "", "[1, 2", nil, content.Text("[1, 2")},
		{"two", "", "{} {}", nil, content.Text("{} {}")},
		{"a name twice", "no JSON by our rules", `{"a":1,"a":2}`, nil, content.Text(`{"a":1,"a":2}`)},
		{"file", "", upload, nil, of(content.UploadedFile{FileID: "f", Provider: "openai"})},
		{"hinted text", "", upload, hint(content.FormText), content.Text(upload)},
		{"hinted data", "", upload, hint(content.FormJSON), read(t, upload)},
		{"hinted number", "", "9007199254740993", hint(content.FormJSON), read(t, `9007199254740993`)},
		{"hinted null", "", "", hint(content.FormNull), content.Null()},
		{"hinted none", "", "", hint(content.FormNone), content.Value{}},
		{"a hint that does not fit", "is passed over", "x", hint(content.FormNull), content.Text("x")},
		{"a hint of JSON that is none", "is passed over", "x", hint(content.FormJSON), content.Text("x")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := content.Reading{Hint: tt.hint}.Inline(tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("%s: %v %s", tt.reason, err, diff)
			}
		})
	}
}

func TestJoinPassesOver(t *testing.T) {
	v := object(content.Member{Name: "a", Value: of(photo)}, content.Member{Name: "b", Value: of(scan)})
	rest, files := v.Split()
	if rest.HasFiles() || !rest.Join(files).Equal(v) {
		t.Errorf("%s", rest.Inline())
	}
	var none *content.Binary
	odd := []content.Placed{{Pointer: "/x", File: photo}, {Pointer: "a", File: photo}, {Pointer: "/b", File: none}, {Pointer: "/a", File: &scan}}
	want := object(content.Member{Name: "a", Value: of(scan)}, content.Member{Name: "b", Value: content.Of(rest.Tree().Lookup("b"))})
	if diff := cmp.Diff(want, rest.Join(odd)); diff != "" {
		t.Error(diff)
	}
	if !(content.Value{}).Join(files).IsZero() {
		t.Error("files joined to nothing")
	}
}

// What is read is bounded in the names before a file; what was split never is.
func TestJoinBehindALongName(t *testing.T) {
	v := object(content.Member{Name: strings.Repeat("~/", 40<<10), Value: of(photo)})
	rest, files := v.Split()
	if got := rest.Join(files); !got.Equal(v) {
		t.Error("the file is lost")
	}
}

// Files with metadata make the JSON that refers to them deeper.
func TestPartsWithFilesAreLimited(t *testing.T) {
	f := photo
	f.VendorMetadata = content.Must(content.JSON([]byte(`{"a":[[]]}`)))
	text := `[[{"kind":"binary","identifier":"` + f.ID() + `"}]]`
	for depth, ok := range map[int]bool{6: true, 5: false} {
		v, err := content.Reading{Limits: content.Limits{Depth: depth}}.Parts([]content.Part{{Text: text}, {File: f}})
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "5 levels") || ok && !v.HasFiles() {
			t.Errorf("%d levels: %v", depth, err)
		}
	}
}

func TestHintJSON(t *testing.T) {
	for text, reason := range map[string]string{
		``: "no JSON", `[]`: "no object", `{}`: "no version", `{"v":2,"form":"json"}`: "another version", `{"v":1}`: "no form", `{"v":1,"form":"xml"}`: "another form",
		`{"v":1,"form":1}`: "a form is a string", `{"v":1,"form":"json","files":{}}`: "files are a list", `{"v":1,"form":"json","files":[1]}`: "pointers are strings",
	} {
		h := content.Hint{Form: content.FormText}
		if err := h.UnmarshalJSON([]byte(text)); err == nil || h.Form != content.FormText {
			t.Errorf("%s: %s was read as %v", reason, text, h)
		}
	}
	var h content.Hint
	if err := h.UnmarshalJSON([]byte(`{"v":1,"form":"json","files":["/a"],"later":true}`)); err != nil || len(h.Files) != 1 {
		t.Errorf("a member of a later version: %v", err)
	}
	if b, err := (content.Hint{Form: "xml"}).MarshalJSON(); err == nil {
		t.Errorf("written: %s", b)
	}
}

func ExampleValue_Parts() {
	chart := content.Must(content.OfFile(content.Binary{MediaType: "image/png", Data: []byte("\x89PNG")}))
	v := content.Must(content.List(content.Text("Sales by month:"), chart))
	parts, hint := v.Parts()
	for _, p := range parts {
		if p.File != nil {
			fmt.Println(p.File.Medium(), p.File.ContentType())
		} else {
			fmt.Println(p.Text)
		}
	}
	back, _ := content.Reading{Hint: &hint}.Parts(parts)
	fmt.Println(back.Equal(v))
	// Output:
	// Sales by month:
	// image image/png
	// true
}

func ExampleReading() {
	// A user's own map that is spelled like a file.
	v, _ := content.JSON([]byte(`{"kind":"image-url","url":"https://e.com/a.png","media_type":null}`))
	text, _ := v.MarshalJSON()
	hint := v.Hint()

	guessed, _ := content.Reading{}.JSON(text)
	exact, _ := content.Reading{Hint: &hint}.JSON(text)
	fmt.Println(guessed.HasFiles(), exact.HasFiles(), exact.Equal(v))
	// Output: true false true
}
