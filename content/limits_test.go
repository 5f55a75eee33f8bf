package content_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/pace"
)

func TestLimits(t *testing.T) {
	file := `{"kind":"binary","media_type":"a/b","data":""}`
	files := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(file+",", n), ",") + "]" }
	named := func(n int) *content.Hint { return &content.Hint{Form: content.FormJSON, Files: make([]string, n)} }
	tests := []struct {
		name, reason string
		reading      content.Reading
		text         string
		ok           bool
	}{
		{"1000 files", "", content.Reading{}, files(1000), true},
		{"1001 files", "", content.Reading{}, files(1001), false},
		{"2 of 2", "", content.Reading{Limits: content.Limits{Files: 2}}, files(2), true},
		{"3 of 2", "", content.Reading{Limits: content.Limits{Files: 2}}, files(3), false},
		{"1 of 0", "", content.Reading{Limits: content.Limits{Files: -1}}, files(1), false},
		{"hinted to be data", "no files, so not too many", content.Reading{Hint: named(0)}, files(1001), true},
		{"a long hint", "is work too", content.Reading{Hint: named(1001)}, files(1), false},
		{"depth", "", content.Reading{Limits: content.Limits{Depth: 3}}, `[[[]]]`, true},
		{"too deep", "", content.Reading{Limits: content.Limits{Depth: 3}}, `[[[[]]]]`, false},
		{"values", "", content.Reading{Limits: content.Limits{Values: 3}}, `[1,2]`, true},
		{"too many values", "", content.Reading{Limits: content.Limits{Values: 3}}, `[1,2,3]`, false},
		{"size", "", content.Reading{Limits: content.Limits{Bytes: 5}}, `[1,2]`, true},
		{"too large", "", content.Reading{Limits: content.Limits{Bytes: 5}}, `[1,22]`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tt.reading.JSON([]byte(tt.text)); (err == nil) != tt.ok {
				t.Errorf("%s: JSON: %v", tt.reason, err)
			}
			if _, err := tt.reading.Inline(tt.text); (err == nil) != tt.ok {
				t.Errorf("%s: Inline: %v", tt.reason, err)
			}
		})
	}
	parts := make([]content.Part, 1001)
	for i := range parts {
		parts[i].File = photo
	}
	if _, err := (content.Reading{}).Parts(parts); err == nil {
		t.Error("1001 parts that are files were read")
	}
}

func TestDepthOfValues(t *testing.T) {
	v := of(photo) // one level
	for range 127 {
		v = list(v)
	}
	b, err := content.Response{Status: content.Success, Value: v}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var r content.Response
	if err := r.UnmarshalJSON(b); err != nil || !r.Value.Equal(v) {
		t.Errorf("128 levels: %v", err)
	}
	if _, err := content.List(v); err == nil {
		t.Error("129 levels were made")
	}
	if _, err := content.Object(content.Member{Value: v}); err == nil {
		t.Error("129 levels were made")
	}
	metadata := content.Must(content.JSON([]byte(strings.Repeat("[", 127) + strings.Repeat("]", 127))))
	deep := content.ImageURL{VendorMetadata: object(content.Member{Name: "a", Value: metadata})}
	if v, err := content.List(of(photo), content.Must(content.OfFile(photo))); err != nil || !v.HasFiles() {
		t.Error(err)
	}
	if _, err := content.OfFile(deep); err == nil {
		t.Error("a file of 129 levels was made")
	}
}

func TestObjectRefuses(t *testing.T) {
	for name, members := range map[string][]content.Member{
		"twice":     {{Name: "a"}, {Name: "a"}},
		"not UTF-8": {{Name: "\xff"}},
	} {
		if v, err := content.Object(members...); err == nil {
			t.Errorf("%s: %s", name, v.Inline())
		}
	}
}

