package plan

import (
	"reflect"
	"sync"

	"github.com/functionschema/fscheck/internal/schema"
)

// arrayInto reads an array into a slice or an array.
func (d *decoder) arrayInto(n *node, t *Target, pos int, to reflect.Value) int {
	switch t.Form {
	case Slice:
		return d.slice(n, t, pos, to)
	case Array:
		start, count, f := pos, 0, d.newFlood()
		pos, done := d.enter(pos, ']')
		for ; !done; count++ {
			if pos < 0 {
				return -1
			}
			if count < n.array.size {
				pos = d.item(n, &f, count, pos, to.Index(count))
			} else {
				pos = d.skip(pos)
				d.unbound = true
			}
			pos, done = d.more(pos, ']')
		}
		if count != n.array.size {
			// The items in excess were not judged: the violations may not be all.
			return -1
		}
		return d.counted(n, start, pos, count)
	}
	d.unbound = true
	return d.arrayOf(n, pos)
}

// arrayOf reads an array that fills nothing.
func (d *decoder) arrayOf(n *node, pos int) int {
	start, count, f := pos, 0, d.newFlood()
	pos, done := d.enter(pos, ']')
	for ; !done; count++ {
		if pos < 0 {
			return -1
		}
		pos, done = d.more(d.item(n, &f, count, pos, reflect.Value{}), ']')
	}
	return d.counted(n, start, pos, count)
}

// item reads one item.
func (d *decoder) item(n *node, f *flood, i, pos int, to reflect.Value) int {
	a := n.array
	rule := a.items
	if i < len(a.prefix) {
		rule = a.prefix[i]
	} else if a.closed {
		return d.skip(pos)
	}
	if rule == nil {
		return d.skip(pos)
	}
	pos = d.value(rule, pos, to)
	if len(d.found) > f.mark {
		d.under(f.mark, "", i)
		if !d.sift(f) {
			return -1
		}
	}
	return pos
}

// counted judges an array as a whole, which ends at pos.
func (d *decoder) counted(n *node, start, pos, count int) int {
	if pos < 0 {
		return -1
	}
	a := n.array
	if int64(count) < a.least {
		d.fail(n.at, start, "minItems")
	}
	if a.most >= 0 && int64(count) > a.most {
		d.fail(n.at, start, "maxItems")
	}
	if a.closed && count > len(a.prefix) {
		d.fail(n.at, start, "items")
	}
	if a.unique && count > 1 {
		v := d.tree(start, pos)
		if v == nil {
			return -1
		}
		if !schema.Unique(v.Items) {
			d.fail(n.at, start, "uniqueItems")
		}
	}
	return pos
}

// sliceScratch is a slice that items are read into until their number is known.
type sliceScratch struct {
	v     reflect.Value // as long as it is large, and zero beyond what is in use
	size  int           // of an item
	rules *arrayRules
	cells [][]cell // of the first items
}

// mostCells is how many items of a scratch have cells: those of longer lists would
// take more memory than the items.
const mostCells = 16

// settle gives the items cells, once v is where it stays.
func (s *sliceScratch) settle() {
	if s.cells != nil || s.rules.items == nil || len(s.rules.prefix) > 0 {
		return
	}
	for i := range min(s.v.Len(), mostCells) {
		c := cellsOf(s.rules.items, s.v.Index(i))
		if c == nil {
			return
		}
		s.cells = append(s.cells, c)
	}
}

// mostScratch is how large an idle scratch may be, in bytes.
const mostScratch = 1 << 20

func newScratch(t reflect.Type, rules *arrayRules) *sync.Pool {
	return &sync.Pool{New: func() any {
		s := &sliceScratch{v: reflect.New(t).Elem(), size: int(t.Elem().Size()), rules: rules}
		s.v.Set(reflect.MakeSlice(t, 4, 4))
		s.settle()
		return s
	}}
}

// grow makes room for more items: twice as many, or, once that is much, as many as
// the rest of the text has if they are like those that were read.
func (s *sliceScratch) grow(read, text int) {
	n := 2 * s.v.Len()
	if n*s.size > mostScratch && read > 0 {
		n = max(s.v.Len()+s.v.Len()/4, int(float64(s.v.Len())*float64(text)/float64(read)*1.02)+1)
	}
	larger := reflect.MakeSlice(s.v.Type(), n, n)
	reflect.Copy(larger, s.v)
	s.v.Set(larger)
	s.cells = nil
}

// slice reads an array into a slice of its own length.
func (d *decoder) slice(n *node, t *Target, pos int, to reflect.Value) int {
	a, start, f := n.array, pos, d.newFlood()
	pos, done := d.enter(pos, ']')
	if done {
		to.Set(a.empty)
		return d.counted(n, start, pos, 0)
	}
	s := a.scratch.Get().(*sliceScratch)
	count := 0
	for !done && pos >= 0 {
		if count == s.v.Len() {
			s.grow(pos-start, len(d.src)-start)
		}
		if count < len(s.cells) {
			d.cells = s.cells[count]
		}
		pos = d.item(n, &f, count, pos, s.v.Index(count))
		d.cells = nil
		count++
		if pos >= 0 && pos+1 < len(d.src) && d.src[pos] == ',' && d.src[pos+1] > ' ' {
			pos++
		} else {
			pos, done = d.more(pos, ']')
		}
	}
	if s.v.Len()*s.size > mostScratch {
		if pos >= 0 && d.bind {
			to.Set(s.v.Slice3(0, count, count)) // it is too large to be kept, so it is given away
		}
		return d.counted(n, start, pos, count)
	}
	if pos >= 0 && d.bind {
		to.Grow(count)
		to.SetLen(count)
		reflect.Copy(to, s.v)
	}
	length := s.v.Len()
	s.v.SetLen(count)
	s.v.Clear()
	s.v.SetLen(length)
	s.settle()
	a.scratch.Put(s)
	return d.counted(n, start, pos, count)
}
