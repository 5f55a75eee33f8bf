package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// plan is what Restore has to undo. It is made by the export and then read only.
type plan struct {
	wrapped bool // the arguments stand under wrapper
	root    *place
}

// place is one place of an exported schema, with what was forced upon its members.
// Places form the graph that the schema forms, cycles of references included.
type place struct {
	names   map[string]string // of members: the exported name, and the tool's where it differs
	nulls   map[string]bool   // exported names of members whose null means that they are omitted
	members map[string]*place // by exported name
	others  []*place          // of members that are not listed
	prefix  []*place          // of the first items
	items   *place            // of the items behind those
	also    []*place          // places that describe the same value: what a reference leads to
	either  []*place          // the branches of a choice: those that may fit a value describe it

	form form // to tell branches apart
}

// form is what tells the branches of a choice apart: it never excludes the branch
// that a value was written for.
type form struct {
	kinds    []tree.Kind // nil: any
	required []string
	closed   bool // no members but those listed
	consts   map[string][]*tree.Value
}

func newPlace() *place { return &place{} }

// member returns the place of a member, which it makes.
func (p *place) member(name string) *place {
	if p.members == nil {
		p.members = map[string]*place{}
	}
	if p.members[name] == nil {
		p.members[name] = newPlace()
	}
	return p.members[name]
}

func (p *place) rename(exported, own string) {
	if p.names == nil {
		p.names = map[string]string{}
	}
	p.names[exported] = own
	p.member(exported)
}

func (p *place) null(exported string) {
	if p.nulls == nil {
		p.nulls = map[string]bool{}
	}
	p.nulls[exported] = true
	p.member(exported)
}

// changes reports whether there is anything to undo at the place or below it.
func (p *place) changes(seen map[*place]bool) bool {
	if p == nil || seen[p] {
		return false
	}
	seen[p] = true
	if len(p.names) > 0 || len(p.nulls) > 0 || p.items.changes(seen) {
		return true
	}
	for _, list := range [][]*place{p.others, p.prefix, p.also, p.either} {
		if slices.ContainsFunc(list, func(q *place) bool { return q.changes(seen) }) {
			return true
		}
	}
	for _, q := range p.members {
		if q.changes(seen) {
			return true
		}
	}
	return false
}

// describing returns all places that describe a value: those given, what they refer
// to, and the branches that may fit it. If none of a choice fits, all of it do: the
// value is wrong, and what can be undone of it still is.
func describing(v *tree.Value, places []*place) []*place {
	var list []*place
	seen := map[*place]bool{}
	var add func(p *place)
	add = func(p *place) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		list = append(list, p)
		for _, q := range p.also {
			add(q)
		}
		fitting := slices.Collect(func(yield func(*place) bool) {
			for _, q := range p.either {
				if q.fits(v, map[*place]bool{}) && !yield(q) {
					return
				}
			}
		})
		if len(fitting) == 0 {
			fitting = p.either
		}
		for _, q := range fitting {
			add(q)
		}
	}
	for _, p := range places {
		add(p)
	}
	return list
}

// fits reports whether a value may have been written for a place.
func (p *place) fits(v *tree.Value, seen map[*place]bool) bool {
	if seen[p] {
		return true
	}
	seen[p] = true
	if !p.form.fits(v, p.members) {
		return false
	}
	for _, q := range p.also {
		if !q.fits(v, seen) {
			return false
		}
	}
	return len(p.either) == 0 || slices.ContainsFunc(p.either, func(q *place) bool { return q.fits(v, seen) })
}

func (f *form) fits(v *tree.Value, members map[string]*place) bool {
	if f.kinds != nil && !slices.Contains(f.kinds, v.Kind) {
		return false
	}
	if v.Kind != tree.Object {
		return true
	}
	for _, name := range f.required {
		if v.Find(name) < 0 {
			return false
		}
	}
	for _, m := range v.Members {
		if f.closed && members[m.Name] == nil {
			return false
		}
		if values := f.consts[m.Name]; values != nil && !slices.ContainsFunc(values, func(c *tree.Value) bool { return same(c, m.Value) }) {
			return false
		}
	}
	return true
}

// listing is members with an entry for every one that a schema lists.
func (p *place) listing(names []string) {
	for _, name := range names {
		p.member(name)
	}
}
