package plan

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// space returns the position of the first byte from pos on that is no white space.
func (d *decoder) space(pos int) int {
	if pos < len(d.src) && d.src[pos] <= ' ' {
		return blanks(d.src, pos)
	}
	return pos
}

// blanks is space where there is some. Indented texts have long runs of it, and texts
// that mix it would have a loop over bytes guess wrong at each.
func blanks(src []byte, pos int) int {
	if src[pos] == ' ' && pos+1 < len(src) && src[pos+1] > ' ' {
		return pos + 1 // as most senders have it behind a comma or a colon
	}
	for len(src)-pos >= 8 {
		if other := visible(binary.LittleEndian.Uint64(src[pos:])); other != 0 {
			return pos + bits.TrailingZeros64(other)/8
		}
		pos += 8
	}
	for pos < len(src) && (src[pos] == ' ' || src[pos] == '\n' || src[pos] == '\t' || src[pos] == '\r') {
		pos++
	}
	return pos
}

// visible has the high bit of each byte of w set that is no white space.
func visible(w uint64) uint64 {
	return differs(w, ' ') & differs(w, '\n') & differs(w, '\t') & differs(w, '\r') & highBits
}

// differs has the high bit of each byte of w set that is not c.
func differs(w, c uint64) uint64 {
	w ^= lowBits * c
	return (w&^highBits + ^uint64(highBits)) | w
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// run returns the position of the first byte from pos on that ends a run of
// ordinary string bytes: a quote, a backslash or a control character; else
// len(src). high has a bit set if a byte is beyond ASCII.
func run(src []byte, pos int) (end int, high uint64) {
	for len(src)-pos >= 8 {
		w := binary.LittleEndian.Uint64(src[pos:])
		quote := w ^ lowBits*'"'
		slash := w ^ lowBits*'\\'
		// A subtraction borrows into a byte's high bit if the byte is smaller than
		// what is taken away. The borrow may spoil bytes above, never the lowest hit.
		hit := ((quote - lowBits) | (slash - lowBits) | (w - lowBits*' ')) & ^w & highBits
		if hit != 0 {
			at := bits.TrailingZeros64(hit) &^ 7
			return pos + at/8, high | w&(1<<at-1)&highBits
		}
		high |= w & highBits
		pos += 8
	}
	for pos < len(src) {
		c := src[pos]
		if c < ' ' || c == '"' || c == '\\' {
			break
		}
		high |= uint64(c & 0x80)
		pos++
	}
	return pos, high
}

// chars is a string that has been read.
type chars struct {
	text    []byte // decoded: of the source, or of the buffer, which the next one takes
	start   int    // in the source
	escaped bool   // text is not the source from start on
	ascii   bool
}

// chars reads the string whose opening quote is before pos.
func (d *decoder) chars(pos int) (chars, int) {
	end, high := run(d.src, pos)
	if end >= len(d.src) {
		return chars{}, -1
	}
	if d.src[end] != '"' {
		return d.escapedChars(pos, end, high)
	}
	text := d.src[pos:end]
	if high != 0 && !utf8.Valid(text) {
		return chars{}, -1
	}
	return chars{text, pos, false, high == 0}, end + 1
}

// own returns a string as one that outlives the source.
func (d *decoder) own(c *chars) string {
	if c.escaped {
		return string(c.text)
	}
	return d.string(c.start, c.start+len(c.text))
}

// word reads one of the bare words, whose first byte is known.
func (d *decoder) word(pos int, word string) int {
	if end := pos + len(word); end <= len(d.src) && string(d.src[pos:end]) == word {
		return end
	}
	return -1
}
