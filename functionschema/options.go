package functionschema

import (
	"maps"
	"reflect"
	"slices"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
)

// Option says something about a function that its Go type does not. Of one that
// is given twice the last holds, except that injections and unions add up.
type Option interface{ apply(*declaration) }

type option func(*declaration)

func (o option) apply(d *declaration) { o(d) }

// WithName names the function. Without it the name is the Go function's own;
// closures and instantiated generics have none that lasts and must be named, or
// are INVALID_SCHEMA.
func WithName(name string) Option { return option(func(d *declaration) { d.name = name }) }

// WithDescription says what the function does, for the model.
func WithDescription(text string) Option {
	return option(func(d *declaration) { d.description = text })
}

// WithParams names the positional parameters of the function given to [New], in
// order and without its context, and may tag them. Of and FromSchema do not take
// it.
func WithParams(params ...Param) Option {
	return option(func(d *declaration) { d.params, d.named = slices.Clone(params), true })
}

// WithSchema has arguments judged by a foreign schema instead of the derived one.
// Of the tags only json and inject are read then, formats are annotations, and
// where the schema is wider than the Go type a call may end with BINDING_ERROR. A
// schema that asks for what the Go type cannot hold at all is INVALID_SCHEMA.
func WithSchema(schema []byte) Option {
	return option(func(d *declaration) { d.schema, d.foreign = slices.Clone(schema), true })
}

// WithInjected has the framework set parameters, by name: of a struct's fields,
// of positional parameters, or of a foreign schema. It wins over a tag. A name
// that is no parameter is INVALID_SCHEMA.
func WithInjected(refs map[string]inject.Ref) Option {
	refs = maps.Clone(refs)
	return option(func(d *declaration) {
		if d.injected == nil {
			d.injected = map[string]inject.Ref{}
		}
		maps.Copy(d.injected, refs)
	})
}

// WithResolvers gives the sources of injected values. A source that a parameter
// names and that is not among them is INVALID_SCHEMA. Without this option every
// call of a function with injected parameters is INJECTION_ERROR.
func WithResolvers(resolvers inject.Resolvers) Option {
	resolvers = maps.Clone(resolvers)
	return option(func(d *declaration) {
		d.resolvers, d.resolved = resolvers, true
	})
}

// WithUnions says which structs the interfaces among the parameters and in the
// result may hold.
func WithUnions(unions ...binding.Union) Option {
	unions = slices.Clone(unions)
	return option(func(d *declaration) { d.unions = append(d.unions, unions...) })
}

// WithFormats makes format an assertion in a foreign schema, for the formats that
// santhosh-tekuri/jsonschema knows. In a declared one date-time always is where a
// time.Time is bound, and no other.
func WithFormats() Option { return option(func(d *declaration) { d.formats = true }) }

// WithLimits replaces the limits of a call; see [Limits] for the defaults. They
// hold for a foreign schema's text too.
func WithLimits(limits Limits) Option { return option(func(d *declaration) { d.limits = limits }) }

// Param names a positional parameter. Its tag is what a struct field would have.
type Param struct {
	Name string
	Tag  reflect.StructTag
}

// Names returns parameters without tags.
func Names(names ...string) []Param {
	params := make([]Param, len(names))
	for i, name := range names {
		params[i].Name = name
	}
	return params
}

// Optional is a parameter or field that may be absent, null or a value; see
// [binding.Optional].
type Optional[T any] = binding.Optional[T]
