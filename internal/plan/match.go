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
	next   int16  // the next field of a chain in a [keyTable], or -1
}

func newKey(name string) key {
	if !quotable(name) {
		return key{next: -1, within: math.MaxUint64} // a word that no text has
	}
	k := key{text: `"` + name + `"`, next: -1}
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
	if end > len(src) || binary.LittleEndian.Uint64(src[end-8:]) != k.last || len(k.text) > 16 && string(src[pos+8:end-8]) != k.text[8:len(k.text)-8] {
		return 0
	}
	return end
}

// keyTable finds a field by the first word of its name, which one multiplication leads
// to a slot. Fields of one slot are chained.
type keyTable struct {
	slots      []int16 // a field, or -1; none if there are too many fields
	multiplier uint64
	shift      int
}

// mostChained bounds a chain, for a schema may have any names: further fields are found
// by [objectRules.find].
const mostChained = 8

// tries is how many multipliers are tried for one under which no two words meet.
const tries = 16

func newKeyTable(fields []field) keyTable {
	if len(fields) == 0 || len(fields) > math.MaxInt16 {
		return keyTable{}
	}
	size := 2 << bits.Len(uint(len(fields)-1))
	t := keyTable{slots: make([]int16, size), shift: 65 - bits.Len(uint(size))}
	multiplier, best, fewest := uint64(1), uint64(0), math.MaxInt
	for range tries {
		multiplier = multiplier*6364136223846793005 + 1442695040888963407 // Knuth's generator
		t.multiplier = multiplier
		met := t.fill(fields)
		if met == 0 {
			return t
		}
		if met < fewest {
			best, fewest = multiplier, met
		}
	}
	t.multiplier = best
	t.fill(fields)
	return t
}

// fill puts the fields into the slots of the multiplier, and returns how often two
// words met in one.
func (t *keyTable) fill(fields []field) (met int) {
	for i := range t.slots {
		t.slots[i] = -1
	}
	for i := range fields {
		k := &fields[i].key
		if k.next = -1; k.text == "" {
			continue
		}
		at, length := &t.slots[k.word*t.multiplier>>t.shift], 0
		for ; *at >= 0; length++ {
			other := &fields[*at].key
			if other.word != k.word {
				met++
			}
			at = &other.next
		}
		if length < mostChained {
			*at = int16(i)
		}
	}
	return met
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
	for i = int(t.slots[w*t.multiplier>>t.shift]); i >= 0; i = int(o.fields[i].key.next) {
		if end = o.fields[i].key.matches(src, pos); end > 0 {
			return i, end
		}
	}
	return -1, 0
}
