package schema

import (
	"slices"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/tree"
)

// choice is an anyOf or oneOf that rule 13 makes transparent.
type choice struct {
	// Nullable: one schema and {"type":"null"}.
	nullable *node
	only     bool // oneOf: null must not satisfy the other schema as well

	// Discriminated: by the value of property, which branch judges alone.
	property string
	values   []*tree.Value // distinct, one a branch
	branches []*node
	// scalars has, by their canonical texts, the branches of the values that are
	// scalars; nil if there are few.
	scalars map[string]*node
}

// assignChoices finds the two transparent choices among all anyOf and oneOf.
func (b *builder) assignChoices() {
	for _, n := range b.order {
		n.anyChoice = newChoice(n.anyOf, false)
		n.oneChoice = newChoice(n.oneOf, true)
	}
}

func newChoice(branches []*node, only bool) *choice {
	if len(branches) == 0 {
		return nil
	}
	if len(branches) == 2 {
		if branches[1].isNullType() {
			return &choice{nullable: branches[0], only: only}
		}
		if branches[0].isNullType() {
			return &choice{nullable: branches[1], only: only}
		}
	}
	first := branches[0].declared()
	if first == nil {
		return nil
	}
	for _, property := range first.required {
		if values := discriminators(branches, property); values != nil {
			c := &choice{property: property, values: values, branches: branches}
			c.index()
			return c
		}
	}
	return nil
}

// choices lists the transparent choices of n.
func (n *node) choices() []*choice {
	var list []*choice
	for _, c := range []*choice{n.anyChoice, n.oneChoice} {
		if c != nil {
			list = append(list, c)
		}
	}
	return list
}

// isNullType reports whether a schema is {"type":"null"}, beside annotations.
func (n *node) isNullType() bool {
	if n.source == nil || n.types != 1<<tree.Null {
		return false
	}
	for _, m := range n.source.Members {
		if m.Name != "type" && (isKeyword[m.Name] || m.Name == "$ref") {
			return false // what is not a keyword is an annotation too (core 6.5)
		}
	}
	return true
}

// declared returns the schema that says type object itself: n, or what its
// references lead to.
func (n *node) declared() *node {
	if n == nil || n.types == 1<<tree.Object {
		return n
	}
	if !n.followed {
		n.followed = true // references that lead in a circle have been refused
		n.leadsTo = n.ref.declared()
	}
	return n.leadsTo
}

// discriminators returns the distinct values by which property tells the
// branches apart, or nil.
func discriminators(branches []*node, property string) []*tree.Value {
	var values []*tree.Value
	seen := map[string]bool{}
	for _, branch := range branches {
		d := branch.declared()
		if d == nil || !slices.Contains(d.required, property) {
			return nil
		}
		p := d.properties[property]
		if p == nil {
			return nil
		}
		var value *tree.Value
		switch {
		case p.constant != nil:
			value = p.constant
		case p.enum != nil && len(p.enum.values) == 1:
			value = p.enum.values[0]
		default:
			return nil
		}
		if key := string(canonical.Append(nil, value)); seen[key] {
			return nil
		} else {
			seen[key] = true
		}
		values = append(values, value)
	}
	return values
}

// index makes the branches of a long list ones that are looked up.
func (c *choice) index() {
	if len(c.values) <= few {
		return
	}
	c.scalars = make(map[string]*node, len(c.values))
	for i, v := range c.values {
		if v.Kind != tree.Array && v.Kind != tree.Object {
			c.scalars[string(canonical.Append(nil, v))] = c.branches[i]
		}
	}
}

// branch returns the schema that judges v alone, or nil: of a nullable choice,
// unless v is null, the other schema; of a discriminated one the branch whose
// value v has.
func (c *choice) branch(v *tree.Value) *node {
	if c.nullable != nil {
		if v.Kind == tree.Null {
			return nil
		}
		return c.nullable
	}
	value := v.Lookup(c.property)
	if value == nil {
		return nil
	}
	if c.scalars != nil && value.Kind != tree.Array && value.Kind != tree.Object {
		var b [64]byte
		return c.scalars[string(appendIdentity(b[:0], value))]
	}
	for i, want := range c.values {
		if equal(value, want) {
			return c.branches[i]
		}
	}
	return nil
}
