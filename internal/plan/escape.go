package plan

import "unicode/utf8"

// escapedChars is chars for a string that is no plain run to the end: at end
// stands the byte that stops it.
func (d *decoder) escapedChars(start, end int, high uint64) (chars, int) {
	src, from := d.src, start
	buf := d.buf[:0]
	for {
		buf = append(buf, src[from:end]...)
		if end >= len(src) {
			return chars{}, -1
		}
		switch src[end] {
		case '"':
			d.buf = buf
			if high != 0 && !utf8.Valid(src[start:end]) {
				return chars{}, -1
			}
			return chars{buf, start, true, isASCII(buf)}, end + 1
		case '\\':
			if buf, from = escape(buf, src, end); from < 0 {
				return chars{}, -1
			}
		default:
			return chars{}, -1
		}
		var more uint64
		end, more = run(src, from)
		high |= more
	}
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// escape appends what the escape at pos stands for.
func escape(buf, src []byte, pos int) ([]byte, int) {
	if pos+1 >= len(src) {
		return buf, -1
	}
	switch c := src[pos+1]; c {
	case '"', '\\', '/':
		buf = append(buf, c)
	case 'b':
		buf = append(buf, '\b')
	case 'f':
		buf = append(buf, '\f')
	case 'n':
		buf = append(buf, '\n')
	case 'r':
		buf = append(buf, '\r')
	case 't':
		buf = append(buf, '\t')
	case 'u':
		high := hex(src, pos+2)
		switch {
		case high < 0 || high >= 0xDC00 && high <= 0xDFFF:
			return buf, -1
		case high < 0xD800 || high > 0xDFFF:
			return utf8.AppendRune(buf, high), pos + 6
		}
		if pos+8 > len(src) || src[pos+6] != '\\' || src[pos+7] != 'u' {
			return buf, -1
		}
		low := hex(src, pos+8)
		if low < 0xDC00 || low > 0xDFFF {
			return buf, -1
		}
		return utf8.AppendRune(buf, 0x10000+(high-0xD800)<<10+(low-0xDC00)), pos + 12
	default:
		return buf, -1
	}
	return buf, pos + 2
}

// hex returns the value of the four hexadecimal digits at pos, or -1.
func hex(src []byte, pos int) rune {
	if pos+4 > len(src) {
		return -1
	}
	r := rune(0)
	for _, c := range src[pos : pos+4] {
		v := nibbles[c]
		if v < 0 {
			return -1
		}
		r = r<<4 | rune(v)
	}
	return r
}

// nibbles is the value of each byte as a hexadecimal digit, or -1.
var nibbles = func() (t [256]int8) {
	for c := range t {
		t[c] = -1
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = int8(i)
	}
	for i, c := range []byte("ABCDEF") {
		t[c] = int8(10 + i)
	}
	return t
}()
