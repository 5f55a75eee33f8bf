package serve

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/comments"
)

var contextType = reflect.TypeFor[context.Context]()

// build makes the schema of a function, or takes the one that it yields.
func (p *served) build(name string, more ...functionschema.Option) (f *functionschema.FunctionSchema, err error) {
	defer func() {
		if v := recover(); v != nil {
			said, _, _ := strings.Cut(fmt.Sprint(v), "\n")
			f, err = nil, fmt.Errorf("%s panicked while it made the schema: %s", name, said)
		}
	}()
	switch v := p.values[name].(type) {
	case *functionschema.FunctionSchema:
		f = v
	case func() *functionschema.FunctionSchema:
		f = v()
	case func() (*functionschema.FunctionSchema, error):
		if f, err = v(); err != nil {
			return nil, err
		}
	default:
		return functionschema.New(v, append(p.options(name), more...)...)
	}
	if f == nil {
		return nil, errors.New(name + " yields a FunctionSchema that is nil")
	}
	return f, nil
}

// yields reports whether a function is not to be called but gives a schema whose
// own options hold.
func (p *served) yields(name string) bool {
	switch p.values[name].(type) {
	case *functionschema.FunctionSchema, func() *functionschema.FunctionSchema, func() (*functionschema.FunctionSchema, error):
		return true
	}
	return false
}

// options are what the source says of a function.
func (p *served) options(name string) []functionschema.Option {
	f := p.Functions[name]
	said := comments.Map{}
	maps.Copy(said, p.Fields)
	maps.Copy(said, f.Comments)
	list := []functionschema.Option{
		functionschema.WithName(name[strings.LastIndexByte(name, '.')+1:]),
		functionschema.WithDescription(f.Doc), functionschema.FromSource(said),
	}
	if t := reflect.TypeOf(p.values[name]); t != nil && t.Kind() == reflect.Func && argument(t) == nil {
		list = append(list, functionschema.WithParams(functionschema.Names(f.Params...)...))
	}
	return list
}

// argument returns the struct or map whose members are the parameters, or nil if
// they are taken one by one: rule 1.
func argument(t reflect.Type) reflect.Type {
	var types []reflect.Type
	for i := range t.NumIn() {
		if t.In(i) != contextType {
			types = append(types, t.In(i))
		}
	}
	if len(types) != 1 || t.IsVariadic() {
		return nil
	}
	in := types[0]
	if binding.IsParameters(in) || in.Kind() == reflect.Map && in.Key().Kind() == reflect.String {
		return in
	}
	return nil
}

// injected lists the parameters that the framework fills.
func (p *served) injected(name string, f *functionschema.FunctionSchema) []Injected {
	var list []Injected
	if t := reflect.TypeOf(p.values[name]); !p.yields(name) && t != nil && t.Kind() == reflect.Func {
		if in := argument(t); in != nil {
			if shape, _ := binding.Struct(in, binding.Settings{}); shape != nil {
				for _, i := range shape.Injected() {
					list = append(list, Injected{Name: i.Name, Source: i.Ref.Source, Key: i.Ref.Key, Opaque: i.Ref.Opaque, Type: i.Type.String()})
				}
			}
		}
		return list
	}
	if f == nil {
		return nil
	}
	visible := members(f.Metadata().InputSchema)
	for _, m := range members(f.Schema()) { // where from is a schema's own affair
		if !contains(visible, m) {
			list = append(list, Injected{Name: m})
		}
	}
	return list
}

// resolvers gives the values of a request, and remembers which ones were asked for
// and not there.
func resolvers(wanted, given []Injected, missing *[]Injected) inject.Resolvers {
	r := inject.Resolvers{}
	for _, i := range append(wanted[:len(wanted):len(wanted)], given...) {
		source := i.Source
		r[source] = inject.ResolverFunc(func(_ context.Context, key string) (any, error) {
			for _, g := range given {
				if g.Source == source && g.Key == key {
					return g.Value, nil
				}
			}
			for _, w := range wanted {
				if w.Source == source && w.Key == key {
					*missing = append(*missing, w)
				}
			}
			return nil, fmt.Errorf("no value was given for %s,%s: %w", source, key, inject.ErrNotFound)
		})
	}
	return r
}

// place finds where in the source the fault stands that a violation tells of: its
// message begins with the field, the parameter or the type.
func (p *served) place(function, message string) string {
	where, _, ok := strings.Cut(message, ": ")
	if !ok {
		return ""
	}
	if at := p.Functions[function].Places[where]; at != "" {
		return at
	}
	if at := p.Places[where]; at != "" {
		return at
	}
	if name, _, ok := strings.Cut(where, "["); ok { // an instance of a generic type
		if _, field, ok := strings.Cut(where[strings.LastIndexByte(where, ']')+1:], "."); ok {
			name += "." + field
		}
		return p.Places[name]
	}
	return ""
}

func (p *served) fault(function string, err error) *Fault {
	var e *functionschema.Error
	if !errors.As(err, &e) {
		return &Fault{Code: functionschema.InvalidSchema, Cause: text(err)} // no schema could be made
	}
	f := &Fault{Code: e.Code, Violations: e.Violations, More: e.More}
	for _, v := range e.Violations {
		at := ""
		if e.Code == functionschema.InvalidSchema {
			if at = p.place(function, v.Message); at == "" {
				at = p.Functions[function].Place
			}
		}
		f.Places = append(f.Places, at)
	}
	switch {
	case e.Err != nil:
		f.Cause = text(e.Err)
	case len(e.Violations) == 0:
		f.Cause = e.Error()
	}
	return f
}

// text is what an error says; its method may panic.
func text(err error) (s string) {
	defer func() {
		if recover() != nil {
			s = fmt.Sprintf("a %T whose text cannot be had", err)
		}
	}()
	return err.Error()
}

// members lists the names under properties.
func members(schema []byte) []string {
	var names []string
	if properties := parse(schema).Lookup("properties"); properties != nil {
		for _, m := range properties.Members {
			names = append(names, m.Name)
		}
	}
	return names
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if s == t {
			return true
		}
	}
	return false
}
