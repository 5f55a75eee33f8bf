package binding

import (
	"encoding/json"

	"github.com/invopop/jsonschema"

	"github.com/functionschema/fscheck/internal/tree"
)

// extended lets JSONSchemaExtend change a schema. That library's Schema holds
// less than ours (no type arrays, no null defaults, numbers in enums only as
// floats), so what comes back is not taken as it is: only what the method
// changed is carried over.
func (e *emitter) extended(x extender, v *tree.Value, at place) *tree.Value {
	text := shown(v).AppendJSON(nil)
	before, err := roundTrip(text, func(*jsonschema.Schema) error { return nil })
	if err != nil {
		e.faults.add(at, "JSONSchemaExtend", "the derived schema does not fit into that library's: %v; write a JSONSchema method instead", err)
		return v
	}
	after, err := roundTrip(text, func(s *jsonschema.Schema) error {
		return guard(func() { x.JSONSchemaExtend(s) })
	})
	if err != nil {
		e.faults.add(at, "JSONSchemaExtend", "the method fails: %v", err)
		return v
	}
	return e.merge(v, before, after.Without("$schema", "$id"))
}

func roundTrip(text []byte, change func(*jsonschema.Schema) error) (*tree.Value, error) {
	s := new(jsonschema.Schema)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, err
	}
	if err := change(s); err != nil {
		return nil, err
	}
	return readBack(s)
}

// shown is the schema as that library can hold it: of a type array its first.
func shown(v *tree.Value) *tree.Value {
	return eachSchema(v, func(name string, value *tree.Value) *tree.Value {
		if name == "type" && value.Kind == tree.Array && len(value.Items) > 0 {
			return value.Items[0]
		}
		return value
	})
}

// merge returns own with the difference between before and after laid over it.
func (e *emitter) merge(own, before, after *tree.Value) *tree.Value {
	if before != nil && same(before, after) {
		return own
	}
	if own == nil || before == nil || own.Kind != before.Kind || own.Kind != after.Kind {
		return after
	}
	switch own.Kind {
	case tree.Array:
		if len(own.Items) != len(before.Items) {
			return after
		}
		items := make([]*tree.Value, len(after.Items))
		for i, item := range after.Items {
			items[i] = item
			if i < len(own.Items) {
				items[i] = e.merge(own.Items[i], before.Items[i], item)
			}
		}
		return tree.NewArray(items...)
	case tree.Object:
		k := e.mergeMembers(own, before, after)
		v := k.object()
		e.carry(own, v)
		return v
	}
	return after
}

// mergeMembers is merge for an object's members, which are keywords or, within
// a keyword that holds schemas by name, those names.
func (e *emitter) mergeMembers(own, before, after *tree.Value) keywords {
	var k keywords
	for _, m := range own.Members {
		was, is := before.Lookup(m.Name), after.Lookup(m.Name)
		switch {
		case is != nil && holdsSchemas(m.Name) && was != nil && m.Value.Kind == tree.Object && is.Kind == tree.Object:
			k.set(m.Name, tree.NewObject(e.mergeMembers(m.Value, was, is)...))
		case is != nil:
			k.set(m.Name, e.merge(m.Value, was, is))
		case was == nil:
			k.set(m.Name, m.Value) // that library never held it
		}
	}
	for _, m := range after.Members {
		if own.Lookup(m.Name) == nil {
			k.set(m.Name, m.Value)
		}
	}
	return k
}

func same(a, b *tree.Value) bool { return a.String() == b.String() }
