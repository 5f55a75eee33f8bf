package binding

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// Mismatches compares a foreign schema with the parameters it is to fill, and
// reports what they cannot hold whatever is sent: a property without a field; a
// place whose every type, every value (const, enum), every number or every length
// is another than the Go type takes; a default that it does not take. A place that
// only some of what the schema admits fits is none: the call then says
// BINDING_ERROR.
// It is for functionschema.
func (s *Shape) Mismatches(schema *tree.Value) []Fault {
	c := &comparison{resources: map[*tree.Value]*tree.Value{}, seen: map[pair]bool{}, admits: map[*tree.Value]kindSet{}}
	c.enter(schema, schema)
	switch {
	case s.rest != nil:
		c.parameters(schema, &node{form: formMap, elem: s.rest}, place{where: "the parameters"})
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
		c.parameters(schema, n, place{where: "the parameters"})
	}
	return c.faults.list
}

type comparison struct {
	resources map[*tree.Value]*tree.Value // of what stands in one, its root
	seen      map[pair]bool
	admits    map[*tree.Value]kindSet
	faults    faults
}

// enter notes which resource everything in a schema stands in: a $ref to #… leads
// to a place in the nearest $id, not in the whole text.
func (c *comparison) enter(v, resource *tree.Value) {
	if id := v.Lookup("$id"); id != nil && id.Kind == tree.String {
		resource = v
	}
	c.resources[v] = resource
	for _, m := range v.Members {
		c.enter(m.Value, resource)
	}
	for _, item := range v.Items {
		c.enter(item, resource)
	}
}

type pair struct {
	schema *tree.Value
	node   *node
}

// parameters compares a root, and the schemas that apply with it, with the
// parameters. These are an object in any case: which root admits one is rule 11's.
func (c *comparison) parameters(schema *tree.Value, n *node, at place) {
	if schema.Kind != tree.Object || c.seen[pair{schema, n}] {
		return
	}
	c.seen[pair{schema, n}] = true
	c.beside(schema, n, at, c.parameters)
	c.within(schema, n, at)
}

// place compares one schema with one node, and what lies below both.
func (c *comparison) place(schema *tree.Value, n *node, at place) {
	whole := n
	for n != nil && (n.form == formPointer || n.form == formOptional) {
		n = n.elem
	}
	if n == nil || schema.Kind != tree.Object || c.seen[pair{schema, n}] {
		return
	}
	c.seen[pair{schema, n}] = true
	held := n.kinds()
	if held == anyKind {
		return // it takes whatever there is
	}
	if c.values(schema, whole, n, at) {
		return
	}
	admitted := c.kinds(schema)
	if admitted&held == 0 && admitted != 0 {
		c.faults.add(at, "type", "the schema admits %s here and the Go type holds %s: change one of them", admitted, held)
		return
	}
	c.beside(schema, n, at, c.place)
	c.within(schema, n, at)
}

// beside compares the schemas behind $ref and allOf.
func (c *comparison) beside(schema *tree.Value, n *node, at place, compare func(*tree.Value, *node, place)) {
	if target := c.target(schema); target != nil {
		compare(target, n, at)
	}
	if list := schema.Lookup("allOf"); list != nil {
		for i, part := range list.Items {
			compare(part, n, at.at("/allOf/"+strconv.Itoa(i)))
		}
	}
}

// within compares what a schema says of members and items.
func (c *comparison) within(schema *tree.Value, n *node, at place) {
	switch n.form {
	case formStruct:
		c.members(schema, n, at)
	case formMap:
		if p := schema.Lookup("properties"); p != nil {
			for _, m := range p.Members {
				c.place(m.Value, n.elem, at.at(tree.Join("", "properties", m.Name)))
			}
		}
		if a := schema.Lookup("additionalProperties"); a != nil {
			c.place(a, n.elem, at.at("/additionalProperties"))
		}
	case formSlice, formArray:
		if items := schema.Lookup("items"); items != nil {
			c.place(items, n.elem, at.at("/items"))
		}
	}
}

