package binding

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"sync"
	"unicode/utf8"

	"encoding/base64"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// maxEncode is the deepest nesting of a result, by rule 9.
const maxEncode = 128

// maxValues is how many values a result has, by rule 9: pointers to one thing that
// meet again are written out each time, so a small value can be a large text.
const maxValues = 1_000_000

// maxPointers bounds pointers to pointers, which nest no JSON.
const maxPointers = 1000

// encoder writes values by the forms of their types. It is safe for concurrent
// use; what a struct's fields are is found once a type.
type encoder struct {
	unions map[reflect.Type]*Union
	fields sync.Map // reflect.Type → []field
}

func newEncoder(unions map[reflect.Type]*Union) *encoder { return &encoder{unions: unions} }

// run encodes a whole value; an invalid one is null.
func (enc *encoder) run(v reflect.Value) (*tree.Value, error) {
	return enc.write(v, nil)
}

// write is run; the files of v, and what holds such, are put into grafts if that is
// not nil.
func (enc *encoder) write(v reflect.Value, grafts map[*tree.Value]content.Value) (tv *tree.Value, err error) {
	w := writer{encoder: enc, grafts: grafts}
	if caught := guard(func() { tv, err = w.value(v, 0) }); caught != nil {
		return nil, fmt.Errorf("%s: %w", w.where(), caught)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.where(), err)
	}
	return tv, nil
}

// writer is one run: an encoder and the way to where it stands. A step is taken
// back only on success, so that after an error it still leads there.
type writer struct {
	*encoder
	path  []step
	hops  int // pointers and interfaces on the way
	count int // values written

	// grafts are the files written, by the trees that stand for them; nil: files
	// are written out.
	grafts map[*tree.Value]content.Value
}

func (w *writer) where() string {
	d := decoder{path: w.path}
	if p := d.pointer(); p != "" {
		return "value at " + strconv.Quote(p)
	}
	return "value"
}

func (w *writer) member(name string, write func() (*tree.Value, error)) (*tree.Value, error) {
	w.path = append(w.path, step{name: name, named: true})
	return w.back(write())
}

func (w *writer) item(i int, write func() (*tree.Value, error)) (*tree.Value, error) {
	w.path = append(w.path, step{index: i})
	return w.back(write())
}

func (w *writer) back(v *tree.Value, err error) (*tree.Value, error) {
	if err == nil {
		w.path = w.path[:len(w.path)-1]
	}
	return v, err
}

var (
	errNotUTF8 = errors.New("the text is not UTF-8")
	errValues  = fmt.Errorf("more than %d values once it is written out", maxValues)
	errDepth   = fmt.Errorf("nested deeper than %d levels, or in a cycle", maxEncode)
)

// value encodes v, whose containers are at the depth given.
func (w *writer) value(v reflect.Value, depth int) (*tree.Value, error) {
	if w.count++; w.count > maxValues {
		return nil, errValues
	}
	if !v.IsValid() {
		return tree.NewNull(), nil
	}
	t := v.Type()
	if u := w.unions[t]; u != nil {
		return w.choice(u, v, depth)
	}
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return tree.NewNull(), nil
		}
		if w.hops++; w.hops > maxPointers {
			return nil, errDepth
		}
		defer func() { w.hops-- }()
		return w.value(v.Elem(), depth)
	}
	switch formOf(t, output) {
	case formJSON:
		return w.marshalJSON(v, depth)
	case formText:
		return w.marshalText(v)
	case formTime:
		return w.marshalText(v)
	case formBigInt:
		i := addressable(v).Addr().Interface().(*big.Int)
		return tree.NewNumber(i.String()), nil
	case formNumber:
		return number(v.String())
	case formRaw:
		if v.IsNil() {
			return tree.NewNull(), nil
		}
		return w.read(v.Bytes(), depth)
	case formOptional:
		value, state := addressable(v).Addr().Interface().(optional).read()
		if state != optionalValue {
			return tree.NewNull(), nil
		}
		return w.value(value, depth)
	case formBool:
		return tree.NewBool(v.Bool()), nil
	case formInt, formDuration:
		return tree.NewNumber(strconv.FormatInt(v.Int(), 10)), nil
	case formUint:
		return tree.NewNumber(strconv.FormatUint(v.Uint(), 10)), nil
	case formFloat:
		return float(v.Float(), t.Bits())
	case formString:
		if !utf8.ValidString(v.String()) {
			return nil, errNotUTF8
		}
		return tree.NewString(v.String()), nil
	case formBytes:
		return tree.NewString(base64.StdEncoding.EncodeToString(v.Bytes())), nil
	case formSlice, formArray:
		return w.items(v, depth+1)
	case formMap:
		return w.mapping(v, depth+1)
	case formStruct:
		return w.object(v, nil, depth+1)
	case formFile:
		return w.file(v, depth)
	case formContent:
		return w.content(v, depth)
	case formWith:
		return w.with(v, depth+1)
	}
	return nil, errors.New(why(t, output))
}

// addressable returns v, or a copy that can be addressed: methods with pointer
// receivers count wherever the value stands.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	to := reflect.New(v.Type()).Elem()
	to.Set(v)
	return to
}

// number checks what a json.Number holds; an empty one is 0, as encoding/json
// has it.
func number(token string) (*tree.Value, error) {
	if token == "" {
		token = "0"
	}
	v, err := strict.Parse([]byte(token), strict.Limits{})
	if err != nil || v.Kind != tree.Number || v.Text != token {
		return nil, errors.New("the json.Number holds no number")
	}
	return tree.NewNumber(token), nil
}
