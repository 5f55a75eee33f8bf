package schema

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// member judges the i-th member of an object by n.
func (e *evaluation) member(n *node, v *tree.Value, i int) bool {
	e.found.push(v.Members[i].Name)
	ok := e.apply(n, v.Members[i].Value, nil)
	e.found.pop()
	return ok
}

// object judges v by the keywords for objects (validation 6.5, core 10.3.2).
func (e *evaluation) object(n *node, v *tree.Value, own marks) bool {
	ok := true
	count := int64(len(v.Members))
	if n.minProperties >= 0 && count < n.minProperties {
		ok = e.fail(n, v, "minProperties")
	}
	if n.maxProperties >= 0 && count > n.maxProperties {
		ok = e.fail(n, v, "maxProperties")
	}
	ok = e.missing(n, v, n.required, "required") && ok
	for _, d := range n.dependentRequired {
		if v.Find(d.name) >= 0 {
			ok = e.missing(n, v, d.required, "dependentRequired") && ok
		}
	}
	if !ok && e.silent > 0 {
		return false
	}
	if ok = e.members(n, v, own) && ok; !ok && e.silent > 0 {
		return false
	}
	for _, d := range n.dependentSchemas {
		if v.Find(d.name) >= 0 {
			ok = e.apply(d.node, v, own) && ok
		}
	}
	return ok
}

// missing reports each of the names that v lacks.
func (e *evaluation) missing(n *node, v *tree.Value, names []string, keyword string) bool {
	ok := true
	for _, name := range names {
		if v.Find(name) < 0 {
			if ok = e.failName(n, v, keyword, name); e.silent > 0 {
				return false
			}
		}
	}
	return ok
}

// members judges each member, or, where only properties has a say, those of few
// properties in a large object.
func (e *evaluation) members(n *node, v *tree.Value, own marks) bool {
	ok := true
	if n.additional == nil && n.patternProperties == nil && n.propertyNames == nil && len(n.propertyOrder) < len(v.Members) {
		for _, name := range n.propertyOrder {
			if i := v.Find(name); i >= 0 {
				own.set(i)
				if ok = e.member(n.properties[name], v, i) && ok; !ok && e.silent > 0 {
					return false
				}
			}
		}
		return ok
	}
	for i := range v.Members {
		if ok = e.property(n, v, i, own) && ok; !ok && e.silent > 0 {
			return false
		}
	}
	return ok
}

// property judges one member: its name, and its value by properties and
// patternProperties, else by additionalProperties.
func (e *evaluation) property(n *node, v *tree.Value, i int, own marks) bool {
	name := v.Members[i].Name
	ok, evaluated := true, false
	if p := n.properties[name]; p != nil {
		evaluated = true
		ok = e.member(p, v, i)
	}
	for _, p := range n.patternProperties {
		if e.matches(p.pattern, name) {
			evaluated = true
			ok = e.member(p.node, v, i) && ok
		}
	}
	if !evaluated && n.additional != nil {
		evaluated = true
		if n.additional.isFalse() {
			ok = e.failName(n, v, "additionalProperties", name)
		} else {
			ok = e.member(n.additional, v, i) && ok
		}
	}
	if evaluated {
		own.set(i)
	}
	if n.propertyNames != nil && !e.holds(n.propertyNames, tree.NewString(name), nil) {
		ok = e.failName(n, v, "propertyNames", name)
	}
	return ok
}

// declares reports whether n's own keywords give the member called name a schema
// of its own, so that additionalProperties does not apply to it.
func (n *node) declares(name string) bool {
	return n.properties[name] != nil || slices.ContainsFunc(n.patternProperties, func(p patternProperty) bool {
		return p.pattern.MatchString(name)
	})
}
