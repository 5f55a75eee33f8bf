package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
)

func TestExcerpt(t *testing.T) {
	name := func(s string) *string { return &s }
	long := strings.Repeat("abcdefghij", 30)
	for _, tt := range []struct {
		name, text string
		width      int
		list       []content.Violation
		want       string
	}{
		{"a scalar is marked whole", `{"n": "x"}`, 0, []content.Violation{{Pointer: "/n", Keyword: "type", Message: "must be an integer"}}, `
1 | {"n": "x"}
  |       ^^^ 1:7 type: must be an integer
`},
		{"a member by its name, an object by its bracket", "{\"a\" :\n 1}", 0, []content.Violation{
			{Pointer: "", Keyword: "additionalProperties", Property: name("a"), Message: "not accepted"},
			{Pointer: "", Keyword: "required", Property: name("b"), Message: "is required"},
		}, `
1 | {"a" :
  | ^ 1:1 required: is required
  |  ^^^ 1:2 additionalProperties: not accepted
`},
		{"lines have numbers", "{\n  \"n\": [\n    1,\n    \"two\"\n  ]\n}\n", 0, []content.Violation{{Pointer: "/n/1", Keyword: "type", Message: "must be an integer"}}, `
4 |     "two"
  |     ^^^^^ 4:5 type: must be an integer
`},
		{"what cannot be read is marked at its byte", "{\"n\":01}", 0, []content.Violation{{Keyword: "parse", Reason: "syntax", Message: "no"}}, `
1 | {"n":01}
  |       ^ 1:7 parse syntax: no
`},
		{"the end of a text", `{"n":1`, 0, []content.Violation{{Keyword: "parse", Reason: "truncated", Message: "send all"}}, `
1 | {"n":1
  |       ^ 1:7 parse truncated: send all
`},
		{"nothing at all", ``, 0, []content.Violation{{Keyword: "parse", Reason: "syntax", Message: "no value"}}, `
1 | 
  | ^ 1:1 parse syntax: no value
`},
		{"characters and columns are counted, not bytes", `{"ä":"日本","n":"x"}`, 0, []content.Violation{{Pointer: "/n", Keyword: "type", Message: "no"}}, `
1 | {"ä":"日本","n":"x"}
  |                 ^^^ 1:15 type: no
`},
		{"control characters move nothing", "{\t\"n\":\"x\"}", 0, []content.Violation{{Pointer: "/n", Keyword: "type", Message: "no\x1b[2J"}}, `
1 | {\t"n":"x"}
  |        ^^^ 1:7 type: no\x1b[2J
`},
		{"what is not in the text stands alone", `{}`, 0, []content.Violation{{Pointer: "/tenant", Keyword: "type", Message: "hidden"}}, `
/tenant type: hidden
`},
		{"a long line is cut around the mark", `{"a":"` + long + `","n":"x","b":"` + long + `"}`, 60, []content.Violation{{Pointer: "/n", Keyword: "type", Message: "no"}}, `
1 | …ijabcdefghij","n":"x","b":"abcdefghijabcdefghijabcdefg…
  |                    ^^^ 1:313 type: no
`},
		{"a mark on a long value is cut", `{"n":"` + long + `"}`, 60, []content.Violation{{Pointer: "/n", Keyword: "type", Message: "no"}}, `
1 | {"n":"abcdefghijabcdefghijabcdefghijabcdefghijabcdefghi…
  |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |   1:6 type: no
`},
		{"a message that has no room goes below", `{"n": "x"}`, 40, []content.Violation{{Pointer: "/n", Keyword: "type", Message: "must be an integer, which is to say a number"}}, `
1 | {"n": "x"}
  |       ^^^
  |   1:7 type: must be an integer,
  |   which is to say a number
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			if err := (&terminal{out: &b, width: tt.width}).excerpt([]byte(tt.text), tt.list); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, "\n"+b.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for line := range strings.Lines(b.String()) {
				if n := columns(strings.TrimSuffix(line, "\n")); tt.width > 0 && n > tt.width {
					t.Errorf("a line has %d columns: %s", n, line)
				}
			}
		})
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add([]byte(`{"a":[1,"日"]}`), "/a/1", 40)
	f.Add([]byte("\xff{"), "", 41)
	f.Fuzz(func(t *testing.T, text []byte, pointer string, width int) {
		var b strings.Builder
		term := &terminal{out: &b, width: max(leastWidth, width%200)}
		for _, keyword := range []string{"type", "parse"} {
			if err := term.excerpt(text, []content.Violation{{Pointer: pointer, Keyword: keyword, Message: "no"}}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
