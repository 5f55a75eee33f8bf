package comments_test

import (
	"testing"

	"github.com/functionschema/fscheck/internal/comments"
)

func TestField(t *testing.T) {
	for _, tt := range []struct{ name, typ, want string }{
		{"plain", "Query", "example.org/a.Query.Text"},
		{"generic: its arguments do not count, whatever is in them", "Query[map[string]example.org/b.T]", "example.org/a.Query.Text"},
	} {
		if got := comments.Field("example.org/a", tt.typ, "Text"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestDigest(t *testing.T) {
	a := comments.Map{"a": "1", "b": "2"}
	if a.Digest() != (comments.Map{"b": "2", "a": "1"}).Digest() {
		t.Error("the order of a map counts")
	}
	for name, other := range map[string]comments.Map{
		"another text": {"a": "1", "b": "3"},
		"fewer":        {"a": "1"},
		"shifted":      {"a": "1\" \"b", "": "2"},
	} {
		if a.Digest() == other.Digest() {
			t.Errorf("%s: the digests are alike", name)
		}
	}
}
