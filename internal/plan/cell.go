package plan

import "reflect"

// cell is where a field of the scratch value is, whose address never changes: it is
// written there without reflection. Only the commonest types have one.
type cell struct {
	text  *string
	whole *int
	real  *float64
	flag  *bool
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
	switch {
	case c.text != nil:
		if d.src[pos] == '"' && n.plainText {
			var own string
			if own, end = d.plainText(n, pos+1); end >= 0 {
				if n.enum == nil {
					own = d.string(pos+1, end)
				}
				*c.text = own
				end++
			}
		}
	case d.src[pos] != '-' && d.src[pos]-'0' > 9:
	case c.whole != nil:
		if n.plainInt {
			var i int64
			if i, end = d.plainInt(n, pos); end >= 0 {
				*c.whole = int(i)
			}
		}
	case c.real != nil:
		if n.plainFloat {
			var f float64
			if f, end = d.plainFloat(n, pos); end >= 0 {
				*c.real = f
			}
		}
	}
	if end >= 0 {
		d.left--
	}
	return end
}
