package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/schema"
)

// mostFaults is how many violations of the parts of one container are kept before
// those beyond the report are dropped.
const mostFaults = 1_000

// flood is how the violations of one container's parts are kept few. Their places
// are those below the container, so whatever is beyond the first of them there is
// beyond the first of all.
type flood struct {
	from   int  // where they begin in found
	mark   int  // how many there were in found after the last part
	steps  int  // and how many steps
	barred bool // found[from+keep-1] is the last that can be reported
}

// newFlood begins a container.
func (d *decoder) newFlood() flood {
	return flood{from: len(d.found), mark: len(d.found), steps: len(d.steps)}
}

// sift goes over what the last part of a container has added. It reports false if
// the run has to end: it stops at the first violation, or there are too many to be
// told apart here.
func (d *decoder) sift(f *flood) bool {
	if f.barred {
		bar, kept := &d.found[f.from+d.keep-1], f.mark
		for i := f.mark; i < len(d.found); i++ {
			if d.compare(&d.found[i], bar) <= 0 {
				d.found[kept] = d.found[i]
				kept++
			}
		}
		d.cut(kept)
		if kept == f.mark {
			d.steps = d.steps[:f.steps]
		}
	}
	if len(d.found)-f.from > mostFaults || d.stops {
		if d.stops || d.keep == 0 {
			return false
		}
		d.first(f.from)
		f.barred = true
	}
	f.mark, f.steps = len(d.found), len(d.steps)
	return true
}

// first sorts the violations from one on and drops those that are not reported.
func (d *decoder) first(from int) {
	slices.SortFunc(d.found[from:], func(a, b fault) int { return d.compare(&a, &b) })
	if len(d.found) > from+d.keep {
		d.cut(from + d.keep)
	}
}

// cut drops the violations from one on, and counts them.
func (d *decoder) cut(from int) {
	d.dropped += len(d.found) - from
	d.found = d.found[:from]
}

// compare orders two violations below one place as they are reported.
func (d *decoder) compare(a, b *fault) int {
	x, y := a.steps, b.steps
	for x > 0 && y > 0 {
		s, t := &d.steps[x-1], &d.steps[y-1]
		switch {
		case s.index >= 0 && s.index != t.index:
			return schema.CompareIndexes(s.index, t.index, s.inner > 0, t.inner > 0)
		case s.index < 0 && s.name != t.name:
			return schema.CompareNames(s.name, t.name, s.inner > 0, t.inner > 0)
		}
		x, y = s.inner, t.inner
	}
	if d := cmp.Compare(min(x, 1), min(y, 1)); d != 0 {
		return d
	}
	if d := strings.Compare(a.keyword, b.keyword); d != 0 {
		return d
	}
	if a.named != b.named {
		if a.named {
			return 1
		}
		return -1
	}
	return strings.Compare(a.name, b.name)
}
