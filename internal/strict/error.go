package strict

import (
	"strconv"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

// Reason says which of rule 10's offences a text has.
type Reason string

// The reasons of rule 10. Parse gives all but Cost, which is what evaluating a
// schema gives once its budget is spent.
const (
	Syntax       Reason = "syntax"
	Truncated    Reason = "truncated"
	TrailingData Reason = "trailing-data"
	DuplicateKey Reason = "duplicate-key"
	UTF8         Reason = "utf8"
	Surrogate    Reason = "surrogate"
	Number       Reason = "number"
	Depth        Reason = "depth"
	Size         Reason = "size"
	Values       Reason = "values"
	Cost         Reason = "cost"
)

// Error is why a text was refused.
type Error struct {
	Reason   Reason
	Offset   int    // of the first byte that cannot stand where it does; see [Parse]
	Pointer  string // of DuplicateKey: the object; else ""
	Property string // of DuplicateKey: the name; else ""

	what   string // what is wrong
	remedy string // what would be accepted
}

// Error returns the message: what is wrong, at which byte, and what would be
// accepted. Of the text it quotes a duplicate name, shortened, and nothing else:
// a value may be a secret.
func (e *Error) Error() string {
	return e.what + " at byte " + strconv.Itoa(e.Offset) + ": " + e.remedy
}

// quoteRunes is the length at which a quoted name is cut.
const quoteRunes = 40

// quote returns a name as a JSON string, of at most quoteRunes runes of it.
func quote(name string) string {
	runes, cut := 0, 0
	for i := range name {
		switch runes++; runes {
		case quoteRunes:
			cut = i // if there is one more, an ellipsis takes this one's place
		case quoteRunes + 1:
			return string(tree.AppendString(nil, name[:cut]+"…"))
		}
	}
	return string(tree.AppendString(nil, name))
}

// plural returns "1 digit", "2 digits".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// describe returns what kind of character stands at the start of s, without
// repeating it, as it may belong to a value.
func describe(s string) string {
	switch c := s[0]; {
	case c == '{' || c == '}':
		return "brace"
	case c == '[' || c == ']':
		return "bracket"
	case c == ',':
		return "comma"
	case c == ':':
		return "colon"
	case c == '"':
		return "double quote"
	case c == '\'':
		return "apostrophe"
	case c == '`':
		return "backquote"
	case c == '\\':
		return "backslash"
	case c == '/' || c == '#':
		return "comment sign"
	case c == '+' || c == '-':
		return "sign"
	case c == '.':
		return "point"
	case '0' <= c && c <= '9':
		return "digit"
	case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		return "letter"
	case c < ' ' || c == 0x7f:
		return "control character " + codePoint(rune(c))
	case c < utf8.RuneSelf:
		return "character"
	}
	switch r, _ := utf8.DecodeRuneInString(s); r {
	case '\uFEFF':
		return "byte order mark"
	case '\u00A0', '\u2028', '\u2029', '\u200B', '\u3000':
		return "white space " + codePoint(r)
	case '“', '”', '„', '‘', '’':
		return "typographic quote"
	}
	return "character beyond ASCII"
}

// hint returns the remedy that the character at the start of s suggests, or "".
func hint(s string) string {
	switch describe(s) {
	case "apostrophe", "typographic quote":
		return `strings and names stand in straight double quotes`
	case "backquote":
		return "send the JSON alone, without a code fence around it"
	case "letter":
		return `text stands in double quotes; the only bare words are true, false and null`
	case "comment sign":
		return "JSON has no comments"
	case "byte order mark":
		return "send the text without it"
	case "sign", "point":
		return "a number begins with a digit, or with one minus sign and a digit"
	}
	return ""
}

func codePoint(r rune) string {
	const digits = "0123456789ABCDEF"
	return "U+" + string([]byte{digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15]})
}
