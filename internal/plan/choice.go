package plan

import (
	"bytes"
	"reflect"
	"slices"
)

// branch returns the schema that judges the object at pos alone, or nil: then the
// value has been read, and is a violation.
func (d *decoder) branch(n *node, pos int) (*node, int) {
	if d.src[pos] != '{' {
		d.fail(n.at, pos, "type")
		return nil, d.skip(pos)
	}
	at := d.lookup(n.property, pos)
	switch {
	case at < 0:
		return nil, -1
	case at == 0:
		d.failName(n.at, pos, "required", n.property)
		return nil, d.skip(pos)
	}
	if d.src[at] == '"' {
		c, end := d.chars(at + 1)
		if end < 0 {
			return nil, -1
		}
		if i := slices.Index(n.values, string(c.text)); i >= 0 {
			return n.branches[i], pos
		}
	}
	before := len(d.found)
	d.fail(n.at, at, "enum")
	d.under(before, n.property, -1)
	return nil, d.skip(pos)
}

// lookup returns where the first member of a name has its value in the object at
// pos: 0 if there is none, -1 if the object cannot be read or is too long to be
// read twice.
func (d *decoder) lookup(name string, pos int) int {
	left, depth, start := d.left, d.depth, pos
	defer func() { d.left, d.depth = left, depth }()
	pos, done := d.enter(pos, '}')
	for !done {
		if pos < 0 || pos >= len(d.src) || d.src[pos] != '"' {
			return -1
		}
		c, next := d.chars(pos + 1)
		if next < 0 {
			return -1
		}
		found := string(c.text) == name
		if pos = d.colon(next); pos < 0 || pos >= len(d.src) {
			return -1
		}
		if found {
			d.ahead -= pos - start
			return pos
		}
		if pos = d.skip(pos); pos < 0 || pos-start > d.ahead {
			return -1
		}
		pos, done = d.more(pos, '}')
	}
	if pos < 0 {
		return -1
	}
	d.ahead -= pos - start
	return 0
}

// choose reads the object at pos by the branch that its discriminator names.
func (d *decoder) choose(n *node, pos int, to reflect.Value) int {
	branch, end := d.branch(n, pos)
	if branch == nil {
		return end
	}
	if n.form != Union || !d.bind {
		return d.value(branch, pos, to)
	}
	t, to := settle(n.target, to)
	v := &t.Variants[n.variants[slices.Index(n.branches, branch)]]
	p := reflect.New(v.Target.Type)
	end = d.value(branch, pos, p.Elem())
	if v.Pointer {
		to.Set(p)
	} else {
		to.Set(p.Elem())
	}
	return end
}

// quotable reports whether a name stands in a text as it is.
func quotable(name string) bool {
	return !bytes.ContainsFunc([]byte(name), func(r rune) bool { return r < ' ' || r == '"' || r == '\\' })
}
