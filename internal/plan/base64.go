package plan

import (
	"bytes"
	"encoding/binary"
	"reflect"
)

// sextets says, for each byte and each of its four places, the bits it stands for
// in base64 (RFC 4648, section 4); foreign marks a byte that is not of the alphabet.
var sextets = func() (t [4][256]uint32) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for place := range t {
		for c := range t[place] {
			t[place][c] = foreign
		}
		for v, c := range []byte(alphabet) {
			t[place][c] = uint32(v) << (26 - 6*place)
		}
	}
	return t
}()

// foreign is below the 24 bits that four characters give.
const foreign = 1

// bytes decodes base64 straight from the text, or returns -1 if it is not a plain
// string of it: then the string is read as any other is.
func (d *decoder) bytes(n *node, pos int, to reflect.Value) int {
	pos++
	length := bytes.IndexByte(d.src[pos:], '"')
	if length < 0 || length%4 != 0 || n.text != nil && (n.text.least >= 0 || n.text.most >= 0 || n.text.pattern != nil) {
		return -1
	}
	_, dst := d.settle(n, to)
	if length == 0 {
		dst.SetBytes([]byte{})
		return pos + 1
	}
	b := decodeBase64(d.src[pos : pos+length])
	if b == nil {
		return -1
	}
	dst.SetBytes(b)
	return pos + length + 1
}

// decodeBase64 returns the bytes of a text of at least 4 characters, or nil if it
// is anything but the one text that encodes them.
func decodeBase64(src []byte) []byte {
	padding := 0
	if src[len(src)-1] == '=' {
		if padding = 1; src[len(src)-2] == '=' {
			padding = 2
		}
	}
	size := len(src) / 4 * 3
	dst := make([]byte, size, size+5) // room for whole stores
	out := dst[:cap(dst)]
	at, full := 0, len(src)
	if padding > 0 {
		full -= 4
	}
	var bad uint32
	i := 0
	for ; i+8 <= full; i += 8 {
		s := src[i : i+8 : i+8]
		v := sextets[0][s[0]] | sextets[1][s[1]] | sextets[2][s[2]] | sextets[3][s[3]]
		w := sextets[0][s[4]] | sextets[1][s[5]] | sextets[2][s[6]] | sextets[3][s[7]]
		bad |= v | w
		binary.BigEndian.PutUint64(out[at:], uint64(v&^0xff)<<32|uint64(w&^0xff)<<8)
		at += 6
	}
	for ; i < full; i += 4 {
		s := src[i : i+4 : i+4]
		v := sextets[0][s[0]] | sextets[1][s[1]] | sextets[2][s[2]] | sextets[3][s[3]]
		bad |= v
		binary.BigEndian.PutUint32(out[at:], v)
		at += 3
	}
	if padding > 0 {
		s := src[full:]
		v := sextets[0][s[0]] | sextets[1][s[1]]
		if padding == 1 {
			v |= sextets[2][s[2]]
		}
		bad |= v
		// The bits that no whole byte takes are zero.
		if v&^foreign<<(8*(3-padding)) != 0 {
			return nil
		}
		binary.BigEndian.PutUint32(out[at:], v)
		size -= padding
	}
	if bad&foreign != 0 {
		return nil
	}
	return dst[:size:size]
}
