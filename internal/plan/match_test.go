package plan

import (
	"fmt"
	"strings"
	"testing"
)

// TestKeyTable looks every name up among others, of any number and likeness.
func TestKeyTable(t *testing.T) {
	none := func(int) int { return 0 }
	all := func(n int) int { return n }
	chained := func(n int) int { return n - mostChained }
	for _, test := range []struct {
		name, reason string
		of           func(i int) string
		missed       func(n int) int // how many of n names the table may not have
	}{
		{"short", "a whole name is in one word", func(i int) string { return fmt.Sprint(i) }, none},
		{"word", "with its quotes a name is just a word, or one byte more", func(i int) string { return "name" + fmt.Sprint(10+i) }, none},
		{"alike", "the first word is that of all", func(i int) string { return "customer_name_" + fmt.Sprint(i) }, chained},
		{"ends alike", "the first and the last word are", func(i int) string { return "customer_" + strings.Repeat("x", i) + "_of_the_order" }, chained},
		{"nested", "each begins as the next does", func(i int) string { return strings.Repeat("a", i) }, chained},
		{"beyond ASCII", "they are bytes like others", func(i int) string { return "é" + string(rune('😀'+i)) }, chained},
		{"escaped", "no text has them as they are", func(i int) string { return fmt.Sprintf("a\"%d", i) }, all},
	} {
		t.Run(test.name, func(t *testing.T) {
			for n := 1; n < 200; n++ {
				o := &objectRules{}
				for i := range n {
					o.fields = append(o.fields, field{name: test.of(i), key: newKey(test.of(i))})
				}
				o.keys = newKeyTable(o.fields)
				missed := 0
				for i := range n {
					text := `{"` + test.of(i) + `":1,"other":2}`
					got, end := o.match([]byte(text), 1)
					if got < 0 {
						missed++
					} else if got != i || end != 3+len(test.of(i)) {
						t.Fatalf("%s is field %d of %d up to %d, want %d", text, got, n, end, i)
					}
				}
				if missed > max(0, test.missed(n)) {
					t.Fatalf("%d of %d names are not found, want %d", missed, n, test.missed(n))
				}
				for _, other := range []string{"", "b", "aaaaab", "customer", "customer_name_", "name1000", "é", "zzzzzzzzzzzzzzzzzzzz"} {
					if i, end := o.match([]byte(`"`+other+`":0,"x":1`), 0); i >= 0 && o.fields[i].name != other || i < 0 && end != 0 {
						t.Fatalf("%q is taken for %q", other, o.fields[i].name)
					}
				}
			}
		})
	}
}
