package plan

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// branch returns which branch judges the object at pos alone, or -1: then the value has
// been read up to end, and is a violation.
func (d *decoder) branch(n *node, pos int) (i, end int) {
	if d.src[pos] != '{' {
		d.fail(n.at, pos, "type")
		return -1, d.skip(pos)
	}
	at := d.lookup(n.property, pos)
	switch {
	case at < 0:
		return -1, -1
	case at == 0:
		d.failName(n.at, pos, "required", n.property)
		return -1, d.skip(pos)
	}
	kind, text, ok := d.discriminator(at)
	if !ok {
		return -1, -1
	}
	if i := n.branchOf(kind, text); i >= 0 {
		return i, pos
	}
	before := len(d.found)
	d.fail(n.at, at, "enum")
	d.under(before, n.property, -1)
	return -1, d.skip(pos)
}

// discriminator returns the two parts of the key of the value at pos. It reports false if
// that cannot be read; a container has the key of nothing.
func (d *decoder) discriminator(pos int) (kind byte, text []byte, ok bool) {
	switch c := d.src[pos]; c {
	case '"':
		chars, end := d.chars(pos + 1)
		return c, chars.text, end >= 0
	case 't', 'f', 'n', '{', '[':
		return c, nil, true // what is no word is noticed when the value is read
	}
	if d.src[pos] != '-' && d.src[pos]-'0' > 9 || d.number(pos) < 0 {
		return 0, nil, false
	}
	return '#', []byte(decimal.Parse(d.token()).String()), true
}

// branchKey is the key of a scalar: what kind it is, and its text in one spelling.
func branchKey(v *tree.Value) (key string, ok bool) {
	switch v.Kind {
	case tree.String:
		return `"` + v.Text, true
	case tree.Number:
		return "#" + decimal.Parse(v.Text).String(), true
	case tree.Bool, tree.Null:
		return v.String()[:1], true
	}
	return "", false
}

// branchOf returns the branch of a value, or -1.
func (n *node) branchOf(kind byte, text []byte) int {
	if n.byValue != nil {
		var room [64]byte
		if i, ok := n.byValue[string(append(append(room[:0], kind), text...))]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(n.values, func(key string) bool { return key[0] == kind && key[1:] == string(text) })
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
	i, end := d.branch(n, pos)
	if i < 0 {
		return end
	}
	branch := n.branches[i]
	if n.form != Union || !d.bind {
		return d.value(branch, pos, to)
	}
	t, to := settle(n.target, to)
	v := &t.Variants[n.variants[i]]
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
