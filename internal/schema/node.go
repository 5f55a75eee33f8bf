package schema

import (
	"math"
	"math/big"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// node is one schema, compiled: what the authority resolved, in the order of the
// text and with its exact numbers. Nodes are immutable once Compile returns.
type node struct {
	document string      // the address of the document it stands in
	pointer  string      // where in it
	source   *tree.Value // its text; of a bundled metaschema, nil
	boolean  *bool       // of a schema that is true, false or {}
	resource *resource   // the schema resource it belongs to
	secret   bool        // writeOnly, or format password: its instance is never quoted

	types     typeSet
	constant  *tree.Value
	enum      []*tree.Value
	hasEnum   bool
	format    *jsonschema.Format // asserted
	assertion Assertion          // what binding depends on

	ref        *node
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

// resource is a schema resource: a document, or a subschema with an $id.
type resource struct {
	anchors map[string]*node // its $dynamicAnchors
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

func newTypeSet(types *jsonschema.Types) (t typeSet) {
	if types == nil {
		return 0
	}
	for _, name := range types.ToStrings() {
		for _, n := range typeNames {
			if n.name == name {
				t |= n.bit
			}
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

// number returns the exact value of a keyword that the authority read as r.
func (n *node) number(keyword string, r *big.Rat) *decimal.Decimal {
	if r == nil {
		return nil
	}
	token := r.RatString() // of a bundled metaschema, where all are integers
	if v := n.keyword(keyword); v != nil {
		token = v.Text
	}
	d := decimal.Parse(token)
	return &d
}

// count returns a keyword's count, saturated: no instance has more than 2^63-1
// of anything. The authority keeps the low 64 bits of a larger one.
func (n *node) count(keyword string, i *int) int64 {
	if i == nil {
		return -1
	}
	if v := n.keyword(keyword); v != nil {
		if c, ok := decimal.Parse(v.Text).Int64(); ok {
			return c
		}
		return math.MaxInt64
	}
	return int64(*i)
}

// keyword returns the value of a keyword in the text, or nil.
func (n *node) keyword(name string) *tree.Value {
	if n.source == nil {
		return nil
	}
	return n.source.Lookup(name)
}

// isFalse reports whether the schema is false itself.
func (n *node) isFalse() bool { return n.boolean != nil && !*n.boolean }
