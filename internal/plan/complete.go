package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// filling is what an omitted property becomes. A scalar that nobody can change is
// kept as the Go value, everything else is made anew for each call.
type filling struct {
	value  *tree.Value   // completed
	bytes  int           // of its text
	scalar reflect.Value // not valid if it is made anew
	text   string        // of a String
	target *Target
}

// missing notes the required members that an object lacks.
func (d *decoder) missing(n *node, seen *mask, start int) {
	for _, i := range n.object.needed {
		if f := &n.object.fields[i]; !seen.has(i) && f.standing != injected {
			d.failName(n.at, start, "required", f.name)
		}
	}
}

// complete fills the members that an object lacks and that have a default.
func (d *decoder) complete(o *objectRules, seen *mask, to reflect.Value, m *members, cells []cell) {
	for _, i := range o.optional {
		if seen.has(i) || o.fields[i].standing != sent {
			continue
		}
		if d.room -= o.fields[i].fill.bytes; d.room < 0 {
			d.unbound = true // the tree says how
			return
		}
		switch {
		case cells != nil && cells[i].form == String && o.fields[i].fill.scalar.IsValid():
			cells[i].setText(o.fields[i].fill.text)
		default:
			d.fill(&o.fields[i], to, m)
		}
	}
}

func (d *decoder) fill(f *field, to reflect.Value, m *members) {
	fill := f.fill
	switch {
	case fill.target == nil:
	case m == nil && f.index == nil:
	case m == nil:
		d.lay(fill, d.place(f, to))
	case m.anys != nil:
		m.anys[f.name] = fill.target.Plain(fill.value)
	case m.texts != nil:
		text := ""
		d.lay(fill, reflect.ValueOf(&text).Elem())
		m.texts[f.name] = text
	default:
		d.lay(fill, m.next())
		m.count++
		if !d.put(f.name, m) {
			d.unbound = true
		}
	}
}

// lay puts a default into to.
func (d *decoder) lay(f *filling, to reflect.Value) {
	switch {
	case f.scalar.IsValid() && f.target.Form == String:
		to.SetString(f.text)
		return
	case f.scalar.IsValid():
		to.Set(f.scalar)
		return
	}
	if !f.target.FromTree(f.value, to) {
		d.unbound = true
	}
}

// newFilling prepares a default.
func newFilling(v *tree.Value, bytes int, t *Target) *filling {
	f := &filling{value: v, bytes: bytes, target: t}
	if t == nil {
		return f
	}
	switch t.Form {
	case Bool, Int, Uint, Float, String, Number:
		scalar := reflect.New(t.Type).Elem()
		if t.FromTree(v, scalar) {
			f.scalar, f.text = scalar, scalar.String()
		}
	}
	return f
}
