package binding

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// Plan pairs the shape with its compiled schema, so that arguments are read, judged
// and bound in one pass. It is nil where that gains nothing; why says so. It is for
// functionschema.
//
//  1. hidden and refused are the parameters of the framework that are in the schema
//     and that are not: the plan fills neither, [Shape.Inject] does.
//  2. What the plan fills is what [Shape.DecodeParams] would: of Struct a value of
//     the struct or map itself, of Positional one value for each parameter.
func (s *Shape) Plan(compiled *schema.Schema, hidden, refused []string) (p *plan.Plan, why string) {
	t := &targets{nodes: map[*node]*plan.Target{}}
	return plan.Build(compiled, t.shape(s), plan.Names{Hidden: hidden, Refused: refused})
}

// NewParams returns what a plan fills for one call: the struct or map, or the
// positional parameters, each of them zero and settable.
func (s *Shape) NewParams() (to reflect.Value, params []reflect.Value) {
	if s.typ != nil {
		return reflect.New(s.filled()).Elem(), nil
	}
	params = make([]reflect.Value, len(s.params))
	for i := range s.params {
		params[i] = reflect.New(s.params[i].typ).Elem()
	}
	return reflect.Value{}, params
}

// filled is the struct or map that a plan fills.
func (s *Shape) filled() reflect.Type {
	if s.typ.Kind() == reflect.Pointer {
		return s.typ.Elem()
	}
	return s.typ
}

// Inject fills the parameters of the framework beside those that a plan has filled:
// values holds the completed trees of the hidden ones, opaque the others. It
// reports whether all of them fit.
func (s *Shape) Inject(to reflect.Value, params []reflect.Value, values map[string]*tree.Value, opaque map[string]reflect.Value) bool {
	d := new(decoder)
	if s.rest != nil {
		for name, v := range values {
			elem := reflect.New(s.typ.Elem()).Elem()
			d.value(s.rest, v, elem)
			to.SetMapIndex(reflect.ValueOf(name).Convert(s.typ.Key()), elem)
		}
		return len(d.errors) == 0
	}
	for i := range s.params {
		p := &s.params[i]
		if p.ref == nil {
			continue
		}
		var at reflect.Value
		if s.typ == nil {
			at = params[i]
		} else {
			at = plan.FieldAt(to, p.index)
		}
		if p.opaque() {
			d.parameter(p, nil, opaque, at)
		} else if v := values[p.name]; v != nil {
			d.field(&p.field, v, at)
		}
	}
	return len(d.errors) == 0
}

// targets makes the plan's view of nodes, each once.
type targets struct{ nodes map[*node]*plan.Target }

// shape is the target of all parameters.
func (t *targets) shape(s *Shape) *plan.Target {
	if s.rest != nil {
		return &plan.Target{Form: plan.Map, Type: s.typ, Elem: t.of(s.rest)}
	}
	root := &plan.Target{Form: plan.Params}
	if s.typ != nil {
		root.Form, root.Type = plan.Struct, s.filled()
	}
	for i := range s.params {
		p := &s.params[i]
		if p.ref != nil {
			continue
		}
		f := t.field(&p.field)
		if s.typ == nil {
			f.Index = []int{i}
		}
		root.Fields = append(root.Fields, f)
	}
	return root
}

func (t *targets) field(f *field) plan.Field {
	field := plan.Field{Name: f.name, Index: f.index}
	if !f.quoted {
		field.Target = t.of(f.node)
		return field
	}
	field.Target = &plan.Target{Form: plan.Scalar, Type: f.node.typ, FromTree: func(v *tree.Value, to reflect.Value) bool {
		d := new(decoder)
		d.quoted(f.node, v, to)
		return len(d.errors) == 0
	}}
	return field
}

// forms are those that a plan fills itself. It gives the others a tree.
var forms = map[form]plan.Form{
	formBool: plan.Bool, formInt: plan.Int, formDuration: plan.Int, formUint: plan.Uint, formFloat: plan.Float,
	formString: plan.String, formBytes: plan.Bytes, formTime: plan.Time, formNumber: plan.Number, formAny: plan.Any,
	formBigInt: plan.Scalar, formText: plan.Scalar, formRaw: plan.Raw,
	formPointer: plan.Pointer, formOptional: plan.Optional, formSlice: plan.Slice, formArray: plan.Array,
	formStruct: plan.Struct, formUnion: plan.Union,
}

// of returns the target of a node. It may be called while the target is being
// made: the pointer is then good, its content is not there yet.
func (t *targets) of(n *node) *plan.Target {
	if made := t.nodes[n]; made != nil {
		return made
	}
	p := &plan.Target{Type: n.typ}
	t.nodes[n] = p
	p.FromTree = func(v *tree.Value, to reflect.Value) bool {
		d := new(decoder)
		d.value(n, v, to)
		return len(d.errors) == 0
	}
	var known bool
	if p.Form, known = forms[n.form]; !known {
		p.Form = plan.Tree
	}
	if n.form == formMap {
		p.Form = plan.Map
		p.Methods = n.key == keyText
		if n.key != keyString {
			p.Key = func(name string) (reflect.Value, bool) { return new(decoder).key(n, name) }
		}
	}
	if n.form == formJSON || n.form == formText {
		p.Methods = true
	}
	switch n.form {
	case formAny:
		p.Plain = plainValue
	case formOptional:
		p.Slot = func(to reflect.Value) reflect.Value { return to.Addr().Interface().(optional).slot() }
		p.Null = func(to reflect.Value) { to.Addr().Interface().(optional).setNull() }
	case formStruct:
		for i := range n.fields {
			p.Fields = append(p.Fields, t.field(&n.fields[i]))
		}
	case formUnion:
		p.Discriminator = n.union.discriminator
		for i, v := range n.union.variants {
			p.Variants = append(p.Variants, plan.Variant{Name: v.name, Target: t.of(n.variants[i]), Pointer: v.typ.Kind() == reflect.Pointer})
		}
	}
	if n.elem != nil {
		p.Elem = t.of(n.elem)
	}
	return p
}
