package strict

import (
	"hash/maphash"

	"github.com/functionschema/fscheck/internal/tree"
)

// scanNames is the number of members up to which a new name is compared with each
// one before it. Beyond, a set keeps the cost of an object linear.
const scanNames = 16

// nameSet finds members by name while their object is being read: a table of
// positions with linear probing, at most half full. The hash is seeded anew for
// every set, so that names cannot be chosen to collide.
type nameSet struct {
	seed  maphash.Seed
	slots []nameSlot // as many as a power of two
	used  int
}

// nameSlot is free while next is 0.
type nameSlot struct {
	hash uint32
	next uint32 // the position behind the member's
}

func newNameSet() *nameSet {
	return &nameSet{seed: maphash.MakeSeed(), slots: make([]nameSlot, 4*scanNames)}
}

// add notes that the member at position i will be called name. It reports false
// if one of the members already has that name.
func (s *nameSet) add(members []tree.Member, i int, name string) bool {
	if 2*s.used == len(s.slots) {
		s.grow()
	}
	hash := uint32(maphash.String(s.seed, name))
	mask := uint32(len(s.slots) - 1)
	at := hash & mask
	for ; s.slots[at].next != 0; at = (at + 1) & mask {
		if s.slots[at].hash == hash && members[s.slots[at].next-1].Name == name {
			return false
		}
	}
	s.slots[at] = nameSlot{hash, uint32(i + 1)}
	s.used++
	return true
}

func (s *nameSet) grow() {
	slots := make([]nameSlot, 2*len(s.slots))
	mask := uint32(len(slots) - 1)
	for _, slot := range s.slots {
		if slot.next == 0 {
			continue
		}
		at := slot.hash & mask
		for slots[at].next != 0 {
			at = (at + 1) & mask
		}
		slots[at] = slot
	}
	s.slots = slots
}
