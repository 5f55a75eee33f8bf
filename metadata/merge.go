package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// leftover holds, in a merged schema, what could not be merged: schemas that hold
// beside it. A text that has an unknown keyword of this name gets that told as one,
// and no more.
const leftover = "\x00leftover"

var (
	anything = tree.NewObject()
	nothing  = tree.NewBool(false)
)

// mostVisited bounds the members that the merges of one export look at: where each
// of many schemas has something to say of the properties of all others, what is
// written is the square of what is read. A second goes by until then.
const mostVisited = 1_000_000

// merging counts what the merges of one export look at.
type merging struct {
	visited  int
	compiled map[string]*pattern.Pattern // by what they are written as; nil: none can be compiled
}

// visit counts n members and reports whether that was within the bound.
func (w *merging) visit(n int) bool {
	w.visited += n
	return w.visited <= mostVisited
}

// all is both of many schemas. They are merged two and two, so that of thousands
// none is copied more often than there are rounds.
func (w *merging) all(list []*tree.Value) *tree.Value {
	evaluating := 0
	for _, v := range list {
		if evaluates(v) {
			evaluating++
		}
	}
	list = slices.Clone(list)
	if evaluating > 1 {
		for i, v := range list[1:] {
			list[i+1] = apart(v)
		}
	}
	return w.halves(list)
}

func (w *merging) halves(list []*tree.Value) *tree.Value {
	if len(list) == 1 {
		return list[0]
	}
	half := len(list) / 2
	return w.both(w.halves(list[:half]), w.halves(list[half:]))
}

// both returns one schema that admits what both admit. Where keywords of both
// cannot become one, those of the inner schema stand under leftover, so that the
// caller tells of them. Descriptions are joined; of other annotations the outer one
// stands. Beyond the bound it is the outer schema: the export is refused then.
func (w *merging) both(outer, inner *tree.Value) *tree.Value {
	if !w.visit(1 + len(outer.Members) + len(inner.Members)) {
		return outer
	}
	switch {
	case isFalse(outer) || isFalse(inner):
		return nothing
	case outer.Kind == tree.Bool:
		return inner
	case inner.Kind == tree.Bool:
		return outer
	}
	if evaluates(outer) {
		inner = apart(inner)
	}
	m := &merger{merging: w, outer: outer, inner: inner}
	for _, o := range outer.Members {
		if v := inner.Lookup(o.Name); v != nil {
			m.pair(o.Name, o.Value, v)
		} else {
			m.set(o.Name, o.Value)
		}
	}
	for _, i := range inner.Members {
		if outer.Find(i.Name) < 0 && !identifies[i.Name] {
			m.set(i.Name, i.Value)
		}
	}
	m.fence()
	m.conditions()
	if m.never || m.barren() {
		return nothing
	}
	if len(m.left) > 0 {
		m.visit(len(m.items(leftover)))
		m.set(leftover, tree.NewArray(append(slices.Clone(m.items(leftover)), tree.NewObject(m.left...))...))
	}
	return tree.NewObject(m.members...)
}

// identifies lists the keywords that name or keep schemas.
var identifies = map[string]bool{
	"$schema": true, "$id": true, "$anchor": true, "$dynamicAnchor": true, "$defs": true, "definitions": true, "$vocabulary": true, "$comment": true,
}

// annotates lists the keywords that describe and assert nothing.
var annotates = map[string]bool{
	"title": true, "description": true, "default": true, "examples": true, "example": true, "deprecated": true, "readOnly": true, "writeOnly": true,
}

type merger struct {
	*merging
	outer, inner *tree.Value
	members      []tree.Member
	places       map[string]int // of members, by name, once there are many; nil: not known
	left         []tree.Member
	never        bool // nothing fits both
}

// manyMembers is from how many members on they are found by an index: keywords that
// nobody knows may be as many as the text is long.
const manyMembers = 32

// find returns the place of a member, or -1.
func (m *merger) find(name string) int {
	if len(m.members) < manyMembers {
		return slices.IndexFunc(m.members, func(member tree.Member) bool { return member.Name == name })
	}
	if m.places == nil {
		m.places = make(map[string]int, len(m.members))
		for i, member := range m.members {
			m.places[member.Name] = i
		}
	}
	if i, ok := m.places[name]; ok {
		return i
	}
	return -1
}

