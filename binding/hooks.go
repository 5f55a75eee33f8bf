package binding

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// hook is a zero value of a type that speaks for its own schema, by the methods
// of github.com/invopop/jsonschema; nil if it does not.
type hook any

type (
	replacer interface{ JSONSchema() *jsonschema.Schema }
	extender interface{ JSONSchemaExtend(*jsonschema.Schema) }
)

var (
	replacerType = reflect.TypeFor[replacer]()
	extenderType = reflect.TypeFor[extender]()
)

// hookOf makes the hook of t, whichever receiver the methods have.
func hookOf(t reflect.Type) hook {
	if t.Kind() == reflect.Interface || t.Kind() == reflect.Pointer || !has(t, replacerType) && !has(t, extenderType) {
		return nil
	}
	return reflect.New(t).Interface()
}

func replaces(h hook) bool {
	_, ok := h.(replacer)
	return ok
}

// hooked writes a schema that the type replaces or extends; the field's words
// and null come on top.
func (e *emitter) hooked(n *node, ws words, nullable bool, at place) *tree.Value {
	var v *tree.Value
	if replaces(n.hook) {
		e.sound(n, at, map[*node]bool{})
		v = e.replaced(n, at)
	} else {
		v = e.derived(n, nil, false, at)
	}
	if x, ok := n.hook.(extender); ok && v != nil {
		v = e.extended(x, v, at)
	}
	if v == nil {
		return tree.NewObject()
	}
	if n.branch != nil {
		v = n.branch.onto(v)
	}
	k := append(keywords{}, v.Members...)
	jsonType := ""
	if t := k.get("type"); t != nil && t.Kind == tree.String {
		jsonType = t.Text
	}
	return e.restate(v, k, jsonType, ws, nullable, at)
}

// restate is finish for a schema that exists already.
func (e *emitter) restate(v *tree.Value, k keywords, jsonType string, ws words, nullable bool, at place) *tree.Value {
	for _, w := range ws {
		if isAnnotation(vocabulary[w.name].keyword(w.name)) {
			k.remove(vocabulary[w.name].keyword(w.name))
		}
	}
	ws.apply(&k, jsonType, at, e.faults)
	if nullable {
		k.nullable()
	}
	next := k.object()
	e.carry(v, next)
	return next
}

// sound reports what cannot be bound below a type whose schema is its own: the
// derivation that would find it does not run.
func (e *emitter) sound(n *node, at place, visited map[*node]bool) {
	if visited[n] {
		return
	}
	visited[n] = true
	if n.form == formUnsupported {
		e.faults.add(at, "type", "%s", why(n.typ, e.side))
	}
	for _, s := range n.strays {
		e.faults.add(place{at.pointer, s.where}, s.keyword, "%s", s.message)
	}
	if n.elem != nil {
		e.sound(n.elem, at, visited)
	}
	for i := range n.fields {
		f := &n.fields[i]
		here := place{at.pointer, f.where}
		e.refuseInject(f, here)
		e.sound(f.node, here, visited)
	}
	for _, v := range n.variants {
		e.sound(v, at, visited)
	}
}

// replaced reads JSONSchema()'s result, once for each type.
func (e *emitter) replaced(n *node, at place) *tree.Value {
	if v, ok := e.adopted[n]; ok {
		return v
	}
	v := e.ask(n, at)
	e.adopted[n] = v
	return v
}

func (e *emitter) ask(n *node, at place) *tree.Value {
	var s *jsonschema.Schema
	if err := guard(func() { s = n.hook.(replacer).JSONSchema() }); err != nil {
		e.faults.add(at, "JSONSchema", "the method %s.JSONSchema panics: %v", typeName(n.typ), err)
		return nil
	}
	v, err := readBack(s)
	if err != nil {
		e.faults.add(at, "JSONSchema", "the method %s.JSONSchema returns no schema: %v", typeName(n.typ), err)
		return nil
	}
	return e.adopt(v, n, at)
}

