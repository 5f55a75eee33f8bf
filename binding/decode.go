package binding

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/tree"
)

// DecodeParams returns the parameters as a call takes them, filled from the arguments
// and the opaque values by parameter: of Struct the one struct, pointer or map; of
// Positional each, a variadic one as its slice. They start from zero. All errors are
// reported, in no particular order.
func (s *Shape) DecodeParams(args *tree.Value, opaque map[string]reflect.Value) ([]reflect.Value, []BindError) {
	d := new(decoder)
	if s.typ == nil {
		values := make([]reflect.Value, len(s.params))
		for i := range s.params {
			p := &s.params[i]
			values[i] = reflect.New(p.typ).Elem()
			d.parameter(p, args, opaque, values[i])
		}
		return values, d.errors
	}
	want := s.typ
	if want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	v := reflect.New(want)
	d.arguments(s, args, opaque, v.Elem())
	if s.typ.Kind() != reflect.Pointer {
		v = v.Elem()
	}
	return []reflect.Value{v}, d.errors
}

// decoder fills Go values by their nodes and collects what cannot be filled.
type decoder struct {
	path   []step
	depth  int
	errors []BindError
}

// step is a member's name, or an item's index if the name is not set.
type step struct {
	name  string
	index int
	named bool
}

func (d *decoder) pointer() string {
	var b []byte
	for _, s := range d.path {
		if s.named {
			b = tree.AppendToken(b, s.name)
		} else {
			b = strconv.AppendInt(append(b, '/'), int64(s.index), 10)
		}
	}
	return string(b)
}

func (d *decoder) fail(reason, format string, args ...any) {
	d.errors = append(d.errors, BindError{Pointer: d.pointer(), Reason: reason, Message: fmt.Sprintf(format, args...)})
}

func (d *decoder) failWith(reason string, err error, message string) {
	d.errors = append(d.errors, BindError{Pointer: d.pointer(), Reason: reason, Message: message, Err: err})
}

// enter and leave bracket the decoding of a member or an item.
func (d *decoder) enter(name string)  { d.path = append(d.path, step{name: name, named: true}) }
func (d *decoder) enterItem(i int)    { d.path = append(d.path, step{index: i}) }
func (d *decoder) leave()             { d.path = d.path[:len(d.path)-1] }
func (d *decoder) wrong(want string)  { d.fail(ReasonType, "must be %s", want) }
func (d *decoder) isNull(want string) { d.fail(ReasonNull, "must be %s, not null", want) }

func (d *decoder) arguments(s *Shape, args *tree.Value, opaque map[string]reflect.Value, to reflect.Value) {
	if args.Kind != tree.Object {
		d.wrong("an object")
		return
	}
	if s.rest != nil {
		m := node{typ: s.typ, form: formMap, key: keyString, elem: s.rest}
		d.mapping(&m, args, to)
		return
	}
	for i := range s.params {
		p := &s.params[i]
		if p.opaque() || args.Find(p.name) >= 0 {
			d.parameter(p, args, opaque, plan.FieldAt(to, p.index))
		}
	}
}

func (d *decoder) parameter(p *parameter, args *tree.Value, opaque map[string]reflect.Value, to reflect.Value) {
	if p.opaque() {
		if v, ok := opaque[p.name]; ok && v.IsValid() && v.Type().AssignableTo(p.typ) {
			to.Set(v)
		} else {
			d.enter(p.name)
			d.fail(ReasonType, "the injected value is missing or of another type")
			d.leave()
		}
		return
	}
	if v := args.Lookup(p.name); v != nil {
		d.enter(p.name)
		d.field(&p.field, v, to)
		d.leave()
	}
}

func (d *decoder) field(f *field, v *tree.Value, to reflect.Value) {
	if f.quoted {
		d.quoted(f.node, v, to)
		return
	}
	d.value(f.node, v, to)
}

// maxDecode bounds the nesting of values whose reader has no limit of its own.
const maxDecode = 10_000

// value fills to, which is zero, from v.
func (d *decoder) value(n *node, v *tree.Value, to reflect.Value) {
	if d.depth++; d.depth > maxDecode {
		d.fail(ReasonModel, "is nested too deeply")
		d.depth--
		return
	}
	d.fill(n, v, to)
	d.depth--
}

func (d *decoder) fill(n *node, v *tree.Value, to reflect.Value) {
	switch n.form {
	case formAny:
		if x := plainValue(v); x != nil {
			to.Set(reflect.ValueOf(x))
		}
		return
	case formRaw:
		to.SetBytes(v.AppendJSON(nil))
		return
	case formJSON:
		d.unmarshalJSON(v, to)
		return
	case formPointer:
		if v.Kind != tree.Null {
			p := reflect.New(n.typ.Elem())
			d.value(n.elem, v, p.Elem())
			// A pointer may be of a named type, which New does not return.
			to.Set(p.Convert(n.typ))
		}
		return
	case formOptional:
		o := to.Addr().Interface().(optional)
		if v.Kind == tree.Null {
			o.setNull()
		} else {
			d.value(n.elem, v, o.slot())
		}
		return
	}
	want := n.want()
	if v.Kind == tree.Null {
		d.isNull(want)
		return
	}
	if v.Kind != n.kind() {
		d.wrong(want)
		return
	}
	switch n.form {
	case formBool:
		to.SetBool(v.Bool)
	case formString:
		to.SetString(v.Text)
	case formInt, formDuration:
		d.integer(v, to)
	case formUint:
		d.unsigned(v, to)
	case formFloat:
		d.float(v, to)
	case formNumber:
		to.SetString(v.Text)
	case formBigInt:
		d.bigInt(v, to)
	case formBytes:
		d.bytes(v, to)
	case formTime:
		d.dateTime(v, to)
	case formText:
		d.unmarshalText(v.Text, to)
	case formSlice, formArray:
		d.items(n, v, to)
	case formMap:
		d.mapping(n, v, to)
	case formStruct:
		d.object(n, v, to)
	case formUnion:
		d.choice(n, v, to)
	default:
		d.fail(ReasonModel, "cannot be bound")
	}
}

// kind is the one JSON kind that a form reads.
func (n *node) kind() tree.Kind {
	switch n.jsonType() {
	case "boolean":
		return tree.Bool
	case "integer", "number":
		return tree.Number
	case "string":
		return tree.String
	case "array":
		return tree.Array
	}
	return tree.Object
}

// want says the same in words.
func (n *node) want() string {
	switch n.jsonType() {
	case "union":
		return "an object"
	case "boolean":
		return "true or false"
	}
	return article(n.jsonType())
}
