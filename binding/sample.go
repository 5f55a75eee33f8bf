package binding

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/plan"
)

// sampler makes values with every pointer, slice and map allocated, so that
// what encoding/json writes of them shows the whole shape.
type sampler struct {
	open  map[*node]int // how often a type is being built: it may contain itself
	count int           // of values made: types that all contain each other would not end
}

// The most that a sample takes: values, and bytes of any one of them.
const (
	maxSample     = 2000
	maxSampleSize = 1 << 20
)

// fill completes v, which is zero and of n's type. It returns false for a value
// whose marshalled shape is not the published one by intent: an interface, or a
// type that has methods on one side only.
func (s *sampler) fill(n *node, v reflect.Value) bool {
	if !bothWays(n) || n.elem != nil && n.elem.typ.Size() > maxSampleSize {
		return false
	}
	if s.count++; s.open[n] > 1 || s.count > maxSample {
		// An empty container has its type's shape, a nil one has none.
		switch n.form {
		case formSlice:
			v.Set(reflect.MakeSlice(n.typ, 0, 0))
		case formMap:
			v.Set(reflect.MakeMap(n.typ))
		case formPointer, formOptional:
		default:
			return false
		}
		return true
	}
	s.open[n]++
	defer func() { s.open[n]-- }()
	switch n.form {
	case formBytes:
		v.SetBytes([]byte{1})
	case formPointer:
		p := reflect.New(n.typ.Elem())
		if s.fill(n.elem, p.Elem()) {
			v.Set(p.Convert(n.typ))
		}
	case formOptional:
		trial := reflect.New(n.typ)
		if s.fill(n.elem, trial.Interface().(optional).slot()) {
			v.Set(trial.Elem())
		}
	case formSlice:
		list := reflect.MakeSlice(n.typ, 1, 1)
		if !s.fill(n.elem, list.Index(0)) {
			list = reflect.MakeSlice(n.typ, 0, 0)
		}
		v.Set(list)
	case formArray:
		for i := range v.Len() {
			if !s.fill(n.elem, v.Index(i)) {
				return false
			}
		}
	case formMap:
		m := reflect.MakeMap(n.typ)
		elem := reflect.New(n.typ.Elem()).Elem()
		if s.fill(n.elem, elem) {
			m.SetMapIndex(reflect.New(n.typ.Key()).Elem(), elem)
		}
		v.Set(m)
	case formStruct:
		for i := range n.fields {
			f := &n.fields[i]
			if !s.fill(f.node, plan.FieldAt(v, f.index)) {
				return false
			}
		}
	}
	return true
}

// bothWays reports whether the type both reads and writes itself, or neither:
// else what it writes says nothing about what it reads.
func bothWays(n *node) bool {
	switch n.form {
	case formUnion, formUnsupported, formFile, formContent, formWith:
		return false
	}
	return hasMethods(n.typ, input) == hasMethods(n.typ, output)
}

func hasMethods(t reflect.Type, s side) bool {
	f := formOf(t, s)
	return f == formJSON || f == formText
}
