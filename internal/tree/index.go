package tree

import "hash/maphash"

// indexFrom is the number of members from which an object is looked up by an index:
// below it a scan over a few short strings is faster than hashing one.
const indexFrom = 12

// Index finds members by name: a table of positions with linear probing, at most half
// full. The hash is seeded anew for every one, so that names cannot be chosen to
// collide. It is for one goroutine until it is complete.
type Index struct {
	seed  maphash.Seed
	slots []slot // as many as a power of two
	used  int
}

// slot is free while next is 0.
type slot struct {
	hash uint32
	next uint32 // the position behind the member's
}

// NewIndex returns an Index with room for so many members, and for more if need be.
func NewIndex(members int) *Index {
	size := 32
	for size < 2*members {
		size *= 2
	}
	return &Index{seed: maphash.MakeSeed(), slots: make([]slot, size)}
}

// Add notes that the member at position i will be called name. It reports false if one
// of the members already has that name.
func (x *Index) Add(members []Member, i int, name string) bool {
	if 2*x.used == len(x.slots) {
		x.grow()
	}
	hash := uint32(maphash.String(x.seed, name))
	at, found := x.at(members, hash, name)
	if found {
		return false
	}
	x.slots[at] = slot{hash, uint32(i + 1)}
	x.used++
	return true
}

// at returns the slot of a name, or the free one where it would be.
func (x *Index) at(members []Member, hash uint32, name string) (uint32, bool) {
	mask := uint32(len(x.slots) - 1)
	at := hash & mask
	for ; x.slots[at].next != 0; at = (at + 1) & mask {
		if x.slots[at].hash == hash && members[x.slots[at].next-1].Name == name {
			return at, true
		}
	}
	return at, false
}

// find returns the position of the member called name, or -1.
func (x *Index) find(members []Member, name string) int {
	at, found := x.at(members, uint32(maphash.String(x.seed, name)), name)
	if !found {
		return -1
	}
	return int(x.slots[at].next) - 1
}

func (x *Index) grow() {
	slots := make([]slot, 2*len(x.slots))
	mask := uint32(len(slots) - 1)
	for _, s := range x.slots {
		if s.next == 0 {
			continue
		}
		at := s.hash & mask
		for slots[at].next != 0 {
			at = (at + 1) & mask
		}
		slots[at] = s
	}
	x.slots = slots
}

// Index prepares an object with many members for [Value.Lookup]; whoever fills
// Members by hand calls it once, before the value is shared.
func (v *Value) Index() {
	if len(v.Members) < indexFrom {
		return
	}
	v.index = NewIndex(len(v.Members))
	for i := range v.Members {
		v.index.Add(v.Members, i, v.Members[i].Name)
	}
}

// IndexBy is Index for who has made one, of these members and no others.
func (v *Value) IndexBy(x *Index) { v.index = x }
