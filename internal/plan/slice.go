package plan

import (
	"reflect"
	"sync"
)

// sliceScratch takes the items of a slice until their number is known. They are read in
// blocks, into places that never move and so have cells.
type sliceScratch struct {
	rules *arrayRules
	size  int           // of an item, in bytes
	block reflect.Value // a slice; zero beyond what is in use
	used  int           // of block
	cells []cell        // of the first items of block, as many as were needed so far
	full  reflect.Value // a slice of the items of the blocks before; zero beyond them
	count int           // of full that are in use
}

// mostBlock is how many items a block has, and mostBlockBytes how large it is, if that
// is more than one item.
const (
	mostBlock      = 32
	mostBlockBytes = 16 << 10
)

// mostScratch is how large an idle scratch may be, in bytes.
const mostScratch = 1 << 20

func newScratch(t reflect.Type, rules *arrayRules) *sync.Pool {
	return &sync.Pool{New: func() any {
		s := &sliceScratch{rules: rules, size: int(t.Elem().Size()), full: reflect.New(t).Elem()}
		length := max(1, min(mostBlock, mostBlockBytes/max(1, s.size)))
		s.block = reflect.New(t).Elem()
		s.block.Set(reflect.MakeSlice(t, length, length))
		return s
	}}
}

// cell returns the cell of an item of the block, or nil.
func (s *sliceScratch) cell(i int) *cell {
	switch {
	case i < len(s.cells):
		return &s.cells[i]
	case i > len(s.cells) || s.rules.items == nil || len(s.rules.prefix) > 0:
		return nil
	}
	c := newCell(s.rules.items, s.block.Index(i))
	if c.form == None {
		return nil
	}
	s.cells = append(s.cells, c)
	return &s.cells[i]
}

// move empties the block. The items so far took so many bytes of those that there are.
func (s *sliceScratch) move(read, text int) {
	if need := s.count + s.used; need > s.full.Len() {
		s.grow(need, read, text)
	}
	reflect.Copy(s.full.Slice(s.count, s.count+s.used), s.block)
	clearFirst(s.block, s.used)
	s.count, s.used = s.count+s.used, 0
}

// grow makes room for more items: twice as many, or, once that is much, as many as the
// rest of the text has if they are like those that were read. The rest may be anything
// else, so that guess is bounded: an item may be a thousand times as large as its text.
func (s *sliceScratch) grow(need, read, text int) {
	n := 2 * need
	if n > mostScratch/max(1, s.size) && read > 0 {
		n = min(max(need+need/4, int(float64(need)*float64(text)/float64(read)*1.02)+1), 4*need)
	}
	larger := reflect.MakeSlice(s.full.Type(), n, n)
	reflect.Copy(larger, s.full)
	s.full.Set(larger)
}

// drop empties the block of items that nobody wants: something is at fault.
func (s *sliceScratch) drop() {
	clearFirst(s.block, s.used)
	s.used = 0
}

// clearFirst makes the first items of a slice zero. Value.Slice would allocate.
func clearFirst(v reflect.Value, count int) {
	length := v.Len()
	v.SetLen(count)
	v.Clear()
	v.SetLen(length)
}

// give sets to to the items, if that is wanted, and leaves the scratch as it was: none of
// them are in it any more.
func (s *sliceScratch) give(to reflect.Value, wanted bool, read, text int) {
	if !wanted {
		s.drop()
	}
	of := s.block
	if s.count > 0 {
		s.move(read, text)
		of = s.full
	}
	count, length := s.count+s.used, s.full.Len()
	large := length > mostScratch/max(1, s.size)
	switch {
	case large && wanted && length <= count+count/4:
		to.Set(of.Slice3(0, count, count))
	case wanted:
		to.Grow(count)
		to.SetLen(count)
		reflect.Copy(to, of)
	}
	if large {
		s.full.SetZero() // it is too large to be kept
	} else {
		clearFirst(of, count)
	}
	s.count, s.used = 0, 0
}

// slice reads an array into a slice of its own length. Items beyond maxItems are only
// judged, and so are all that follow a violation: what bounds an array bounds its cost.
func (d *decoder) slice(n *node, pos int, to reflect.Value) int {
	a, start, f := n.array, pos, d.newFlood()
	pos, done := d.enter(pos, ']')
	if done {
		to.Set(a.empty)
		return d.counted(n, start, pos, 0)
	}
	s := a.scratch.Get().(*sliceScratch)
	count := 0
	for !done && pos >= 0 {
		if a.most >= 0 && int64(count) >= a.most {
			d.bind = false
		}
		switch {
		case s.used < s.block.Len():
		case d.bind:
			s.move(pos-start, len(d.src)-start)
		default:
			s.drop()
		}
		pos = d.sliceItem(n, s, &f, count, pos)
		count++
		s.used++
		if pos >= 0 && pos+1 < len(d.src) && d.src[pos] == ',' && d.src[pos+1] > ' ' {
			pos++
		} else {
			pos, done = d.more(pos, ']')
		}
	}
	s.give(to, pos >= 0 && d.bind, pos-start, len(d.src)-start)
	a.scratch.Put(s)
	return d.counted(n, start, pos, count)
}

// sliceItem reads the next item of the block, which is the ith of all.
func (d *decoder) sliceItem(n *node, s *sliceScratch, f *flood, i, pos int) int {
	if c := s.cell(s.used); c != nil {
		if end := d.cell(c, n.array.items, pos); end != 0 {
			return d.noted(f, i, end)
		}
	}
	return d.item(n, f, i, pos, s.block.Index(s.used))
}

// sliceInPlace reads an array whose items read themselves where they are to stay: a type
// may know its own address. The items are counted beforehand.
func (d *decoder) sliceInPlace(n *node, pos int, to reflect.Value) int {
	start, f := pos, d.newFlood()
	count := d.countItems(pos)
	if count < 0 {
		return -1
	}
	to.Set(reflect.MakeSlice(to.Type(), count, count))
	pos, done := d.enter(pos, ']')
	for i := 0; !done; i++ {
		if pos < 0 {
			return -1
		}
		pos, done = d.more(d.item(n, &f, i, pos, to.Index(i)), ']')
	}
	return d.counted(n, start, pos, count)
}

// countItems counts the items of the array at pos without reading on.
func (d *decoder) countItems(pos int) (count int) {
	left, depth := d.left, d.depth
	defer func() { d.left, d.depth = left, depth }()
	pos, done := d.enter(pos, ']')
	for ; !done; count++ {
		if pos < 0 {
			return -1
		}
		pos, done = d.more(d.skip(pos), ']')
	}
	if pos < 0 {
		return -1
	}
	return count
}
