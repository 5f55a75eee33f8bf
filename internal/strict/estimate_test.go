package strict

import (
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// Separators are at least as many as values, whatever stands in strings.
func TestEstimate(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       int
	}{
		{"a scalar", `1`, 1}, {"items", `[1,2,3]`, 4}, {"members", `{"a":1,"b":2}`, 3}, {"an empty object", `[{},{}]`, 5},
		{"in a string", `["a,b:c[{"]`, 2}, {"behind an escaped quote", `["\",,,",1]`, 3}, {"behind a backslash", `["\\",1]`, 3},
		{"no end", `["a,`, 2}, {"no end behind a backslash", `["\`, 2},
	} {
		if got := Separators(row.text); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
	text := `{"a":[` + strings.Repeat(`{"x\"y":"1,2"},[],null,`, 5_000) + `0]}`
	v, err := Parse([]byte(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if values, members := estimate(text); values < count(v) || members != 0 {
		t.Errorf("%d separators of %d values, room for %d members", values, count(v), members)
	}
	var wide strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&wide, `,"%d":[]`, i)
	}
	text = "{" + wide.String()[1:] + "}"
	if _, members := estimate(text); members != 5_000 {
		t.Errorf("room for %d members", members)
	}
	if v, err = Parse([]byte(text), Limits{}); err != nil || len(v.Members) != 5_000 || v.Lookup("4999") == nil || string(v.AppendCompact(nil)) != text {
		t.Errorf("%v, %d members", err, len(v.Members))
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
