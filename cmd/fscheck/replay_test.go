package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/functionschema/fscheck/internal/pace"
)

func TestEachLine(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for _, tt := range []struct {
		name, why, text string
		want            []string
	}{
		{"lines", "in order", "a\nb\n", []string{"a", "b"}},
		{"no end of line", "the last line counts", "a\nb", []string{"a", "b"}},
		{"blank lines", "are no rows", "\n a\n \t\r\n\n", []string{" a"}},
		{"CRLF", "is white space to the reader", "a\r\nb\r\n", []string{"a\r", "b\r"}},
		{"longer than the buffer", "a line is put together", long + "\n" + long, []string{long, long}},
		{"nothing", "has no lines", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			err := eachLine(iotest.HalfReader(strings.NewReader(tt.text)), func(line []byte) bool {
				got = append(got, string(line))
				return true
			})
			if err != nil || strings.Join(got, "|") != strings.Join(tt.want, "|") || len(got) != len(tt.want) {
				t.Errorf("%s: %d lines, %v", tt.why, len(got), err)
			}
		})
	}
}

// A line beyond the limit is refused, one that just reaches it is read, and the
// line behind it is a row again.
func TestLongestRow(t *testing.T) {
	if testing.Short() || pace.Raced {
		t.Skip("takes 200 MB")
	}
	fill := strings.Repeat(" ", longestRow-len(`{"schema":{}}`))
	in := io.MultiReader(
		strings.NewReader(`{"schema":{}}`), strings.NewReader(fill), strings.NewReader("\n"),
		strings.NewReader(`{"schema":{}} `), strings.NewReader(fill), strings.NewReader("\n"),
		strings.NewReader(`{"id":1,"schema":{}}`),
	)
	var out bytes.Buffer
	if err := (&replay{jobs: 1, out: &out, tally: newTally()}).rows(in); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != 3 || !strings.Contains(got[0], `"ok":true`) || !strings.Contains(got[1], `"id":null,"schema":{"ok":false,"violations":[{"pointer":"","keyword":"parse","reason":"size"`) ||
		!strings.Contains(got[2], `"id":1,"schema":{"ok":true}`) {
		t.Errorf("got %s", out.String())
	}
}

// What a row embeds is judged by limits of its own: the call fails, not the row.
func TestRowLimits(t *testing.T) {
	nested := func(n int) string { return `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}` }
	for _, tt := range []struct{ name, call, reason string }{
		{"depth reached", `{"arguments":` + nested(128) + `}`, ""},
		{"depth exceeded", `{"arguments":` + nested(129) + `}`, "depth"},
		{"exponent", `{"arguments":{"a":1e1001}}`, "number"},
		{"digits", `{"arguments":{"a":` + strings.Repeat("1", 1001) + `}}`, "number"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := mode{}.answer([]byte(`{"id":1,"schema":{},"calls":[` + tt.call + `]}`))
			if len(a.Calls) != 1 {
				t.Fatalf("the row is refused: %v", a.Schema.Violations)
			}
			c := a.Calls[0]
			if c.Valid != (tt.reason == "") || !c.Valid && c.Violations[0].Reason != tt.reason {
				t.Errorf("got %v, want reason %q", c, tt.reason)
			}
		})
	}
}

// TestReplayEnds: a reader that fails and a writer that fails end the command
// with the error, and nothing waits for ever.
func TestReplayEnds(t *testing.T) {
	row := strings.Repeat(`{"id":1,"schema":{},"calls":[{"arguments":{}}]}`+"\n", 1000)
	broken := errors.New("broken")
	for range 20 {
		r := &replay{jobs: 4, out: io.Discard, tally: newTally()}
		if err := r.rows(io.MultiReader(strings.NewReader(row), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Fatalf("the reader's error is %v", err)
		}
		if r.summary.Rows != 1000 {
			t.Fatalf("%d rows before the error", r.summary.Rows)
		}
		r = &replay{jobs: 4, out: failing{broken}, tally: newTally()}
		if err := r.rows(strings.NewReader(row)); !errors.Is(err, broken) || !errors.Is(err, errOutput) {
			t.Fatalf("the writer's error is %v", err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
