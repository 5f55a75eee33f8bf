package binding

import (
	"encoding"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// float writes the shortest number that reads back as f, laid out as
// encoding/json and ECMAScript do.
func float(f float64, bits int) (*tree.Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errors.New("the number is not finite, so JSON cannot hold it")
	}
	layout := byte('f')
	if abs := math.Abs(f); abs != 0 && (bits == 64 && (abs < 1e-6 || abs >= 1e21) || bits == 32 && (float32(abs) < 1e-6 || float32(abs) >= 1e21)) {
		layout = 'e'
	}
	b := strconv.AppendFloat(nil, f, layout, -1, bits)
	if n := len(b); layout == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1] // e-09 is written e-9
		b = b[:n-1]
	}
	return tree.NewNumber(string(b)), nil
}

// marshalJSON reads strictly what the type writes.
func (w *writer) marshalJSON(v reflect.Value, depth int) (*tree.Value, error) {
	if !v.CanInterface() {
		return nil, errors.New("the embedded value is of an unexported type, so its MarshalJSON cannot be called")
	}
	m := addressable(v).Addr().Interface().(json.Marshaler)
	var text []byte
	var err error
	if caught := guard(func() { text, err = m.MarshalJSON() }); caught != nil {
		return nil, caught
	}
	if err != nil {
		return nil, err
	}
	return w.read(text, depth)
}

func (w *writer) marshalText(v reflect.Value) (*tree.Value, error) {
	if !v.CanInterface() {
		return nil, errors.New("the embedded value is of an unexported type, so its MarshalText cannot be called")
	}
	m := addressable(v).Addr().Interface().(encoding.TextMarshaler)
	var text []byte
	var err error
	if caught := guard(func() { text, err = m.MarshalText() }); caught != nil {
		return nil, caught
	}
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(text) {
		return nil, errNotUTF8
	}
	return tree.NewString(string(text)), nil
}

// read takes JSON that a program wrote, at the depth given.
func (w *writer) read(text []byte, depth int) (*tree.Value, error) {
	if depth >= maxEncode {
		// One level is the least that a limit can say.
		v, err := strict.Parse(text, strict.Limits{Depth: 1})
		if err != nil {
			return nil, err
		}
		if v.Kind == tree.Array || v.Kind == tree.Object {
			return nil, errDepth
		}
		return v.Compact(), nil
	}
	v, err := strict.Parse(text, strict.Limits{Depth: maxEncode - depth})
	if err != nil {
		return nil, err
	}
	return v.Compact(), nil
}
