package conformance

import (
	"context"
	"strings"
	"testing"
)

// TestServeEnds: how the input ends, and what is said of it.
func TestServeEnds(t *testing.T) {
	const hello = `{"id":1,"cmd":"hello","protocol":[1],"format":"1.0","suite":"0.1.0"}`
	for _, test := range []struct {
		name, why, in string
		answers       int
		err           string
	}{
		{"nothing", "there is nothing to answer", "", 0, ""},
		{"after a line", "the runner has closed its end", hello + "\n", 1, ""},
		{"bye", "what comes after it is not read", hello + "\n" + `{"id":2,"cmd":"bye"}` + "\nx", 2, ""},
		{"spaces", "are no line", hello + "\n \t", 1, ""},
		{"within a line", "nothing is lost in silence", hello, 0, "the last line is not ended"},
		{"within a text", "whatever it is", hello + "\ngarbage", 1, "the last line is not ended, so it is not answered: garbage"},
		{"no request", "it cannot be answered", "[]\n" + hello + "\n", 0, "a line is no request: []"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			err := Serve(context.Background(), NewEngine(), strings.NewReader(test.in), &out)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), test.err)) {
				t.Errorf("%v, want %q: %s", err, test.err, test.why)
			}
			if n := strings.Count(out.String(), "\n"); n != test.answers {
				t.Errorf("%d answers, want %d: %s: %s", n, test.answers, test.why, out.String())
			}
		})
	}
}
