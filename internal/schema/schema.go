// Package schema compiles a JSON Schema, judges instances by it and lays its
// defaults in.
//
// santhosh-tekuri/jsonschema is the authority: its metaschemas and formats are
// used, and tests compare every verdict with its own. The text itself is compiled
// here (build.go): the authority's compiler takes minutes for 20,000 properties.
// One evaluator (evaluate.go) walks the nodes over the strict tree, so that
// violations come out in the normal form of rule 12 with exact numbers, and cost
// is counted.
//
// A Schema is immutable and safe for concurrent use.
package schema

import (
	"math"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// DefaultApplications is how many schema applications a call may cost, rule 9.
const DefaultApplications = 1_000_000

// DefaultViolations is how many violations are reported, rule 9.
const DefaultViolations = 32

// Assertion is a check of a declared schema that binding depends on, so that a
// format or an encoding is asserted there and nowhere else.
type Assertion uint8

// The two assertions; the zero Assertion is none.
const (
	DateTime Assertion = iota + 1
	Base64
)

// Options says how a schema is read.
type Options struct {
	// Declared: the schema was derived from a Go type, so patterns are of the
	// portable subset; Asserted names the schema objects, by identity, whose
	// format or encoding is asserted.
	Declared bool
	Asserted map[*tree.Value]Assertion
	// AssertFormats makes format an assertion in a foreign schema.
	AssertFormats bool
	// LenientDefaults reports invalid defaults through Dropped and does not apply
	// them, instead of refusing the schema.
	LenientDefaults bool
	// AnyRoot lets the root admit what is no object, as results may be.
	AnyRoot bool
	// Resources are documents that references may name, by address. Nothing else
	// but the bundled metaschemas is ever opened.
	Resources map[string]*tree.Value

	patterns *patterns // those of one compilation
}

// known reports whether an address is one of the Resources.
func (o *Options) known(address string) bool { return o.Resources[address] != nil }

// Schema is a compiled schema.
type Schema struct {
	root      *node
	referring []*node     // those of the text with a $ref
	dropped   []Violation // defaults that LenientDefaults left out

	dynamic       bool               // a $dynamicRef may depend on the way it was reached
	anchored      map[string][]*node // by $dynamicAnchor
	repeats       bool               // one violation can be found twice
	unevaluates   bool               // unevaluatedProperties or unevaluatedItems is somewhere
	secrets       bool               // writeOnly or format password is somewhere
	rememberAfter int
}

func newSchema(root *node, nodes []*node) *Schema {
	s := &Schema{root: root, anchored: map[string][]*node{}, rememberAfter: rememberAfter}
	for _, n := range nodes {
		if n.ref != nil && n.document == base {
			s.referring = append(s.referring, n)
		}
		s.dynamic = s.dynamic || n.dynamicRef != nil && n.dynamicRef.anchor != ""
		s.repeats = s.repeats || n.repeats()
		s.unevaluates = s.unevaluates || n.marks
		s.secrets = s.secrets || n.secret
		if name := n.source.Lookup("$dynamicAnchor"); isAnchor(n, name) {
			s.anchored[name.Text] = append(s.anchored[name.Text], n)
		}
	}
	s.assignMemory(nodes)
	return s
}

func isAnchor(n *node, name *tree.Value) bool {
	return name != nil && name.Kind == tree.String && n.resource.dynamic[name.Text] == n
}

// Compile reads a schema, in this order: it must satisfy the metaschema and be of
// a dialect that rule 11 reads, every pattern must compile and every reference
// resolve, without a cycle that consumes no input; the root must admit an object;
// every default must be valid. The faults of one step are reported together,
// sorted; those of a later step need the earlier ones to be gone.
func Compile(text *tree.Value, o Options) (*Schema, []Violation) {
	if text.Kind != tree.Object && text.Kind != tree.Bool {
		return nil, []Violation{{Keyword: "type", Message: "a schema is an object, true or false"}}
	}
	o.patterns = nil
	faults := textFaults(text, "", "", &o)
	foreign := slices.ContainsFunc(faults, func(v Violation) bool { return v.Keyword == "$schema" })
	var b *builder
	var root *node
	if !foreign { // references of a dialect that is not read mean something else
		b, root = build(base, text, &o)
		faults = append(faults, b.faults...)
	}
	if faults, _ = Normalize(faults, math.MaxInt); len(faults) > 0 {
		return nil, faults
	}
	if !o.AnyRoot {
		if faults := rootFaults(root); len(faults) > 0 {
			return nil, faults
		}
	}
	s := newSchema(root, b.order)
	faults = s.compileDefaults(b.order)
	if o.LenientDefaults {
		s.dropped = faults
		return s, nil
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return s, nil
}

// Targets returns what each $ref of the schema's text leads to, in the text or in a
// metaschema, by the schema object it stands in. The map is the caller's.
func (s *Schema) Targets() map[*tree.Value]*tree.Value {
	targets := make(map[*tree.Value]*tree.Value, len(s.referring))
	for _, n := range s.referring {
		targets[n.source] = n.ref.source
	}
	return targets
}

// Dropped returns the faults of the defaults that LenientDefaults left out.
func (s *Schema) Dropped() []Violation { return s.dropped }

// textFaults judges the text of a schema that stands at pointer, in a resource of
// the dialect given, by the metaschema, the dialect rule and the pattern rule.
func textFaults(text *tree.Value, pointer, dialect string, o *Options) []Violation {
	faults := dialectFaults(text, pointer, dialect, o.known)
	if custom := text.Lookup("$schema"); custom != nil && o.known(strings.TrimSuffix(custom.Text, "#")) {
		return faults
	}
	// Each place of a schema's text is judged a bounded number of times, so it
	// needs no budget.
	report := metaschema().Validate(text, Budget{Violations: math.MaxInt, Applications: math.MaxInt})
	for _, v := range report.Violations {
		v.Pointer = pointer + v.Pointer
		faults = append(faults, v)
	}
	eachSubschema(text, pointer, func(pointer string, v *tree.Value) {
		faults = append(faults, patternFaults(pointer, v, o)...)
	})
	return faults
}
