package native

import (
	"context"
	"math"
	"reflect"
	"strings"
)

// Observer sees what a function receives, before the function overwrites it, and
// can end the function's context.
type Observer struct {
	Received func(params map[string]reflect.Value)
	Cancel   context.CancelFunc
}

type observerKey struct{}

// Observe returns a context in which the functions are observed.
func Observe(ctx context.Context, o Observer) context.Context {
	return context.WithValue(ctx, observerKey{}, o)
}

func cancel(ctx context.Context) {
	if o, ok := ctx.Value(observerKey{}).(Observer); ok {
		o.Cancel()
	}
}

// Receive shows the parameters of a call to its observer and then overwrites, in
// place, every list and map of them: what the engine shares between calls, or
// with the caller, shows in the next one.
func Receive(ctx context.Context, params map[string]any) {
	values := map[string]reflect.Value{}
	for name, p := range params {
		values[name] = reflect.ValueOf(&p).Elem()
	}
	receive(ctx, values)
}

// ReceiveFields is Receive for the fields of a struct or the members of a map.
func ReceiveFields(ctx context.Context, in any) {
	values := map[string]reflect.Value{}
	v := reflect.ValueOf(in)
	switch v.Kind() {
	case reflect.Map:
		for _, key := range v.MapKeys() {
			values[key.String()] = v.MapIndex(key)
		}
	default:
		for i := range v.NumField() {
			values[FieldName(v.Type().Field(i))] = v.Field(i)
		}
	}
	receive(ctx, values)
	overwrite(v)
}

func receive(ctx context.Context, params map[string]reflect.Value) {
	if o, ok := ctx.Value(observerKey{}).(Observer); ok {
		o.Received(params)
	}
	for _, v := range params {
		overwrite(v)
	}
}

// FieldName is the name that a field has in JSON.
func FieldName(f reflect.StructField) string {
	if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
		return name
	}
	return f.Name
}

func overwrite(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			overwrite(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				overwrite(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			overwrite(v.Index(i))
			v.Index(i).SetZero()
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			overwrite(v.MapIndex(key))
		}
		v.Clear()
	}
}

func notANumber() float64 { return math.NaN() }
