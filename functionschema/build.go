package functionschema

import (
	"reflect"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
	"github.com/functionschema/fscheck/internal/view"
)

// compiled is what functions of one declaration share; it is immutable.
type compiled struct {
	schema     *schema.Schema
	execution  []byte // its text
	input      []byte // the model's view of it
	shape      *binding.Shape
	injected   []binding.Injected
	result     *binding.Result // nil: no result, or one that says its outcome itself
	resultRule *schema.Schema  // what a result must satisfy
	output     []byte          // its text
	binary     bool            // a result has bytes in it
}

// responds lists the result types that say their outcome themselves.
var responds = []reflect.Type{reflect.TypeFor[content.Response](), reflect.TypeFor[*content.Response]()}

// build checks a declaration and compiles it, or finds it compiled in the cache.
func (d *declaration) build() (*FunctionSchema, error) {
	d.checkName()
	if !d.limits.valid() {
		d.fault("maximum", "a limit is negative: use 0 for the default or a positive number")
	}
	f := &FunctionSchema{name: d.name, description: d.description, resolvers: d.resolvers, limits: d.limits, native: d.native}
	if len(d.faults) > 0 && d.native.in == nil && len(d.native.positional) == 0 {
		return nil, d.failure(d.faults)
	}
	c, faults := cache.compiled(d)
	if faults = append(d.faults, faults...); len(faults) > 0 {
		return nil, d.failure(faults)
	}
	f.compiled = c
	f.injections = c.injected
	for _, p := range c.injected {
		if !p.Ref.Opaque {
			f.hidden = append(f.hidden, p.Name)
		}
		if d.resolved && d.resolvers[p.Ref.Source] == nil {
			faults = append(faults, schema.Violation{
				Pointer: tree.Join("/properties", p.Name), Keyword: "inject",
				Message: "parameter " + p.Name + " comes from the source " + p.Ref.Source + ", for which there is no resolver: add it to WithResolvers",
			})
		}
	}
	if len(faults) > 0 {
		return nil, d.failure(faults)
	}
	return f, nil
}

func (d *declaration) failure(faults []schema.Violation) *Error {
	first, more := schema.Normalize(slices.Clone(faults), d.limits.violations())
	return fail(d.name, InvalidSchema, first, more)
}

// longestName bounds a function's name, in bytes.
const longestName = 256

func (d *declaration) checkName() {
	switch {
	case d.name == "" && len(d.faults) == 0:
		d.fault("title", "the function has no name: give it one with WithName")
	case len(d.name) > longestName:
		d.fault("title", "the name has %d bytes: use at most %d", len(d.name), longestName)
	case !utf8.ValidString(d.name):
		d.fault("title", "the name %q is not UTF-8", d.name)
	default:
		for _, r := range d.name {
			if unicode.IsControl(r) || unicode.IsSpace(r) {
				d.fault("title", "the name %q holds white space or a control character: use letters, digits, - and _", d.name)
				return
			}
		}
	}
}

// compile derives or reads the execution schema, compiles it, and makes the
// model's view. The faults of the declaration and of the Go types come together.
func (d *declaration) compile() (*compiled, []schema.Violation) {
	c := &compiled{}
	settings := binding.Settings{Unions: d.unions, Foreign: d.foreign, Injected: d.injected}
	var faults []schema.Violation
	var found []binding.Fault
	if d.native.in != nil {
		c.shape, found = binding.Struct(d.native.in, settings)
	} else {
		c.shape, found = binding.Positional(d.native.positional, settings)
	}
	faults = append(faults, violations(found)...)
	faults = append(faults, d.compileResult(c)...)
	text, options, unread := d.execution(c.shape)
	faults = append(faults, unread...)
	if len(faults) > 0 {
		return nil, faults
	}
	if c.schema, faults = schema.Compile(text, options); len(faults) > 0 {
		return nil, faults
	}
	if d.foreign {
		for _, m := range c.shape.Mismatches(text) {
			faults = append(faults, schema.Violation{Pointer: m.Pointer, Keyword: m.Keyword, Message: m.Message})
		}
	}
	c.injected = c.shape.Injected()
	var hidden []string
	for _, p := range c.injected {
		if p.Ref.Opaque {
			continue
		}
		hidden = append(hidden, p.Name)
		if d.foreign && !slices.Contains(c.schema.Names(), p.Name) {
			faults = append(faults, schema.Violation{
				Keyword: "inject", Message: "the injected parameter " + p.Name + " is not a property of the schema: add it there, or do not inject it",
			})
		}
	}
	visible, hiding := view.Hide(text, hidden, c.shape.Notes())
	for _, m := range hiding {
		faults = append(faults, schema.Violation{Pointer: m.Pointer, Keyword: m.Keyword, Message: m.Message})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	c.execution = text.Compact().AppendJSON(nil)
	c.input = visible.Compact().AppendJSON(nil)
	return c, nil
}

// execution returns the execution schema's text and how it is to be compiled.
func (d *declaration) execution(shape *binding.Shape) (*tree.Value, schema.Options, []schema.Violation) {
	if !d.foreign {
		if shape == nil {
			return nil, schema.Options{}, nil
		}
		return shape.Schema(), schema.Options{Declared: true, Asserted: assertions(shape.Asserted())}, nil
	}
	text, fault := strict.Parse(d.schema, d.limits.reader())
	if fault != nil {
		return nil, schema.Options{}, parseError(d.name, fault).violations()
	}
	return text, schema.Options{AssertFormats: d.formats}, nil
}

// compileResult derives the schema of the result.
func (d *declaration) compileResult(c *compiled) []schema.Violation {
	if d.native.out == nil || slices.Contains(responds, d.native.out) {
		return nil
	}
	result, found := binding.Output(d.native.out, binding.Settings{Unions: d.unions})
	if len(found) > 0 {
		return violations(found)
	}
	rule, faults := schema.Compile(result.Schema(), schema.Options{Declared: true, AnyRoot: true, Asserted: assertions(result.Asserted())})
	if len(faults) > 0 {
		return faults
	}
	c.result, c.resultRule = result, rule
	visible, _ := view.Hide(result.Schema(), nil, result.Notes())
	c.output = visible.Compact().AppendJSON(nil)
	for _, a := range result.Asserted() {
		c.binary = c.binary || a == binding.Base64
	}
	return nil
}

func assertions(found map[*tree.Value]binding.Assertion) map[*tree.Value]schema.Assertion {
	m := make(map[*tree.Value]schema.Assertion, len(found))
	for v, a := range found {
		switch a {
		case binding.DateTime:
			m[v] = schema.DateTime
		case binding.Base64:
			m[v] = schema.Base64
		}
	}
	return m
}

func violations(found []binding.Fault) []schema.Violation {
	var list []schema.Violation
	for _, f := range found {
		list = append(list, schema.Violation{Pointer: f.Pointer, Keyword: f.Keyword, Message: f.Message})
	}
	return list
}
