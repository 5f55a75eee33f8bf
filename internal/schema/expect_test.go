package schema

import (
	"math"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// read reads a JSON text of a test.
func read(t testing.TB, text string) *tree.Value {
	t.Helper()
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	if fault != nil {
		t.Fatalf("%s: %v", text, fault)
	}
	return v
}

// compiled compiles a schema that has no fault.
func compiled(t testing.TB, text string, o Options) *Schema {
	t.Helper()
	s, faults := Compile(read(t, text), o)
	if len(faults) > 0 {
		t.Fatalf("%s is refused: %s", text, list(faults))
	}
	return s
}

// Complete is CompleteWithin without a limit.
func (s *Schema) Complete(v *tree.Value) *tree.Value {
	completed, _ := s.CompleteWithin(v, math.MaxInt)
	return completed
}

// list writes violations in short: pointer, keyword and property, as JSON strings
// where they are, without messages.
func list(violations []Violation) string {
	var words []string
	for _, v := range violations {
		word := quote(v.Pointer)[1:]
		word = word[:len(word)-1] + " " + v.Keyword
		if v.Property != nil {
			word += " " + quote(*v.Property)
		}
		if v.Reason != "" {
			word += " (" + v.Reason + ")"
		}
		words = append(words, strings.TrimSpace(word))
	}
	return strings.Join(words, "; ")
}
