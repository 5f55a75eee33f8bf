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
	seed maphash.Seed // new for every set, so that names cannot be chosen to collide
	set  map[uint64][]int
}

func (d *decoder) openNames() nameScope { return nameScope{base: len(d.names.list)} }

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
		s.seed = maphash.MakeSeed()
		s.set = make(map[uint64][]int, 2*scanNames)
		for i, other := range list {
			h := maphash.Bytes(s.seed, other)
			s.set[h] = append(s.set[h], i)
		}
	}
	h := maphash.Bytes(s.seed, name)
	for _, i := range s.set[h] {
		if string(list[i]) == string(name) {
			return true
		}
	}
	s.set[h] = append(s.set[h], len(list))
	return false
}

// release forgets all names: they belong to the caller's text.
func (n *names) release() {
	if n.used == 0 {
		return
	}
	clear(n.list[:n.used])
	n.list, n.used = n.list[:0], 0
	if cap(n.list) > mostKept {
		n.list = nil
	}
}
