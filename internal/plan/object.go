package plan

import (
	"bytes"
	"reflect"
)

// objectInto reads an object into a struct, a map or nothing that has room for it.
func (d *decoder) objectInto(n *node, t *Target, pos int, to reflect.Value) int {
	switch t.Form {
	case Struct, Params:
		return d.object(n, pos, to, nil)
	case Map:
		if n.object.anyMap {
			m := map[string]any{}
			*to.Addr().Interface().(*map[string]any) = m
			return d.object(n, pos, reflect.Value{}, &members{anys: m})
		}
		if n.object.textMap {
			m := map[string]string{}
			*to.Addr().Interface().(*map[string]string) = m
			return d.object(n, pos, reflect.Value{}, &members{texts: m})
		}
		m := reflect.MakeMap(t.Type)
		to.Set(m)
		return d.object(n, pos, reflect.Value{}, &members{native: m, elem: reflect.New(t.Type.Elem()).Elem(), key: t.Key, fresh: n.object.fresh})
	}
	d.unbound = true
	return d.object(n, pos, reflect.Value{}, nil)
}

// object reads an object: into the struct to, if that is valid, else into m, if
// that is not nil.
func (d *decoder) object(n *node, pos int, to reflect.Value, m *members) int {
	o, start, src, cells := n.object, pos, d.src, d.cells
	d.cells = nil
	pos, done := d.enter(pos, '}')
	if pos < 0 {
		return -1
	}
	quick := m == nil && d.bind && to.IsValid()
	if o.names != nil {
		cells = nil // names are judged here
	}
	seen := mask{}
	if len(o.fields) > 64 {
		seen.rest = d.rest(len(o.fields))
	}
	var names nameScope
	names.open(d)
	faults := d.newFlood()
	var others int64 // members that are no fields
	var name chars
	for next := 0; !done; {
		if cells != nil {
			if pos, next, done = d.known(o, cells, pos, next, &seen, &faults); done {
				break
			}
		}
		if pos >= len(src) || src[pos] != '"' {
			return -1
		}
		// Most senders keep the order of the schema, so what is expected comes first.
		i, end := next, 0
		if i < len(o.fields) {
			end = o.fields[i].key.matches(src, pos)
		}
		if end == 0 {
			i, end = o.match(src, pos)
		}
		if end == 0 {
			if name, end = d.chars(pos + 1); end < 0 {
				return -1
			}
			i = o.find(name.text)
		}
		if o.names != nil && !d.named(n, i, &name, start, &faults) {
			return -1
		}
		pos = end
		if pos+1 < len(src) && src[pos] == ':' && src[pos+1] > ' ' {
			pos++
		} else if pos = d.colon(pos); pos < 0 {
			return -1
		}
		if i < 0 {
			others++
			pos = d.stranger(n, &name, &names, start, pos, m)
		} else {
			f := &o.fields[i]
			if !seen.add(i) {
				return -1
			}
			next = i + 1
			switch {
			case quick && f.quick:
				pos = d.value(f.node, pos, to.Field(f.first))
				if len(d.found) > faults.mark {
					d.under(faults.mark, f.name, -1)
				}
			default:
				pos = d.member(n, f, start, pos, to, m)
			}
		}
		if pos < 0 || len(d.found) > faults.mark && !d.sift(&faults) {
			return -1
		}
		switch {
		case pos+1 < len(src) && src[pos] == ',' && src[pos+1] > ' ':
			pos++
		case pos < len(src) && src[pos] == '}':
			d.depth--
			pos, done = pos+1, true
		default:
			if pos, done = d.more(pos, '}'); pos < 0 {
				return -1
			}
		}
	}
	if pos < 0 {
		return -1
	}
	names.close(d)
	if o.required.lacks(&seen) {
		d.missing(n, &seen, start)
	}
	if d.bind && o.defaults.lacks(&seen) {
		d.complete(o, &seen, to, m, cells)
	}
	if o.least >= 0 || o.most >= 0 {
		d.membered(n, start, others+seen.count())
	}
	if len(o.fields) > wide {
		d.spare = seen.rest[:0]
	}
	return pos
}

// membered judges the number of members.
func (d *decoder) membered(n *node, start int, count int64) {
	o := n.object
	if o.least >= 0 && count < o.least {
		d.fail(n.at, start, "minProperties")
	}
	if o.most >= 0 && count > o.most {
		d.fail(n.at, start, "maxProperties")
	}
}

// named judges the name of a member: that of a field, or name. It reports false if the
// run has to end.
func (d *decoder) named(n *node, field int, name *chars, start int, f *flood) bool {
	before := len(d.found)
	if field >= 0 {
		*name = chars{text: []byte(n.object.fields[field].name), escaped: true} // it is no part of the source
	}
	if _, ok := d.judgeText(n.object.names, start, name); !ok {
		d.found = d.found[:before]
		d.failName(n.at, start, "propertyNames", string(name.text))
		return d.sift(f)
	}
	return true
}

// rest is the room of a mask for so many fields.
func (d *decoder) rest(fields int) []uint64 {
	if fields <= wide {
		return make([]uint64, fields/64)
	}
	spare := d.spare
	d.spare = nil
	return spare
}

// member reads the value of a field.
func (d *decoder) member(n *node, f *field, start, pos int, to reflect.Value, m *members) int {
	before := len(d.found)
	switch {
	case f.standing == injected:
		return d.skip(pos)
	case f.standing == refused:
		return -1
	case !f.declared && n.object.closed:
		d.failName(n.at, start, "additionalProperties", f.name)
		return d.skip(pos)
	case m != nil:
		pos = d.entry(f.node, f.name, pos, m)
	case f.node == nil:
		return d.skip(pos)
	case f.index != nil && d.bind:
		pos = d.value(f.node, pos, d.place(f, to))
	default:
		pos = d.value(f.node, pos, reflect.Value{})
	}
	if len(d.found) > before {
		d.under(before, f.name, -1)
	}
	return pos
}

// place returns where a field's value goes.
func (d *decoder) place(f *field, to reflect.Value) reflect.Value {
	switch {
	case f.first < 0:
		return FieldAt(to, f.index)
	case to.IsValid():
		return to.Field(f.first)
	}
	return d.params[f.first]
}

// stranger reads the value of a member that is no field.
func (d *decoder) stranger(n *node, name *chars, names *nameScope, start, pos int, m *members) int {
	o, before := n.object, len(d.found)
	if m == nil || o.closed || m.key != nil {
		if names.knows(d, name.text, name.escaped) {
			return -1
		}
	}
	switch {
	case o.closed:
		d.failName(n.at, start, "additionalProperties", string(name.text))
		return d.skip(pos)
	case m != nil:
		if o.most >= 0 && int64(m.count) >= o.most {
			d.bind = false // it has too many members
		}
		text := d.own(name)
		pos = d.entry(o.additional, text, pos, m)
		if len(d.found) > before {
			d.under(before, text, -1)
		}
		return pos
	case o.additional == nil:
		return d.skip(pos)
	}
	if name.escaped {
		name.text = bytes.Clone(name.text) // the buffer takes the next one
	}
	pos = d.value(o.additional, pos, reflect.Value{})
	if len(d.found) > before {
		d.under(before, string(name.text), -1)
	}
	return pos
}
