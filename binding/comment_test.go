package binding_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/comments"
)

type commentedInner struct {
	Deep *int
}

type commentedPage[T any] struct {
	Items []T
}

type commented struct {
	Plain  string
	Tagged string `jsonschema:"description=The tag."`
	Bytes  []byte
	Inner  commentedInner
	Page   commentedPage[commentedInner]
}

const bindingTests = "github.com/functionschema/fscheck/binding_test"

// Comments describe what no tag does, at every depth, and change nothing else.
func TestComments(t *testing.T) {
	said := comments.Map{}
	for _, at := range [][2]string{
		{"commented", "Plain"}, {"commented", "Tagged"}, {"commented", "Bytes"}, {"commented", "Inner"},
		{"commentedInner", "Deep"}, {"commentedPage", "Items"},
	} {
		said[comments.Field(bindingTests, at[0], at[1])] = "Comment of " + at[1] + "."
	}
	plain := shape(t, reflect.TypeFor[commented](), binding.Settings{})
	s := shape(t, reflect.TypeFor[commented](), binding.Settings{Comments: said})
	for pointer, want := range map[string]string{
		"/properties/Plain":                                       "Comment of Plain.",
		"/properties/Tagged":                                      "The tag.",
		"/properties/Bytes":                                       "Comment of Bytes.",
		"/properties/Inner":                                       "Comment of Inner.",
		"/properties/Inner/properties/Deep":                       "Comment of Deep.",
		"/properties/Page/properties/Items":                       "Comment of Items.",
		"/properties/Page/properties/Items/items/properties/Deep": "Comment of Deep.",
	} {
		d := s.Schema().At(pointer).Lookup("description")
		if d == nil || d.Text != want {
			t.Errorf("%s is described by %v, want %q", pointer, d, want)
		}
	}
	if s.Asserted()[s.Schema().At("/properties/Bytes")] != binding.Base64 || s.Notes()[s.Schema().At("/properties/Bytes")] == "" {
		t.Error("a comment has cost bytes their note or what binding depends on")
	}
	if diff := cmp.Diff(plain.Schema().String(), shape(t, reflect.TypeFor[commented](), binding.Settings{Comments: comments.Map{"else": "x"}}).Schema().String()); diff != "" {
		t.Error(diff)
	}
	r, faults := binding.Output(reflect.TypeFor[commentedInner](), binding.Settings{Comments: said})
	if len(faults) > 0 || r.Schema().At("/properties/Deep").Lookup("description") == nil {
		t.Errorf("results are not described: %v", faults)
	}
}
