package schema

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// definition is the default of one place: what fills an omitted property,
// completed by its own nested defaults. Values are shared by all calls and never
// changed.
type definition struct {
	value     *tree.Value // as written
	completed *tree.Value
	owner     *node // the schema whose keyword it is
	state     state
}

type state uint8

const (
	untouched state = iota
	underWay
	done
)

// compileDefaults checks that every default is valid as written, finds which one
// fills each place (rule 16), and completes it by its own nested defaults; a
// completion that meets itself is a fault (rule 17). Defaults that are faulty do
// not fill anything.
func (s *Schema) compileDefaults(nodes []*node) []Violation {
	var faults []Violation
	invalid := map[*node]bool{}
	for _, n := range nodes {
		value := n.keyword("default")
		if value == nil {
			continue
		}
		if report := n.judge(value, Budget{Violations: 1}, s.dynamic); !report.Valid() {
			invalid[n] = true
			v := report.Violations[0]
			message := "the default is not valid: it " + v.Message
			if v.Pointer != "" {
				message = "the default is not valid at " + v.Pointer + ": " + v.Message
			}
			faults = append(faults, Violation{Pointer: n.pointer + "/default", Keyword: "default", Message: message})
		}
	}
	for _, n := range nodes {
		if owner := n.defaultOwner(invalid, map[*node]bool{}); owner != nil {
			value := owner.keyword("default")
			n.definition = &definition{value: value, completed: value, owner: owner}
		}
	}
	assignFills(nodes)
	met := map[*node]bool{}
	for _, n := range nodes {
		if n.definition != nil {
			if at := n.define(); at != nil && !met[at] {
				met[at] = true
				faults = append(faults, Violation{
					Pointer: at.pointer + "/default", Keyword: "default",
					Message: "this default, completed by the defaults within it, contains itself: give the inner member explicitly",
				})
			}
		}
	}
	if len(met) > 0 { // only lenient mode goes on: without those that never end
		for _, n := range nodes {
			if n.definition != nil && met[n.definition.owner] {
				n.definition = nil
			}
		}
		assignFills(nodes)
		for _, n := range nodes {
			if n.definition != nil {
				n.definition.state = untouched
				n.define()
			}
		}
	}
	faults, _ = Normalize(faults, len(faults))
	return faults
}

// defaultOwner returns the schema whose default is that of the place n describes:
// its own, else the one behind $ref, else allOf in order, else the nullable
// choice (rule 16).
func (n *node) defaultOwner(invalid, seen map[*node]bool) *node {
	if n == nil || seen[n] {
		return nil
	}
	seen[n] = true
	if n.keyword("default") != nil && !invalid[n] {
		return n
	}
	if owner := n.ref.defaultOwner(invalid, seen); owner != nil {
		return owner
	}
	for _, part := range n.allOf {
		if owner := part.defaultOwner(invalid, seen); owner != nil {
			return owner
		}
	}
	for _, c := range []*choice{n.anyChoice, n.oneChoice} {
		if c != nil && c.nullable != nil {
			if owner := c.nullable.defaultOwner(invalid, seen); owner != nil {
				return owner
			}
		}
	}
	return nil
}

// define completes the default of n. It returns the schema whose default is met
// again while it is being completed, if there is one.
func (n *node) define() *node {
	d := n.definition
	switch d.state {
	case done:
		return nil
	case underWay:
		return d.owner
	}
	d.state = underWay
	f := filler{building: true}
	d.completed = f.complete([]*node{n}, d.value).Compact()
	d.state = done
	return f.met
}

// assignFills finds the schemas by which completing can add a member: those with
// a property that has a default, and those that lead to one.
func assignFills(nodes []*node) {
	for _, n := range nodes {
		n.fills = false
	}
	for changed := true; changed; {
		changed = false
		for _, n := range nodes {
			if !n.fills && n.leadsToDefault() {
				n.fills, changed = true, true
			}
		}
	}
}

