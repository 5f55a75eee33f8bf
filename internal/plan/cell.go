package plan

import "reflect"

// cell is where a value goes whose place never moves, in the scratch value or in a
// scratch of items: it is written there without reflection. Only the commonest types
// have one.
type cell struct {
	form Form // None: there is no cell
	null bool // null is accepted, and leaves a pointer as it is
	at   any  // a *string, a *int64 and so on, a pointer to such a pointer, or a *room
}

// room is a struct that never moves.
type room struct {
	to    reflect.Value
	cells []cell // of its fields
}

// basics are the types that cells have, by their kinds.
var basics = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[bool](), reflect.String: reflect.TypeFor[string](),
	reflect.Int: reflect.TypeFor[int](), reflect.Int8: reflect.TypeFor[int8](), reflect.Int16: reflect.TypeFor[int16](),
	reflect.Int32: reflect.TypeFor[int32](), reflect.Int64: reflect.TypeFor[int64](),
	reflect.Uint: reflect.TypeFor[uint](), reflect.Uint8: reflect.TypeFor[uint8](), reflect.Uint16: reflect.TypeFor[uint16](),
	reflect.Uint32: reflect.TypeFor[uint32](), reflect.Uint64: reflect.TypeFor[uint64](),
	reflect.Float64: reflect.TypeFor[float64](),
}

// pointers are the types of pointers that cells have, by the kinds of what they point to.
var pointers = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[*bool](), reflect.String: reflect.TypeFor[*string](),
	reflect.Int: reflect.TypeFor[*int](), reflect.Int64: reflect.TypeFor[*int64](), reflect.Float64: reflect.TypeFor[*float64](),
}

// newCell returns the cell of a place that n fills.
func newCell(n *node, v reflect.Value) cell {
	if n == nil || n.kind != plain || n.target == nil {
		return cell{}
	}
	switch n.form {
	case Struct:
		if inner := cellsOf(n, v); inner != nil && n.enum == nil {
			return cell{form: Struct, at: &room{v, inner}}
		}
	case Bool, Int, Uint, Float, String:
		if n.form == Bool && !n.plainBool || (n.form == Int || n.form == Uint) && !n.plainInt || n.form == Float && !n.plainFloat {
			return cell{}
		}
		var basic reflect.Type
		switch {
		case n.direct:
			basic = basics[v.Kind()]
		case n.target.Form == Pointer && n.target.Elem.Form == n.form:
			basic = pointers[v.Type().Elem().Kind()]
		}
		if basic != nil && v.CanAddr() && v.Addr().CanConvert(reflect.PointerTo(basic)) {
			return cell{form: n.form, at: v.Addr().Convert(reflect.PointerTo(basic)).Interface(), null: !n.direct && n.plainNull}
		}
	}
	return cell{}
}

// cellsOf returns the cells of a struct's fields, by the position of each, or nil if
// none has one.
func cellsOf(n *node, v reflect.Value) []cell {
	if n.object == nil || n.form != Struct || !n.direct {
		return nil
	}
	cells := make([]cell, len(n.object.fields))
	some := false
	for i := range n.object.fields {
		if f := &n.object.fields[i]; f.quick {
			cells[i] = newCell(f.node, v.Field(f.first))
			some = some || cells[i].form != None
		}
	}
	if !some {
		return nil
	}
	return cells
}

// cell reads a value into its cell. It returns 0 if that takes more than a cell has:
// then the value is read as any other is.
func (d *decoder) cell(c *cell, n *node, pos int) int {
	if pos >= len(d.src) || d.left <= 0 || !d.bind {
		return 0
	}
	first, end := d.src[pos], -1
	switch c.form {
	case None:
		return 0
	case Struct:
		if first != '{' {
			return 0
		}
		d.left--
		r := c.at.(*room)
		d.cells = r.cells
		return d.object(n, pos, r.to, nil)
	case String:
		if first != '"' {
			break
		}
		if n.plainText {
			var own string
			if own, end = d.plainText(n, pos+1); end >= 0 {
				if n.enum == nil {
					own = d.string(pos+1, end)
				}
				c.setText(own)
				d.left--
				return end + 1
			}
		}
		return d.escapedCell(c, n, pos)
	case Int, Uint:
		var i int64
		if i, end = d.plainInt(n, pos); end >= 0 {
			c.setWhole(i)
		}
	case Float:
		var f float64
		if f, end = d.plainFloat(n, pos); end >= 0 {
			c.setFloat(f)
		}
	case Bool:
		if first == 't' {
			end = d.word(pos, "true")
		} else {
			end = d.word(pos, "false")
		}
		if end >= 0 {
			c.setBool(first == 't')
		}
	}
	if end < 0 && first == 'n' && c.null {
		end = d.word(pos, "null")
	}
	if end < 0 {
		return 0
	}
	d.left--
	return end
}

// escapedCell is cell for a string that is not plain.
func (d *decoder) escapedCell(c *cell, n *node, pos int) int {
	text, end := d.chars(pos + 1)
	if end < 0 {
		return -1
	}
	d.left--
	own, ok := d.judgeText(n, pos, &text)
	if !ok {
		return end
	}
	if n.enum == nil {
		own = d.own(&text)
	}
	c.setText(own)
	return end
}

func (c *cell) setText(s string) {
	switch at := c.at.(type) {
	case *string:
		*at = s
	case **string:
		*at = new(s)
	}
}

func (c *cell) setFloat(f float64) {
	switch at := c.at.(type) {
	case *float64:
		*at = f
	case **float64:
		*at = new(f)
	}
}

func (c *cell) setBool(b bool) {
	switch at := c.at.(type) {
	case *bool:
		*at = b
	case **bool:
		*at = new(b)
	}
}

// setWhole takes a number that the type holds.
func (c *cell) setWhole(i int64) {
	switch at := c.at.(type) {
	case *int:
		*at = int(i)
	case *int64:
		*at = i
	case *int32:
		*at = int32(i)
	case *int16:
		*at = int16(i)
	case *int8:
		*at = int8(i)
	case *uint:
		*at = uint(i)
	case *uint64:
		*at = uint64(i)
	case *uint32:
		*at = uint32(i)
	case *uint16:
		*at = uint16(i)
	case *uint8:
		*at = uint8(i)
	case **int:
		*at = new(int(i))
	case **int64:
		*at = new(i)
	}
}
