package binding

import (
	"maps"
	"reflect"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Result is what a function returns: its schema and how it is written. It is
// immutable and safe for concurrent use. It is for functionschema.
type Result struct {
	typ      reflect.Type
	schema   *tree.Value
	notes    map[*tree.Value]string
	asserted map[*tree.Value]Assertion
	encoder  *encoder
}

// Output derives the schema of a result of type t. Of the settings only the
// unions count. A recursive t is inlined at the root, as arguments are. It is for
// functionschema.
func Output(t reflect.Type, s Settings) (*Result, []Fault) {
	var f faults
	unions := indexUnions(s.Unions, &f)
	w := newWalker(output, !s.Foreign, unions)
	root := w.node(t)
	e := newEmitter(output, s.Foreign, w.order, &f)
	e.comments = s.Comments
	at := place{where: "result " + t.String()}
	r := &Result{typ: t, encoder: newEncoder(unions)}
	inner, nullable := root, false
	for inner.form == formPointer {
		inner, nullable = inner.elem, true
	}
	r.schema = e.withDefinitions(e.inline(inner, nil, nullable, at))
	if len(f.list) == 0 && !s.Foreign {
		whole := field{typ: t, node: root}
		selfTest(&whole, r.schema, at, &f)
	}
	if len(f.list) > 0 {
		return nil, f.list
	}
	r.notes, r.asserted = e.notes, e.asserted
	return r, nil
}

// Schema is the schema of the result as it is encoded.
func (r *Result) Schema() *tree.Value { return r.schema }

// Notes is as [Shape.Notes].
func (r *Result) Notes() map[*tree.Value]string { return maps.Clone(r.notes) }

// Asserted is as [Shape.Asserted].
func (r *Result) Asserted() map[*tree.Value]Assertion { return maps.Clone(r.asserted) }

// Content writes a value of the result's type: as the JSON that the schema is for, in
// which files lack their bytes, and as all of it.
//
//  1. Names, embedding, omitempty, omitzero, "string", MarshalJSON and
//     MarshalText are as in encoding/json; methods with pointer receivers are
//     used wherever the value stands. Struct fields keep their order, map keys
//     are sorted by their UTF-8 bytes. Interfaces that have a union carry their
//     discriminator.
//  2. Bytes are base64, at any depth. A nil slice is [], a nil map {}, nil bytes
//     "", a nil pointer or interface null. An absent Optional member is left out.
//  3. Anywhere may be a file of package content, a content.Value with files in it,
//     or a content.With, which is the list of its value and its files.
//  4. What MarshalJSON and json.RawMessage give is read strictly, so a duplicate
//     name in it is an error. Two map keys with one name are one, too.
//  5. NaN and infinities, text that is not UTF-8, channels, functions, more than
//     128 levels (a cycle, therefore), more than 1,000,000 values and panics of
//     methods are errors. They name the place by a JSON pointer and quote no value;
//     what a method said is wrapped.
func (r *Result) Content(v reflect.Value) (*tree.Value, content.Value, error) {
	grafts := map[*tree.Value]content.Value{}
	node, err := r.encoder.write(r.typed(v), grafts)
	if err != nil {
		return nil, content.Value{}, err
	}
	whole, err := content.OfTree(node, grafts)
	return node, whole, err
}

// typed returns v as a value of the result's type.
func (r *Result) typed(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Type() != r.typ && v.Type().AssignableTo(r.typ) {
		// An interface's content, as reflect.ValueOf gives it, lost the interface.
		to := reflect.New(r.typ).Elem()
		to.Set(v)
		v = to
	}
	return v
}
