package schema

import "github.com/functionschema/fscheck/internal/tree"

// AnyType is every type there is: null, boolean, number, string, array, object,
// and Integer. Of a set from [Kinds] the bit of number stands for numbers that are
// no integers.
const AnyType = Types(1<<tree.Null | 1<<tree.Bool | 1<<tree.Number | 1<<tree.String | 1<<tree.Array | 1<<tree.Object | integerType)

// Kinds knows for each schema which types can satisfy it at most: what type, const
// and enum say, through $ref and allOf, and of anyOf and oneOf what any branch says.
// A type that it leaves out is refused by the schema; one that it has need not be
// accepted. It is immutable.
type Kinds struct{ of map[*node]Types }

// Kinds computes them for the whole schema.
func (s *Schema) Kinds() Kinds {
	k := Kinds{map[*node]Types{}}
	seen := map[*node]bool{s.root: true}
	for open := []*node{s.root}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		k.most(n)
		for _, t := range n.targets() {
			if !seen[t] {
				seen[t] = true
				open = append(open, t)
			}
		}
	}
	return k
}

// At returns the types that can stand at a place at most.
func (k Kinds) At(p Place) Types {
	types := AnyType
	for _, n := range p.schemas {
		types &= k.of[n]
	}
	return types
}

// most returns the types that n admits at most. References that lead in a circle
// within one instance have been refused.
func (k Kinds) most(n *node) Types {
	if types, known := k.of[n]; known {
		return types
	}
	types := AnyType
	if n.isFalse() {
		types = 0
	}
	if t := Types(n.types); t != 0 {
		if t&(1<<tree.Number) != 0 {
			t |= Integer
		}
		types &= t
	}
	if n.constant != nil {
		types &= KindOf(n.constant)
	}
	if n.enum != nil {
		var any Types
		for _, v := range n.enum.values {
			any |= KindOf(v)
		}
		types &= any
	}
	if n.ref != nil {
		types &= k.most(n.ref)
	}
	for _, part := range n.allOf {
		types &= k.most(part)
	}
	for _, branches := range [][]*node{n.anyOf, n.oneOf} {
		var any Types
		for _, b := range branches {
			any |= k.most(b)
		}
		if branches != nil {
			types &= any
		}
	}
	k.of[n] = types
	return types
}

// KindOf is the type of a value, as a bit of a set from [Kinds].
func KindOf(v *tree.Value) Types {
	if v.Kind == tree.Number && isInteger(v.Text) {
		return Integer
	}
	return 1 << v.Kind
}
