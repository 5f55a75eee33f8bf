package plan

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// key is how a name stands in most texts: with quotes, and without escapes.
type key struct {
	text   string // "" if the name must be escaped
	word   uint64 // the first bytes of text, up to eight
	within uint64 // the bits of word that count
	last   uint64 // the last eight bytes of text, if it has more than that
	alike  int    // the next field of the same word, or -1
}

func newKey(name string) key {
	if !quotable(name) {
		return key{alike: -1, within: math.MaxUint64} // a word that no text has
	}
	k := key{text: `"` + name + `"`, alike: -1}
	var first [8]byte
	copy(first[:], k.text)
	k.word = binary.LittleEndian.Uint64(first[:])
	if len(k.text) > 8 {
		k.last = binary.LittleEndian.Uint64([]byte(k.text[len(k.text)-8:]))
	}
	k.within = math.MaxUint64 >> (8 * (8 - min(8, len(k.text))))
	return k
}

// matches returns the position behind a name, if that stands at pos, else 0.
func (k *key) matches(src []byte, pos int) int {
	end := pos + len(k.text)
	if len(src)-pos < 8 || (binary.LittleEndian.Uint64(src[pos:])^k.word)&k.within != 0 || end > len(src) {
		return 0
	}
	if len(k.text) > 8 {
		return k.matchesRest(src, pos, end)
	}
	return end
}

// matchesRest is matches for a long name, whose first word is there. The last word may
// overlap with it.
func (k *key) matchesRest(src []byte, pos, end int) int {
	if binary.LittleEndian.Uint64(src[end-8:]) != k.last || len(k.text) > 16 && string(src[pos+8:end-8]) != k.text[8:len(k.text)-8] {
		return 0
	}
	return end
}

// keyTable finds a field by the first word of its name: one multiplication gives each
// word a slot of its own. It has no slots if there are no names, or too many.
type keyTable struct {
	slots      []int8 // a field, or -1
	multiplier uint64
	shift      int
}

// mostSlots bounds what a table takes.
const mostSlots = 256

// newKeyTable gives every word a slot, and chains the fields of one word.
func newKeyTable(fields []field) keyTable {
	var words []uint64
	first := map[uint64]int8{}
	if len(fields) > math.MaxInt8 {
		return keyTable{}
	}
	for i := len(fields) - 1; i >= 0; i-- {
		k := &fields[i].key
		if k.text == "" {
			continue
		}
		next, ok := first[k.word]
		if !ok {
			next = -1
			words = append(words, k.word)
		}
		k.alike, first[k.word] = int(next), int8(i)
	}
	if len(words) == 0 {
		return keyTable{}
	}
	for size := 2 << bits.Len(uint(len(words)-1)); size <= mostSlots; size *= 2 {
		t := keyTable{slots: make([]int8, size), shift: 65 - bits.Len(uint(size)), multiplier: 1}
		for range 16 {
			t.multiplier = t.multiplier*6364136223846793005 + 1442695040888963406 | 1 // Knuth's generator
			if t.fill(words, first) {
				return t
			}
		}
	}
	return keyTable{}
}

// fill reports whether each word has a slot of its own.
func (t *keyTable) fill(words []uint64, first map[uint64]int8) bool {
	for i := range t.slots {
		t.slots[i] = -1
	}
	for _, w := range words {
		s := &t.slots[w*t.multiplier>>t.shift]
		if *s >= 0 {
			return false
		}
		*s = first[w]
	}
	return true
}

// match looks for the field whose name stands at pos without escapes, and returns its
// position and that behind the name; 0 if the table has none.
func (o *objectRules) match(src []byte, pos int) (i, end int) {
	t := &o.keys
	if len(t.slots) == 0 || len(src)-pos < 8 {
		return -1, 0
	}
	w := binary.LittleEndian.Uint64(src[pos:])
	// What is behind the closing quote does not count. The borrow of a subtraction may
	// spoil bytes above the first quote, never that itself.
	rest := w>>8 ^ lowBits*'"'
	quote := bits.TrailingZeros64((rest-lowBits)&^rest&highBits | 1<<55)
	w &= math.MaxUint64 >> (55 - quote)
	for i = int(t.slots[w*t.multiplier>>t.shift]); i >= 0; i = o.fields[i].key.alike {
		if end = o.fields[i].key.matches(src, pos); end > 0 {
			return i, end
		}
	}
	return -1, 0
}
