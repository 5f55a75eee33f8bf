package binding

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// object writes a struct: properties and required in order of declaration, and
// closed.
func (e *emitter) object(n *node, at place) keywords {
	for _, s := range n.strays {
		e.faults.add(place{at.pointer, s.where}, s.keyword, "%s", s.message)
	}
	var members []property
	if n.branch != nil && !n.branch.declared {
		members = append(members, property{name: n.branch.discriminator, schema: n.branch.schema(), required: true})
	}
	for i := range n.fields {
		f := &n.fields[i]
		here := place{tree.Join(at.pointer, "properties", f.name), f.where}
		e.refuseInject(f, here)
		if n.branch != nil && f.name == n.branch.discriminator {
			if f.quoted || f.node.form != formString {
				e.faults.add(here, "oneOf", "the field is the union's discriminator: it must be a string")
			}
			m := property{name: f.name, schema: n.branch.schema(), required: true}
			members = append([]property{m}, members...)
			continue
		}
		members = append(members, e.member(f, here, false))
	}
	return closed(members)
}

// refuseInject reports an inject tag below the parameters.
func (e *emitter) refuseInject(f *field, at place) {
	if _, ok := f.tag.Lookup("inject"); ok && e.side == input {
		e.faults.add(at, "inject", "only a parameter can be injected, this is nested: move the field to the argument struct")
	}
}

// property is a member of an object with its schema.
type property struct {
	name     string
	schema   *tree.Value
	required bool
}

// member writes the schema of a field or parameter.
func (e *emitter) member(f *field, at place, injected bool) property {
	var ws words
	if !e.foreign {
		ws = readWords(f.tag, at, e.faults)
	}
	byDefault := ws.find("default")
	if injected && byDefault != nil {
		e.faults.add(at, "default", "an injected parameter has a default: remove one, for the default could never be used")
	}
	m := property{name: f.name, required: injected || !(f.optional() || byDefault != nil)}
	if e.side == output && f.behind {
		m.required = false // a schema that refuses what is written would be of no use
	}
	if f.quoted {
		m.schema = e.quoted(f, ws, at)
	} else {
		m.schema = e.schema(f.node, ws, false, at)
	}
	m.schema = e.commented(f, m.schema)
	return m
}

// quoted writes a value in a string, encoding/json's "string" option.
func (e *emitter) quoted(f *field, ws words, at place) *tree.Value {
	n, nullable := f.node, false
	for n.form == formPointer {
		n, nullable = n.elem, true
	}
	k := typed("string")
	k.set("pattern", tree.NewString(quotedPattern(n.form)))
	ws.apply(&k, "string", at, e.faults)
	if nullable {
		k.nullable()
	}
	v := k.object()
	if n.form == formDuration {
		e.notes[v] = durationNote
	}
	return v
}

// closed is an object of these members and no others.
func closed(members []property) keywords {
	properties := make([]tree.Member, 0, len(members))
	required := make([]*tree.Value, 0, len(members))
	for _, m := range members {
		properties = append(properties, tree.M(m.name, m.schema))
		if m.required {
			required = append(required, tree.NewString(m.name))
		}
	}
	k := typed("object")
	k.set("properties", tree.NewObject(properties...))
	k.set("required", tree.NewArray(required...))
	k.set("additionalProperties", tree.NewBool(false))
	return k
}

// schema is the one value that the discriminator has in this branch.
func (b *branch) schema() *tree.Value {
	return tree.NewObject(tree.M("const", tree.NewString(b.name)))
}

// onto adds the discriminator to a schema that the variant's own hook wrote.
func (b *branch) onto(v *tree.Value) *tree.Value {
	own := tree.M(b.discriminator, b.schema())
	k := append(keywords{}, v.Members...)
	var members []tree.Member
	if properties := k.get("properties"); properties != nil && properties.Kind == tree.Object {
		if p := properties.Lookup(b.discriminator); p != nil && same(p, own.Value) {
			return v
		}
		members = properties.Without(b.discriminator).Members
	}
	var required []*tree.Value
	if names := k.get("required"); names != nil && names.Kind == tree.Array {
		required = names.Items
	}
	if !lists(tree.NewArray(required...), b.discriminator) {
		required = append([]*tree.Value{tree.NewString(b.discriminator)}, required...)
	}
	k.set("type", tree.NewString("object"))
	k.set("properties", tree.NewObject(append([]tree.Member{own}, members...)...))
	k.set("required", tree.NewArray(required...))
	return k.object()
}

// definitions writes what has been referred to, in order of first reference.
func (e *emitter) definitions() []tree.Member {
	var defs []tree.Member
	for len(e.pending) > 0 {
		n := e.pending[0]
		e.pending = e.pending[1:]
		name := e.names[n]
		at := place{tree.Join("", "$defs", name), "type " + typeName(n.typ)}
		defs = append(defs, tree.M(name, e.inline(n, nil, false, at)))
	}
	return append(defs, e.imported...)
}

// withDefinitions adds $defs to a root, if there are any.
func (e *emitter) withDefinitions(root *tree.Value) *tree.Value {
	defs := e.definitions()
	if len(defs) == 0 {
		return root
	}
	k := keywords(root.Members)
	old := k.get("$defs")
	if old != nil {
		defs = append(append([]tree.Member{}, old.Members...), defs...)
	}
	var all keywords = append(keywords{}, k...)
	all.set("$defs", tree.NewObject(defs...))
	v := all.object()
	e.carry(root, v)
	return v
}

// carry gives a schema that stands for another what is known of that one.
func (e *emitter) carry(from, to *tree.Value) {
	if note, ok := e.notes[from]; ok {
		e.notes[to] = note
		delete(e.notes, from)
	}
	if a, ok := e.asserted[from]; ok {
		e.asserted[to] = a
		delete(e.asserted, from)
	}
}
