package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// choice writes a schema that is anyOf or oneOf. It returns nil if there is none,
// or none that can be written: what is left is then a value.
func (l *level) choice() *tree.Value {
	keyword := "anyOf"
	if l.from.Lookup("anyOf") == nil {
		keyword = "oneOf"
	}
	list := l.from.Lookup(keyword)
	if list == nil {
		return nil
	}
	if other := l.from.Lookup("oneOf"); keyword == "anyOf" && other != nil {
		l.tell("oneOf", other, "beside anyOf: told in the description")
		l.from = l.from.Without("oneOf")
	}
	admitted := slices.DeleteFunc(slices.Clone(list.Items), isFalse)
	if slices.ContainsFunc(admitted, isAnything) {
		if keyword == "oneOf" {
			l.say(keyword, list)
		}
		l.from = l.from.Without(keyword)
		return nil
	}
	if !slices.ContainsFunc(admitted, hasShape) && len(admitted) > 0 {
		l.say(keyword, list)
		l.from = l.from.Without(keyword)
		return nil
	}
	aside := l.aside(keyword)
	var branches []*tree.Value
	nulls := 0
	for i, b := range list.Items {
		if isFalse(b) {
			continue
		}
		at := l.export.at(b, tree.Join(l.at, keyword, itoa(i)))
		if len(aside.Members) > 0 {
			b = l.both(b, aside)
		}
		if b = l.branch(b); b.Kind == tree.Object && l.doc.origin[b] == "" {
			l.doc.origin[b] = at
		}
		switch {
		case isFalse(b):
		case isNull(b):
			nulls++
		default:
			branches = append(branches, b)
		}
	}
	if keyword == "oneOf" && !l.exclusive(branches, nulls) {
		l.words = append(l.words, "exactly one of the forms fits")
		l.drop(l.at, keyword, "written as anyOf; that exactly one fits is told in the description")
	}
	return l.writeChoice(keyword, branches, nulls > 0)
}

// exclusive reports whether no value fits two branches of oneOf, null among them.
func (l *level) exclusive(branches []*tree.Value, nulls int) bool {
	if nulls > 1 || nulls == 1 && slices.ContainsFunc(branches, func(b *tree.Value) bool { return l.admitsNull(b, map[*tree.Value]bool{}) }) {
		return false
	}
	return len(branches) < 2 || l.apart(branches)
}

// branch sees through a branch that is itself nothing but a reference to null or to
// nothing; the references of all others are resolved where they are written.
func (l *level) branch(b *tree.Value) *tree.Value {
	for range deepest {
		ref := b.Lookup("$ref")
		target := l.doc.targets[ref]
		if ref == nil || target == nil || !isNull(target) && !isFalse(target) {
			break
		}
		b = l.both(b.Without("$ref"), target)
	}
	return b
}

// hasShape reports whether a branch says more than what a schema beside it has to
// fulfil: a list of required names, for one, is told, not written as a branch.
func hasShape(b *tree.Value) bool {
	for _, keyword := range []string{"type", "$ref", "properties", "enum", "const", "items", "prefixItems", "anyOf", "oneOf", "allOf"} {
		if b.Lookup(keyword) != nil {
			return true
		}
	}
	return false
}

// isNull reports whether null is all that a schema admits.
func isNull(v *tree.Value) bool {
	if c := v.Lookup("const"); c != nil {
		return c.Kind == tree.Null
	}
	if enum := v.Lookup("enum"); enum != nil {
		return !slices.ContainsFunc(enum.Items, func(v *tree.Value) bool { return v.Kind != tree.Null })
	}
	names := typeNames(v.Lookup("type"))
	return len(names) == 1 && names[0] == "null"
}

// apart reports whether no value fits two branches, as far as their types, or one
// constant member that all objects demand, tell.
func (l *level) apart(branches []*tree.Value) bool {
	taken := map[string]bool{}
	var constants []string
	for _, b := range branches {
		b = l.open(b)
		names := typeNames(b.Lookup("type"))
		if len(names) == 0 {
			return false
		}
		for _, name := range names {
			if name == "integer" {
				name = "number"
			}
			if taken[name] && name != "object" {
				return false
			}
			taken[name] = true
		}
		if slices.Contains(names, "object") {
			constants = append(constants, l.constant(b))
		}
	}
	slices.Sort(constants)
	return len(constants) < 2 || constants[0] != "" && len(slices.Compact(slices.Clone(constants))) == len(constants) && sameMember(constants)
}

