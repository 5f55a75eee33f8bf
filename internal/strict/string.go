package strict

import (
	"math/bits"
	"unicode/utf8"
)

// text reads the string whose opening quote is at pos. A string without escapes
// is a piece of the source; only one with escapes is copied.
func (r *reader) text() (decoded, raw string, ok bool) {
	src, start := r.src, r.pos
	i := plain(src, start+1)
	if i < len(src) && src[i] == '"' {
		r.pos = i + 1
		return src[start+1 : i], src[start:r.pos], true
	}
	r.buf = append(r.buf[:0], src[start+1:i]...)
	for {
		if i == len(src) {
			return "", "", r.truncated("inside a string")
		}
		switch c := src[i]; c {
		case '"':
			r.pos = i + 1
			return string(r.buf), src[start:r.pos], true
		case '\\':
			if i, ok = r.escape(i); !ok {
				return "", "", false
			}
		default:
			r.pos = i
			return "", "", r.fail(Syntax, describe(src[i:])+" inside a string",
				`write it as an escape, such as \n, \t or \u00`+string([]byte{hexDigits[c>>4], hexDigits[c&15]}))
		}
		next := plain(src, i)
		r.buf = append(r.buf, src[i:next]...)
		i = next
	}
}

const (
	hexDigits = "0123456789abcdef"

	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// plain returns the index of the first byte from i on that ends a run of
// ordinary string bytes: a quote, a backslash or a control character; else
// len(s). It looks at eight bytes at a time.
func plain(s string, i int) int {
	for ; len(s)-i >= 8; i += 8 {
		// The compiler makes one load of this.
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		quote := w ^ lowBits*'"'
		slash := w ^ lowBits*'\\'
		// A subtraction borrows into a byte's high bit if the byte is smaller than
		// what is taken away. The borrow may spoil bytes above, never the lowest hit.
		hit := (quote - lowBits) | (slash - lowBits) | (w - lowBits*' ')
		if hit &= ^w & highBits; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// escape appends what the escape at i stands for, and returns the index behind it.
func (r *reader) escape(i int) (int, bool) {
	src := r.src
	if i+1 == len(src) {
		return 0, r.truncated("inside an escape")
	}
	switch c := src[i+1]; c {
	case '"', '\\', '/':
		r.buf = append(r.buf, c)
	case 'b':
		r.buf = append(r.buf, '\b')
	case 'f':
		r.buf = append(r.buf, '\f')
	case 'n':
		r.buf = append(r.buf, '\n')
	case 'r':
		r.buf = append(r.buf, '\r')
	case 't':
		r.buf = append(r.buf, '\t')
	case 'u':
		return r.unicode(i)
	default:
		r.pos = i + 1
		return 0, r.fail(Syntax, "unknown escape",
			`the escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits; a backslash itself is \\`)
	}
	return i + 2, true
}

// unicode is escape for \uXXXX and for a pair of them.
func (r *reader) unicode(i int) (int, bool) {
	c := rune(0)
	for k := i + 2; k < i+6; k++ {
		if k == len(r.src) {
			return 0, r.truncated("inside an escape")
		}
		d, ok := hex(r.src[k])
		if !ok {
			r.pos = k
			return 0, r.fail(Syntax, "unexpected "+describe(r.src[k:])+" inside an escape",
				`\u takes four hexadecimal digits`)
		}
		c = c<<4 | d
	}
	switch {
	case c < 0xD800 || c > 0xDFFF:
		r.buf = utf8.AppendRune(r.buf, c)
		return i + 6, true
	case c >= 0xDC00:
		return 0, r.lone(i)
	}
	low, ok := r.low(i)
	if !ok {
		return 0, false
	}
	r.buf = utf8.AppendRune(r.buf, 0x10000+(c-0xD800)<<10+(low-0xDC00))
	return i + 12, true
}

// low returns the low surrogate that must follow the high one escaped at i. A
// text that ends before it is truncated; whatever else is not one leaves the
// high surrogate alone, which is the earlier offence.
func (r *reader) low(i int) (rune, bool) {
	c := rune(0)
	for k := range 6 {
		at := i + 6 + k
		if at == len(r.src) {
			return 0, r.truncated("inside a surrogate pair")
		}
		b := r.src[at]
		d, ok := hex(b)
		switch k {
		case 0:
			ok = b == '\\'
		case 1:
			ok = b == 'u'
		case 2:
			ok = d == 0xD
		case 3:
			ok = d >= 0xC
		}
		if !ok {
			return 0, r.lone(i)
		}
		c = c<<4 | d
	}
	return c & 0xFFFF, true
}

func (r *reader) lone(i int) bool {
	r.pos = i
	return r.fail(Surrogate, "half of a surrogate pair",
		`write the character itself, or both halves as in \ud83d\ude00`)
}

// hex returns the value of a hexadecimal digit, or false and 0.
func hex(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10, true
	}
	return 0, false
}
