package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/content"
)

// nested is a list n levels deep, the innermost of which has the item.
func nested(n int, item string) string { return strings.Repeat("[", n) + item + strings.Repeat("]", n) }

// with is a file whose metadata are n levels deep: the file is n+1.
func with(n int) content.ImageURL {
	return content.ImageURL{URL: "https://e.com/a.png", VendorMetadata: content.Must(content.Reading{Limits: content.Limits{Depth: 1000}}.JSON([]byte(`{"a":` + nested(n-1, "") + `}`)))}
}

// What pieces are together is held to the limits, and no less.
func TestLimitsOfTheWhole(t *testing.T) {
	parse := func(text string) content.Value { return content.Must(content.JSON([]byte(text))) }
	reference := `{"kind":"image-url","identifier":"` + photoURL.ID() + `"}`
	for _, tt := range []struct {
		name, reason string
		limits       content.Limits
		text         string // "" for none
		files        []content.File
		ok           bool
	}{
		{"a file alone", "is a level", content.Limits{Depth: 1}, "", []content.File{photoURL}, true},
		{"a file alone, no levels", "", content.Limits{Depth: -1}, "", []content.File{photoURL}, false},
		{"metadata", "are below the file", content.Limits{Depth: 5}, "", []content.File{with(4)}, true},
		{"metadata, too deep", "", content.Limits{Depth: 4}, "", []content.File{with(4)}, false},
		{"metadata in a list", "the list is a level too", content.Limits{Depth: 6}, "x", []content.File{with(4)}, true},
		{"metadata in a list, too deep", "", content.Limits{Depth: 5}, "x", []content.File{with(4)}, false},
		{"joined", "", content.Limits{Depth: 6}, nested(5, reference), []content.File{photoURL}, true},
		{"joined, metadata too deep", "each alone is within", content.Limits{Depth: 8}, nested(5, `{"kind":"image-url","identifier":"`+with(4).ID()+`"}`), []content.File{with(4)}, false},
		{"deeper than by default", "the limit is the reader's", content.Limits{Depth: 300}, nested(299, reference), []content.File{photoURL}, true},
		{"metadata deeper than by default", "", content.Limits{Depth: 300}, "", []content.File{with(299)}, true},
		{"metadata in a list, deeper than by default", "", content.Limits{Depth: 300}, "x", []content.File{with(298)}, true},
		{"metadata deeper than a high limit", "", content.Limits{Depth: 300}, "x", []content.File{with(299)}, false},
		{"values of a list", "list, text, files", content.Limits{Values: 4}, "x", []content.File{photoURL, photoURL}, true},
		{"values of a list, too many", "", content.Limits{Values: 3}, "x", []content.File{photoURL, photoURL}, false},
		{"values of metadata", "", content.Limits{Values: 3}, "", []content.File{with(2)}, true},
		{"values of metadata, too many", "", content.Limits{Values: 2}, "", []content.File{with(2)}, false},
		{"files", "", content.Limits{Files: 1}, "x", []content.File{photoURL, photoURL}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var parts []content.Part
			if tt.text != "" {
				parts = append(parts, content.Part{Text: tt.text})
			}
			for _, f := range tt.files {
				parts = append(parts, content.Part{File: f})
			}
			_, err := content.Reading{Limits: tt.limits}.Parts(parts)
			if (err == nil) != tt.ok {
				t.Fatalf("%s: %v", tt.reason, err)
			}
			if tt.text != "" {
				root := content.Text(tt.text)
				if tt.text[0] == '[' {
					root = parseDeep(t, tt.text)
				}
				v, err := content.Reading{Limits: tt.limits}.TreeAndFiles(root.Tree(), parts)
				if (err == nil) != tt.ok {
					t.Errorf("apart from a tree: %s: %v", tt.reason, err)
				}
				if err == nil && fmt.Sprint(v.Hint().Files) != fmt.Sprint(expected(tt.text, len(tt.files))) {
					t.Errorf("files at %v", v.Hint().Files)
				}
			}
		})
	}
	if _, err := (content.Reading{Limits: content.Limits{Depth: 2}}).TreeAndFiles(parse(`[[[]]]`).Tree(), nil); err == nil {
		t.Error("three levels are two")
	}
	if v, err := (content.Reading{Limits: content.Limits{Values: -1}}).Parts(nil); err != nil || !v.IsZero() {
		t.Error(err)
	}
	if e := (content.Limits{Values: 7, Bytes: -1}).Exact(); e != (content.Limits{Bytes: -1, Depth: -1, Values: 7, Files: -1}) {
		t.Error(e)
	}
}

var photoURL = content.ImageURL{URL: "https://e.com/a.png"}

func parseDeep(t *testing.T, text string) content.Value {
	t.Helper()
	v, err := content.Reading{Hint: &content.Hint{Form: content.FormJSON}, Limits: content.Limits{Depth: 1000}}.JSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// expected is where files are: in the nested list, or in a list after what is no JSON.
func expected(text string, n int) []string {
	if text[0] == '[' {
		return []string{strings.Repeat("/0", strings.Count(text, "["))}
	}
	var at []string
	for i := range n {
		at = append(at, fmt.Sprintf("/%d", i+1))
	}
	return at
}

// A pointer is as long as the limit lets the value be deep.
func TestDeepPointers(t *testing.T) {
	text := nested(200, `{"kind":"image-url","url":"https://e.com/a.png"}`)
	r := content.Reading{Hint: &content.Hint{Form: content.FormJSON, Files: []string{strings.Repeat("/0", 200)}}, Limits: content.Limits{Depth: 201}}
	v, err := r.JSON([]byte(text))
	if err != nil || len(v.Hint().Files) != 1 {
		t.Fatalf("%v, files at %v", err, v.Hint().Files)
	}
	parts, h := v.Parts()
	r.Hint = &h
	if back, err := r.Parts(parts); err != nil || !back.Equal(v) {
		t.Errorf("parts: %v", err)
	}
	if rest, files := v.Split(); !rest.Join(files).Equal(v) {
		t.Error("split and joined it is another")
	}
}