// constant is the first required member of a schema that has one value, each as
// canonical JSON: 1 and 1.0 are one value, and no name has a NUL in it.
func (l *level) constant(b *tree.Value) string {
	required := b.Lookup("required")
	properties := b.Lookup("properties")
	if required == nil || properties == nil {
		return ""
	}
	for _, name := range required.Items {
		p := properties.Lookup(text(name))
		if p == nil {
			continue
		}
		if c := p.Lookup("const"); c != nil {
			return spelling(name) + "\x00" + spelling(c)
		}
		if enum := p.Lookup("enum"); enum != nil && len(enum.Items) == 1 {
			return spelling(name) + "\x00" + spelling(enum.Items[0])
		}
	}
	return ""
}

// sameMember reports whether all constants are of one member.
func sameMember(constants []string) bool {
	name := func(s string) string { return s[:slices.Index([]byte(s), 0)] }
	return !slices.ContainsFunc(constants, func(s string) bool { return name(s) != name(constants[0]) })
}

// open returns what a branch refers to, for a look at it.
func (l *level) open(b *tree.Value) *tree.Value {
	for range deepest {
		target := l.doc.targets[b.Lookup("$ref")]
		if target == nil {
			break
		}
		b = l.both(b.Without("$ref"), target)
	}
	return b
}

// writeChoice writes the branches that are left; null is beside them.
func (l *level) writeChoice(keyword string, branches []*tree.Value, null bool) *tree.Value {
	at := l.at
	switch len(branches) {
	case 0:
		if !null {
			l.refuse(at, keyword, "nothing fits any of the schemas: take the place out of the schema")
		}
		l.from = l.from.Without(keyword).With("type", tree.NewString("null"))
		return nil
	case 1:
		return l.single(branches[0], null)
	}
	l.annotate()
	var list []*tree.Value
	for _, b := range branches {
		q := newPlace()
		l.place.either = append(l.place.either, q)
		written := l.narrow(b, at, q)
		if null && l.of("type") == one {
			written = l.nullable(written)
		}
		list = append(list, written)
	}
	if null && l.of("type") != one {
		list = append(list, tree.NewObject(tree.M("type", tree.NewString("null"))))
	}
	l.write("anyOf", tree.NewArray(list...))
	return l.done()
}

// single writes the only branch that is left, which is no choice any more.
func (l *level) single(b *tree.Value, null bool) *tree.Value {
	var annotations []tree.Member
	for _, m := range l.from.Members {
		if annotates[m.Name] {
			annotations = append(annotations, m)
		}
	}
	written := l.narrow(l.conjoin([]*tree.Value{tree.NewObject(annotations...), b}, l.at), l.at, l.place)
	if len(l.words) > 0 {
		written = tree.NewObject(describe(slices.Clone(written.Members), l.words)...)
	}
	if null {
		return l.nullable(written)
	}
	return written
}

// nullable admits null in a written schema.
func (e *export) nullable(v *tree.Value) *tree.Value {
	null := tree.NewObject(tree.M("type", tree.NewString("null")))
	if list := v.Lookup("anyOf"); list != nil {
		if e.of("type") != one {
			if slices.ContainsFunc(list.Items, isNull) {
				return v
			}
			return v.With("anyOf", tree.NewArray(append(slices.Clone(list.Items), null)...))
		}
		var items []*tree.Value
		for _, item := range list.Items {
			items = append(items, e.nullable(item))
		}
		return v.With("anyOf", tree.NewArray(items...))
	}
	if v.Lookup("$ref") != nil {
		return tree.NewObject(tree.M("anyOf", tree.NewArray(v, null)))
	}
	names := typeNames(v.Lookup("type"))
	if len(names) == 0 || slices.Contains(names, "null") || slices.Contains(names, "NULL") {
		return v
	}
	if e.of("type") == one {
		members := slices.Clone(v.Members)
		i := slices.IndexFunc(members, func(m tree.Member) bool { return m.Name == "type" })
		if v.Lookup("nullable") != nil {
			return v
		}
		return tree.NewObject(slices.Insert(members, i+1, tree.M("nullable", tree.NewBool(true)))...)
	}
	enum, constant := v.Lookup("enum"), v.Lookup("const")
	if (enum != nil || constant != nil) && e.of("enum") == kinds && !e.lists("enum", "null") {
		description := v.Lookup("description")
		outer := tree.NewObject(tree.M("anyOf", tree.NewArray(v.Without("description"), null)))
		if description != nil {
			outer = tree.NewObject(tree.M("description", description), outer.Members[0])
		}
		return outer
	}
	var list []*tree.Value
	for _, name := range append(slices.Clone(names), "null") {
		list = append(list, tree.NewString(name))
	}
	v = v.With("type", tree.NewArray(list...))
	if enum != nil {
		v = v.With("enum", tree.NewArray(append(slices.Clone(enum.Items), tree.NewNull())...))
	}
	if constant != nil { // a list holds both; the member keeps its place
		members := slices.Clone(v.Members)
		members[v.Find("const")] = tree.M("enum", tree.NewArray(constant, tree.NewNull()))
		v = tree.NewObject(members...)
	}
	return v
}
