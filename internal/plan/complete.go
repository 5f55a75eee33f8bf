package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// filling is what an omitted property becomes. A scalar that nobody can change is
// kept as the Go value, everything else is made anew for each call.
type filling struct {
	value  *tree.Value   // completed
	scalar reflect.Value // not valid if it is made anew
	target *Target
}

// complete finds what an object lacks: required members are violations, those with
// a default are filled.
func (d *decoder) complete(n *node, seen *mask, start int, to reflect.Value, m *members) {
	o := n.object
	if o.required.low&^seen.low != 0 || o.required.rest != nil {
		for i := range o.fields {
			if o.required.has(i) && !seen.has(i) && o.fields[i].standing != injected {
				d.failName(n.at, start, "required", o.fields[i].name)
			}
		}
	}
	if !d.bind || o.defaults.low&^seen.low == 0 && o.defaults.rest == nil {
		return
	}
	for _, i := range o.optional {
		if !seen.has(i) {
			d.fill(&o.fields[i], to, m)
		}
	}
}

func (d *decoder) fill(f *field, to reflect.Value, m *members) {
	fill := f.fill
	switch {
	case f.standing != sent || fill.target == nil:
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
		d.lay(fill, m.elem)
		m.native.SetMapIndex(reflect.ValueOf(f.name).Convert(m.native.Type().Key()), m.elem)
		m.elem.SetZero()
	}
}

// lay puts a default into to.
func (d *decoder) lay(f *filling, to reflect.Value) {
	if f.scalar.IsValid() {
		to.Set(f.scalar)
		return
	}
	if !f.target.FromTree(f.value, to) {
		d.unbound = true
	}
}

// newFilling prepares a default.
func newFilling(v *tree.Value, t *Target) *filling {
	f := &filling{value: v, target: t}
	if t == nil {
		return f
	}
	switch t.Form {
	case Bool, Int, Uint, Float, String, Number:
		scalar := reflect.New(t.Type).Elem()
		if t.FromTree(v, scalar) {
			f.scalar = scalar
		}
	}
	return f
}
