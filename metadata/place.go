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

	form form    // to tell branches apart
	told *teller // the branches of either; nil: each has to be asked
}

// form is what tells the branches of a choice apart: it never excludes the branch
// that a value was written for.
type form struct {
	kinds    []tree.Kind // nil: any
	required []string
	closed   bool                       // no members but those listed
	consts   map[string]map[string]bool // by member, the spellings of what it may be
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

// listing is members with an entry for every one that a schema lists.
func (p *place) listing(names []string) {
	for _, name := range names {
		p.member(name)
	}
}
