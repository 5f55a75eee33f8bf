package schema

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// node is one schema, compiled. Nodes are immutable once Compile returns.
type node struct {
	document string      // the address of the document it stands in
	pointer  string      // where in it
	source   *tree.Value // its text
	boolean  *bool       // of a schema that is true, false or {}
	resource *resource   // the schema resource it belongs to
	secret   bool        // writeOnly, or format password: its instance is never quoted

	types     typeSet
	constant  *tree.Value
	enum      *enumeration
	format    *jsonschema.Format // asserted
	assertion Assertion          // what binding depends on

	ref        *node
	leadsTo    *node // what says type object at the end of ref
	followed   bool  // leadsTo is known
	dynamicRef *dynamicRef
	allOf      []*node
	anyOf      []*node
	oneOf      []*node
	anyChoice  *choice // anyOf is one of the two transparent choices of rule 13
	oneChoice  *choice
	not        *node
	ifs        *node
	thens      *node
	elses      *node

	minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf *decimal.Decimal

	minLength, maxLength int64 // -1: absent
	pattern              *pattern.Pattern

	minItems, maxItems, minContains, maxContains int64
	uniqueItems                                  bool
	prefixItems                                  []*node
	items, contains, unevaluatedItems            *node

	minProperties, maxProperties   int64
	required                       []string
	dependentRequired              []dependency
	dependentSchemas               []dependentSchema
	propertyOrder                  []string
	properties                     map[string]*node
	patternProperties              []patternProperty
	additional, propertyNames      *node
	unevaluatedProperties          *node
	definition                     *definition // its default, completed; nil without one
	fills                          bool        // completing an instance of it can add a member
	marks                          bool        // has unevaluatedItems or unevaluatedProperties
	objectKeywords, arrayKeywords  bool
	stringKeywords, numberKeywords bool
	inPlace                        bool // has an applicator to the same instance
	shared                         bool // more than one schema applies it
	costly                         bool // it applies many others to the same instance
}

type dependency struct {
	name     string
	required []string
}

type dependentSchema struct {
	name string
	node *node
}

type patternProperty struct {
	pattern *pattern.Pattern
	node    *node
}

// dynamicRef is a $dynamicRef: its initial target, and the anchor by which the
// dynamic scope may choose another (core 8.2.3.2).
type dynamicRef struct {
	initial *node
	anchor  string // empty: an ordinary reference
}

// typeSet is a set of JSON types, as bits by tree.Kind; integer has its own.
type typeSet uint16

const integerType typeSet = 1 << 8

func (t typeSet) has(k tree.Kind) bool { return t&(1<<k) != 0 }

// accepts reports whether v is of one of the types; an empty set accepts all.
func (t typeSet) accepts(v *tree.Value) bool {
	return t == 0 || t.has(v.Kind) || v.Kind == tree.Number && t&integerType != 0 && isInteger(v.Text)
}

// typeNames is in the order in which messages name types.
var typeNames = []struct {
	name string
	bit  typeSet
}{
	{"string", 1 << tree.String}, {"integer", integerType}, {"number", 1 << tree.Number}, {"boolean", 1 << tree.Bool},
	{"object", 1 << tree.Object}, {"array", 1 << tree.Array}, {"null", 1 << tree.Null},
}

// newTypeSet reads the keyword type: one name or a list of them.
func newTypeSet(v *tree.Value) (t typeSet) {
	if v == nil {
		return 0
	}
	for _, n := range typeNames {
		if isString(v, n.name) || slices.ContainsFunc(v.Items, func(item *tree.Value) bool { return isString(item, n.name) }) {
			t |= n.bit
		}
	}
	return t
}

// isInteger reports whether a number token has an integral value, without
// computing it where its spelling says so.
func isInteger(token string) bool {
	for i := 0; i < len(token); i++ {
		if c := token[i]; c == '.' || c == 'e' || c == 'E' {
			return decimal.Parse(token).IsInteger()
		}
	}
	return true
}

// isFalse reports whether the schema is false itself.
func (n *node) isFalse() bool { return n.boolean != nil && !*n.boolean }

// repeats reports whether n can find one violation twice: two of its parts judge
// the same value, or two patterns the same member.
func (n *node) repeats() bool {
	parts := len(n.allOf) + len(n.dependentSchemas)
	for _, has := range []bool{
		n.types != 0 || n.constant != nil || n.enum != nil || n.numberKeywords || n.stringKeywords || n.arrayKeywords || n.objectKeywords ||
			n.marks || n.format != nil || n.assertion != 0 || n.not != nil,
		n.ref != nil, n.dynamicRef != nil, n.anyOf != nil, n.oneOf != nil, n.ifs != nil,
	} {
		if has {
			parts++
		}
	}
	return parts > 1 || n.patternProperties != nil || len(n.dependentRequired) > 1
}
