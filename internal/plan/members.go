package plan

import "reflect"

// members is where the members of an object go that is no struct. A name that is there
// already is noticed by the map's not growing, or, where keys are made of names, by
// [nameScope.knows].
type members struct {
	count  int
	anys   map[string]any
	texts  map[string]string
	native reflect.Value
	elem   reflect.Value // room for one value of native
	// key makes a key of a name; nil if that is a string. fresh: each value has room
	// of its own, because its type reads itself.
	key   func(name string) (reflect.Value, bool)
	fresh bool
	// beyond has the names that are not put into native, whose values may be large:
	// something is at fault.
	beyond map[string]struct{}
}

// entry reads a member of a map.
func (d *decoder) entry(n *node, name string, pos int, m *members) int {
	m.count++
	switch {
	case m.anys != nil:
		x, end := d.any(n, pos)
		if m.anys[name] = x; len(m.anys) < m.count {
			return -1
		}
		return end
	case m.texts != nil && n.kind == plain && n.form == String && n.target.Form == String && pos < len(d.src) && d.src[pos] == '"':
		if d.left--; d.left < 0 {
			return -1
		}
		c, end := d.chars(pos + 1)
		if end < 0 {
			return -1
		}
		own, ok := d.judgeText(n, pos, &c)
		if ok && own == "" {
			own = d.own(&c)
		}
		if m.texts[name] = own; len(m.texts) < m.count {
			return -1
		}
		return end
	case m.texts != nil:
		text := ""
		elem := reflect.ValueOf(&text).Elem()
		end := d.value(n, pos, elem)
		if m.texts[name] = text; len(m.texts) < m.count {
			return -1
		}
		return end
	}
	if !d.bind {
		if m.key == nil && m.repeated(name) {
			return -1
		}
		return d.value(n, pos, reflect.Value{})
	}
	end := d.value(n, pos, m.next())
	if end < 0 || !d.put(name, m) {
		return -1
	}
	return end
}

// next returns where the next value of native is read into.
func (m *members) next() reflect.Value {
	if m.fresh {
		m.elem = reflect.New(m.elem.Type()).Elem()
	}
	return m.elem
}

// put moves the value that has been read into a native map. It reports false if the
// map does not grow: two names are one key.
func (d *decoder) put(name string, m *members) bool {
	if m.key != nil && !d.bind {
		return true // the name may be at fault
	}
	key, ok := m.keyOf(name)
	if !ok {
		d.unbound = true
		return true
	}
	m.native.SetMapIndex(key, m.elem)
	if !m.fresh {
		m.elem.SetZero() // else the value may still know this place
	}
	return m.native.Len() >= m.count
}

// keyOf makes the key of a name, and reports whether it could.
func (m *members) keyOf(name string) (reflect.Value, bool) {
	if m.key != nil {
		return m.key(name)
	}
	return m.named(name), true
}

// named is the key of a name where that is a string.
func (m *members) named(name string) reflect.Value {
	key := reflect.ValueOf(name)
	if kt := m.native.Type().Key(); key.Type() != kt {
		key = key.Convert(kt)
	}
	return key
}

// repeated notes a name without a value, and reports whether there is one of it already.
func (m *members) repeated(name string) bool {
	if _, again := m.beyond[name]; again || m.native.MapIndex(m.named(name)).IsValid() {
		return true
	}
	if m.beyond == nil {
		m.beyond = map[string]struct{}{}
	}
	m.beyond[name] = struct{}{}
	return false
}
