package plan

import "hash/maphash"

// names holds the names of the objects that are open and whose members nothing
// else keeps, so that a second one of a name is noticed.
type names struct {
	list [][]byte
	used int // so much of list has been written to
}

// scanNames is the number of names up to which a new one is compared with each.
const scanNames = 16

// nameScope is one object's part of the names.
type nameScope struct {
	base int
	set  *nameSet // of an object with many names
}

// nameSet finds names by their hashes, whose seed is new for every set, so that
// names cannot be chosen to collide.
type nameSet struct {
	seed   maphash.Seed
	byHash map[uint64][]int
}

func (s *nameScope) open(d *decoder) { s.base = len(d.names.list) }

func (s *nameScope) close(d *decoder) { d.names.list = d.names.list[:s.base] }

// knows reports whether the object has a name already, and keeps it: as a part of
// the source, or, if it was written with escapes, as a copy.
func (s *nameScope) knows(d *decoder, name []byte, escaped bool) bool {
	list := d.names.list[s.base:]
	if len(list) < scanNames {
		for _, other := range list {
			if string(other) == string(name) {
				return true
			}
		}
	} else if s.indexed(list, name) {
		return true
	}
	if escaped {
		name = append([]byte(nil), name...)
	}
	d.names.list = append(d.names.list, name)
	d.names.used = max(d.names.used, len(d.names.list))
	return false
}

// indexed is knows for many names.
func (s *nameScope) indexed(list [][]byte, name []byte) bool {
	if s.set == nil {
		s.set = &nameSet{maphash.MakeSeed(), make(map[uint64][]int, 2*scanNames)}
		for i, other := range list {
			h := maphash.Bytes(s.set.seed, other)
			s.set.byHash[h] = append(s.set.byHash[h], i)
		}
	}
	h := maphash.Bytes(s.set.seed, name)
	for _, i := range s.set.byHash[h] {
		if string(list[i]) == string(name) {
			return true
		}
	}
	s.set.byHash[h] = append(s.set.byHash[h], len(list))
	return false
}

// release forgets all names: they belong to the caller's text.
func (n *names) release() {
	clear(n.list[:n.used])
	n.list, n.used = n.list[:0], 0
	if cap(n.list) > mostKept {
		n.list = nil
	}
}
