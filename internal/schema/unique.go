package schema

import (
	"hash/maphash"
	"strings"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/tree"
)

// few is the number of values up to which each is compared with each.
const few = 8

// unique reports whether no two items are equal.
func unique(items []*tree.Value) bool {
	if len(items) <= few {
		for i, x := range items {
			for _, y := range items[:i] {
				if equal(x, y) {
					return false
				}
			}
		}
		return true
	}
	type slot struct {
		hash uint64
		item *tree.Value
	}
	size := 2 * few
	for size < 2*len(items) {
		size *= 2
	}
	slots := make([]slot, size)
	seed := maphash.MakeSeed()
	var b []byte
	for _, item := range items {
		b = appendIdentity(b[:0], item)
		h := maphash.Bytes(seed, b)
		at := int(h) & (size - 1)
		for ; slots[at].item != nil; at = (at + 1) & (size - 1) {
			if slots[at].hash == h && equal(slots[at].item, item) {
				return false
			}
		}
		slots[at] = slot{h, item}
	}
	return true
}

// appendIdentity appends a text that equal values share: the canonical one, which
// that of a short integer is already.
func appendIdentity(b []byte, v *tree.Value) []byte {
	if v.Kind == tree.Number && len(v.Text) < 20 && v.Text != "-0" && !strings.ContainsAny(v.Text, ".eE") {
		return append(b, v.Text...)
	}
	return canonical.Append(b, v)
}
