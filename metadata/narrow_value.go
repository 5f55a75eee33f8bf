package metadata

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// reference writes a reference that stands alone, with what describes it around it.
func (l *level) reference(ref *tree.Value) *tree.Value {
	target := l.doc.targets[ref]
	if l.of("recursive reference") == refuse && l.reaches(target, target) {
		l.refuse(l.at, "$ref", "%s contains itself, which %s cannot say: use a dialect that has recursion, such as %s, or end it in the schema",
			where(l.doc.origin[target]), l.dialect, OpenAIStrict)
	}
	d := l.define(target)
	l.place.also = append(l.place.also, d.place)
	pointer := tree.NewObject(tree.M("$ref", tree.NewString("#/$defs/"+d.name)))
	l.annotate()
	if len(l.out) == 0 && len(l.words) == 0 {
		return pointer
	}
	l.write("anyOf", tree.NewArray(pointer))
	return l.done()
}

// reaches reports whether references lead from one schema to another.
func (e *export) reaches(from, to *tree.Value) bool {
	if e.recursion == nil {
		e.recursion = map[*tree.Value]map[*tree.Value]bool{}
	}
	known := e.recursion[from]
	if known == nil {
		known = map[*tree.Value]bool{}
		e.recursion[from] = known
		seen := map[*tree.Value]bool{}
		var walk func(v *tree.Value)
		walk = func(v *tree.Value) {
			if seen[v] || v.Kind != tree.Object {
				return
			}
			seen[v] = true
			if target := e.doc.targets[v.Lookup("$ref")]; target != nil {
				known[target] = true
				walk(target)
			}
			eachSchema(v, func(sub *tree.Value, tokens ...string) {
				if tokens[0] != "$defs" && tokens[0] != "definitions" {
					walk(sub)
				}
			})
		}
		walk(from)
	}
	return known[to]
}

// value writes a schema that is neither a reference nor a choice.
func (l *level) value() *tree.Value {
	l.readTypes()
	if l.types == nil && !l.null {
		if l.of("any value") == refuse {
			l.refuse(l.at, "type", "any value is accepted here, which %s cannot say: give it a type", l.dialect)
		}
		return l.members()
	}
	if l.splits() {
		return l.split()
	}
	l.writeType()
	return l.members()
}

// readTypes finds the types that a schema admits: those it names, or those of its
// values, or those that its keywords are about.
func (l *level) readTypes() {
	names := typeNames(l.from.Lookup("type"))
	if names == nil {
		for _, v := range l.values() {
			names = append(names, typeOf(v))
		}
	}
	if names == nil {
		for _, m := range l.from.Members {
			if kind := judges[m.Name]; kind != "" {
				names = append(names, kind)
			}
		}
	}
	if l.from.Lookup("enum") != nil || l.from.Lookup("const") != nil { // a type without a value cannot be sent
		possible := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return !slices.ContainsFunc(l.values(), func(v *tree.Value) bool { return isOf(v, name) })
		})
		if len(possible) > 0 {
			names = possible
		}
	}
	for _, name := range names {
		switch {
		case name == "null":
			l.null = true
		case name == "integer" && slices.Contains(names, "number"), slices.Contains(l.types, name):
		default:
			l.types = append(l.types, name)
		}
	}
}

// values lists what enum and const admit, of the types that type names.
func (l *level) values() []*tree.Value {
	var list []*tree.Value
	if enum := l.from.Lookup("enum"); enum != nil {
		list = enum.Items
	}
	if c := l.from.Lookup("const"); c != nil {
		if l.from.Lookup("enum") == nil || slices.ContainsFunc(list, func(v *tree.Value) bool { return same(v, c) }) {
			list = []*tree.Value{c}
		} else {
			list = nil
		}
	}
	names := typeNames(l.from.Lookup("type"))
	if names == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(v *tree.Value) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return isOf(v, name) })
	})
}

// splits reports whether the types have to be told apart: where there is one only,
// and where an object or an array is one of several.
func (l *level) splits() bool {
	// A null that no enum may hold stands beside the others.
	apart := l.null && l.of("type") == keep && l.of("enum") == kinds && !l.lists("enum", "null") && len(l.values()) > 0
	if len(l.types) < 2 {
		return apart && len(l.types) == 1
	}
	return apart || l.of("type") == one || slices.Contains(l.types, "object") || slices.Contains(l.types, "array")
}

// split writes several types as a choice of schemas with one each.
func (l *level) split() *tree.Value {
	var list []*tree.Value
	types := l.types
	if l.null {
		types = append(slices.Clone(types), "null")
	}
	for _, name := range types {
		members := []tree.Member{tree.M("type", tree.NewString(name))}
		for _, m := range l.aside("type").Members {
			if kind := judges[m.Name]; name != "null" && (kind == "" || kind == name || kind == "number" && name == "integer") {
				members = append(members, m)
			}
		}
		branch := tree.NewObject(members...)
		l.doc.origin[branch] = l.at // no text has it: what it loses is lost here
		list = append(list, branch)
	}
	choice := tree.NewObject(tree.M("anyOf", tree.NewArray(list...)))
	for _, m := range l.from.Members {
		if annotates[m.Name] {
			choice = choice.With(m.Name, m.Value)
		}
	}
	inner := &level{export: l.export, from: choice, at: l.at, place: l.place}
	if written := inner.choice(); written != nil {
		return written
	}
	return inner.value()
}

func (l *level) writeType() {
	name := "null"
	if len(l.types) > 0 {
		name = l.types[0]
	}
	if l.of("type") == one {
		l.write("type", tree.NewString(strings.ToUpper(name)))
		if l.null && name != "null" {
			l.write("nullable", tree.NewBool(true))
		}
		return
	}
	if len(l.types) < 2 && (!l.null || name == "null") {
		l.write("type", tree.NewString(name))
		return
	}
	var list []*tree.Value
	for _, name := range l.types {
		list = append(list, tree.NewString(name))
	}
	if l.null {
		list = append(list, tree.NewString("null"))
	}
	l.write("type", tree.NewArray(list...))
}

// members writes all keywords but type.
func (l *level) members() *tree.Value {
	if l.types != nil || l.null {
		l.place.form.kinds = kindsOf(l.types, l.null)
	}
	if description := l.from.Lookup("description"); description != nil {
		l.keyword(tree.M("description", description))
	}
	isObject := slices.Contains(l.types, "object") || l.types == nil && l.from.Lookup("properties") != nil
	if isObject {
		l.object()
	}
	if slices.Contains(l.types, "array") {
		l.array()
	}
	l.enum()
	for _, m := range l.from.Members {
		switch m.Name {
		case "type", "description", "enum", "const", "properties", "required", "additionalProperties", "patternProperties", "propertyOrdering",
			"items", "prefixItems", "$ref", "allOf":
		case leftover:
			for _, rest := range m.Value.Items {
				for _, k := range rest.Members {
					l.tell(k.Name, k.Value, "a second one beside another: told in the description")
				}
			}
		default:
			if l.types == nil && !l.null && judges[m.Name] == "object" && !isObject {
				continue
			}
			l.keyword(m)
		}
	}
	return l.done()
}

func kindsOf(types []string, null bool) []tree.Kind {
	var list []tree.Kind
	for _, name := range types {
		list = append(list, map[string]tree.Kind{
			"boolean": tree.Bool, "integer": tree.Number, "number": tree.Number, "string": tree.String, "array": tree.Array, "object": tree.Object,
		}[name])
	}
	if null {
		list = append(list, tree.Null)
	}
	return list
}
