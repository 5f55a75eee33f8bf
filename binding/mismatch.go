package binding

import (
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// Mismatches compares a foreign schema with the parameters it is to fill, and
// reports what they cannot hold whatever is sent: a property without a field; a
// place whose every type, every value (const, enum), every number or every length
// is another than the Go type takes; a default that it does not take. A place that
// only some of what the schema admits fits is none: the call then says
// BINDING_ERROR. What is behind a $ref is reported at every place that refers to
// it. targets says what each $ref leads to.
// It is for functionschema.
func (s *Shape) Mismatches(schema *tree.Value, targets map[*tree.Value]*tree.Value) []Fault {
	c := &comparison{targets: targets, said: map[pair]*said{}, now: new(said), admits: map[*tree.Value]kindSet{}}
	switch {
	case s.rest != nil:
		c.parameters(schema, &node{form: formMap, elem: s.rest}, place{})
	default:
		n := &node{form: formStruct, members: map[string]int{}}
		for i := range s.params {
			p := &s.params[i]
			n.members[p.name] = i
			f := p.field
			if p.opaque() {
				f.node = nil
			}
			n.fields = append(n.fields, f)
		}
		c.parameters(schema, n, place{})
	}
	return c.now.faults(place{where: "the parameters"})
}

type comparison struct {
	targets map[*tree.Value]*tree.Value // by the schemas whose $ref leads there
	said    map[pair]*said
	now     *said // of the pair that is being compared
	admits  map[*tree.Value]kindSet
}

// parameters compares a root, and the schemas that apply with it, with the
// parameters. These are an object in any case: which root admits one is rule 11's.
func (c *comparison) parameters(schema *tree.Value, n *node, at place) {
	if schema.Kind != tree.Object {
		return
	}
	c.once(pair{schema, n}, at, func() {
		c.beside(schema, n, c.parameters)
		c.within(schema, n)
	})
}

// place compares one schema with one node, and what lies below both.
func (c *comparison) place(schema *tree.Value, n *node, at place) {
	if n != nil && schema.Kind == tree.Object {
		c.once(pair{schema, n}, at, func() { c.here(schema, n) })
	}
}

func (c *comparison) here(schema *tree.Value, whole *node) {
	n := whole
	for n != nil && (n.form == formPointer || n.form == formOptional) {
		n = n.elem
	}
	if n == nil {
		return
	}
	held := n.kinds()
	if held == anyKind {
		return // it takes whatever there is
	}
	if c.values(schema, whole, n) {
		return
	}
	admitted := c.kinds(schema)
	if admitted&held == 0 && admitted != 0 {
		c.add(place{}, "type", "the schema admits %s here and the Go type holds %s: change one of them", admitted, held)
		return
	}
	c.beside(schema, whole, c.place)
	c.within(schema, n)
}

// beside compares the schemas behind $ref and allOf.
func (c *comparison) beside(schema *tree.Value, n *node, compare func(*tree.Value, *node, place)) {
	if target := c.targets[schema]; target != nil {
		compare(target, n, place{})
	}
	if list := schema.Lookup("allOf"); list != nil {
		for i, part := range list.Items {
			compare(part, n, place{pointer: "/allOf/" + strconv.Itoa(i)})
		}
	}
}

// within compares what a schema says of members and items.
func (c *comparison) within(schema *tree.Value, n *node) {
	switch n.form {
	case formStruct:
		c.members(schema, n)
	case formMap:
		if p := schema.Lookup("properties"); p != nil {
			for _, m := range p.Members {
				c.place(m.Value, n.elem, place{pointer: tree.Join("", "properties", m.Name)})
			}
		}
		if a := schema.Lookup("additionalProperties"); a != nil {
			c.place(a, n.elem, place{pointer: "/additionalProperties"})
		}
	case formSlice, formArray:
		if items := schema.Lookup("items"); items != nil {
			c.place(items, n.elem, place{pointer: "/items"})
		}
	}
}

func (c *comparison) members(schema *tree.Value, n *node) {
	properties := schema.Lookup("properties")
	if properties == nil {
		return
	}
	for _, m := range properties.Members {
		here := place{pointer: tree.Join("", "properties", m.Name)}
		if n.branch != nil && m.Name == n.branch.discriminator {
			continue
		}
		i, ok := n.members[m.Name]
		switch {
		case !ok:
			c.add(here, "properties", "the schema has the property %q and there is no field for it: add one with json:%q, or take it out", m.Name, m.Name)
		case n.fields[i].node == nil:
			c.add(here, "inject", "the parameter %q is opaque and in no schema: take it out there", m.Name)
		case n.fields[i].quoted:
		default:
			c.place(m.Value, n.fields[i].node, place{here.pointer, n.fields[i].where})
		}
	}
}
