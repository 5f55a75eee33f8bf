package plan

import "reflect"

// cell is where a field of the scratch value is, whose address never changes: it is
// written there without reflection. Only the commonest types have one.
type cell struct {
	text  *string
	whole *int
	real  *float64
	flag  *bool

	textAt  **string
	wholeAt **int
	realAt  **float64

	inner []cell // of a struct
}

// cellsOf returns the cells of a struct's fields, by the position of each, or nil if
// none has one.
func cellsOf(n *node, v reflect.Value) []cell {
	if n.kind != plain || n.object == nil || n.form != Struct || !n.direct {
		return nil
	}
	cells := make([]cell, len(n.object.fields))
	any := false
	for i := range n.object.fields {
		f := &n.object.fields[i]
		if f.index == nil || f.first < 0 {
			continue
		}
		c, at := &cells[i], v.Field(f.first)
		switch p := at.Addr().Interface().(type) {
		case *string:
			c.text = p
		case *int:
			c.whole = p
		case *float64:
			c.real = p
		case *bool:
			c.flag = p
		case **string:
			c.textAt = p
		case **int:
			c.wholeAt = p
		case **float64:
			c.realAt = p
		default:
			if !f.quick || at.Kind() != reflect.Struct {
				continue
			}
			if c.inner = cellsOf(f.node, at); c.inner == nil {
				continue
			}
		}
		any = true
	}
	if !any {
		return nil
	}
	return cells
}

// cell reads the value of a field straight into its cell, or returns -1: then it is
// read as any other is.
func (d *decoder) cell(c *cell, n *node, pos int) int {
	if pos >= len(d.src) || d.left <= 0 || !d.bind {
		return -1
	}
	end := -1
	switch first := d.src[pos]; {
	case first == '"':
		if !n.plainText || c.text == nil && c.textAt == nil {
			return -1
		}
		var own string
		if own, end = d.plainText(n, pos+1); end < 0 {
			return -1
		}
		if n.enum == nil {
			own = d.string(pos+1, end)
		}
		end++
		if c.text != nil {
			*c.text = own
		} else {
			*c.textAt = new(own)
		}
	case first == '-' || first-'0' <= 9:
		end = d.numberCell(c, n, pos)
	case first == 'n':
		if n.plainNull && (c.textAt != nil || c.wholeAt != nil || c.realAt != nil) {
			end = d.word(pos, "null")
		}
	case c.flag != nil && n.plainBool:
		if first == 't' {
			end = d.word(pos, "true")
		} else {
			end = d.word(pos, "false")
		}
		*c.flag = first == 't' && end >= 0
	}
	if end >= 0 {
		d.left--
	}
	return end
}

// numberCell is cell for a number.
func (d *decoder) numberCell(c *cell, n *node, pos int) int {
	switch {
	case n.plainInt && (c.whole != nil || c.wholeAt != nil):
		i, end := d.plainInt(n, pos)
		switch {
		case end < 0:
		case c.whole != nil:
			*c.whole = int(i)
		default:
			*c.wholeAt = new(int(i))
		}
		return end
	case n.plainFloat && (c.real != nil || c.realAt != nil):
		f, end := d.plainFloat(n, pos)
		switch {
		case end < 0:
		case c.real != nil:
			*c.real = f
		default:
			*c.realAt = new(f)
		}
		return end
	}
	return -1
}
