package binding

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Union says which structs an interface may hold, and by which member they are
// told apart.
type Union struct {
	iface         reflect.Type
	discriminator string
	variants      []variant
}

type variant struct {
	name string
	typ  reflect.Type // a struct, or a pointer to one, as it goes into the interface
}

// Variant is one struct of a union. Value gives the type only: a struct or a
// pointer to one, and that is what the interface will hold.
type Variant[T any] struct {
	Name  string
	Value T
}

// UnionOf describes the interface T as a choice of structs. In JSON each is its
// struct with one more required member, the discriminator, whose value is the
// variant's name. It is consumed on the way in and written first on the way out;
// a variant that declares such a member itself, as a string, gets it.
//
// The order of the variants is the order of the schema's oneOf. Nothing is
// registered anywhere: a Union acts on the function that it is given to. What is
// wrong with it (a T that is no interface, a variant that is no struct, a name
// twice) is reported when that function is built.
func UnionOf[T any](discriminator string, variants ...Variant[T]) Union {
	u := Union{iface: reflect.TypeFor[T](), discriminator: discriminator}
	for _, v := range variants {
		u.variants = append(u.variants, variant{v.Name, reflect.TypeOf(v.Value)})
	}
	return u
}

// Key is equal for two unions if and only if they say the same. It is for
// functionschema, which caches by it.
func (u Union) Key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %q", u.iface, u.discriminator)
	for _, v := range u.variants {
		fmt.Fprintf(&b, " %q %p", v.name, v.typ)
	}
	return b.String()
}

// structOf returns the struct type behind a variant's type, or nil.
func (v variant) structOf() reflect.Type {
	t := v.typ
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// indexUnions maps interfaces to their unions and reports what is wrong.
func indexUnions(unions []Union, f *faults) map[reflect.Type]*Union {
	index := make(map[reflect.Type]*Union, len(unions))
	for i := range unions {
		u := &unions[i]
		if u.iface == nil {
			f.add(place{where: "union"}, "oneOf", "it is empty: make it with binding.UnionOf")
			continue
		}
		at := place{where: "union of " + u.iface.String()}
		if index[u.iface] != nil {
			f.add(at, "oneOf", "the interface has a union already: register one")
			continue
		}
		if u.check(at, f) {
			index[u.iface] = u
		}
	}
	return index
}

func (u *Union) check(at place, f *faults) bool {
	before := len(f.list)
	if u.iface.Kind() != reflect.Interface {
		f.add(at, "oneOf", "the type is no interface: use the interface that the field has")
		return false
	}
	if u.discriminator == "" || !utf8.ValidString(u.discriminator) {
		f.add(at, "oneOf", `the discriminator %q cannot be a name: use one such as "kind"`, u.discriminator)
	}
	if len(u.variants) == 0 {
		f.add(at, "oneOf", "it has no variants: give at least one")
	}
	names := map[string]bool{}
	types := map[reflect.Type]bool{}
	for _, v := range u.variants {
		switch {
		case !utf8.ValidString(v.name):
			f.add(at, "oneOf", "the variant name %q is not UTF-8", v.name)
		case names[v.name]:
			f.add(at, "oneOf", "two variants are named %q: names must differ", v.name)
		}
		names[v.name] = true
		t := v.structOf()
		switch {
		case v.typ == nil:
			f.add(at, "oneOf", "variant %q has a nil value: give a struct or a pointer to one", v.name)
		case t == nil || formOf(t, input) != formStruct || formOf(t, output) != formStruct:
			f.add(at, "oneOf", "variant %q is a %s: it must be a struct without JSON or text methods, or a pointer to one", v.name, v.typ)
		case !v.typ.Implements(u.iface):
			f.add(at, "oneOf", "variant %q: %s lacks methods of the interface; is a pointer needed?", v.name, v.typ)
		case types[t]:
			f.add(at, "oneOf", "variant %q: %s is a variant already, so a result could not be named", v.name, t)
		}
		if t != nil {
			types[t] = true
		}
	}
	return len(f.list) == before
}
