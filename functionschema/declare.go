package functionschema

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/comments"
	"github.com/functionschema/fscheck/internal/schema"
)

// declaration is all that is known of a function before it is compiled. What is
// wrong with it is collected in faults.
type declaration struct {
	name, description string
	params            []Param
	named             bool // WithParams was given
	schema            []byte
	foreign           bool // schema holds
	injected          map[string]inject.Ref
	resolvers         inject.Resolvers
	resolved          bool // WithResolvers was given
	unions            []binding.Union
	comments          comments.Map
	formats           bool
	limits            Limits
	repairs           []Repair

	native  native
	unknown bool // what it takes cannot be told, so there is nothing to compile
	faults  []schema.Violation
}

// native is a Go function in the one shape that calling needs.
type native struct {
	in         reflect.Type    // whose fields are the parameters: struct, *struct or map; nil if positional
	positional []binding.Param // if in is nil
	out        reflect.Type    // nil: it returns no value
	call       func(ctx context.Context, params []reflect.Value) (reflect.Value, error)
	// move takes two pointers to in; it moves what the second leads to, and leaves
	// zero there. It is nil where in is a pointer, or not
	// known to the compiler.
	move func(to, from any)
	// holds reports whether a value is a pointer to in, and not nil.
	holds func(in any) bool
}

// holder returns the holds of a type.
func holder[In any]() func(any) bool {
	return func(in any) bool {
		p, ok := in.(*In)
		return ok && p != nil
	}
}

// mover returns the move of a type.
func mover[In any]() func(to, from any) {
	return func(to, from any) {
		source := from.(*In)
		*to.(*In) = *source
		var zero In
		*source = zero
	}
}

var (
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
	noResult    = reflect.TypeFor[struct{}]()
)

func declare(opts []Option) *declaration {
	d := &declaration{}
	for _, o := range opts {
		if o != nil {
			o.apply(d)
		}
	}
	return d
}

func (d *declaration) fault(keyword, format string, args ...any) {
	d.faults = append(d.faults, schema.Violation{Keyword: keyword, Message: fmt.Sprintf(format, args...)})
}

// Of builds the FunctionSchema of a function whose parameters are the fields of a
// struct.
//
//  1. In is a struct, a pointer to one, or a map with string keys. Package binding
//     says how a type becomes a schema and which tags there are.
//  2. Out struct{} means that there is no result.
//  3. The name is the function's own unless WithName gives another.
//  4. Everything that is wrong is reported at once, as one *Error of INVALID_SCHEMA
//     whose pointers point into the execution schema.
//
// The call goes straight to fn, without reflection. [New] takes functions of
// other shapes.
func Of[In, Out any](fn func(context.Context, In) (Out, error), opts ...Option) (*FunctionSchema, error) {
	d := declare(opts)
	d.native.in = reflect.TypeFor[In]()
	if d.native.in.Kind() != reflect.Pointer {
		d.native.move, d.native.holds = mover[In](), holder[In]()
	}
	d.native.out = resultType(reflect.TypeFor[Out]())
	if fn == nil {
		d.fault("type", "the function is nil")
	} else {
		d.ownName(reflect.ValueOf(fn))
	}
	if d.named {
		d.fault("properties", "WithParams names positional parameters, and this function takes %s: use json tags", d.native.in)
	}
	d.native.call = func(ctx context.Context, params []reflect.Value) (reflect.Value, error) {
		var in In
		if params[0].CanAddr() {
			in = *params[0].Addr().Interface().(*In) // boxing it would copy it once more
		} else {
			in = params[0].Interface().(In)
		}
		out, err := fn(ctx, in)
		return reflect.ValueOf(&out).Elem(), err
	}
	return d.build()
}

// New builds the FunctionSchema of any function.
//
//  1. It may take a context.Context first. Then comes either one struct, a pointer
//     to one or a map with string keys, whose fields are the parameters, unless
//     WithParams is given; or any number of parameters that WithParams names in
//     order. A type that is no object to JSON, as time.Time, is a parameter of its
//     own. A variadic last one is an array and never required.
//  2. It returns nothing, a value, an error, or a value and an error. The value
//     struct{} is none.
//  3. Names and errors are as for [Of], which is faster to call.
func New(fn any, opts ...Option) (*FunctionSchema, error) {
	d := declare(opts)
	v := reflect.ValueOf(fn)
	switch {
	case !v.IsValid() || v.Kind() != reflect.Func:
		d.fault("type", "New takes a function, not %T", fn)
		d.unknown = true
	case v.IsNil():
		d.fault("type", "the function is nil")
		d.unknown = true
	default:
		d.ownName(v)
		d.parameters(v.Type())
		d.results(v)
	}
	return d.build()
}

