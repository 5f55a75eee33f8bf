package main

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// terminal is where tables and verdicts are shown.
type terminal struct {
	out    io.Writer
	width  int // columns; 0: no bound
	colour bool
}

const (
	usualWidth = 80 // of a terminal that does not say
	leastWidth = 40 // below it a table is no longer one
)

// terminal says how wide standard output is and whether it may have colour:
// COLUMNS holds everywhere, a terminal without it has 80, and what is written to a
// file or a pipe is not bounded. NO_COLOR and TERM=dumb are obeyed.
func (s streams) terminal() *terminal {
	tty := isTerminal(os.Stdout)
	t := &terminal{out: s.out, colour: tty && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		t.width = max(n, leastWidth)
	} else if tty {
		t.width = usualWidth
	}
	return t
}

// isTerminal reports whether a file is a device that shows characters. The null
// device is one by its mode, and nobody sits before it.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

func (t *terminal) paint(code, text string) string {
	if !t.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (t *terminal) good(text string) string { return t.paint("32", text) }
func (t *terminal) bad(text string) string  { return t.paint("31", text) }
func (t *terminal) bold(text string) string { return t.paint("1", text) }

// clean makes text safe to show: control characters, and those that turn the
// direction of a line, are written as escapes, so that no schema and no call can
// move the cursor or hide what it says.
func clean(text string) string {
	if !strings.ContainsFunc(text, unsafeRune) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !unsafeRune(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

func unsafeRune(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == unicode.ReplacementChar
}

// columns returns how many columns of a terminal a text takes.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide lists the characters that take two columns: the East Asian scripts, full
// width forms and pictures.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, {0x231a, 0x231b, 1}, {0x23e9, 0x23ec, 1}, {0x2614, 0x2615, 1}, {0x26a1, 0x26a1, 1},
		{0x2705, 0x2705, 1}, {0x274c, 0x274c, 1}, {0x2e80, 0x303e, 1}, {0x3041, 0x33ff, 1}, {0x3400, 0x4dbf, 1},
		{0x4e00, 0x9fff, 1}, {0xa000, 0xa4cf, 1}, {0xac00, 0xd7a3, 1}, {0xf900, 0xfaff, 1}, {0xfe30, 0xfe6f, 1},
		{0xff00, 0xff60, 1}, {0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f900, 0x1f9ff, 1}, {0x1fa70, 0x1faff, 1},
		{0x20000, 0x2fffd, 1}, {0x30000, 0x3fffd, 1},
	},
}
