package binding

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// selfTest is rule 2's: it marshals a sample of the field's type with
// encoding/json and compares the shape of what comes out with the schema. It
// finds hooks that contradict the type's methods, and would find a walk that
// contradicts encoding/json.
//
// What says nothing is passed over: types that only marshal or only unmarshal,
// unions, and samples that their own methods refuse. A struct whose sample is
// refused is tested field by field.
func selfTest(f *field, root *tree.Value, at place, out *faults) {
	schema := root.At(at.pointer)
	if schema == nil {
		if rest := root.Lookup("additionalProperties"); rest != nil && rest.Kind == tree.Bool && !rest.Bool {
			out.add(at, "additionalProperties", "the argument type's hook leaves it out, so no call could set it: keep the property, or tag the field json:\"-\"")
		}
		return
	}
	if f.quoted {
		return
	}
	t := tester{root: root, faults: out, tested: map[*node]bool{}}
	t.test(f.node, schema, at)
}

type tester struct {
	root   *tree.Value
	faults *faults
	tested map[*node]bool
}

func (t *tester) test(n *node, schema *tree.Value, at place) {
	if t.tested[n] {
		return
	}
	t.tested[n] = true
	if text, ok := marshalSample(n); ok {
		if v, err := strict.Parse(text, strict.Limits{}); err == nil {
			t.compare(schema, v, at)
		}
		return
	}
	if n.form != formStruct || n.branch != nil {
		return
	}
	_, schema, at = t.resolve(schema, at)
	properties := schema.Lookup("properties")
	for i := range n.fields {
		f := &n.fields[i]
		if p := properties; p != nil && p.Lookup(f.name) != nil && !f.quoted {
			t.test(f.node, p.Lookup(f.name), place{tree.Join(at.pointer, "properties", f.name), f.where})
		}
	}
}

// marshalSample returns what encoding/json writes of a sample, if it does.
func marshalSample(n *node) (text []byte, ok bool) {
	if n.typ.Size() > maxSampleSize {
		return nil, false
	}
	caught := guard(func() {
		v := reflect.New(n.typ)
		s := sampler{open: map[*node]int{}}
		if !s.fill(n, v.Elem()) {
			return
		}
		var err error
		text, err = json.Marshal(v.Interface())
		ok = err == nil
	})
	return text, ok && caught == nil
}

// resolve follows a reference; it returns whether null is admitted beside.
func (t *tester) resolve(schema *tree.Value, at place) (nullable bool, s *tree.Value, p place) {
	for range 100 {
		if any := schema.Lookup("anyOf"); any != nil && len(any.Items) == 2 && isNullSchema(any.Items[1]) {
			nullable = true
			schema, at = any.Items[0], at.at("/anyOf/0")
			continue
		}
		ref := schema.Lookup("$ref")
		if ref == nil || ref.Kind != tree.String || !strings.HasPrefix(ref.Text, "#/") {
			break
		}
		target := t.root.At(ref.Text[1:])
		if target == nil {
			break
		}
		schema, at.pointer = target, ref.Text[1:]
	}
	return nullable, schema, at
}

func isNullSchema(s *tree.Value) bool {
	t := s.Lookup("type")
	return t != nil && t.Kind == tree.String && t.Text == "null"
}

// compare checks kinds and member names: values are not the sample's business.
func (t *tester) compare(schema, v *tree.Value, at place) {
	nullable, schema, at := t.resolve(schema, at)
	if schema.Kind != tree.Object || nullable && v.Kind == tree.Null {
		return
	}
	if !admits(schema.Lookup("type"), v.Kind) {
		t.faults.add(at, "type", "encoding/json writes it as %s, the schema says %s: make the type's methods and its schema agree", article(v.Kind.String()), schema.Lookup("type"))
		return
	}
	switch v.Kind {
	case tree.Array:
		if items := schema.Lookup("items"); items != nil {
			for _, item := range v.Items {
				t.compare(items, item, at.at("/items"))
			}
		}
	case tree.Object:
		t.compareObject(schema, v, at)
	}
}

func (t *tester) compareObject(schema, v *tree.Value, at place) {
	properties, additional := schema.Lookup("properties"), schema.Lookup("additionalProperties")
	for _, m := range v.Members {
		var p *tree.Value
		if properties != nil {
			p = properties.Lookup(m.Name)
		}
		switch {
		case p != nil:
			t.compare(p, m.Value, place{tree.Join(at.pointer, "properties", m.Name), at.where})
		case additional != nil && additional.Kind == tree.Object:
			t.compare(additional, m.Value, at.at("/additionalProperties"))
		case additional != nil && additional.Kind == tree.Bool && !additional.Bool && schema.Lookup("patternProperties") == nil:
			t.faults.add(at, "additionalProperties", "encoding/json writes the member %q, which the schema does not have: make the type's methods and its schema agree", m.Name)
		}
	}
	required := schema.Lookup("required")
	if required == nil || required.Kind != tree.Array {
		return
	}
	for _, name := range required.Items {
		if name.Kind == tree.String && v.Find(name.Text) < 0 {
			t.faults.add(at, "required", "encoding/json leaves out the member %q, which the schema requires: make the type's methods and its schema agree", name.Text)
		}
	}
}

// admits reports whether the type keyword lets a kind pass. A number may be an
// integer.
func admits(types *tree.Value, k tree.Kind) bool {
	if types == nil {
		return true
	}
	list := []*tree.Value{types}
	if types.Kind == tree.Array {
		list = types.Items
	}
	for _, t := range list {
		if t.Text == k.String() || k == tree.Number && t.Text == "integer" {
			return true
		}
	}
	return false
}
