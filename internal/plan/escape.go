package plan

import "unicode/utf8"

// escapedChars is chars for a string that is no plain run to the end: at pos stands
// the byte that stops it.
func (d *decoder) escapedChars(start, pos int, high uint64) (chars, int) {
	src := d.src
	buf := append(d.buf[:0], src[start:pos]...)
	single := 0 // ordinary bytes one behind the other
	ascii := true
	for pos < len(src) {
		switch c := src[pos]; {
		case c == '"':
			d.buf = buf
			if high != 0 && !utf8.Valid(src[start:pos]) {
				return chars{}, -1
			}
			return chars{buf, start, true, ascii && high == 0}, pos + 1
		case c == '\\':
			single = 0
			if pos+6 <= len(src) && src[pos+1] == 'u' {
				if r := hex(src[pos+2 : pos+6 : pos+6]); r >= 0 && r < utf8.RuneSelf {
					buf, pos = append(buf, byte(r)), pos+6
					continue
				}
				ascii = false
			}
			if buf, pos = escape(buf, src, pos); pos < 0 {
				return chars{}, -1
			}
		case c < ' ':
			return chars{}, -1
		case single < 8: // senders that escape do so here and there
			buf, high = append(buf, c), high|uint64(c&0x80)
			pos++
			single++
		default:
			end, more := run(src, pos)
			buf, high = append(buf, src[pos:end]...), high|more
			pos = end
		}
	}
	return chars{}, -1
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
		if pos+6 > len(src) {
			return buf, -1
		}
		high := hex(src[pos+2 : pos+6 : pos+6])
		switch {
		case high < 0 || high >= 0xDC00 && high <= 0xDFFF:
			return buf, -1
		case high < 0xD800 || high > 0xDFFF:
			return utf8.AppendRune(buf, high), pos + 6
		}
		if pos+12 > len(src) || src[pos+6] != '\\' || src[pos+7] != 'u' {
			return buf, -1
		}
		low := hex(src[pos+8 : pos+12 : pos+12])
		if low < 0xDC00 || low > 0xDFFF {
			return buf, -1
		}
		return utf8.AppendRune(buf, 0x10000+(high-0xD800)<<10+(low-0xDC00)), pos + 12
	default:
		return buf, -1
	}
	return buf, pos + 2
}

// hex returns the value of four hexadecimal digits, or less than 0.
func hex(s []byte) rune {
	_ = s[3]
	return nibbles[s[0]]<<12 | nibbles[s[1]]<<8 | nibbles[s[2]]<<4 | nibbles[s[3]]
}

// nibbles is the value of each byte as a hexadecimal digit, or -1, which no shift
// by less than 32 makes positive.
var nibbles = func() (t [256]rune) {
	for c := range t {
		t[c] = -1
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = rune(i)
	}
	for i, c := range []byte("ABCDEF") {
		t[c] = rune(10 + i)
	}
	return t
}()