// readBack turns that library's schema into ours.
func readBack(s *jsonschema.Schema) (*tree.Value, error) {
	if s == nil {
		return nil, fmt.Errorf("it is nil")
	}
	var text []byte
	var err error
	if caught := guard(func() { text, err = json.Marshal(s) }); caught != nil {
		return nil, caught
	}
	if err != nil {
		return nil, err
	}
	v, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return nil, fault
	}
	switch v.Kind {
	case tree.Object:
		return v.Compact(), nil
	case tree.Bool:
		if v.Bool {
			return tree.NewObject(), nil
		}
		return nil, fmt.Errorf("it admits nothing")
	}
	return nil, fmt.Errorf("it is a %s", v.Kind)
}

// adopt makes a schema written for a document of its own fit into ours: its
// $defs join ours under free names, and its references follow them.
func (e *emitter) adopt(v *tree.Value, n *node, at place) *tree.Value {
	v = v.Without("$schema", "$id")
	renamed := map[string]string{}
	defs := v.Lookup("$defs")
	if defs != nil && defs.Kind == tree.Object {
		v = v.Without("$defs")
		for _, d := range defs.Members {
			renamed["#/$defs/"+escape(d.Name)] = "#/$defs/" + freeName(cleanName(d.Name), e.taken)
		}
	}
	follow := func(ref string) string {
		if to, ok := renamed[ref]; ok {
			return to
		}
		e.faults.add(at, "$ref", "the method %s.JSONSchema refers to %q, which it does not define in $defs", typeName(n.typ), ref)
		return ref
	}
	v = redirect(v, follow)
	if len(renamed) > 0 {
		for _, d := range defs.Members {
			name := strings.TrimPrefix(renamed["#/$defs/"+escape(d.Name)], "#/$defs/")
			e.imported = append(e.imported, tree.M(name, redirect(d.Value, follow)))
		}
	}
	return v
}

func escape(name string) string { return string(tree.AppendToken(nil, name))[1:] }

// redirect rewrites the references of a schema.
func redirect(v *tree.Value, follow func(string) string) *tree.Value {
	return eachSchema(v, func(name string, value *tree.Value) *tree.Value {
		if name == "$ref" && value.Kind == tree.String {
			return tree.NewString(follow(value.Text))
		}
		return value
	})
}

// eachSchema rewrites the keywords of a schema and of those below it, and puts
// them into our order. What only looks like a schema, in an example or a default
// or as the name of a property, is left alone.
func eachSchema(v *tree.Value, rewrite func(keyword string, value *tree.Value) *tree.Value) *tree.Value {
	switch v.Kind {
	case tree.Array:
		items := make([]*tree.Value, len(v.Items))
		for i, item := range v.Items {
			items[i] = eachSchema(item, rewrite)
		}
		return tree.NewArray(items...)
	case tree.Object:
		k := make(keywords, len(v.Members))
		for i, m := range v.Members {
			value := rewrite(m.Name, m.Value)
			switch {
			case holdsSchemas(m.Name):
				value = eachOf(value, rewrite)
			case !holdsValues(m.Name):
				value = eachSchema(value, rewrite)
			}
			k[i] = tree.M(m.Name, value)
		}
		return k.object()
	}
	return v
}

// holdsSchemas reports whether a keyword's object has schemas by names that may
// be anything.
func holdsSchemas(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "$defs", "dependentSchemas":
		return true
	}
	return false
}

// holdsValues reports whether a keyword holds instances, which are no schemas
// whatever they look like.
func holdsValues(keyword string) bool {
	switch keyword {
	case "enum", "const", "default", "examples":
		return true
	}
	return false
}

// eachOf is eachSchema for the schemas of an object whose names may be anything.
func eachOf(v *tree.Value, rewrite func(string, *tree.Value) *tree.Value) *tree.Value {
	members := make([]tree.Member, len(v.Members))
	for i, m := range v.Members {
		members[i] = tree.M(m.Name, eachSchema(m.Value, rewrite))
	}
	return tree.NewObject(members...)
}

// guard turns a panic of somebody else's method into an error.
func guard(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	f()
	return nil
}
