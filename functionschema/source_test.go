package functionschema_test

import (
	"strings"
	"testing"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/comments"
)

func TestFromSource(t *testing.T) {
	add := func(a, b int) int { return a + b }
	build := func(said comments.Map, params ...functionschema.Param) string {
		t.Helper()
		f, err := functionschema.New(add, functionschema.WithName("add"), functionschema.WithParams(params...), functionschema.FromSource(said))
		if err != nil {
			t.Fatal(err)
		}
		return string(f.Schema())
	}
	names := functionschema.Names("a", "b")
	first := build(comments.Map{"a": "One."}, names...)
	if !strings.Contains(first, `"a":{"type":"integer","description":"One."`) || strings.Count(first, "description") != 1 {
		t.Errorf("a positional parameter is not described: %s", first)
	}
	if again := build(comments.Map{"a": "Other."}, names...); again == first {
		t.Error("what was compiled for other comments was found in the cache")
	}
	if bare := build(nil, names...); strings.Contains(bare, "description") {
		t.Errorf("there are descriptions without comments: %s", bare)
	}
	tagged := build(comments.Map{"a": "One."}, functionschema.Param{Name: "a", Tag: `jsonschema_description:"Tag."`}, functionschema.Param{Name: "b"})
	if !strings.Contains(tagged, `"Tag."`) || strings.Contains(tagged, `"One."`) {
		t.Errorf("the tag does not win: %s", tagged)
	}
}
