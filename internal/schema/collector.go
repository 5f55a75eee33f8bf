package schema

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// collector gathers what a judgement finds and puts it into the normal form of
// rule 12. It counts the findings, and keeps only those that may be among the
// first: a flood of them takes no memory.
type collector struct {
	schema *Schema
	limit  int
	place  []step // of the value under judgement
	hasher hasher
	hidden []string // parameters whose inside is not shown

	first []finding // candidates for the report
	bar   bool      // first[limit-1] was the last of the report when it was sorted
	more  int       // findings that are not in first

	repeats bool      // one violation can be found twice
	seen    set       // hashes of the findings, if so
	touched bool      // a violation is of a hidden parameter
	failed  set       // hashes of the places at or below which something failed
	held    []finding // unevaluated*, until all is known
}

type finding struct {
	node    *node
	value   *tree.Value
	place   []step
	keyword string
	name    string
	named   bool
}

func (c *collector) push(name string)  { c.place = append(c.place, step{name: name, index: -1}) }
func (c *collector) pushIndex(i int)   { c.place = append(c.place, step{index: i}) }
func (c *collector) pop()              { c.place = c.place[:len(c.place)-1] }
func (c *collector) hash() uint64      { return c.hasher.place(c.place) }
func (f *finding) isUnevaluated() bool { return strings.HasPrefix(f.keyword, "unevaluated") }

func (c *collector) add(n *node, v *tree.Value, keyword, name string, named bool) {
	if c.bar && !c.repeats && !c.schema.unevaluates && len(c.hidden) == 0 && comparePlaces(c.place, c.first[c.limit-1].place) > 0 {
		c.more++ // of a flood almost all are beyond what is reported
		return
	}
	f := finding{n, v, c.place, keyword, name, named}
	if c.schema.unevaluates {
		if f.isUnevaluated() {
			c.hold(f)
			return
		}
		c.fail(len(c.place))
	}
	c.offer(&f)
}

func compareFindings(a, b *finding) int {
	if d := comparePlaces(a.place, b.place); d != 0 {
		return d
	}
	if d := strings.Compare(a.keyword, b.keyword); d != 0 {
		return d
	}
	switch {
	case a.named != b.named && b.named:
		return -1
	case a.named != b.named:
		return 1
	}
	return strings.Compare(a.name, b.name)
}

// offer counts a finding, once, and keeps it if it may be among the first.
func (c *collector) offer(f *finding) {
	if len(c.hidden) > 0 {
		c.shield(f)
	}
	if c.repeats {
		h := mix(c.hasher.place(f.place), c.hasher.text(f.keyword))
		if f.named {
			h = mix(h, c.hasher.text(f.name))
		}
		if !c.seen.add(h) {
			return
		}
	}
	if c.bar && compareFindings(f, &c.first[c.limit-1]) > 0 {
		c.more++
		return
	}
	kept := *f
	kept.place = slices.Clone(f.place)
	c.first = append(c.first, kept)
	if len(c.first)/2 >= max(c.limit, 32) {
		c.sort()
		c.bar = true
	}
}

// shield moves a finding at or below a hidden parameter to the parameter itself.
// Names of members within it are values too.
func (c *collector) shield(f *finding) {
	switch {
	case len(f.place) > 0 && slices.Contains(c.hidden, f.place[0].name):
		c.touched = true
		f.place, f.named, f.name = f.place[:1], false, ""
	case len(f.place) == 0 && f.named && slices.Contains(c.hidden, f.name):
		c.touched = true
	}
}

// sort leaves the first findings in their order.
func (c *collector) sort() {
	slices.SortFunc(c.first, func(a, b finding) int { return compareFindings(&a, &b) })
	if beyond := len(c.first) - c.limit; beyond > 0 {
		c.more += beyond
		c.first = c.first[:c.limit]
	}
}

// hold keeps an unevaluated* until it is known whether something else failed at or
// below its place: what a failed schema would have evaluated is not known then.
func (c *collector) hold(f finding) {
	if last := len(c.held) - 1; last >= 0 && comparePlaces(c.held[last].place, f.place) == 0 {
		f.place = c.held[last].place
	} else {
		c.hash()
		f.place = slices.Clone(f.place)
		c.fail(len(c.place) - 1)
	}
	c.held = append(c.held, f)
}

// fail notes the place of the first n steps, and those above it, as failed.
func (c *collector) fail(n int) {
	if n < 0 {
		return
	}
	c.hash()
	for ; n > 0 && !c.place[n-1].failed; n-- {
		c.place[n-1].failed = true
		c.failed.add(c.place[n-1].hash)
	}
	if n == 0 {
		c.failed.add(c.hasher.root)
	}
}

// report returns the first violations of the sorted set and the number of the
// others. Messages are written here.
func (c *collector) report(budget Budget) Report {
	for i := range c.held {
		if f := &c.held[i]; !c.failed.has(c.hasher.place(f.place)) {
			c.offer(f)
		}
	}
	c.sort()
	r := Report{More: c.more, Hidden: c.touched, Violations: make([]Violation, len(c.first))}
	for i := range c.first {
		r.Violations[i] = c.schema.violation(&c.first[i], budget)
	}
	return r
}