func (m *merger) set(name string, v *tree.Value) {
	if i := m.find(name); i >= 0 {
		m.members[i].Value = v
		return
	}
	if m.places != nil {
		m.places[name] = len(m.members)
	}
	m.members = append(m.members, tree.M(name, v))
}

func (m *merger) get(name string) *tree.Value {
	if i := m.find(name); i >= 0 {
		return m.members[i].Value
	}
	return nil
}

// remove takes a member out; those behind it move up.
func (m *merger) remove(name string) {
	if i := m.find(name); i >= 0 {
		m.members, m.places = slices.Delete(m.members, i, i+1), nil
	}
}

func (m *merger) items(name string) []*tree.Value {
	if v := m.get(name); v != nil {
		return v.Items
	}
	return nil
}

// pair merges one keyword that both have.
func (m *merger) pair(name string, a, b *tree.Value) {
	switch name {
	case "type":
		m.types(a, b)
	case "description":
		m.set(name, describeBoth(a, b))
	case "required", "allOf", leftover:
		m.set(name, m.union(a, b))
	case "properties", "patternProperties":
		m.set(name, m.intersectEach(a, b))
	case "items", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties":
		m.set(name, m.conjunction(a, b))
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		m.set(name, pick(a, b, 1))
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		m.set(name, pick(a, b, -1))
	case "uniqueItems":
		m.set(name, tree.NewBool(a.Bool || b.Bool))
	case "enum":
		m.enum(a, b)
	case "const":
		m.never = m.never || !same(a, b)
		m.set(name, a)
	default:
		m.set(name, a)
		if !same(a, b) && !annotates[name] && !identifies[name] {
			m.left = append(m.left, tree.M(name, b))
		}
	}
}

func (m *merger) types(a, b *tree.Value) {
	var list []*tree.Value
	for _, t := range typeNames(a) {
		for _, u := range typeNames(b) {
			switch {
			case t == u, t == "integer" && u == "number":
				list = append(list, tree.NewString(t))
			case t == "number" && u == "integer":
				list = append(list, tree.NewString(u))
			}
		}
	}
	switch len(list) {
	case 0:
		m.never = true
	case 1:
		m.set("type", list[0])
	default:
		m.set("type", tree.NewArray(list...))
	}
}

func (m *merger) enum(a, b *tree.Value) {
	m.visit(len(a.Items) + len(b.Items))
	var list []*tree.Value
	theirs := spellings(b.Items)
	for _, x := range a.Items {
		if theirs[spelling(x)] {
			list = append(list, x)
		}
	}
	m.never = m.never || len(list) == 0
	m.set("enum", tree.NewArray(list...))
}

// barren reports whether no value of enum and const is of the type.
func (m *merger) barren() bool {
	enum, constant, names := m.get("enum"), m.get("const"), typeNames(m.get("type"))
	fits := func(v *tree.Value) bool {
		return names == nil || slices.ContainsFunc(names, func(name string) bool { return isOf(v, name) })
	}
	switch {
	case constant != nil && enum != nil:
		return !fits(constant) || !slices.ContainsFunc(enum.Items, func(v *tree.Value) bool { return same(v, constant) })
	case constant != nil:
		return !fits(constant)
	case enum != nil:
		return !slices.ContainsFunc(enum.Items, fits)
	}
	return false
}

// conditions keeps keywords that mean something together together: if, then and
// else, contains and its counts, items behind prefixItems.
func (m *merger) conditions() {
	for _, group := range [][]string{{"if", "then", "else"}, {"contains", "minContains", "maxContains"}, {"prefixItems", "items"}} {
		head := group[0]
		a, b := m.outer.Lookup(head), m.inner.Lookup(head)
		if head == "prefixItems" {
			if a == nil && b == nil || m.outer.Lookup("items") == nil && a == nil || m.inner.Lookup("items") == nil && b == nil {
				continue
			}
		} else if a == nil || b == nil {
			continue
		}
		m.leave(group...)
	}
}
