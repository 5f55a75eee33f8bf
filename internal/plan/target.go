package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// Form is how a Go type takes a JSON value.
type Form uint8

// The forms. Scalar stands for every type that is given the text of a string or a
// number as a tree of that one value: a TextUnmarshaler, a big.Int, what the tag option
// string puts into a string. Tree stands for the types that no other form describes:
// they are given a tree.
const (
	None Form = iota
	Any
	Bool
	Int
	Uint
	Float
	String
	Bytes
	Time
	Number // json.Number
	Raw    // json.RawMessage
	Scalar
	Tree
	Pointer
	Optional
	Slice
	Array
	Map
	Struct
	Union
	Params // positional parameters
)

// Target is one Go type that a plan fills. Targets of a type that contains itself
// form a circle. A nil Target is nothing: the value is judged and dropped.
type Target struct {
	Form Form
	Type reflect.Type

	Elem     *Target // of a Pointer, Optional, Slice, Array or Map
	Fields   []Field // of a Struct or Params
	Methods  bool    // of a Scalar, Tree or Map: types read themselves, and may have effects
	Variants []Variant
	// Discriminator is the member by which the variants of a Union are told apart.
	Discriminator string

	// Key makes a Map's key of a name, and reports whether it could; nil if the key is
	// the name.
	Key func(name string) (reflect.Value, bool)
	// FromTree fills a zero value from a tree and reports whether it could.
	FromTree func(v *tree.Value, to reflect.Value) bool
	// Plain is what an Any holds of a tree.
	Plain func(v *tree.Value) any
	// Slot makes an Optional a value and returns where that goes; Null makes it
	// null.
	Slot func(to reflect.Value) reflect.Value
	Null func(to reflect.Value)
}

// Field is one member of a Struct, or one positional parameter.
type Field struct {
	Name   string
	Index  []int // through embedded structs; of Params the position
	Target *Target
}

// Variant is one struct of a Union.
type Variant struct {
	Name    string
	Target  *Target
	Pointer bool // the interface holds a pointer to the struct
}

// reads reports whether filling t calls methods of Go types.
func (t *Target) reads(seen map[*Target]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	if t.Methods || t.Elem.reads(seen) {
		return true
	}
	for i := range t.Fields {
		if t.Fields[i].Target.reads(seen) {
			return true
		}
	}
	for i := range t.Variants {
		if t.Variants[i].Target.reads(seen) {
			return true
		}
	}
	return false
}

// inPlace reports whether the items of a Slice read themselves, each from one scalar.
func (t *Target) inPlace() bool {
	return t.Elem.innermost().Form == Scalar && t.Elem.reads(map[*Target]bool{})
}

// settle is the function of that name for what a node fills.
func (d *decoder) settle(n *node, to reflect.Value) (*Target, reflect.Value) {
	if n.direct {
		return n.target, to
	}
	return settle(n.target, to)
}

// settle makes room behind pointers and Optionals and returns what is to be filled.
func settle(t *Target, to reflect.Value) (*Target, reflect.Value) {
	for {
		switch t.Form {
		case Pointer:
			p := reflect.New(t.Type.Elem())
			if p.Type() != t.Type {
				p = p.Convert(t.Type) // of a named type, which New does not return
			}
			to.Set(p)
			t, to = t.Elem, to.Elem()
		case Optional:
			t, to = t.Elem, t.Slot(to)
		default:
			return t, to
		}
	}
}

// innermost is what settle leads to.
func (t *Target) innermost() *Target {
	for t != nil && (t.Form == Pointer || t.Form == Optional) {
		t = t.Elem
	}
	return t
}

// FieldAt is FieldByIndex that allocates the embedded pointers on its way.
func FieldAt(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}
