package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// any reads the value at pos as an empty interface holds it: numbers as
// json.Number, objects as map[string]any, arrays as []any. After a violation what
// it returns means nothing.
func (d *decoder) any(n *node, pos int) (any, int) {
	if pos >= len(d.src) {
		return nil, -1
	}
	c := d.src[pos]
	switch n.kind {
	case nullable:
		if c != 'n' {
			return d.any(n.inner, pos)
		}
	case never:
		d.fail(n.at, pos, "false")
		return nil, d.skip(pos)
	case subtree:
		v, end := d.satisfied(n, pos)
		if end < 0 || !d.bind {
			return nil, end
		}
		return n.target.innermost().Plain(d.completed(n, v)), end
	case discriminated:
		i, end := d.branch(n, pos)
		if i < 0 {
			return nil, end
		}
		return d.any(n.branches[i], pos)
	}
	if d.left--; d.left < 0 {
		return nil, -1
	}
	switch c {
	case '"':
		text, end := d.chars(pos + 1)
		if end < 0 {
			return nil, -1
		}
		own, ok := d.judgeText(n, pos, &text)
		if !ok || !d.bind {
			return nil, end
		}
		if own == "" {
			own = d.own(&text)
		}
		return own, end
	case '{', '[':
		return d.anyContainer(n, pos, c)
	case 't', 'f':
		return c == 't', d.boolean(n, pos, c == 't')
	case 'n':
		if n.kind == nullable {
			return nil, d.word(pos, "null")
		}
		return nil, d.nothing(n, pos)
	}
	if c != '-' && c-'0' > 9 {
		return nil, -1
	}
	end, ok := d.judgeNumber(n, pos)
	if !ok || !d.bind {
		return nil, end
	}
	return d.jsonNumber(), end
}

func (d *decoder) anyContainer(n *node, pos int, c byte) (any, int) {
	kind := tree.Object
	if c == '[' {
		kind = tree.Array
	}
	switch {
	case !n.accepts(kind):
		return nil, d.mistyped(n, pos)
	case n.enum != nil:
		d.fail(n.at, pos, n.enum.keyword)
		return nil, d.again(pos)
	case !d.bind && kind == tree.Object:
		return nil, d.object(n, pos, reflect.Value{}, nil)
	case !d.bind:
		return nil, d.arrayOf(n, pos)
	case kind == tree.Object:
		m := map[string]any{}
		return m, d.object(n, pos, reflect.Value{}, &members{anys: m})
	}
	return d.anyArray(n, pos)
}

func (d *decoder) anyArray(n *node, pos int) (any, int) {
	start, base, f := pos, len(d.items), d.newFlood()
	pos, done := d.enter(pos, ']')
	for !done {
		if pos < 0 {
			return nil, -1
		}
		x, end := d.anyItem(n, &f, len(d.items)-base, pos)
		d.items = append(d.items, x)
		pos, done = d.more(end, ']')
	}
	count := len(d.items) - base
	items := make([]any, count)
	copy(items, d.items[base:])
	clear(d.items[base:])
	d.items = d.items[:base]
	return items, d.counted(n, start, pos, count)
}

func (d *decoder) anyItem(n *node, f *flood, i, pos int) (any, int) {
	a := n.array
	rule := a.items
	if i < len(a.prefix) {
		rule = a.prefix[i]
	} else if a.closed {
		return nil, d.skip(pos)
	}
	x, end := d.any(rule, pos)
	if len(d.found) > f.mark {
		d.under(f.mark, "", i)
		if !d.sift(f) {
			return nil, -1
		}
	}
	return x, end
}
