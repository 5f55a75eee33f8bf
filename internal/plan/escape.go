package plan

import (
	"encoding/binary"
	"unicode/utf8"
)

// escapedChars is chars for a string that is no plain run to the end: at pos stands
// the byte that stops it.
func (d *decoder) escapedChars(start, pos int, high uint64) (chars, int) {
	src := d.src
	buf := append(d.buf[:0], src[start:pos]...)
	ascii := true
	for pos < len(src) {
		if buf, pos = sparse(buf, src, pos); pos >= len(src) {
			break
		}
		switch c := src[pos]; {
		case c == '"':
			d.buf = buf
			if high != 0 && !utf8.Valid(src[start:pos]) {
				return chars{}, -1
			}
			return chars{buf, start, true, ascii && high == 0}, pos + 1
		case c == '\\':
			if buf, pos = escape(buf, src, pos); pos < 0 {
				return chars{}, -1
			}
			ascii = ascii && buf[len(buf)-1] < utf8.RuneSelf
		case c < ' ':
			return chars{}, -1
		default:
			end, more := run(src, pos)
			buf, high = append(buf, src[pos:end]...), high|more
			pos = end
		}
	}
	return chars{}, -1
}

// sparse appends ordinary ASCII and what escapes of four digits stand for, as long as
// that is ASCII too: senders that escape it do so here and there, and which byte is
// escaped is not to be guessed. It goes on without a decision on that, and ends where
// either is something else, or nothing is escaped for long.
func sparse(buf, src []byte, pos int) ([]byte, int) {
	for plain := uint64(0); len(src)-pos >= 8 && plain < 16; {
		w := binary.LittleEndian.Uint64(src[pos:])
		c := w & 0xff
		r := uint64(hex(src[pos+2 : pos+6 : pos+6]))
		escaped := ((w&0xffff ^ ('u'<<8 | '\\')) - 1) >> 63 // 1, or 0
		if uint64(unusual[c])&(escaped-1)|r>>7&-escaped != 0 {
			break
		}
		buf = append(buf, byte(c^(c^r)&-escaped))
		pos += int(1 + 5*escaped)
		plain = (plain + 1) & (escaped - 1)
	}
	return buf, pos
}

// unusual has 1 for each byte that does not stand for itself in a string, or is beyond
// ASCII.
var unusual = func() (t [256]uint8) {
	for c := range t {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			t[c] = 1
		}
	}
	return t
}()

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
