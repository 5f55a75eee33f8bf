package binding

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

func (w *writer) items(v reflect.Value, depth int) (*tree.Value, error) {
	if depth > maxEncode {
		return nil, errDepth
	}
	items := make([]*tree.Value, v.Len())
	for i := range items {
		item, err := w.item(i, func() (*tree.Value, error) { return w.value(v.Index(i), depth) })
		if err != nil {
			return nil, err
		}
		items[i] = item
	}
	return tree.NewArray(items...), nil
}

func (w *writer) mapping(v reflect.Value, depth int) (*tree.Value, error) {
	if depth > maxEncode {
		return nil, errDepth
	}
	form := keyFormOf(v.Type().Key(), output)
	if form == keyUnsupported {
		return nil, errors.New(why(v.Type(), output))
	}
	members := make([]tree.Member, 0, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		name, err := keyName(entries.Key(), form)
		if err != nil {
			return nil, err
		}
		value, err := w.member(name, func() (*tree.Value, error) { return w.value(entries.Value(), depth) })
		if err != nil {
			return nil, err
		}
		members = append(members, tree.M(name, value))
	}
	slices.SortFunc(members, func(a, b tree.Member) int { return cmp.Compare(a.Name, b.Name) })
	for i := range members {
		if i > 0 && members[i].Name == members[i-1].Name {
			return nil, errors.New("two map keys have one name")
		}
	}
	return tree.NewObject(members...), nil
}

func keyName(key reflect.Value, form keyForm) (name string, err error) {
	switch form {
	case keyInt:
		return strconv.FormatInt(key.Int(), 10), nil
	case keyUint:
		return strconv.FormatUint(key.Uint(), 10), nil
	case keyString:
		name = key.String()
	case keyText:
		if key.Kind() == reflect.Pointer && key.IsNil() {
			return "", nil
		}
		var text []byte
		if caught := guard(func() { text, err = key.Interface().(encoding.TextMarshaler).MarshalText() }); caught != nil {
			return "", fmt.Errorf("a map key: %w", caught)
		}
		if err != nil {
			return "", fmt.Errorf("a map key: %w", err)
		}
		name = string(text)
	}
	if !utf8.ValidString(name) {
		return "", errors.New("a map key is not UTF-8")
	}
	return name, nil
}

// object writes a struct, of a union's variant with the discriminator first.
func (w *writer) object(v reflect.Value, b *branch, depth int) (*tree.Value, error) {
	if depth > maxEncode {
		return nil, errDepth
	}
	// Only what is addressable gives its fields to methods of pointer receivers.
	v = addressable(v)
	fields, ok := w.fieldsOf(v.Type())
	if !ok {
		return nil, errors.New(why(v.Type(), output))
	}
	members := make([]tree.Member, 0, len(fields)+1)
	if b != nil {
		members = append(members, tree.M(b.discriminator, tree.NewString(b.name)))
	}
	for i := range fields {
		f := &fields[i]
		fv, reached := fieldOf(v, f.index)
		if !reached || b != nil && f.name == b.discriminator || f.omits(fv) {
			continue
		}
		value, err := w.member(f.name, func() (*tree.Value, error) {
			inner, err := w.value(fv, depth)
			if err != nil || !f.quoted || inner.Kind == tree.Null {
				return inner, err
			}
			return tree.NewString(inner.String()), nil
		})
		if err != nil {
			return nil, err
		}
		members = append(members, tree.M(f.name, value))
	}
	return tree.NewObject(members...), nil
}

func (enc *encoder) fieldsOf(t reflect.Type) ([]field, bool) {
	cached, ok := enc.fields.Load(t)
	if !ok {
		fields, strays := fieldsOf(t)
		if len(fields) == 0 && len(strays) == 0 && onlyUnexported(t) {
			fields = nil
		} else if fields == nil {
			fields = []field{}
		}
		cached, _ = enc.fields.LoadOrStore(t, fields)
	}
	fields := cached.([]field)
	return fields, fields != nil
}

// fieldOf is FieldByIndex that reports a nil embedded pointer on its way.
func fieldOf(v reflect.Value, index []int) (reflect.Value, bool) {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v, true
}

// omits reports whether the field's value is left out.
func (f *field) omits(v reflect.Value) bool {
	if f.omitEmpty {
		switch v.Kind() {
		case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
			if v.Len() == 0 {
				return true
			}
		case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
			reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
			reflect.Float32, reflect.Float64, reflect.Interface, reflect.Pointer:
			if v.IsZero() {
				return true
			}
		}
	}
	if f.omitZero && isZero(v) {
		return true
	}
	if isOptional(v.Type()) {
		_, state := addressable(v).Addr().Interface().(optional).read()
		return state == optionalAbsent
	}
	return false
}

var zeroerType = reflect.TypeFor[interface{ IsZero() bool }]()

// isZero asks the type's own IsZero, if the field's type has one.
func isZero(v reflect.Value) bool {
	t := v.Type()
	switch {
	case t.Implements(zeroerType):
		switch t.Kind() {
		case reflect.Interface, reflect.Pointer:
			if v.IsNil() || t.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() {
				return true
			}
		}
		return v.Interface().(interface{ IsZero() bool }).IsZero()
	case has(t, zeroerType):
		return addressable(v).Addr().Interface().(interface{ IsZero() bool }).IsZero()
	}
	return v.IsZero()
}

// choice writes an interface that has a union.
func (w *writer) choice(u *Union, v reflect.Value, depth int) (*tree.Value, error) {
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			return tree.NewNull(), nil
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return tree.NewNull(), nil
		}
		v = v.Elem()
	}
	for _, variant := range u.variants {
		if variant.structOf() == v.Type() {
			return w.object(v, &branch{discriminator: u.discriminator, name: variant.name}, depth+1)
		}
	}
	return nil, fmt.Errorf("%s is no variant of the union of %s", v.Type(), u.iface)
}
