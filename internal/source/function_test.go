package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/comments"
)

func TestSplitDoc(t *testing.T) {
	params := []string{"query", "limit"}
	for _, tt := range []struct {
		name, doc, rest string
		want            comments.Map
	}{
		{"nothing", "", "", comments.Map{}},
		{"only text", "Find finds.\n\nMuch.\n", "Find finds.\n\nMuch.", comments.Map{}},
		{"go doc's list", "Find finds.\n\nParameters:\n  - query: What to find.\n  - limit: How many,\n    at most.\n\nIt is fast.\n",
			"Find finds.\n\nIt is fast.", comments.Map{"query": "What to find.", "limit": "How many, at most."}},
		{"a list without indent", "Parameters:\n- query: a\n- limit: b\n", "", comments.Map{"query": "a", "limit": "b"}},
		{"stars, types and dashes", "Args:\n  * query (string): a\n  * limit - b\n", "", comments.Map{"query": "a", "limit": "b"}},
		{"a heading of go doc", "Find.\n\n# Parameters\n\nquery: a\n", "Find.", comments.Map{"query": "a"}},
		{"lines of their own", "Find finds.\nquery: What to find.\nlimit: How many.\n", "Find finds.", comments.Map{"query": "What to find.", "limit": "How many."}},
		{"what is no parameter stays", "Find finds.\n\nnote: a\nlimits: b\n", "Find finds.\n\nnote: a\nlimits: b", comments.Map{}},
		{"a list of no parameter keeps its heading", "Parameters:\n  - other: a\n", "Parameters:\n  - other: a", comments.Map{}},
		{"text that begins with a name", "query is what to find.\n", "query is what to find.", comments.Map{}},
		{"the first of two holds", "query: a\nquery: b\n", "query: b", comments.Map{"query": "a"}},
		{"text behind a list", "Find.\n\nParameters:\n  - query: a\n\nResults:\n  - limit: not this one\n", "Find.\n\nResults:\n  - limit: not this one", comments.Map{"query": "a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := comments.Map{}
			rest := splitDoc(tt.doc, params, got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("parameters (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.rest, rest); diff != "" {
				t.Errorf("rest (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnwrap(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"one line", "The city.\n", "The city."},
		{"lines that width broke", "The city,\nin any\nlanguage.\n", "The city, in any language."},
		{"paragraphs stay apart", "One.\n\nTwo\nand more.\n", "One.\n\nTwo and more."},
		{"what is indented stays", "One of\n  - a\n  - b\n", "One of\n  - a\n  - b"},
	} {
		if diff := cmp.Diff(tt.want, unwrap(tt.text)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
