package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/schema"
)

// arrayInto reads an array into a slice or an array.
func (d *decoder) arrayInto(n *node, t *Target, pos int, to reflect.Value) int {
	switch t.Form {
	case Slice:
		if n.array.inPlace {
			return d.sliceInPlace(n, pos, to)
		}
		return d.slice(n, pos, to)
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
	return d.noted(f, i, d.value(rule, pos, to))
}

// noted goes over what an item that ends at pos has added to the violations.
func (d *decoder) noted(f *flood, i, pos int) int {
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
		if d.parsed -= pos - start; d.parsed < 0 {
			return -1
		}
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
