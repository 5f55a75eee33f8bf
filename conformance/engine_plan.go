package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/conformance/internal/native"
	"github.com/functionschema/fscheck/functionschema"
)

// schemaFunction builds a function whose arguments are bound as a plan says, or
// to a generic map if there is none.
func schemaFunction(plan Plan, options []functionschema.Option) (*functionschema.FunctionSchema, error) {
	if plan == nil {
		return functionschema.Of(func(ctx context.Context, in map[string]any) (struct{}, error) {
			native.ReceiveFields(ctx, in)
			return struct{}{}, nil
		}, options...)
	}
	var fields []reflect.StructField
	for i, f := range plan {
		typ, err := goType(f.Type)
		if err != nil {
			return nil, err
		}
		fields = append(fields, reflect.StructField{
			Name: "F" + strconv.Itoa(i), Type: typ, Tag: reflect.StructTag("json:" + strconv.Quote(f.Name)),
		})
	}
	signature := reflect.FuncOf([]reflect.Type{reflect.TypeFor[context.Context](), reflect.StructOf(fields)}, nil, false)
	fn := reflect.MakeFunc(signature, func(args []reflect.Value) []reflect.Value {
		native.ReceiveFields(args[0].Interface().(context.Context), args[1].Interface())
		return nil
	})
	return functionschema.New(fn.Interface(), options...)
}

// goTypes are the types of the case file that have no prefix.
var goTypes = map[string]reflect.Type{
	"any":      reflect.TypeFor[any](),
	"bigint":   reflect.TypeFor[*big.Int](),
	"bool":     reflect.TypeFor[bool](),
	"bytes":    reflect.TypeFor[[]byte](),
	"callback": reflect.TypeFor[func()](),
	"datetime": reflect.TypeFor[time.Time](),
	"duration": reflect.TypeFor[time.Duration](),
	"float32":  reflect.TypeFor[float32](),
	"float64":  reflect.TypeFor[float64](),
	"int":      reflect.TypeFor[int](),
	"int8":     reflect.TypeFor[int8](),
	"int16":    reflect.TypeFor[int16](),
	"int32":    reflect.TypeFor[int32](),
	"int64":    reflect.TypeFor[int64](),
	"uint":     reflect.TypeFor[uint](),
	"uint8":    reflect.TypeFor[uint8](),
	"uint16":   reflect.TypeFor[uint16](),
	"uint32":   reflect.TypeFor[uint32](),
	"uint64":   reflect.TypeFor[uint64](),
	"number":   reflect.TypeFor[json.Number](),
	"raw":      reflect.TypeFor[json.RawMessage](),
	"string":   reflect.TypeFor[string](),
	"textual":  reflect.TypeFor[native.Textual](),
	"hooked":   reflect.TypeFor[native.Hooked](),
	"panicky":  reflect.TypeFor[native.Panicky](),
}

// optionals are the types that a plan can make optional: a generic type has no
// instances that are not written down somewhere.
var optionals = map[string]reflect.Type{
	"any":    reflect.TypeFor[binding.Optional[any]](),
	"bool":   reflect.TypeFor[binding.Optional[bool]](),
	"int64":  reflect.TypeFor[binding.Optional[int64]](),
	"string": reflect.TypeFor[binding.Optional[string]](),
}

// models are the models that a plan can bind to.
var models = map[string]reflect.Type{
	"Address": reflect.TypeFor[native.Address](),
	"Node":    reflect.TypeFor[native.Node](),
	"User":    reflect.TypeFor[native.User](),
	"Deep":    reflect.TypeFor[native.Deep](),
	"Blob":    reflect.TypeFor[native.Blob](),
	"Receipt": reflect.TypeFor[native.Receipt](),
}

// goType is the Go type for a type of the case file.
func goType(t Type) (typ reflect.Type, err error) {
	var elem reflect.Type
	if t.Elem != nil && t.Name != "optional" {
		if elem, err = goType(*t.Elem); err != nil {
			return nil, err
		}
	}
	switch t.Name {
	case "list":
		return reflect.SliceOf(elem), nil
	case "map":
		return reflect.MapOf(reflect.TypeFor[string](), elem), nil
	case "intmap":
		return reflect.MapOf(reflect.TypeFor[int64](), elem), nil
	case "array":
		return reflect.ArrayOf(t.Len, elem), nil
	case "nullable":
		if elem.Kind() == reflect.Pointer {
			return elem, nil
		}
		return reflect.PointerTo(elem), nil
	case "optional":
		typ = optionals[t.Elem.String()]
	case "model":
		typ = models[t.Ref]
	default:
		typ = goTypes[t.Name]
	}
	if typ == nil {
		return nil, fmt.Errorf("a plan cannot bind to the type %q", t)
	}
	return typ, nil
}
