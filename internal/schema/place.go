package schema

import (
	"cmp"
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// step is one reference token of a place in the instance. Places are compared
// step by step and written as pointers only when they are reported, so that long
// names cost nothing however much fails below them.
type step struct {
	name  string
	index int    // of an item; -1: name is of a member
	hash  uint64 // of the place that ends here; 0: not computed yet
	// failed: the places from here to the root are noted as failed.
	failed bool
}

// comparePlaces orders two places as the UTF-8 bytes of their pointers.
func comparePlaces(a, b []step) int {
	for i := 0; ; i++ {
		switch {
		case i == len(a) && i == len(b):
			return 0
		case i == len(a):
			return -1
		case i == len(b):
			return 1
		case a[i].index >= 0 && a[i].index == b[i].index || a[i].index < 0 && a[i].name == b[i].name:
			continue
		}
		if moreA, moreB := i+1 < len(a), i+1 < len(b); a[i].index < 0 {
			return CompareNames(a[i].name, b[i].name, moreA, moreB)
		} else {
			return CompareIndexes(a[i].index, b[i].index, moreA, moreB)
		}
	}
}

// CompareNames orders two places by the UTF-8 bytes of their pointers, where they
// part: at members of two different names. moreA and moreB say whether another
// token follows.
func CompareNames(a, b string, moreA, moreB bool) int { return compareTokens(a, b, moreA, moreB) }

// CompareIndexes is CompareNames at two different items.
func CompareIndexes(a, b int, moreA, moreB bool) int {
	if d := compareDigits(a, b); d != 0 {
		return d
	}
	var x, y [20]byte // one begins with the other
	return compareTokens(strconv.AppendInt(x[:0], int64(a), 10), strconv.AppendInt(y[:0], int64(b), 10), moreA, moreB)
}

// compareDigits orders two indexes as texts, or returns 0 if one begins with the
// other.
func compareDigits(a, b int) int {
	m, n := digits(a), digits(b)
	switch {
	case m > n:
		a /= powers[m-n]
	case n > m:
		b /= powers[n-m]
	}
	return cmp.Compare(a, b)
}

// powers are those of ten that an int holds, on 32 bits the first ten.
var powers = func() (p [19]int) {
	p[0] = 1
	for i := 1; i < len(p) && p[i-1] <= math.MaxInt/10; i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

func digits(n int) int {
	// 1233/4096 is a little more than log10(2): count is right, or one too small.
	count := max(1, bits.Len(uint(n))*1233>>12)
	if count < len(powers) && powers[count] > 0 && n >= powers[count] {
		count++
	}
	return count
}

// compareTokens orders two different tokens of one place.
func compareTokens[T string | []byte](x, y T, moreX, moreY bool) int {
	at := 0
	for at < len(x) && at < len(y) && x[at] == y[at] {
		at++
	}
	return rank(x, at, moreX) - rank(y, at, moreY)
}

// rank orders what a pointer has where the token s goes on at i: the escapes of
// RFC 6901, a slash if there are further tokens, or its end.
func rank[T string | []byte](s T, i int, more bool) int {
	switch {
	case i < len(s) && s[i] == '~':
		return 2 * '~'
	case i < len(s) && s[i] == '/':
		return 2*'~' + 1
	case i < len(s):
		return 2 * int(s[i])
	case more:
		return 2 * '/'
	}
	return -1
}

// pointer writes a place out.
func pointer(place []step) string {
	var room [64]byte
	b := room[:0]
	for i := range place {
		if s := &place[i]; s.index >= 0 {
			b = strconv.AppendInt(append(b, '/'), int64(s.index), 10)
		} else {
			b = tree.AppendToken(b, s.name)
		}
	}
	return string(b)
}

// hasher tells places and findings apart by 64 bits under a random seed: among a
// million the chance that two are taken for one is below one in ten million.
type hasher struct {
	seed maphash.Seed
	root uint64
}

func newHasher() hasher {
	seed := maphash.MakeSeed()
	return hasher{seed, maphash.String(seed, "") | 1}
}

func (h *hasher) text(s string) uint64 { return maphash.String(h.seed, s) }

// place returns the hash of a place, and keeps those on the way.
func (h *hasher) place(steps []step) uint64 {
	known := len(steps)
	for known > 0 && steps[known-1].hash == 0 {
		known--
	}
	sum := h.root
	if known > 0 {
		sum = steps[known-1].hash
	}
	for i := known; i < len(steps); i++ {
		if s := &steps[i]; s.index >= 0 {
			sum = mix(sum, h.root+2*uint64(s.index)+1)
		} else {
			sum = mix(sum, h.text(s.name)&^1)
		}
		steps[i].hash = sum
	}
	return sum
}

// mix combines two hashes; the result is never 0.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9E3779B97F4A7C15, b^0xD1B54A32D192ED03)
	return (hi ^ lo) | 1<<63
}

// set is a set of hashes that are not 0. The standard map takes three times as
// long, which a flood of violations shows.
type set struct {
	slots []uint64
	count int
}

// add adds a hash and reports whether it was new.
func (s *set) add(h uint64) bool {
	if 2*s.count >= len(s.slots) {
		old := s.slots
		s.slots = make([]uint64, max(64, 2*len(old)))
		for _, o := range old {
			if o != 0 {
				s.slots[s.find(o)] = o
			}
		}
	}
	at := s.find(h)
	if s.slots[at] == h {
		return false
	}
	s.slots[at] = h
	s.count++
	return true
}

func (s *set) has(h uint64) bool { return s.count > 0 && s.slots[s.find(h)] == h }

// find returns the slot of a hash, or the empty one where it belongs.
func (s *set) find(h uint64) int {
	mask := len(s.slots) - 1
	at := int(h>>7) & mask
	for s.slots[at] != 0 && s.slots[at] != h {
		at = (at + 1) & mask
	}
	return at
}
