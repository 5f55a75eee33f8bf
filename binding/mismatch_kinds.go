package binding

import (
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

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
	if target := c.targets[schema]; target != nil {
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
