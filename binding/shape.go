package binding

import (
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/comments"
	"github.com/functionschema/fscheck/internal/tree"
)

// Param is one positional parameter. It is for functionschema.
type Param struct {
	Name     string
	Type     reflect.Type
	Tag      reflect.StructTag // as a field's; of json only the options
	Variadic bool              // the last one of a variadic function; Type is the slice
}

// Settings is what a function says beside its types. It is for functionschema.
type Settings struct {
	Unions   []Union
	Foreign  bool                  // somebody else's schema holds: only json and inject tags are read
	Injected map[string]inject.Ref // by parameter; wins over a tag
	Comments comments.Map          // what describes a field or parameter that no tag does
}

// Shape is the parameters of a function: their schema and how they are filled.
// It is immutable and safe for concurrent use. It is for functionschema.
type Shape struct {
	typ    reflect.Type // of Struct: as it was given; nil if positional
	params []parameter
	index  map[string]int
	rest   *node // of a map: what every member is
	unions map[reflect.Type]*Union

	schema   *tree.Value
	notes    map[*tree.Value]string
	asserted map[*tree.Value]Assertion
}

// parameter is a field with where its value comes from.
type parameter struct {
	field
	ref *inject.Ref
}

func (p *parameter) opaque() bool { return p.ref != nil && p.ref.Opaque }

// IsParameters reports whether the fields of t, a struct or a pointer to one, are
// the parameters of a function, or whether t is a parameter itself as time.Time
// is. It is for functionschema.
func IsParameters(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && formOf(t, input) == formStruct
}

// Struct makes the shape of a function that takes its parameters as the fields of
// t: a struct, a pointer to one, or a map from strings. Beside faults a shape says
// what is injected, if anything, and nothing else of it holds. It is for
// functionschema.
func Struct(t reflect.Type, s Settings) (*Shape, []Fault) {
	b := newBuilder(s)
	b.shape.typ = t
	root := t
	if t.Kind() == reflect.Pointer {
		root = t.Elem()
	}
	at := place{where: "type " + typeName(root)}
	switch {
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String && formOf(t, input) == formMap && keyFormOf(t.Key(), input) == keyString:
		b.shape.rest = b.walker.node(t.Elem())
		for _, name := range slices.Sorted(maps.Keys(s.Injected)) {
			b.add(field{name: name, where: "parameter " + name, typ: t.Elem()})
		}
	case IsParameters(t):
		fields, strays := fieldsOf(root)
		for _, s := range strays {
			b.faults.add(place{"", s.where}, s.keyword, "%s", s.message)
		}
		if len(fields) == 0 && len(strays) == 0 && onlyUnexported(root) {
			b.faults.add(at, "type", "%s", why(root, input))
		}
		for _, f := range fields {
			b.add(f)
		}
	default:
		b.faults.add(at, "type", "%s is no object: take a struct, a pointer to one, or a map with string keys", t)
		return nil, b.faults.list
	}
	return b.build(root, at)
}

// Positional makes the shape of a function that takes its parameters one by one;
// of faults see [Struct]. It is for functionschema.
func Positional(params []Param, s Settings) (*Shape, []Fault) {
	b := newBuilder(s)
	seen := map[string]bool{}
	for _, p := range params {
		at := place{tree.Join("", "properties", p.Name), "parameter " + p.Name}
		switch {
		case p.Name == "" || !utf8.ValidString(p.Name):
			b.faults.add(at, "properties", "the name %q cannot be used: give each parameter a name with WithParams", p.Name)
			continue
		case p.Type == nil:
			b.faults.add(at, "type", "it has no type")
			continue
		case seen[p.Name]:
			b.faults.add(at, "properties", "two parameters have this name: names must differ")
			continue
		}
		seen[p.Name] = true
		f := field{name: p.Name, where: at.where, tag: p.Tag, typ: p.Type, variadic: p.Variadic, source: p.Name}
		f.readParamTag(at, &b.faults)
		b.add(f)
	}
	return b.build(nil, place{where: "parameters"})
}

// Schema is the execution schema: injected parameters included, opaque ones not.
// It is nil for a foreign schema.
func (s *Shape) Schema() *tree.Value { return s.schema }

// Notes says, by schema object, what is to be added to its description where a
// model reads it.
func (s *Shape) Notes() map[*tree.Value]string { return maps.Clone(s.notes) }

// Asserted says, by schema object, which texts binding depends on.
func (s *Shape) Asserted() map[*tree.Value]Assertion { return maps.Clone(s.asserted) }

// builder collects parameters and faults.
type builder struct {
	shape    *Shape
	settings Settings
	walker   *walker
	faults   faults
	used     map[string]bool // names of Settings.Injected that exist
}

func newBuilder(s Settings) *builder {
	b := &builder{shape: &Shape{index: map[string]int{}}, settings: s, used: map[string]bool{}}
	b.shape.unions = indexUnions(s.Unions, &b.faults)
	b.walker = newWalker(input, !s.Foreign, b.shape.unions)
	return b
}

// add decides where a parameter comes from and walks its type, unless it is
// opaque.
func (b *builder) add(f field) {
	at := place{tree.Join("", "properties", f.name), f.where}
	p := parameter{field: f}
	if text, ok := f.tag.Lookup("inject"); ok {
		if ref, ok := readInject(text, f.name, at, &b.faults); ok {
			p.ref = &ref
		}
	}
	if ref, ok := b.settings.Injected[f.name]; ok {
		b.used[f.name] = true
		if ref.Key == "" {
			ref.Key = f.name
		}
		if ref.Source == "" {
			b.faults.add(at, "inject", "WithInjected names no source for it: set Ref.Source")
		}
		p.ref = &ref
	}
	if p.opaque() && b.shape.rest != nil {
		b.faults.add(at, "inject", "an opaque value needs a field of its type: a map has none")
	}
	if !p.opaque() {
		p.node = b.walker.node(f.typ)
	}
	b.shape.index[f.name] = len(b.shape.params)
	b.shape.params = append(b.shape.params, p)
}

// build writes the schema, tests it against encoding/json and freezes the shape.
func (b *builder) build(root reflect.Type, at place) (*Shape, []Fault) {
	for _, name := range slices.Sorted(maps.Keys(b.settings.Injected)) {
		if !b.used[name] {
			b.faults.add(place{"", at.where}, "inject", "WithInjected names %q, which is no parameter: the names are those in JSON", name)
		}
	}
	s := b.shape
	e := newEmitter(input, b.settings.Foreign, b.walker.order, &b.faults)
	e.comments = b.settings.Comments
	schema := e.parameters(s, root, at)
	if b.settings.Foreign {
		return s, b.faults.list
	}
	if len(b.faults.list) == 0 {
		for i := range s.params {
			if p := &s.params[i]; !p.opaque() {
				selfTest(&p.field, schema, place{tree.Join("", "properties", p.name), p.where}, &b.faults)
			}
		}
	}
	if len(b.faults.list) > 0 {
		return s, b.faults.list
	}
	s.schema, s.notes, s.asserted = schema, e.notes, e.asserted
	return s, nil
}
