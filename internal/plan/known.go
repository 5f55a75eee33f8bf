package plan

import "encoding/binary"

// known reads members of a struct as long as their names are fields', however they are
// spelled, and the fields' cells take their values. It returns where the next member
// begins, and which field is expected there; done means that the object is closed, and
// the position behind it, which is -1 if the run has to end.
func (d *decoder) known(o *objectRules, cells []cell, pos, next int, seen *mask, f *flood) (at, expected int, done bool) {
	src := d.src
	for len(src)-pos >= 8 {
		i, end := next, 0
		// Most senders keep the order of the schema, so what is expected comes first.
		if i < len(o.fields) {
			if k := &o.fields[i].key; (binary.LittleEndian.Uint64(src[pos:])^k.word)&k.within == 0 {
				if end = pos + len(k.text); len(k.text) > 8 {
					end = k.matchesRest(src, pos, end)
				}
			}
		}
		if end == 0 {
			if i, end = d.spelled(o, pos); i < 0 {
				break
			}
		}
		if cells[i].form == None {
			break
		}
		if end+1 < len(src) && src[end] == ':' && src[end+1] > ' ' {
			end++
		} else if end = d.colon(end); end < 0 {
			return -1, 0, true
		}
		c, n := &cells[i], o.fields[i].node
		if c.form == String && n.plainText && end < len(src) && src[end] == '"' && d.bind && d.left > 0 {
			// What cell would do, written out: most members are strings.
			first := end + 1
			own, last := d.plainText(n, first)
			if last >= 0 {
				if n.enum == nil {
					own = d.string(first, last)
				}
				c.setText(own)
				d.left--
				end = last + 1
			} else if end = d.escapedCell(c, n, end); end < 0 {
				return -1, 0, true
			}
		} else if end = d.cell(c, n, end); end == 0 {
			break
		}
		if end < 0 || !seen.add(i) {
			return -1, 0, true
		}
		next = i + 1
		if len(d.found) > f.mark {
			if d.under(f.mark, o.fields[i].name, -1); !d.sift(f) {
				return -1, 0, true
			}
		}
		switch {
		case end+1 < len(src) && src[end] == ',' && src[end+1] > ' ':
			pos = end + 1
		case end < len(src) && src[end] == '}':
			d.depth--
			return end + 1, next, true
		default:
			if pos, done = d.more(end, '}'); done {
				return pos, next, true
			}
		}
	}
	return pos, next, false
}

// spelled looks for the field whose name stands at pos, escaped or not, and returns its
// position and that behind the name; -1 if there is none.
func (d *decoder) spelled(o *objectRules, pos int) (i, end int) {
	if i, end = o.match(d.src, pos); end > 0 || d.src[pos] != '"' {
		return i, end
	}
	name, end := d.chars(pos + 1)
	if end < 0 {
		return -1, 0
	}
	return o.find(name.text), end
}