func (c *comparison) members(schema *tree.Value, n *node, at place) {
	properties := schema.Lookup("properties")
	if properties == nil {
		return
	}
	for _, m := range properties.Members {
		here := place{at.pointer + tree.Join("", "properties", m.Name), at.where}
		if n.branch != nil && m.Name == n.branch.discriminator {
			continue
		}
		i, ok := n.members[m.Name]
		switch {
		case !ok:
			c.faults.add(here, "properties", "the schema has the property %q and there is no field for it: add one with json:%q, or take it out", m.Name, m.Name)
		case n.fields[i].node == nil:
			c.faults.add(here, "inject", "the parameter %q is opaque and in no schema: take it out there", m.Name)
		case n.fields[i].quoted:
		default:
			c.place(m.Value, n.fields[i].node, place{here.pointer, n.fields[i].where})
		}
	}
}

// target returns what a $ref within the schema's own resource leads to.
func (c *comparison) target(schema *tree.Value) *tree.Value {
	ref := schema.Lookup("$ref")
	if ref == nil || ref.Kind != tree.String || !strings.HasPrefix(ref.Text, "#") {
		return nil
	}
	pointer, err := url.PathUnescape(ref.Text[1:])
	if err != nil || pointer != "" && pointer[0] != '/' {
		return nil
	}
	return c.resources[schema].At(pointer)
}

// kindSet is a set of JSON types, null left out.
type kindSet uint8

const anyKind kindSet = 1<<tree.Bool | 1<<tree.Number | 1<<tree.String | 1<<tree.Array | 1<<tree.Object

func (k kindSet) String() string {
	var names []string
	for _, kind := range []tree.Kind{tree.Bool, tree.Number, tree.String, tree.Array, tree.Object} {
		if k&(1<<kind) != 0 {
			names = append(names, kind.String())
		}
	}
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " or ")
}

// kinds returns the types that a schema may admit: more rather than fewer. A
// schema that is met again while it is being looked at may admit any.
func (c *comparison) kinds(schema *tree.Value) kindSet {
	if schema.Kind != tree.Object {
		return anyKind
	}
	if k, known := c.admits[schema]; known {
		return k
	}
	c.admits[schema] = anyKind
	k := c.ownKinds(schema)
	if target := c.target(schema); target != nil {
		k &= c.kinds(target)
	}
	if list := schema.Lookup("allOf"); list != nil {
		for _, part := range list.Items {
			k &= c.kinds(part)
		}
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if list := schema.Lookup(name); list != nil {
			var of kindSet
			for _, part := range list.Items {
				of |= c.kinds(part)
			}
			k &= of
		}
	}
	k &^= 1 << tree.Null
	c.admits[schema] = k
	return k
}

// ownKinds returns the types that type, const and enum leave.
func (c *comparison) ownKinds(schema *tree.Value) kindSet {
	k := anyKind
	if t := schema.Lookup("type"); t != nil {
		k = 0
		for _, name := range append([]*tree.Value{t}, t.Items...) {
			k |= kindNamed(name.Text)
		}
	}
	if v := schema.Lookup("const"); v != nil {
		k &= 1 << v.Kind
	}
	if list := schema.Lookup("enum"); list != nil {
		var of kindSet
		for _, v := range list.Items {
			of |= 1 << v.Kind
		}
		k &= of
	}
	return k
}

func kindNamed(name string) kindSet {
	switch name {
	case "boolean":
		return 1 << tree.Bool
	case "integer", "number":
		return 1 << tree.Number
	case "string":
		return 1 << tree.String
	case "array":
		return 1 << tree.Array
	case "object":
		return 1 << tree.Object
	}
	return 0
}

// kinds returns the types that a node reads.
func (n *node) kinds() kindSet {
	switch n.form {
	case formBool:
		return 1 << tree.Bool
	case formInt, formUint, formFloat, formDuration, formBigInt, formNumber:
		return 1 << tree.Number
	case formString, formBytes, formTime, formText:
		return 1 << tree.String
	case formSlice, formArray:
		return 1 << tree.Array
	case formMap, formStruct, formUnion:
		return 1 << tree.Object
	}
	return anyKind
}
