package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// mostComparisons bounds what one Restore compares with the branches of choices:
// members, and branches themselves. A second goes by until then.
const mostComparisons = 4_000_000

// describer finds the places that describe a value, within a bound.
type describer struct {
	left    int                    // comparisons
	spelled map[*tree.Value]string // of members that constants tell apart
}

func newDescriber() *describer {
	return &describer{left: mostComparisons, spelled: map[*tree.Value]string{}}
}

// over reports whether there were too many comparisons, so that the answers since
// then mean nothing.
func (d *describer) over() bool { return d.left <= 0 }

// describing returns all places that describe a value: those given, what they refer
// to, and the branches that may fit it. If none of a choice fits, all of it do: the
// value is wrong, and what can be undone of it still is.
func (d *describer) describing(v *tree.Value, places []*place) []*place {
	var list []*place
	seen := map[*place]bool{}
	var add func(p *place)
	add = func(p *place) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		d.left--
		list = append(list, p)
		for _, q := range p.also {
			add(q)
		}
		var fitting []*place
		for _, q := range d.branches(p, v) {
			if d.fits(q, v, nil) {
				fitting = append(fitting, q)
			}
		}
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

// fits reports whether a value may have been written for a place. around are the
// places that are asked about already: recursion among them decides nothing.
func (d *describer) fits(p *place, v *tree.Value, around map[*place]bool) bool {
	if d.over() || around[p] {
		return true
	}
	if !d.form(&p.form, v, p.members) {
		return false
	}
	if len(p.also)+len(p.either) == 0 {
		return true
	}
	if around == nil {
		around = map[*place]bool{}
	}
	around[p] = true
	for _, q := range p.also {
		if !d.fits(q, v, around) {
			return false
		}
	}
	return len(p.either) == 0 || slices.ContainsFunc(d.branches(p, v), func(q *place) bool { return d.fits(q, v, around) })
}

// form reports whether a value has a form.
func (d *describer) form(f *form, v *tree.Value, members map[string]*place) bool {
	d.left--
	if f.kinds != nil && !slices.Contains(f.kinds, v.Kind) {
		return false
	}
	if v.Kind != tree.Object {
		return true
	}
	d.left -= len(f.required)
	for _, name := range f.required {
		if v.Find(name) < 0 {
			return false
		}
	}
	if !f.closed && f.consts == nil {
		return true
	}
	for _, m := range v.Members {
		d.left--
		if f.closed && members[m.Name] == nil {
			return false
		}
		if values := f.consts[m.Name]; values != nil && !values[d.spelling(m.Value)] {
			return false
		}
	}
	return true
}

// spelling is that of a value, which is written once however many branches ask.
func (d *describer) spelling(v *tree.Value) string {
	s, known := d.spelled[v]
	if !known {
		s = spelling(v)
		d.spelled[v] = s
	}
	return s
}
