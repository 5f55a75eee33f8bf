package plan

import (
	"encoding/binary"
	"math/bits"
)

// skip reads the value at pos as strictly as any other, and drops it.
func (d *decoder) skip(pos int) int {
	if pos >= len(d.src) {
		return -1
	}
	if d.left--; d.left < 0 {
		return -1
	}
	switch c := d.src[pos]; c {
	case '"':
		_, end := d.chars(pos + 1)
		return end
	case '{':
		return d.skipObject(pos)
	case '[':
		return d.skipArray(pos)
	case 't':
		return d.word(pos, "true")
	case 'f':
		return d.word(pos, "false")
	case 'n':
		return d.word(pos, "null")
	default:
		if c == '-' || c-'0' <= 9 {
			return d.number(pos)
		}
	}
	return -1
}

// enter opens the container at pos and returns where its first part begins. empty
// means that it is closed at once: the position is then behind it.
func (d *decoder) enter(pos int, closing byte) (next int, empty bool) {
	if d.depth++; d.depth > d.limits.Depth {
		return -1, false
	}
	pos = d.space(pos + 1)
	if pos < len(d.src) && d.src[pos] == closing {
		d.depth--
		return pos + 1, true
	}
	return pos, false
}

// more reads what follows a part of a container: a comma, and done is false, or
// the closing byte.
func (d *decoder) more(pos int, closing byte) (next int, done bool) {
	if pos < 0 {
		return -1, true
	}
	at, next := d.around(pos)
	if at >= len(d.src) {
		return -1, true
	}
	switch d.src[at] {
	case ',':
		return next, false
	case closing:
		d.depth--
		return at + 1, true
	}
	return -1, true
}

// colon reads what stands between a name and its value.
func (d *decoder) colon(pos int) int {
	at, next := d.around(pos)
	if at >= len(d.src) || d.src[at] != ':' {
		return -1
	}
	return next
}

// around returns the position of the first byte from pos on that is no white space,
// and of the next such.
func (d *decoder) around(pos int) (at, next int) {
	src := d.src
	if len(src)-pos >= 8 {
		other := visible(binary.LittleEndian.Uint64(src[pos:]))
		if more := other & (other - 1); more != 0 {
			return pos + bits.TrailingZeros64(other)/8, pos + bits.TrailingZeros64(more)/8
		}
	}
	at = d.space(pos)
	return at, d.space(at + 1)
}

func (d *decoder) skipArray(pos int) int {
	pos, done := d.enter(pos, ']')
	for !done {
		if pos < 0 {
			return -1
		}
		pos, done = d.more(d.skip(pos), ']')
	}
	return pos
}

func (d *decoder) skipObject(pos int) int {
	pos, done := d.enter(pos, '}')
	if done {
		return pos
	}
	var names nameScope
	names.open(d)
	for !done {
		if pos < 0 || pos >= len(d.src) || d.src[pos] != '"' {
			return -1
		}
		name, next := d.chars(pos + 1)
		if next < 0 || names.knows(d, name.text, name.escaped) {
			return -1
		}
		if pos = d.colon(next); pos < 0 {
			return -1
		}
		pos, done = d.more(d.skip(pos), '}')
	}
	names.close(d)
	return pos
}