// FromSchema builds a FunctionSchema of somebody else's schema, without a Go
// function: calls are validated, completed and bound to a map[string]any, and a
// planner carries them out itself, with the Values of the [Call] that Bind returns;
// the example of [Prepared] makes a [Function] of that. Numbers in the map are
// json.Number.
func FromSchema(name string, schema []byte, opts ...Option) (*FunctionSchema, error) {
	d := declare(append(slices.Clone(opts), WithName(name), WithSchema(schema)))
	if name == "" {
		d.fault("title", "the schema has no name: give one")
	}
	if d.named {
		d.fault("properties", "WithParams names the parameters of a Go function, and there is none: the schema names them")
	}
	d.native.in = reflect.TypeFor[map[string]any]()
	d.native.move, d.native.holds = mover[map[string]any](), holder[map[string]any]()
	return d.build()
}

// Must returns f, or panics if err is not nil: for schemas that are built when a
// program starts.
func Must(f *FunctionSchema, err error) *FunctionSchema {
	if err != nil {
		panic(err)
	}
	return f
}

// parameters finds out what a function takes.
func (d *declaration) parameters(t reflect.Type) {
	var types []reflect.Type
	for i := range t.NumIn() {
		in := t.In(i)
		if in == contextType {
			if i > 0 {
				d.fault("type", "parameter %d is a context.Context: only the first may be one", i+1)
			}
			continue
		}
		types = append(types, in)
	}
	if len(types) == 1 && !d.named && !t.IsVariadic() && (binding.IsParameters(types[0]) || isMap(types[0])) {
		d.native.in = types[0]
		return
	}
	if len(d.params) != len(types) {
		d.fault("properties", "the number of parameters beside a leading context is %d and WithParams names %d: name each, in order, or take one struct",
			len(types), len(d.params))
		d.unknown = true
		return
	}
	for i, typ := range types {
		d.native.positional = append(d.native.positional, binding.Param{
			Name: d.params[i].Name, Type: typ, Tag: d.params[i].Tag,
			Variadic: t.IsVariadic() && i == len(types)-1,
		})
	}
}

func isMap(t reflect.Type) bool {
	return t != nil && t.Kind() == reflect.Map && t.Key().Kind() == reflect.String
}

// results finds out what a function returns and how it is called.
func (d *declaration) results(fn reflect.Value) {
	t := fn.Type()
	n := t.NumOut()
	fails := n > 0 && t.Out(n-1) == errorType
	switch {
	case n > 2 || n == 2 && (!fails || t.Out(0) == errorType):
		d.fault("type", "the function returns %s: return nothing, a value, an error, or a value and an error", resultList(t))
		return
	case n == 2 || n == 1 && !fails:
		d.native.out = resultType(t.Out(0))
	}
	takesContext := t.NumIn() > 0 && t.In(0) == contextType
	returnsValue := d.native.out != nil
	d.native.call = func(ctx context.Context, params []reflect.Value) (value reflect.Value, err error) {
		var args []reflect.Value
		if takesContext {
			args = append(args, reflect.ValueOf(&ctx).Elem())
		}
		args = append(args, params...)
		call := fn.Call
		if t.IsVariadic() {
			call = fn.CallSlice
		}
		out := call(args)
		if returnsValue {
			value = out[0]
		}
		if fails {
			err, _ = out[n-1].Interface().(error)
		}
		return value, err
	}
}

// resultType is the type of a result, nil for none.
func resultType(t reflect.Type) reflect.Type {
	if t == noResult {
		return nil
	}
	return t
}

func resultList(t reflect.Type) string {
	names := make([]string, t.NumOut())
	for i := range names {
		names[i] = t.Out(i).String()
	}
	return "(" + strings.Join(names, ", ") + ")"
}
