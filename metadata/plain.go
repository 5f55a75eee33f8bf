package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// plainRoot writes the root in a dialect that takes JSON Schema as it is, but for
// what a root may not have.
func (e *export) plainRoot(top *tree.Value, p *place) (*tree.Value, bool) {
	root := e.doc.root
	changed := text(root.Lookup("type")) != "object"
	if !changed {
		top = root
	}
	for range deepest {
		if ref := top.Lookup("$ref"); ref != nil && e.doc.targets[ref] != nil {
			top, changed = e.both(top.Without("$ref"), e.doc.targets[ref]), true
			continue
		}
		if list := top.Lookup("allOf"); list != nil && e.lists("root", "allOf") {
			top, changed = e.all(append([]*tree.Value{top.Without("allOf")}, list.Items...)), true
			continue
		}
		break
	}
	e.rewrites = changed || len(e.back) > 0
	if top.Kind != tree.Object || top.Lookup(leftover) != nil || !e.isRoot(top) {
		return top, false
	}
	return e.plainSchema(top, "", p), true
}

// plainSchema writes a schema in such a dialect. All schemas that judge one value
// share a place: names are unique in a tool, and nothing else is forced here.
func (e *export) plainSchema(v *tree.Value, at string, p *place) *tree.Value {
	if v.Kind != tree.Object {
		return v
	}
	at = e.at(v, at)
	members := make([]tree.Member, 0, len(v.Members))
	for _, m := range v.Members {
		if value := e.plainKeyword(v, m, at, p); value != nil {
			members = append(members, tree.M(m.Name, value))
		}
	}
	if encoding := v.Lookup("contentEncoding"); encoding != nil && e.of("contentEncoding") == mirror {
		if !mentions(v, text(encoding)) {
			members = describe(members, []string{phrase("contentEncoding", encoding)})
		}
	}
	return tree.NewObject(members...)
}

// plainKeyword writes the value of one keyword; nil leaves it out.
func (e *export) plainKeyword(v *tree.Value, m tree.Member, at string, p *place) *tree.Value {
	if e.rewrites {
		switch m.Name {
		case "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor":
			return nil
		case "$ref":
			target := e.doc.targets[m.Value]
			if target == nil {
				e.refuse(at, "$ref", "%s leads out of the schema: copy what it leads to into $defs", text(m.Value))
				return nil
			}
			d := e.define(target)
			p.also = append(p.also, d.place)
			return tree.NewString("#/$defs/" + d.name)
		case "$dynamicRef":
			e.refuse(at, "$dynamicRef", "what it leads to depends on the way there, and the schema has to be rewritten: write it as $ref")
			return nil
		case "patternProperties":
			if e.uncovered(v) {
				e.drop(at, m.Name, "left out: it would judge the changed names of properties otherwise")
				return nil
			}
		case "propertyNames":
			if e.renames(v) {
				e.drop(at, m.Name, "left out: it would judge the changed names of properties")
				return nil
			}
		}
	}
	e.plainNames(m, p)
	below := func(sub *tree.Value, q *place, tokens ...string) *tree.Value {
		return e.plainSchema(sub, tree.Join(tree.Join(at, m.Name), tokens...), q)
	}
	switch holds[m.Name] {
	case holdsSchema:
		return below(m.Value, e.plainPlace(m.Name, "", 0, p))
	case holdsList:
		items := make([]*tree.Value, len(m.Value.Items))
		for i, item := range m.Value.Items {
			items[i] = below(item, e.plainPlace(m.Name, "", i, p), itoa(i))
		}
		return tree.NewArray(items...)
	case holdsMap:
		members := make([]tree.Member, len(m.Value.Members))
		for i, entry := range m.Value.Members {
			members[i] = tree.M(entry.Name, below(entry.Value, e.plainPlace(m.Name, entry.Name, i, p), entry.Name))
		}
		return tree.NewObject(members...)
	}
	return m.Value
}

// plainNames enters the changed names that a keyword mentions.
func (e *export) plainNames(m tree.Member, p *place) {
	eachName(tree.NewObject(m), func(name string) {
		if own, ok := e.back[name]; ok {
			p.rename(name, own)
		}
	})
}

// plainPlace returns the place of the values that a subschema judges.
func (e *export) plainPlace(keyword, name string, i int, p *place) *place {
	switch keyword {
	case "properties":
		return p.member(name)
	case "additionalProperties", "unevaluatedProperties", "patternProperties":
		q := newPlace()
		p.others = append(p.others, q)
		return q
	case "items", "contains", "unevaluatedItems":
		if p.items == nil {
			p.items = newPlace()
		}
		return p.items
	case "prefixItems":
		for len(p.prefix) <= i {
			p.prefix = append(p.prefix, newPlace())
		}
		return p.prefix[i]
	case "propertyNames", "contentSchema", "$defs", "definitions":
		return newPlace()
	}
	return p // allOf, anyOf, oneOf, not, if, then, else, dependentSchemas
}

// renames reports whether a schema lists a property whose name was changed.
func (e *export) renames(v *tree.Value) bool {
	properties := v.Lookup("properties")
	return properties != nil && slices.ContainsFunc(properties.Members, func(m tree.Member) bool { return e.back[m.Name] != "" })
}