func (n *node) leadsToDefault() bool {
	for _, p := range n.properties {
		if p.definition != nil || p.fills {
			return true
		}
	}
	for _, p := range n.patternProperties {
		if p.node.fills {
			return true
		}
	}
	for _, p := range append(n.sure(nil), n.prefixItems...) {
		if p.fills {
			return true
		}
	}
	for _, c := range []*choice{n.anyChoice, n.oneChoice} {
		if c != nil {
			for _, b := range append([]*node{c.nullable}, c.branches...) {
				if b != nil && b.fills {
					return true
				}
			}
		}
	}
	return n.additional != nil && n.additional.fills || n.items != nil && n.items.fills
}

// sure lists the schemas that certainly apply to the same instance as n, in the
// order of rule 16: behind $ref, then allOf, then the branches of the two
// choices that v takes; v is nil for those that every instance takes.
func (n *node) sure(v *tree.Value) []*node {
	var list []*node
	if n.ref != nil {
		list = append(list, n.ref)
	}
	list = append(list, n.allOf...)
	if v != nil {
		for _, c := range []*choice{n.anyChoice, n.oneChoice} {
			if c != nil {
				if b := c.branch(v); b != nil {
					list = append(list, b)
				}
			}
		}
	}
	return list
}

// Complete lays the defaults into a valid instance. The result shares what did
// not change, and sent members keep their text; v itself is not changed.
func (s *Schema) Complete(v *tree.Value) *tree.Value {
	return (&filler{}).complete([]*node{s.root}, v)
}

// filler is one completion under way.
type filler struct {
	building bool  // defaults are being completed themselves
	met      *node // the default that was met while it was being completed
}

// complete lays into v the defaults of the schemas given, all of which apply to it.
func (f *filler) complete(schemas []*node, v *tree.Value) *tree.Value {
	if v.Kind != tree.Object && v.Kind != tree.Array {
		return v
	}
	var applied []*node
	seen := map[*node]bool{}
	var add func(*node)
	add = func(n *node) {
		if n.fills && !seen[n] {
			seen[n] = true
			applied = append(applied, n)
			for _, more := range n.sure(v) {
				add(more)
			}
		}
	}
	for _, n := range schemas {
		add(n)
	}
	switch {
	case len(applied) == 0:
		return v
	case v.Kind == tree.Array:
		return f.items(applied, v)
	}
	return f.members(applied, v)
}

func (f *filler) items(applied []*node, v *tree.Value) *tree.Value {
	var items []*tree.Value
	for i, item := range v.Items {
		var schemas []*node
		for _, n := range applied {
			if i < len(n.prefixItems) {
				schemas = append(schemas, n.prefixItems[i])
			} else if n.items != nil {
				schemas = append(schemas, n.items)
			}
		}
		if filled := f.complete(schemas, item); filled != item {
			if items == nil {
				items = append(items, v.Items...)
			}
			items[i] = filled
		}
	}
	if items == nil {
		return v
	}
	return tree.NewArray(items...)
}

func (f *filler) members(applied []*node, v *tree.Value) *tree.Value {
	members := v.Members
	changed := false
	own := func() {
		if !changed {
			members = append(make([]tree.Member, 0, len(members)+4), members...)
			changed = true
		}
	}
	for i, m := range v.Members {
		if filled := f.complete(memberSchemas(applied, m.Name), m.Value); filled != m.Value {
			own()
			members[i].Value = filled
		}
	}
	filled := map[string]bool{}
	for _, n := range applied {
		for _, name := range n.propertyOrder {
			p := n.properties[name]
			if p.definition == nil || filled[name] || v.Find(name) >= 0 {
				continue
			}
			filled[name] = true
			if f.building {
				if at := p.define(); at != nil {
					f.met = at
					continue
				}
			}
			own()
			value := p.definition.completed
			if others := memberSchemas(applied, name); len(others) > 1 {
				value = f.complete(others, value)
			}
			members = append(members, tree.M(name, value))
		}
	}
	if !changed {
		return v
	}
	return tree.NewObject(members...)
}

// memberSchemas lists the schemas that certainly apply to a member by its name.
func memberSchemas(applied []*node, name string) []*node {
	var schemas []*node
	for _, n := range applied {
		if p := n.properties[name]; p != nil {
			schemas = append(schemas, p)
		}
		for _, p := range n.patternProperties {
			if p.pattern.MatchString(name) {
				schemas = append(schemas, p.node)
			}
		}
		if n.additional != nil && !n.declares(name) {
			schemas = append(schemas, n.additional)
		}
	}
	return schemas
}
