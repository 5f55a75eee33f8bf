package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// manyBranches is from how many branches on a choice gets a teller.
const manyBranches = 8

// teller finds the branches of a choice that may fit an object by one member, which
// most of them demand and of which each admits certain values: whatever the number of
// branches, a value is compared with few.
type teller struct {
	member  string
	byValue map[string][]*place // by spelling
	rest    []*place            // branches that do not tell themselves apart so
}

// prepare gives tellers to the choices of all places that p leads to.
func (p *place) prepare(seen map[*place]bool) {
	if p == nil || seen[p] {
		return
	}
	seen[p] = true
	if len(p.either) >= manyBranches {
		p.told = newTeller(p.either)
	}
	p.items.prepare(seen)
	for _, list := range [][]*place{p.others, p.prefix, p.also, p.either} {
		for _, q := range list {
			q.prepare(seen)
		}
	}
	for _, q := range p.members {
		q.prepare(seen)
	}
}

// newTeller returns the teller by the member that tells most branches apart, or nil.
func newTeller(branches []*place) *teller {
	demanded := make([]map[string]map[string]bool, len(branches))
	count := map[string]int{}
	for i, b := range branches {
		demanded[i] = map[string]map[string]bool{}
		b.demands(demanded[i], map[*place]bool{})
		for name := range demanded[i] {
			count[name]++
		}
	}
	t := &teller{byValue: map[string][]*place{}}
	for name, n := range count { // of two alike the lesser name, so that it is always the same
		if most := count[t.member]; n > most || n == most && name < t.member {
			t.member = name
		}
	}
	if count[t.member] < manyBranches {
		return nil
	}
	for i, b := range branches {
		values, told := demanded[i][t.member]
		if !told {
			t.rest = append(t.rest, b)
		}
		for s := range values {
			t.byValue[s] = append(t.byValue[s], b)
		}
	}
	return t
}

// demands adds the members that a place demands and knows the values of.
func (p *place) demands(found map[string]map[string]bool, seen map[*place]bool) {
	if seen[p] {
		return
	}
	seen[p] = true
	for name, values := range p.form.consts {
		if slices.Contains(p.form.required, name) {
			found[name] = values
		}
	}
	for _, q := range p.also {
		q.demands(found, seen)
	}
}

// branches returns those of a choice that v has to be compared with.
func (d *describer) branches(p *place, v *tree.Value) []*place {
	t := p.told
	if t == nil || v.Kind != tree.Object {
		return p.either
	}
	member := v.Lookup(t.member)
	if member == nil {
		return t.rest
	}
	return slices.Concat(t.byValue[d.spelling(member)], t.rest)
}
