package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// set is a set of code points: spans in order that neither overlap nor touch.
type set []span

type span struct{ lo, hi rune }

var (
	everything = set{{0, unicode.MaxRune}}
	surrogates = set{{0xD800, 0xDFFF}}
	digits     = set{{'0', '9'}}
	words      = set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	// ECMA-262 WhiteSpace and LineTerminator.
	spaces = set{
		{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
		{0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
	}
	dot = set{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}.negate()
)

// ordered makes a set out of spans in any order.
func ordered(spans []span) set {
	slices.SortFunc(spans, func(a, b span) int { return int(a.lo - b.lo) })
	var s set
	for _, p := range spans {
		if n := len(s); n > 0 && p.lo <= s[n-1].hi+1 {
			s[n-1].hi = max(s[n-1].hi, p.hi)
		} else {
			s = append(s, p)
		}
	}
	return s
}

// tables is the union of tables of package unicode.
func tables(ts ...*unicode.RangeTable) set {
	var spans []span
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			spans = append(spans, span{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			spans = append(spans, span{r, r})
		}
	}
	for _, t := range ts {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return ordered(spans)
}

func (s set) union(o set) set { return ordered(slices.Concat(s, o)) }

func (s set) minus(o set) set { return s.negate().union(o).negate() }

func (s set) negate() set {
	var out set
	next := rune(0)
	for _, p := range s {
		if p.lo > next {
			out = append(out, span{next, p.lo - 1})
		}
		next = p.hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, span{next, unicode.MaxRune})
	}
	return out
}

// scalar is the set without surrogates. No text holds one, and Go's regexp would
// take a lone one for U+FFFD.
func (s set) scalar() set {
	if len(s) == 1 && (s[0].hi < 0xD800 || s[0].lo > 0xDFFF) {
		return s
	}
	return s.minus(surrogates)
}

func (s set) has(r rune) bool {
	_, ok := slices.BinarySearchFunc(s, r, func(p span, r rune) int {
		switch {
		case p.hi < r:
			return -1
		case p.lo > r:
			return 1
		}
		return 0
	})
	return ok
}

// text is the RE2 text for one character of a set without surrogates.
func (s set) text() string {
	if len(s) == 0 {
		return `[^\x00-\x{10FFFF}]`
	}
	var b strings.Builder
	if len(s) == 1 && s[0].lo == s[0].hi {
		writeRune(&b, s[0].lo)
		return b.String()
	}
	b.WriteByte('[')
	for _, p := range s {
		writeRune(&b, p.lo)
		if p.hi > p.lo {
			b.WriteByte('-')
			writeRune(&b, p.hi)
		}
	}
	b.WriteByte(']')
	return b.String()
}

// writeRune writes r so that RE2 takes it for itself inside classes and outside.
func writeRune(b *strings.Builder, r rune) {
	if words.has(r) || r >= utf8.RuneSelf {
		b.WriteRune(r)
		return
	}
	b.WriteString(`\x{` + strconv.FormatInt(int64(r), 16) + `}`)
}
