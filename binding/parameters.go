package binding

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/tree"
)

// parameters writes the root of the execution schema. It is inlined even if its
// struct is recursive: the definition is for the places below.
func (e *emitter) parameters(s *Shape, root reflect.Type, at place) *tree.Value {
	var members []property
	for i := range s.params {
		p := &s.params[i]
		here := place{tree.Join("", "properties", p.name), p.where}
		if p.opaque() {
			if _, ok := p.tag.Lookup("default"); ok && !e.foreign {
				e.faults.add(here, "default", "an injected parameter has a default: remove one, for the default could never be used")
			}
			continue
		}
		members = append(members, e.member(&p.field, here, p.ref != nil))
	}
	var k keywords
	if s.rest != nil {
		k = typed("object")
		if len(members) > 0 {
			k = closed(members)
			k.remove("additionalProperties")
		}
		k.set("additionalProperties", e.schema(s.rest, nil, false, at.at("/additionalProperties")))
	} else {
		k = closed(members)
	}
	v := k.object()
	if root != nil && !e.foreign {
		v = e.rootHook(v, root, members, s, at)
	}
	return e.withDefinitions(v)
}

// rootHook lets the argument type itself speak. What it says must be an object;
// injected parameters that it leaves out are put back.
func (e *emitter) rootHook(v *tree.Value, root reflect.Type, members []property, s *Shape, at place) *tree.Value {
	n := &node{typ: root, hook: hookOf(root)}
	if n.hook == nil {
		return v
	}
	if replaces(n.hook) {
		r := e.replaced(n, at)
		if r == nil {
			return v
		}
		v = r
	}
	if x, ok := n.hook.(extender); ok {
		v = e.extended(x, v, at)
	}
	k := append(keywords{}, v.Members...)
	properties := k.get("properties")
	if properties == nil || properties.Kind != tree.Object {
		properties = tree.NewObject()
	}
	required := k.get("required")
	if required == nil || required.Kind != tree.Array {
		required = tree.NewArray()
	}
	for _, m := range members {
		if s.params[s.index[m.name]].ref == nil {
			continue
		}
		if properties.Lookup(m.name) == nil {
			properties = properties.With(m.name, m.schema)
		}
		if !lists(required, m.name) {
			required = tree.NewArray(append(append([]*tree.Value{}, required.Items...), tree.NewString(m.name))...)
		}
	}
	k.set("properties", properties)
	k.set("required", required)
	next := k.object()
	e.carry(v, next)
	return next
}

func lists(array *tree.Value, text string) bool {
	for _, item := range array.Items {
		if item.Kind == tree.String && item.Text == text {
			return true
		}
	}
	return false
}

// readParamTag reads the json tag of a positional parameter: its name is given
// already, so only the options count.
func (f *field) readParamTag(at place, faults *faults) {
	if wrong := malformed(f.tag); wrong != "" {
		faults.add(at, "json", "%s", wrong)
	}
	name, options, _ := strings.Cut(f.tag.Get("json"), ",")
	if name != "" && name != f.name {
		faults.add(at, "properties", "its json tag names it %q: leave the name in the tag empty", name)
	}
	f.readOptions(options)
}

// Injected is a parameter that the framework fills. It is for functionschema.
type Injected struct {
	Name string
	Ref  inject.Ref
	Type reflect.Type

	unions map[reflect.Type]*Union
}

// Injected lists the injected parameters in order of declaration.
func (s *Shape) Injected() []Injected {
	var list []Injected
	for i := range s.params {
		if p := &s.params[i]; p.ref != nil {
			list = append(list, Injected{p.name, *p.ref, p.typ, s.unions})
		}
	}
	return list
}

// Assign returns an opaque value as one of the parameter's type, or an error if it
// is not assignable. A nil is the zero of types that have nil.
func (i Injected) Assign(v any) (reflect.Value, error) {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() {
		switch i.Type.Kind() {
		case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
			return reflect.Zero(i.Type), nil
		}
		return reflect.Value{}, fmt.Errorf("parameter %s: nil is no %s", i.Name, i.Type)
	}
	if !rv.Type().AssignableTo(i.Type) {
		return reflect.Value{}, fmt.Errorf("parameter %s: a %s is not assignable to %s", i.Name, rv.Type(), i.Type)
	}
	to := reflect.New(i.Type).Elem()
	to.Set(rv)
	return to, nil
}

// Encode returns a value that is not opaque as JSON, by its own type: what says
// itself how it is written, as json.RawMessage does, is JSON for a parameter of any
// type, bytes included. A parameter that is a union gives its variant the
// discriminator.
func (i Injected) Encode(v any) (*tree.Value, error) {
	enc := newEncoder(i.unions)
	rv := reflect.ValueOf(v)
	if rv.IsValid() && i.Type.Kind() == reflect.Interface && rv.Type().AssignableTo(i.Type) {
		to := reflect.New(i.Type).Elem()
		to.Set(rv)
		rv = to
	}
	return enc.run(rv)
}
