package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTableFits lays out random tables at every width: no line is longer than the
// terminal, and no letter is lost.
func TestTableFits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "bc", " ", " ", "/", "_", "long", "日本", "é", "e\u0301", "😀"}
	for range 300 {
		tb := table{header: []string{"NAME", "TYPE", "CONSTRAINTS", "DESCRIPTION"}, notes: random.IntN(3), margin: random.IntN(3)}
		letters := 0
		for range 1 + random.IntN(5) {
			var cells []string
			for range tb.header {
				var b strings.Builder
				for range random.IntN(30) {
					b.WriteString(alphabet[random.IntN(len(alphabet))])
				}
				cell := strings.TrimSpace(b.String())
				letters += strings.Count(cell, "l") + strings.Count(cell, "日") + strings.Count(cell, "😀")
				cells = append(cells, cell)
			}
			tb.add(cells...)
		}
		width := leastWidth + random.IntN(80)
		var out bytes.Buffer
		if err := (&terminal{out: &out, width: width}).table(tb); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for line := range strings.Lines(text) {
			if n := columns(strings.TrimSuffix(line, "\n")); n > width {
				t.Fatalf("a line takes %d columns of %d:\n%s", n, width, text)
			}
		}
		if got := strings.Count(text, "l") + strings.Count(text, "日") + strings.Count(text, "😀"); got != letters {
			t.Fatalf("%d of %d letters are left at width %d:\n%s", got, letters, width, text)
		}
	}
}

func TestTableIsNotBoundWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	tb := table{header: []string{"A", "B"}, notes: 1}
	tb.add(strings.Repeat("x", 300), strings.Repeat("y ", 300)+"y")
	if err := (&terminal{out: &out}).table(tb); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
}

func TestColour(t *testing.T) {
	var out bytes.Buffer
	tb := table{header: []string{"A"}}
	tb.add("x")
	with := &terminal{out: &out, colour: true}
	if err := with.table(tb); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "\x1b[1mA\x1b[0m\nx\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := with.good("valid"); got != "\x1b[32mvalid\x1b[0m" {
		t.Errorf("good is %q", got)
	}
	if got := (&terminal{}).bad("invalid"); got != "invalid" {
		t.Errorf("without colour bad is %q", got)
	}
}

func TestColumns(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"ASCII", "abc", 3},
		{"Latin", "é", 1},
		{"combining", "e\u0301", 1},
		{"Chinese", "日本", 4},
		{"full width", "Ａ", 2},
		{"Hangul", "한", 2},
		{"picture", "😀", 2},
		{"joiner", "a\u200db", 2},
		{"arrow", "→", 1},
	} {
		if got := columns(tt.text); got != tt.want {
			t.Errorf("%s: %d columns, want %d", tt.name, got, tt.want)
		}
	}
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 日":      "plain é 日",
		"\x1b[31m":       `\x1b[31m`,
		"a\tb\nc\rd":     `a\tb\nc\rd`,
		"\u202eevil":     `\u202eevil`,
		"\u2066x\u2069":  `\u2066x\u2069`,
		"\u009b1m":       `\u009b1m`,
		"\x7f":           `\x7f`,
		"line\u2028next": `line\u2028next`,
	} {
		if got := clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
