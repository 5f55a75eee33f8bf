package binding

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// Optional is a parameter or field of three states: absent, null or a value. It
// is never required, and its schema is T's with null added. The zero Optional is
// absent.
//
// Outside of a struct's field or a parameter, in a slice for instance, absent
// cannot occur; a result that holds an absent one there says null.
//
// It reads and writes itself with encoding/json too; tag such a field omitzero
// so that absent stays absent.
type Optional[T any] struct {
	value T
	state optionalState
}

type optionalState uint8

const (
	optionalAbsent optionalState = iota
	optionalNull
	optionalValue
)

// Present reports whether the member was sent, as null or as a value.
func (o Optional[T]) Present() bool { return o.state != optionalAbsent }

// Null reports whether the member was sent as null.
func (o Optional[T]) Null() bool { return o.state == optionalNull }

// Value returns the value sent, or T's zero if there is none.
func (o Optional[T]) Value() T { return o.value }

// IsZero reports whether o is absent; omitzero asks it.
func (o Optional[T]) IsZero() bool { return o.state == optionalAbsent }

// MarshalJSON writes the value, or null if there is none.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.state != optionalValue {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads null or a value by the rules of encoding/json.
func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	*o = Optional[T]{}
	if bytes.Equal(bytes.TrimSpace(text), []byte("null")) {
		o.state = optionalNull
		return nil
	}
	if err := json.Unmarshal(text, &o.value); err != nil {
		*o = Optional[T]{}
		return err
	}
	o.state = optionalValue
	return nil
}

// optional is what the walk needs of any *Optional[T].
type optional interface {
	elem() reflect.Type
	slot() reflect.Value // makes it a value and returns where that goes
	setNull()
	read() (reflect.Value, optionalState)
}

func (o *Optional[T]) elem() reflect.Type { return reflect.TypeFor[T]() }
func (o *Optional[T]) setNull()           { *o = Optional[T]{state: optionalNull} }

func (o *Optional[T]) slot() reflect.Value {
	o.state = optionalValue
	return reflect.ValueOf(&o.value).Elem()
}

func (o *Optional[T]) read() (reflect.Value, optionalState) {
	return reflect.ValueOf(&o.value).Elem(), o.state
}

var (
	optionalType    = reflect.TypeFor[optional]()
	optionalPackage = reflect.TypeFor[Optional[int]]().PkgPath()
)

// isOptional goes by the name as well: a struct that embeds an Optional has its
// methods too.
func isOptional(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.PkgPath() != optionalPackage || !strings.HasPrefix(t.Name(), "Optional[") {
		return false
	}
	return reflect.PointerTo(t).Implements(optionalType)
}

func optionalElem(t reflect.Type) reflect.Type {
	return reflect.New(t).Interface().(optional).elem()
}