// TestHostile reads 10 MB of every bad kind: each is refused or read in a second and
// 200 MB, and judged by a policy.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	fill := func(before, unit, after string) []byte {
		n := (10<<20 - len(before) - len(after)) / len(unit)
		return []byte(before + strings.Repeat(unit, n) + after)
	}
	upload := `{"kind":"uploaded-file","file_id":"f","provider_name":"openai"}`
	name := strings.Repeat("n", 5<<20)
	far := []byte(`{"` + name + `":[0` + strings.Repeat(","+upload, 900) + `]}`)
	near := []byte(`{"` + name[:60<<10] + `":[0` + strings.Repeat(","+upload, 900) + `]}`)
	pointers := &content.Hint{Form: content.FormJSON}
	for i := range 1000 {
		pointers.Files = append(pointers.Files, strings.Repeat("/a", i%100)+"/b")
	}
	var names strings.Builder
	for i := range 950_000 {
		fmt.Fprintf(&names, `,"%d":0`, i)
	}
	tests := map[string]struct {
		reading content.Reading
		text    []byte
	}{
		"open lists":           {text: fill("", "[", "")},
		"open objects":         {text: fill("", `{"a":`, "")},
		"zeros":                {text: fill("[0", ",0", "]")},
		"empty lists":          {text: fill("[0", ",[]", "]")},
		"uploads":              {text: fill("["+upload, ","+upload, "]")},
		"uploads hinted away":  {text: fill("["+upload, ","+upload, "]"), reading: content.Reading{Hint: &content.Hint{Form: content.FormJSON}}},
		"look-alikes":          {text: fill(`[0`, `,{"kind":"image-url","url":"file:x"}`, "]")},
		"long pointers":        {text: fill(`[0`, `,{"a":{"a":{"a":{"a":1}}}}`, "]"), reading: content.Reading{Hint: pointers}},
		"one binary":           {text: fill(`{"kind":"binary","media_type":"a/b","data":"`, "AAAA", `"}`)},
		"a binary with dashes": {text: fill(`{"kind":"binary","media_type":"a/b","data":"`, "-_-_", `+"}`)},
		"byte array":           {text: fill(`{"kind":"binary","media_type":"a/b","data":{"type":"Buffer","data":[0`, ",255", "]}}"), reading: content.Reading{ByteObjects: true}},
		"files far away":       {text: far},
		"look-alikes far away": {text: far, reading: content.Reading{Hint: &content.Hint{Form: content.FormJSON}}},
		"files at the limit":   {text: near},
		"a deep hint":          {text: near, reading: content.Reading{Hint: &content.Hint{Form: content.FormJSON, Files: slices.Repeat([]string{strings.Repeat("/a", 5<<20)}, 1000)}}},
		"long string":          {text: fill(`"`, `\u0041`, `"`)},
		"one name":             {text: fill(`{"`, `__proto__`, `":1}`)},
		"names":                {text: fill(`{"a":1`, `,"a":1`, "}")},
		"a long number":        {text: fill("", "1", "")},
		"as many names":        {text: []byte("{" + names.String()[1:] + "}")},
		"behind tildes":        {text: []byte(`{"` + strings.Repeat("~", 30<<10) + `":[0` + strings.Repeat(","+upload, 990) + `]}`)},
		"look-alikes, nested":  {text: []byte("[" + strings.Repeat(strings.Repeat(`{"kind":"image-url","url":1,"vendor_metadata":`, 60)+"{}"+strings.Repeat("}", 60)+",", 3_700) + "0]")},
		"files in metadata":    {text: []byte("[" + strings.Repeat(strings.Repeat(`{"kind":"image-url","url":"u","media_type":null,"vendor_metadata":`, 60)+"{}"+strings.Repeat("}", 60)+",", 990) + "0]")},
		"nested metadata":      {text: fill(`[0`, `,{"kind":"image-url","url":"u","media_type":null,"vendor_metadata":{"a":[[[[]]]]}}`, "]")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pace.Frugal(t, time.Second, 200<<20, func() {
				v, err := tt.reading.JSON(tt.text)
				dropped := 0
				if err == nil {
					_, _ = v.Hint(), v.Ambiguous()
					_, list := content.Policy{}.Apply(v)
					dropped = len(list)
				}
				t.Logf("%d dropped, %v", dropped, err != nil)
			})
		})
	}
}

