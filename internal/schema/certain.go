package schema

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// Place is where a value stands, or could stand: the schemas that certainly apply
// there by rule 16. The zero Place has none, so anything may stand there.
type Place struct{ schemas []*node }

// Certain is what certainly applies to one value: the schemas of its place, and
// what they apply to the same value through $ref, allOf and the two choices of
// rule 13.
type Certain struct {
	schemas  []*node
	required map[string]bool // once Requires has been asked
}

// Whole returns the place of the whole instance.
func (s *Schema) Whole() Place { return Place{[]*node{s.root}} }

// fewSchemas are looked through faster than they are looked up.
const fewSchemas = 8

// Free reports whether no schema says anything of what stands there.
func (p Place) Free() bool { return len(p.schemas) == 0 }

// Of returns what certainly applies to v if it stands at p, each schema once, in the
// order of rule 16. spend is asked for every schema; once it returns false, what is
// left stays out.
func (p Place) Of(v *tree.Value, spend func() bool) Certain {
	var c Certain
	var seen map[*node]bool
	var add func(*node)
	add = func(n *node) {
		if seen[n] || seen == nil && slices.Contains(c.schemas, n) || !spend() {
			return
		}
		c.schemas = append(c.schemas, n)
		switch {
		case seen != nil:
			seen[n] = true
		case len(c.schemas) > fewSchemas:
			seen = map[*node]bool{}
			for _, s := range c.schemas {
				seen[s] = true
			}
		}
		for _, more := range n.sure(v) {
			add(more)
		}
	}
	for _, n := range p.schemas {
		add(n)
	}
	return c
}

// Member returns the place of a member by its name, whether it is there or not.
func (c *Certain) Member(name string) Place {
	var p Place
	for _, n := range c.schemas {
		if s := n.properties[name]; s != nil {
			p.schemas = append(p.schemas, s)
		}
		for _, pp := range n.patternProperties {
			if pp.pattern.MatchString(name) {
				p.schemas = append(p.schemas, pp.node)
			}
		}
		if n.additional != nil && !n.declares(name) {
			p.schemas = append(p.schemas, n.additional)
		}
	}
	return p
}

// Item returns the place of the i-th item.
func (c *Certain) Item(i int) Place {
	var p Place
	for _, n := range c.schemas {
		if i < len(n.prefixItems) {
			p.schemas = append(p.schemas, n.prefixItems[i])
		} else if n.items != nil {
			p.schemas = append(p.schemas, n.items)
		}
	}
	return p
}

// Inside reports whether c says anything of members or items.
func (c *Certain) Inside() bool {
	return slices.ContainsFunc(c.schemas, func(n *node) bool {
		return n.properties != nil || n.required != nil || n.patternProperties != nil || n.additional != nil || n.items != nil || n.prefixItems != nil
	})
}

// Declares reports whether a property of this name is declared.
func (c *Certain) Declares(name string) bool {
	return slices.ContainsFunc(c.schemas, func(n *node) bool { return n.properties[name] != nil })
}

// Requires reports whether a member of this name is required.
func (c *Certain) Requires(name string) bool {
	if c.required == nil {
		c.required = map[string]bool{}
		for _, n := range c.schemas {
			for _, r := range n.required {
				c.required[r] = true
			}
		}
	}
	return c.required[name]
}

// Missing lists the required names that an object lacks, each once, in the order in
// which they are required.
func (c *Certain) Missing(v *tree.Value) []string {
	var names []string
	var seen map[string]bool
	for _, n := range c.schemas {
		for _, name := range n.required {
			if v.Find(name) >= 0 || seen[name] {
				continue
			}
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// Asserts reports whether binding depends on an assertion there.
func (c *Certain) Asserts(a Assertion) bool {
	return slices.ContainsFunc(c.schemas, func(n *node) bool { return n.assertion == a })
}

// Admits reports whether every schema of the place is satisfied by v. left is the
// budget of applications, which it lowers; once that is spent the answer is false.
func (s *Schema) Admits(p Place, v *tree.Value, left *int) bool {
	e := &evaluation{schema: s, left: *left, rememberBelow: *left - s.rememberAfter, silent: 1}
	ok := true
	for _, n := range p.schemas {
		ok = ok && e.apply(n, v, nil) && !e.spent
	}
	*left = max(e.left, 0)
	return ok
}
