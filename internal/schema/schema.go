// Package schema compiles a JSON Schema, judges instances by it and lays its
// defaults in.
//
// santhosh-tekuri/jsonschema is the authority: it resolves references, anchors
// and vocabularies, and a test compares every verdict with its own. What it
// compiled is turned into nodes (node.go), which one evaluator (evaluate.go)
// walks over the strict tree, so that violations come out in the normal form of
// rule 12 with exact numbers, and cost is counted.
//
// A Schema is immutable and safe for concurrent use.
package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/pattern"
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
	// AnyRoot lets the root admit what is no object. Only tests of the bare
	// validator want that.
	AnyRoot bool
	// Resources are documents that references may name, by address. Nothing else
	// but the bundled metaschemas is ever opened.
	Resources map[string]*tree.Value
}

// known reports whether an address is one of the Resources.
func (o *Options) known(address string) bool { return o.Resources[address] != nil }

// Schema is a compiled schema.
type Schema struct {
	text    *tree.Value
	root    *node
	dynamic bool        // a $dynamicRef may depend on the way it was reached
	dropped []Violation // defaults that LenientDefaults left out
}

// Compile reads a schema, in this order: it must satisfy the metaschema and be of
// a dialect that rule 11 reads; every pattern must compile and every reference
// resolve, without a cycle that consumes no input; the root must admit an object;
// every default must be valid. The faults of one step are reported together,
// sorted; those of a later step need the earlier ones to be gone.
func Compile(text *tree.Value, o Options) (*Schema, []Violation) {
	if faults := metaFaults(text, &o); len(faults) > 0 {
		return nil, faults
	}
	b, root, faults := compile(text, &o)
	if len(faults) > 0 {
		return nil, faults
	}
	s := &Schema{text: text, root: root}
	for _, n := range b.order {
		s.dynamic = s.dynamic || n.dynamicRef != nil && n.dynamicRef.anchor != ""
	}
	if !o.AnyRoot {
		if faults := rootFaults(root); len(faults) > 0 {
			return nil, faults
		}
	}
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

// Text returns the schema as it was given.
func (s *Schema) Text() *tree.Value { return s.text }

// Dropped returns the faults of the defaults that LenientDefaults left out.
func (s *Schema) Dropped() []Violation { return s.dropped }

// metaFaults judges a schema's text by the metaschema and the dialect rule.
func metaFaults(text *tree.Value, o *Options) []Violation {
	if text.Kind != tree.Object && text.Kind != tree.Bool {
		return []Violation{{Keyword: "type", Message: "a schema is an object, true or false"}}
	}
	faults := dialectFaults(text, o.known)
	if custom := text.Lookup("$schema"); custom == nil || !o.known(strings.TrimSuffix(custom.Text, "#")) {
		report := metaschema().Validate(text, Budget{Violations: 1 << 20})
		faults = append(faults, report.Violations...)
		eachSubschema(text, "", func(pointer string, v *tree.Value) {
			faults = append(faults, patternFaults(pointer, v, o)...)
		})
	}
	faults, _ = Normalize(faults, len(faults))
	return faults
}

// patternFaults compiles the patterns of one schema object.
func patternFaults(pointer string, v *tree.Value, o *Options) []Violation {
	var faults []Violation
	if p := v.Lookup("pattern"); p != nil && p.Kind == tree.String {
		if _, err := o.compilePattern(p.Text); err != nil {
			faults = append(faults, Violation{Pointer: pointer + "/pattern", Keyword: "pattern", Message: err.Error()})
		}
	}
	if p := v.Lookup("patternProperties"); p != nil {
		for _, m := range p.Members {
			if _, err := o.compilePattern(m.Name); err != nil {
				faults = append(faults, Violation{
					Pointer: tree.Join(pointer, "patternProperties", m.Name), Keyword: "patternProperties", Message: err.Error(),
				})
			}
		}
	}
	return faults
}

func (o *Options) compilePattern(text string) (*pattern.Pattern, error) {
	if o.Declared {
		return pattern.CompilePortable(text)
	}
	return pattern.Compile(text)
}

// compile has the authority compile every schema within text, reached from the
// root or not, and turns them into nodes.
func compile(text *tree.Value, o *Options) (*builder, *node, []Violation) {
	c := compiler(o, func(text string) (jsonschema.Regexp, error) {
		p, err := o.compilePattern(text)
		if err != nil {
			return unreadable{text, err}, nil
		}
		return p, nil
	})
	if err := c.AddResource(base, plainSchema(text, o.known)); err != nil {
		return nil, nil, []Violation{{Keyword: "$id", Message: err.Error()}}
	}
	b := &builder{options: o, documents: map[string]*tree.Value{base: text}, nodes: map[*jsonschema.Schema]*node{}}
	for address, doc := range o.Resources {
		b.documents[address] = doc
	}
	var root *node
	var faults []Violation
	eachSubschema(text, "", func(pointer string, v *tree.Value) {
		s, err := c.Compile(base + "#" + escapeFragment(pointer))
		if err != nil {
			faults = append(faults, referenceFault(err, pointer, v))
			return
		}
		if n := b.node(s); pointer == "" {
			root = n
		}
	})
	b.drain()
	for _, n := range b.order {
		if n.source != nil {
			n.assertion = o.Asserted[n.source]
		} else if n.document == base {
			faults = append(faults, Violation{Pointer: n.pointer, Keyword: "$ref", Message: "the reference names no schema"})
		}
	}
	faults = append(faults, b.faults...)
	if len(faults) == 0 {
		b.assignResources()
		faults = cycleFaults(b.order)
	}
	if len(faults) == 0 {
		b.assignChoices()
	}
	faults, _ = Normalize(faults, len(faults))
	return b, root, faults
}
