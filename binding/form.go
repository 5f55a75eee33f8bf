package binding

import (
	"encoding"
	"encoding/json"
	"math/big"
	"reflect"
	"time"
)

// form is what a Go type is in JSON. A type has one form on each side; schema,
// decoder and encoder all start from it.
type form uint8

const (
	formUnsupported form = iota
	formBool
	formInt
	formUint
	formFloat
	formString
	formBytes
	formTime
	formDuration
	formBigInt
	formNumber // json.Number
	formRaw    // json.RawMessage
	formAny    // an empty interface
	formJSON   // the type's own JSON methods
	formText   // the type's own text methods
	formPointer
	formOptional
	formSlice
	formArray
	formMap
	formStruct
	formUnion
	formFile    // a file, on the output side as the next two
	formContent // content.Value
	formWith    // content.With
)

// side tells arguments, which are read, from results, which are written.
type side uint8

const (
	input side = iota
	output
)

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	bigIntType   = reflect.TypeFor[big.Int]()
	numberType   = reflect.TypeFor[json.Number]()
	rawType      = reflect.TypeFor[json.RawMessage]()

	jsonUnmarshalerType = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonMarshalerType   = reflect.TypeFor[json.Marshaler]()
	textMarshalerType   = reflect.TypeFor[encoding.TextMarshaler]()
)

// formOf classifies t. The union is the caller's to find: it belongs to a
// function, not to the type.
func formOf(t reflect.Type, s side) form {
	switch t {
	case timeType:
		return formTime
	case durationType:
		return formDuration
	case bigIntType:
		return formBigInt
	case numberType:
		return formNumber
	case rawType:
		return formRaw
	}
	if t.Kind() == reflect.Pointer {
		return formPointer
	}
	if s == output {
		if f, ok := contentForm(t); ok {
			return f
		}
	}
	if isOptional(t) {
		return formOptional
	}
	if t.Kind() == reflect.Interface {
		if t.NumMethod() == 0 {
			return formAny
		}
		return formUnsupported
	}
	if has(t, jsonMethods(s)) {
		return formJSON
	}
	if has(t, textMethods(s)) {
		return formText
	}
	switch t.Kind() {
	case reflect.Bool:
		return formBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return formInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return formUint
	case reflect.Float32, reflect.Float64:
		return formFloat
	case reflect.String:
		return formString
	case reflect.Slice:
		if isByte(t.Elem()) {
			return formBytes
		}
		return formSlice
	case reflect.Array:
		return formArray
	case reflect.Map:
		return formMap
	case reflect.Struct:
		return formStruct
	}
	return formUnsupported
}

func jsonMethods(s side) reflect.Type {
	if s == input {
		return jsonUnmarshalerType
	}
	return jsonMarshalerType
}

func textMethods(s side) reflect.Type {
	if s == input {
		return textUnmarshalerType
	}
	return textMarshalerType
}

// has reports whether t has the methods with either kind of receiver.
func has(t, methods reflect.Type) bool { return reflect.PointerTo(t).Implements(methods) }

// isByte reports whether a slice of t is base64. A byte type with methods of its
// own is an item like any other, on both sides alike.
func isByte(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 &&
		!has(t, jsonUnmarshalerType) && !has(t, textUnmarshalerType) &&
		!has(t, jsonMarshalerType) && !has(t, textMarshalerType)
}

// quotable reports whether encoding/json's "string" option acts on the form.
func (f form) quotable() bool {
	switch f {
	case formBool, formInt, formUint, formFloat, formString, formDuration, formNumber:
		return true
	}
	return false
}

// why says what is wrong with an unsupported type, and what to do on its side: what
// is returned cannot be injected.
func why(t reflect.Type, s side) string {
	opaque := ", inject it as opaque"
	if s == output {
		opaque = ""
	}
	switch t.Kind() {
	case reflect.Interface:
		return "the interface " + t.String() + " has methods and no union: give the structs that it may hold by WithUnions and binding.UnionOf"
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.Uintptr, reflect.UnsafePointer:
		return t.String() + ` has no JSON form: tag the field json:"-"` + opaque + `, or use another type`
	case reflect.Pointer:
		return t.String() + " is a pointer to itself"
	case reflect.Map:
		return "a " + t.String() + " cannot be keyed by JSON names: use a string, an integer or a type with text methods as key"
	case reflect.Struct:
		return "the struct " + t.String() + " has only unexported fields: export them" + opaque + ", or give it JSON or text methods"
	}
	return t.String() + " has no JSON form"
}