// Parts whose JSON has more references, and farther ones, than there are files.
func TestHostileParts(t *testing.T) {
	reference := `{"kind":"binary","identifier":"0c7a62"}`
	name := strings.Repeat("n", 4<<20)
	for reason, text := range map[string]string{
		"many":     `[0` + strings.Repeat(","+reference, 150_000) + `]`,
		"far":      `{"` + name + `":[0` + strings.Repeat(","+reference, 50_000) + `]}`,
		"far deep": strings.Repeat(`{"`+name[:40<<10]+`":`, 100) + "[" + reference + strings.Repeat(`,{"a":[[[]]]}`, 10_000) + "]" + strings.Repeat(`}`, 100),
	} {
		t.Run(reason, func(t *testing.T) {
			parts := []content.Part{{Text: text}, {File: photo}}
			for _, h := range []*content.Hint{nil, {Form: content.FormJSON, Files: []string{"/x", "/y"}}} {
				pace.Within(t, time.Second, func() {
					v, err := content.Reading{Hint: h}.Parts(parts)
					if want := list(content.Text(text), of(photo)); err != nil || !v.Equal(want) {
						t.Error(err)
					}
				})
			}
		})
	}
}

func FuzzReading(f *testing.F) {
	for _, seed := range []string{
		`{"kind":"binary","media_type":"image/png","data":"AAEC","identifier":"x","vendor_metadata":{"a":1}}`,
		`[{"kind":"image-url","url":"u","media_type":null,"force_download":"allow-local"},"[1]"]`,
		`{"a":{"kind":"uploaded-file","file_id":"f","provider_name":"openai"},"__proto__":{}}`,
		`{"kind":"binary","media_type":"image/png","data":{"0":1,"1":2}}`, `{"kind":"binary","media_type":"a","data":{"type":"Buffer","data":[1]}}`,
	} {
		f.Add([]byte(seed), "/a", true)
	}
	f.Fuzz(func(t *testing.T, text []byte, pointer string, hinted bool) {
		r := content.Reading{ByteObjects: true}
		if hinted {
			r.Hint = &content.Hint{Form: content.FormJSON, Files: []string{pointer}}
		}
		inline, err := r.Inline(string(text))
		if err == nil {
			_ = inline.Text()
		}
		v, err := r.JSON(text)
		if err != nil {
			return
		}
		canonical, err := v.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		h := v.Hint()
		if n := v.CountFiles(); n != len(h.Files) {
			t.Fatalf("%d files, and %d pointers to them", n, len(h.Files))
		}
		back, err := content.Reading{Hint: &h, Limits: content.Limits{Bytes: 1 << 30, Values: 1 << 30}}.JSON(canonical)
		if err != nil || !back.Equal(v) {
			t.Fatalf("%s became %s: %v", canonical, back.Inline(), err)
		}
		if plain, err := (content.Reading{}).JSON(canonical); err != nil || !v.Ambiguous() && !plain.Equal(v) {
			t.Fatalf("not ambiguous: %s became %s", canonical, plain.Inline())
		}
		parts, h := v.Parts()
		if back, err := (content.Reading{Hint: &h}).Parts(parts); err != nil || !back.Equal(v) {
			t.Fatalf("parts of %s became %s: %v", canonical, back.Inline(), err)
		}
		if rest, files := v.Split(); !rest.Join(files).Equal(v) {
			t.Fatalf("split %s", canonical)
		}
		once, _ := content.Policy{}.Apply(v)
		if twice, more := (content.Policy{}).Apply(once); !twice.Equal(once) || len(more) > 0 {
			t.Fatalf("policy: %s then %s", once.Inline(), twice.Inline())
		}
		if bytes.Contains([]byte(once.Inline()), []byte(`"kind":"uploaded-file"`)) {
			for p, f := range once.Files() {
				if f.Kind() == content.KindUploadedFile {
					t.Fatalf("an uploaded file at %s", p)
				}
			}
		}
	})
}

func FuzzHint(f *testing.F) {
	f.Add([]byte(`{"v":1,"form":"json","files":["/a"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var h, again content.Hint
		if h.UnmarshalJSON(text) != nil {
			return
		}
		b, err := h.MarshalJSON()
		if err != nil || again.UnmarshalJSON(b) != nil || again.Form != h.Form || len(again.Files) != len(h.Files) {
			t.Fatalf("%s: %s, %v", text, b, err)
		}
	})
}
