package conformance

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/functionschema/fscheck/conformance/internal/native"
)

// optional is what every binding.Optional has.
type optional interface {
	Present() bool
	Null() bool
}

// valueOf is a Go value as a value of the case file.
func valueOf(v reflect.Value) Value {
	if !v.IsValid() {
		return Value{Kind: "null"}
	}
	switch x := v.Interface().(type) {
	case json.Number:
		return Value{Kind: "number", Text: string(x)}
	case json.RawMessage:
		return Value{Kind: "raw", Text: string(x)}
	case native.Hooked:
		return Value{Kind: "raw", Text: x.Text()}
	case native.Panicky:
		return Value{Kind: "raw"}
	case time.Time:
		return Value{Kind: "datetime", Text: x.Format(time.RFC3339Nano)}
	case time.Duration:
		return Value{Kind: "duration", Text: strconv.FormatInt(int64(x), 10)}
	case *big.Int:
		if x != nil {
			return Value{Kind: "int", Text: x.String()}
		}
	case *native.Client:
		if x != nil {
			return Value{Kind: "opaque", Text: x.Name}
		}
	case optional:
		switch {
		case !x.Present():
			return Value{Kind: "absent"}
		case x.Null():
			return Value{Kind: "null"}
		}
		return valueOf(v.MethodByName("Value").Call(nil)[0])
	}
	switch v.Kind() {
	case reflect.Bool:
		return Value{Kind: "bool", Bool: v.Bool()}
	case reflect.String:
		return Value{Kind: "string", Text: v.String()}
	case reflect.Float32, reflect.Float64:
		return Value{Kind: "float", Text: floatText(v.Float())}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return Value{Kind: "null"}
		}
		return valueOf(v.Elem())
	case reflect.Slice, reflect.Array:
		return listOf(v)
	case reflect.Map:
		m := Value{Kind: "map", Members: map[string]Value{}}
		for _, key := range v.MapKeys() {
			m.Members[fmt.Sprint(key.Interface())] = valueOf(v.MapIndex(key))
		}
		return m
	case reflect.Struct:
		m := Value{Kind: "model", Text: v.Type().Name(), Members: map[string]Value{}}
		for i := range v.NumField() {
			m.Members[native.FieldName(v.Type().Field(i))] = valueOf(v.Field(i))
		}
		return m
	}
	return Value{Kind: "int", Text: fmt.Sprint(v.Interface())}
}

func listOf(v reflect.Value) Value {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		return Value{Kind: "bytes", Text: base64.StdEncoding.EncodeToString(v.Bytes())}
	}
	list := Value{Kind: "list"}
	for i := range v.Len() {
		list.Items = append(list.Items, valueOf(v.Index(i)))
	}
	return list
}

func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	return strconv.FormatFloat(f, 'x', -1, 64)
}
