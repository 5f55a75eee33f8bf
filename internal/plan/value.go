package plan

import (
	"bytes"
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// value reads the value at pos by n into to, which is zero.
func (d *decoder) value(n *node, pos int, to reflect.Value) int {
	if pos >= len(d.src) {
		return -1
	}
	c := d.src[pos]
	if n.kind != plain || n.form == Any || n.form == Raw {
		return d.other(n, pos, c, to)
	}
	if d.left--; d.left < 0 {
		return -1
	}
	switch c {
	case '"':
		if binds := d.bind && n.target != nil; n.plainText && (n.form == String && n.direct || !binds) {
			if own, end := d.plainText(n, pos+1); end >= 0 {
				if binds {
					if n.enum == nil {
						own = d.string(pos+1, end)
					}
					to.SetString(own)
				}
				return end + 1
			}
		}
		return d.text(n, pos, to)
	case '{':
		if n.object == nil {
			return d.mistyped(n, pos)
		}
		if n.enum != nil && !d.listed(n, pos) {
			return d.again(pos)
		}
		if n.target == nil || !d.bind {
			return d.object(n, pos, to, nil)
		}
		t, to := d.settle(n, to)
		return d.objectInto(n, t, pos, to)
	case '[':
		if n.array == nil {
			return d.mistyped(n, pos)
		}
		if n.enum != nil && !d.listed(n, pos) {
			return d.again(pos)
		}
		if n.target == nil || !d.bind {
			return d.arrayOf(n, pos)
		}
		t, to := d.settle(n, to)
		return d.arrayInto(n, t, pos, to)
	case 't', 'f':
		return d.truth(n, pos, to, c == 't')
	case 'n':
		return d.null(n, pos, to)
	}
	if c != '-' && c-'0' > 9 {
		return -1
	}
	binds := d.bind && n.target != nil
	if n.plainInt && (n.form == Int && n.direct || !binds) {
		if i, end := d.plainInt(n, pos); end >= 0 {
			if binds {
				to.SetInt(i)
			}
			return end
		}
	}
	if n.plainFloat && (n.direct || !binds) {
		if f, end := d.plainFloat(n, pos); end >= 0 {
			if binds {
				to.SetFloat(f)
			}
			return end
		}
	}
	return d.numeric(n, pos, to)
}

// other is value for what is no plain place of a Go type.
func (d *decoder) other(n *node, pos int, c byte, to reflect.Value) int {
	switch {
	case n.kind == nullable && c == 'n':
		if d.left--; d.left < 0 {
			return -1
		}
		d.setNull(n, to)
		return d.word(pos, "null")
	case n.kind == nullable:
		return d.value(n.inner, pos, to)
	case n.kind == subtree:
		return d.subtree(n, pos, to)
	case n.kind == never:
		d.fail(n.at, pos, "false")
		return d.skip(pos)
	case n.kind == discriminated:
		return d.choose(n, pos, to)
	case n.form == Raw:
		return d.raw(n, pos, to)
	}
	x, end := d.any(n, pos)
	if x != nil && d.bind && end >= 0 {
		_, to = d.settle(n, to)
		to.Set(reflect.ValueOf(x))
	} else if d.bind && end >= 0 && n.target.Form != Any && c == 'n' {
		d.setNull(n, to)
	}
	return end
}

// raw keeps the text of a value of which nothing is demanded.
func (d *decoder) raw(n *node, pos int, to reflect.Value) int {
	end := d.skip(pos)
	switch {
	case end < 0 || !d.bind:
		return end
	case d.src[pos] == 'n' && !n.direct:
		d.setNull(n, to) // it is that of the pointer or the Optional
		return end
	}
	_, to = d.settle(n, to)
	to.SetBytes(bytes.Clone(d.src[pos:end]))
	return end
}

// mistyped reads a value of a type that n does not accept.
func (d *decoder) mistyped(n *node, pos int) int {
	d.fail(n.at, pos, "type")
	return d.again(pos)
}

// again skips a value that has been counted.
func (d *decoder) again(pos int) int {
	d.left++
	return d.skip(pos)
}

// listed notes that no object or array is of an enum: where one is, the place is a
// subtree.
func (d *decoder) listed(n *node, pos int) bool {
	d.fail(n.at, pos, n.enum.keyword)
	return false
}

func (d *decoder) truth(n *node, pos int, to reflect.Value, value bool) int {
	end := d.boolean(n, pos, value)
	if end < 0 || !d.bind || n.target == nil {
		return end
	}
	if n.form != Bool {
		d.unbound = true
		return end
	}
	_, to = d.settle(n, to)
	to.SetBool(value)
	return end
}

// boolean judges true or false.
func (d *decoder) boolean(n *node, pos int, value bool) int {
	word := "false"
	if value {
		word = "true"
	}
	switch {
	case !n.accepts(tree.Bool):
		d.fail(n.at, pos, "type")
	case n.enum != nil && !(value && n.enum.yes || !value && n.enum.no):
		d.fail(n.at, pos, n.enum.keyword)
	}
	return d.word(pos, word)
}

func (d *decoder) null(n *node, pos int, to reflect.Value) int {
	end := d.nothing(n, pos)
	if end >= 0 {
		d.setNull(n, to)
	}
	return end
}

// nothing judges null.
func (d *decoder) nothing(n *node, pos int) int {
	switch {
	case !n.accepts(tree.Null):
		d.fail(n.at, pos, "type")
	case n.enum != nil && !n.enum.null:
		d.fail(n.at, pos, n.enum.keyword)
	}
	return d.word(pos, "null")
}

// setNull binds null: to a pointer, which stays nil, an Optional or an any.
func (d *decoder) setNull(n *node, to reflect.Value) {
	if n.target == nil || !d.bind {
		return
	}
	switch n.target.Form {
	case Pointer, Any:
	case Optional:
		n.target.Null(to)
	case Scalar:
		d.scalar(n.target, tree.NewNull(), to)
	default:
		d.unbound = true
	}
}
