// Package plan reads arguments in one pass: strict reading by rules 8 to 10,
// validation, defaults and binding straight into the Go value, along nodes that
// were paired once from a compiled schema and the Go types it fills.
//
//  1. A plan answers as strict.Parse, schema.Validate, schema.Complete and the
//     tree decoder of package binding do one after the other, or it says [Slow]
//     and those have to answer. It never gives an answer of its own.
//  2. [Slow] is said of every text that is not read (the reader words the error), of
//     every value that does not bind, of violations in a place that is handed on as
//     a tree, of more of them than can be told apart while they are found, and of
//     texts of which too much would have to be read more than once.
//  3. A place whose schema has a rare keyword, or whose Go type reads JSON itself, is
//     handed on as a tree: its text alone is parsed, judged by the evaluator, and
//     decoded. [Plan.String] says where.
//  4. Violations are gathered in the same pass; reading goes on to the end of the
//     text, for an unreadable text has no violations.
//
// A Plan is immutable and safe for concurrent use.
package plan

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Plan is how the arguments of one declaration are read.
type Plan struct {
	schema  *schema.Schema
	root    *node
	methods bool // types read themselves: nothing is bound before all is valid
	// distinct: each violation is found once, and stands whatever else is found.
	distinct bool
	pool     sync.Pool
	typ      reflect.Type // of a scratch value; nil if there is none
}

// Off turns plans off, so that tests compare both ways to an answer. Nothing else
// sets it.
var Off atomic.Bool

// Outcome is what one pass comes to.
type Outcome uint8

// The outcomes. Invalid has a report.
const (
	Slow Outcome = iota
	Valid
	Invalid
)

// Names are the parameters of the framework: Hidden ones are in the schema and
// overwrite what was sent, Refused ones may not be sent.
type Names struct{ Hidden, Refused []string }

// Build pairs a schema with what it fills. It returns nil, and why, if nothing would be
// gained: the whole of the schema is judged as a tree, or cannot be judged in parts.
func Build(s *schema.Schema, t *Target, names Names) (p *Plan, why string) {
	if s.Dynamic() {
		return nil, "$dynamicRef"
	}
	b := &builder{schema: s, nodes: map[pair]*node{}, always: map[*Target]*node{}}
	root := b.node(s.Root(), t)
	switch {
	case root.kind == subtree:
		return nil, root.why
	case root.kind != plain || root.object == nil:
		return nil, "the arguments are a choice of schemas"
	case !b.inject(root, names):
		return nil, "how the arguments are judged depends on what the framework injects"
	}
	p = &Plan{schema: s, root: root, methods: t.reads(map[*Target]bool{})}
	p.distinct = s.Distinct() && len(names.Hidden)+len(names.Refused) == 0
	if t.Type != nil && !p.methods {
		p.typ = t.Type
	}
	p.pool.New = func() any {
		r := &Run{plan: p}
		r.schema, r.root = s, root.object
		if p.typ != nil {
			pointer := reflect.New(p.typ)
			r.scratch, r.whole = pointer.Elem(), pointer.Interface()
			r.fields = cellsOf(root, r.scratch)
		}
		return r
	}
	return p, ""
}

// Injected returns the schema of a hidden parameter.
func (p *Plan) Injected(name string) schema.Node {
	return p.root.object.fields[p.root.object.find([]byte(name))].at
}

// Begin returns a Run, which must be ended.
func (p *Plan) Begin() *Run { return p.pool.Get().(*Run) }

// Run is one call's pass. It is not safe for concurrent use.
type Run struct {
	plan    *Plan
	scratch reflect.Value
	whole   any    // the pointer to scratch
	fields  []cell // of scratch
	used    bool   // scratch holds something
	decoder
}

// Scratch returns a zero value of the type that the plan fills, which is good
// until the end of the run; not valid if the plan has none.
func (r *Run) Scratch() reflect.Value {
	r.used = r.scratch.IsValid()
	return r.scratch
}

// Whole returns the pointer to the scratch value.
func (r *Run) Whole() any { return r.whole }

// Emptied says that the scratch value is zero again.
func (r *Run) Emptied() { r.used = false }

// End gives back what the run borrowed.
func (r *Run) End() {
	if r.used {
		r.scratch.SetZero()
		r.used = false
	}
	r.release()
	r.plan.pool.Put(r)
}

// Read reads a whole text, judges it, and fills to, a zero struct or map that can
// be set, or params, one value for each positional parameter. After anything but
// [Valid] what they hold means nothing. limits are resolved ones. If the plan
// [Plan.Binds] later, nothing is filled before [Run.Bind].
func (r *Run) Read(text []byte, limits *strict.Limits, to reflect.Value, params []reflect.Value) Outcome {
	r.begin(text, limits, !r.plan.methods)
	r.params = params
	return r.pass(to)
}

// ReadScratch is Read into the scratch value; it is [Slow] if the plan has none.
func (r *Run) ReadScratch(text []byte, limits *strict.Limits) Outcome {
	if !r.scratch.IsValid() {
		return Slow
	}
	r.used = true
	r.begin(text, limits, true)
	r.cells = r.fields
	return r.pass(r.scratch)
}

// Judge is Read that fills nothing: of what is injected it judges nothing.
func (r *Run) Judge(text []byte, limits *strict.Limits) Outcome {
	r.begin(text, limits, false)
	return r.pass(reflect.Value{})
}

// Complete lays the defaults into the value of a hidden parameter, and reports
// whether there was room for them.
func (r *Run) Complete(name string, v *tree.Value) (*tree.Value, bool) {
	v, r.room = r.schema.CompleteBy(r.plan.Injected(name), v, r.room)
	return v, r.room >= 0
}

// Binds reports whether values are filled by [Run.Bind] and not by Read: types
// that read themselves are asked only once all of the arguments are valid.
func (p *Plan) Binds() bool { return p.methods }

// Bind fills to or params from a text that was [Valid].
func (r *Run) Bind(text []byte, limits *strict.Limits, to reflect.Value, params []reflect.Value) Outcome {
	r.begin(text, limits, true)
	r.params = params
	return r.pass(to)
}

func (r *Run) pass(to reflect.Value) Outcome {
	if len(r.src) > r.limits.Bytes || r.limits.Depth > mostDepth {
		return Slow
	}
	pos := r.space(0)
	if pos == len(r.src) || r.src[pos] != '{' {
		return Slow
	}
	if root := r.plan.root; root.form == Struct && root.direct && root.enum == nil && r.left > 0 {
		r.left--
		pos = r.object(root, pos, to, nil) // as value does, without asking what it is
	} else {
		pos = r.value(root, pos, to)
	}
	if pos < 0 || r.space(pos) != len(r.src) {
		return Slow
	}
	switch {
	case len(r.found) > 0:
		return Invalid
	case r.unbound:
		return Slow
	}
	return Valid
}

// mostDepth is the nesting up to which this package recurses.
const mostDepth = 1_000
