package functionschema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
	"github.com/functionschema/fscheck/internal/view"
)

// compiled is what functions of one declaration share; it is immutable.
type compiled struct {
	planned     planned
	schema      *schema.Schema
	execution   []byte // its text
	input       []byte // the model's view of it
	shape       *binding.Shape
	injected    []binding.Injected // in the order in which resolvers are asked
	hidden      []string           // those of them that are in the schema
	opaque      []string           // and those that are not
	result      *binding.Result    // nil: no result, or one that says its outcome itself
	resultRule  *schema.Schema     // what a result must satisfy
	output      []byte             // its text
	outputNames map[string]bool    // the names that stand in it, as reference tokens
	binary      bool               // a result has bytes in it
}

// build checks a declaration and compiles it, or finds it compiled in the cache.
func (d *declaration) build() (*FunctionSchema, error) {
	d.checkName()
	d.checkRepairs()
	if negative := d.limits.negative(); negative != nil {
		d.fault("maximum", "a limit is negative, Limits{%s}: use 0 for the default or a positive number", strings.Join(negative, ", "))
		d.limits = Limits{}
	}
	if d.unknown {
		return nil, d.failure(d.faults)
	}
	c, faults := cache.compiled(d.key(), d.compile)
	faults = append(d.faults, faults...)
	for _, p := range c.injected {
		if d.resolved && d.resolvers[p.Ref.Source] == nil {
			faults = append(faults, schema.Violation{
				Pointer: tree.Join("", "properties", p.Name), Keyword: "inject",
				Message: fmt.Sprintf("parameter %s comes from the source %q, for which there is no resolver: add it to WithResolvers", p.Name, p.Ref.Source),
			})
		}
	}
	if len(faults) > 0 {
		return nil, d.failure(faults)
	}
	return &FunctionSchema{
		name: d.name, description: d.description, resolvers: d.resolvers, limits: d.limits, reading: d.limits.reader().Resolve(), native: d.native, compiled: c,
		repairer: d.repairer(c),
	}, nil
}

// failure reports faults, sorted. Unlike violations two of one place and keyword
// may differ: each has its own remedy.
func (d *declaration) failure(faults []schema.Violation) *Error {
	faults = slices.Clone(faults)
	compare := func(a, b schema.Violation) int {
		return cmp.Or(schema.Compare(a, b), cmp.Compare(a.Message, b.Message))
	}
	slices.SortFunc(faults, compare)
	faults = slices.CompactFunc(faults, func(a, b schema.Violation) bool { return compare(a, b) == 0 })
	reported := min(len(faults), d.limits.violations())
	return fail(d.name, InvalidSchema, faults[:reported], len(faults)-reported)
}

// compile derives or reads the execution schema, compiles it, and makes the
// model's view. The faults of the Go types, of a foreign text and of the result
// come together; those of hiding need a schema that is sound.
func (d *declaration) compile() (*compiled, []schema.Violation) {
	c := &compiled{}
	settings := binding.Settings{Unions: d.unions, Foreign: d.foreign, Injected: d.injected, Comments: d.comments}
	var shape *binding.Shape
	var found []binding.Fault
	if d.native.in != nil {
		shape, found = binding.Struct(d.native.in, settings)
	} else {
		shape, found = binding.Positional(d.native.positional, settings)
	}
	faults := violations(found)
	if shape != nil {
		c.setInjected(shape.Injected())
	}
	if len(found) == 0 {
		c.shape = shape
	}
	faults = append(faults, d.compileResult(c)...)
	text, options, unread := d.execution(c.shape)
	faults = append(faults, unread...)
	if text != nil {
		var unsound []schema.Violation
		c.schema, unsound = schema.Compile(text, options)
		faults = append(faults, unsound...)
	}
	if len(faults) > 0 {
		return c, faults
	}
	if d.foreign {
		faults = c.compareForeign(text)
	}
	if d.foreign && isMap(d.native.in) {
		// A map has no order of its own, and its schema has.
		names := c.schema.Names()
		slices.SortStableFunc(c.injected, func(a, b binding.Injected) int {
			return cmp.Compare(slices.Index(names, a.Name), slices.Index(names, b.Name))
		})
	}
	visible, hiding := view.Hide(text, c.hidden, c.shape.Notes())
	for _, m := range hiding {
		faults = append(faults, schema.Violation{Pointer: m.Pointer, Keyword: m.Keyword, Message: m.Message})
	}
	if len(faults) > 0 {
		return c, faults
	}
	c.execution = text.Compact().AppendJSON(nil)
	c.input = visible.Compact().AppendJSON(nil)
	return c, nil
}

func (c *compiled) setInjected(list []binding.Injected) {
	c.injected = list
	for _, p := range list {
		if p.Ref.Opaque {
			c.opaque = append(c.opaque, p.Name)
		} else {
			c.hidden = append(c.hidden, p.Name)
		}
	}
}

// compareForeign finds what a foreign schema says that the Go type or the
// injections contradict.
func (c *compiled) compareForeign(text *tree.Value) (faults []schema.Violation) {
	for _, m := range c.shape.Mismatches(text, c.schema.Targets()) {
		faults = append(faults, schema.Violation{Pointer: m.Pointer, Keyword: m.Keyword, Message: m.Message})
	}
	names := c.schema.Names()
	for _, name := range c.hidden {
		if !slices.Contains(names, name) {
			faults = append(faults, schema.Violation{Keyword: "inject", Property: &name, Message: fmt.Sprintf(
				"the injected parameter %q is not a property of the schema: add it there, or do not inject it", name)})
		}
	}
	for _, name := range c.opaque {
		if slices.Contains(names, name) {
			continue // a mismatch
		}
		// Hiding it would change nothing if the schema did not name it.
		if rest, hiding := view.Hide(text, []string{name}, nil); len(hiding) > 0 || rest != text {
			faults = append(faults, schema.Violation{Keyword: "inject", Property: &name, Message: fmt.Sprintf(
				"the parameter %q is opaque and the schema names it: take it out there, for an opaque value is in no schema", name)})
		}
	}
	return faults
}

// execution returns the execution schema's text and how it is to be compiled.
func (d *declaration) execution(shape *binding.Shape) (*tree.Value, schema.Options, []schema.Violation) {
	if !d.foreign {
		if shape == nil {
			return nil, schema.Options{}, nil // its faults are known
		}
		return shape.Schema(), schema.Options{Declared: true, Asserted: assertions(shape.Asserted())}, nil
	}
	text, fault := strict.Parse(d.schema, d.limits.reader())
	if fault != nil {
		return nil, schema.Options{}, parseError(d.name, fault).violations()
	}
	return text, schema.Options{AssertFormats: d.formats}, nil
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
