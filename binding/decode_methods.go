package binding

import (
	"encoding"
	"encoding/json"
	"reflect"

	"github.com/functionschema/fscheck/internal/tree"
)

// unmarshalJSON hands the exact bytes to the type, null included.
func (d *decoder) unmarshalJSON(v *tree.Value, to reflect.Value) {
	var err error
	caught := guard(func() { err = to.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(v.AppendJSON(nil)) })
	if caught != nil {
		err = caught
	}
	if err != nil {
		d.failWith(ReasonModel, err, "cannot be read: send a value of the form that the description asks for")
	}
}

func (d *decoder) unmarshalText(text string, to reflect.Value) {
	var err error
	caught := guard(func() { err = to.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)) })
	switch {
	case caught != nil:
		d.failWith(ReasonModel, caught, "cannot be read: send a value of the form that the description asks for")
	case err != nil:
		d.failWith(ReasonFormat, err, "cannot be read: send a string of the form that the description asks for")
	}
}
