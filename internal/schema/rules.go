package schema

import (
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// Node is one schema object of a compiled schema, as package plan sees it. Nodes
// are compared by identity; the zero Node is none.
type Node struct{ node *node }

// Exists reports whether n is a schema object.
func (n Node) Exists() bool { return n.node != nil }

// Pointer says where in the schema's text n stands.
func (n Node) Pointer() string { return n.node.pointer }

// Root returns the schema of the whole instance.
func (s *Schema) Root() Node { return Node{s.root} }

// Dynamic reports whether the schema has a $dynamicRef that depends on the way it
// was reached: no part of such a schema can be judged on its own.
func (s *Schema) Dynamic() bool { return s.dynamic }

// Types is a set of JSON types: one bit for each tree.Kind, and one for integer.
type Types uint16

// Integer is the bit of the type integer.
const Integer = Types(integerType)

// Rules is what one schema object says, for who judges by it without this
// package's evaluator. A count that is absent is -1, everything else its zero.
type Rules struct {
	Boolean *bool // the schema is true, false or {}
	Types   Types // 0: every type
	Const   *tree.Value
	Enum    []*tree.Value
	HasEnum bool
	Assert  Assertion

	Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum, MultipleOf *decimal.Decimal

	MinLength, MaxLength int64
	Pattern              *pattern.Pattern

	MinItems, MaxItems int64
	UniqueItems        bool
	PrefixItems        []Node
	Items              Node

	MinProperties, MaxProperties int64
	Required                     []string
	Names                        []string // of properties, in order
	Properties                   []Node   // by the same position
	Additional                   Node
	PropertyNames                Node

	Ref      Node
	Nullable Node // a nullable choice is this one or null
	OneOf    bool // the choice is oneOf: null must not satisfy Nullable
	// A discriminated choice is the branch whose value the property has.
	Discriminator string
	Values        []*tree.Value
	Branches      []Node

	Default *tree.Value // fills the place if it is omitted, completed; or nil
	Bytes   int         // of Default as text, which CompleteWithin counts
	Own     bool        // has keywords that judge, beside Ref and the choice
	Rare    string      // a keyword that stands for itself alone; "" if there is none
}

// Rules returns what n says.
func (n Node) Rules() Rules {
	m := n.node
	r := Rules{
		Boolean: m.boolean, Types: Types(m.types), Const: m.constant, Assert: m.assertion,
		Minimum: m.minimum, Maximum: m.maximum, ExclusiveMinimum: m.exclusiveMinimum, ExclusiveMaximum: m.exclusiveMaximum,
		MultipleOf: m.multipleOf, MinLength: m.minLength, MaxLength: m.maxLength, Pattern: m.pattern,
		MinItems: m.minItems, MaxItems: m.maxItems, UniqueItems: m.uniqueItems, PrefixItems: wrap(m.prefixItems), Items: Node{m.items},
		MinProperties: m.minProperties, MaxProperties: m.maxProperties, Required: m.required, Names: m.propertyOrder,
		Additional: Node{m.additional}, PropertyNames: Node{m.propertyNames}, Ref: Node{m.ref}, Rare: m.rare(),
	}
	if m.enum != nil {
		r.Enum, r.HasEnum = m.enum.values, true
	}
	for _, name := range m.propertyOrder {
		r.Properties = append(r.Properties, Node{m.properties[name]})
	}
	for _, c := range m.choices() {
		r.Nullable, r.Discriminator, r.Values, r.Branches = Node{c.nullable}, c.property, c.values, wrap(c.branches)
		r.OneOf = c == m.oneChoice
	}
	if m.definition != nil {
		r.Default, r.Bytes = m.definition.completed, m.definition.bytes
	}
	r.Own = m.types != 0 || m.constant != nil || m.enum != nil || m.assertion != 0 || m.numberKeywords || m.stringKeywords ||
		m.arrayKeywords || m.objectKeywords
	return r
}

func wrap(list []*node) []Node {
	var nodes []Node
	for _, n := range list {
		nodes = append(nodes, Node{n})
	}
	return nodes
}

// rare names a keyword of n that Rules has no field for.
func (n *node) rare() string {
	for _, k := range []struct {
		name string
		has  bool
	}{
		{"$dynamicRef", n.dynamicRef != nil}, {"allOf", n.allOf != nil}, {"anyOf", n.anyOf != nil && n.anyChoice == nil},
		{"oneOf", n.oneOf != nil && n.oneChoice == nil}, {"anyOf beside oneOf", n.anyOf != nil && n.oneOf != nil},
		{"not", n.not != nil}, {"if", n.ifs != nil}, {"format", n.format != nil},
		{"contains", n.contains != nil}, {"unevaluatedItems", n.unevaluatedItems != nil},
		{"dependentRequired", n.dependentRequired != nil}, {"dependentSchemas", n.dependentSchemas != nil},
		{"patternProperties", n.patternProperties != nil},
		{"unevaluatedProperties", n.unevaluatedProperties != nil},
	} {
		if k.has {
			return k.name
		}
	}
	return ""
}

// Satisfies judges an instance by n alone; the zero Node, where no schema applies,
// is satisfied by all. False also stands for a budget that is spent: whoever asks
// then lets Validate answer.
func (s *Schema) Satisfies(n Node, v *tree.Value) bool {
	if n.node == nil {
		return true
	}
	e := &evaluation{schema: s, left: DefaultApplications, rememberBelow: DefaultApplications - s.rememberAfter, silent: 1}
	return e.apply(n.node, v, nil) && !e.spent
}

// CompleteBy is [Schema.CompleteWithin] of an instance of n; left is what remains of
// the limit, less than 0 if it was too low.
func (s *Schema) CompleteBy(n Node, v *tree.Value, limit int) (completed *tree.Value, left int) {
	if n.node == nil {
		return v, limit
	}
	f := &filler{left: limit}
	completed = f.complete([]*node{n.node}, v)
	return completed, f.left
}

// Unique reports whether no two items are equal, as uniqueItems asks.
func Unique(items []*tree.Value) bool { return unique(items) }
