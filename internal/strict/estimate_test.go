package strict

import (
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// Separators are at least as many as values, whatever stands in strings.
func TestSeparators(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       int
	}{
		{"a scalar", `1`, 1}, {"items", `[1,2,3]`, 4}, {"members", `{"a":1,"b":2}`, 3}, {"an empty object", `[{},{}]`, 5},
		{"in a string", `["a,b:c[{"]`, 2}, {"behind an escaped quote", `["\",,,",1]`, 3}, {"behind a backslash", `["\\",1]`, 3},
		{"no end", `["a,`, 2}, {"no end behind a backslash", `["\`, 2},
	} {
		if got := separators(row.text); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
	text := `{"a":[` + strings.Repeat(`{"x\"y":"1,2"},[],null,`, 5_000) + `0]}`
	v, err := Parse([]byte(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if values := count(v); separators(text) < values {
		t.Errorf("%d separators of %d values", separators(text), values)
	}
}

func count(v *tree.Value) int {
	n := 1
	for _, item := range v.Items {
		n += count(item)
	}
	for _, m := range v.Members {
		n += count(m.Value)
	}
	return n
}
