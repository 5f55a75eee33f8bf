package binding

import (
	"fmt"

	"github.com/functionschema/fscheck/internal/tree"
)

// said is what comparing one schema with one node found, relative to the place
// where they met: that it can be said again at the next one.
type said struct {
	own   []Fault // their messages lack what the place is called
	parts []part  // none that says nothing
	done  bool
}

// part is what was found below a place. Its place has no name where it is called
// what the place itself is.
type part struct {
	at   place
	said *said
}

// pair is a schema and the node it is to fill, with its pointers: they say whether
// it takes null.
type pair struct {
	schema *tree.Value
	node   *node
}

// add reports a fault at a place relative to that of the pair.
func (c *comparison) add(at place, keyword, format string, args ...any) {
	c.now.own = append(c.now.own, Fault{Pointer: at.pointer, Keyword: keyword, Message: fmt.Sprintf(format, args...)})
}

// once compares a pair unless that has been done, and says at a place, relative to
// that of the outer pair, what was found. A pair that is met again within itself
// says nothing there: it would say the same of ever deeper places.
func (c *comparison) once(p pair, at place, compare func()) {
	s := c.said[p]
	if s == nil {
		s = new(said)
		c.said[p] = s
		outer := c.now
		c.now = s
		compare()
		c.now = outer
		s.done = true
	}
	if s.done && len(s.own)+len(s.parts) > 0 {
		c.now.parts = append(c.now.parts, part{at, s})
	}
}

// mostMismatches bounds what is written out: what references double at each of
// many levels is found once and would be said at more places than there is room
// for. A fault counts as its pointer's length and 100.
const mostMismatches = 1_000_000

// faults writes out what was said, at a place.
func (s *said) faults(at place) (list []Fault) {
	room := mostMismatches
	var write func(*said, place)
	write = func(s *said, at place) {
		for _, f := range s.own {
			f.Pointer = at.pointer + f.Pointer
			if room -= 100 + len(f.Pointer); room < 0 {
				return
			}
			f.Message = at.where + ": " + f.Message
			list = append(list, f)
		}
		for _, p := range s.parts {
			if room < 0 {
				return
			}
			where := p.at.where
			if where == "" {
				where = at.where
			}
			write(p.said, place{at.pointer + p.at.pointer, where})
		}
	}
	write(s, at)
	return list
}
