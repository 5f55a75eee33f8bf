package plan

import (
	"context"

	"github.com/functionschema/fscheck/internal/pattern"
)

// Watch has the run look at ctx while it does what no limit bounds, which is to run
// patterns over texts. A run that ends because of it is [Slow] or [Invalid] and
// means nothing: whoever watches asks ctx first.
func (r *Run) Watch(ctx context.Context) { r.ctx = ctx }

// Keep says how many violations are reported: of a flood the others are counted as
// they are found. It is good until the end of the run.
func (r *Run) Keep(violations int) {
	if r.plan.distinct && violations <= mostFaults/2 {
		r.keep = violations
	}
}

// Stop has the run end at the first violation of a member or an item, as [Slow]: for a
// caller that only asks whether there is one. It is good until the end of the run.
func (r *Run) Stop() { r.stops = true }

// workBetween is how many patterns, or kilobytes that they are run over, lie
// between two looks at the context.
const workBetween = 256

// matches runs a pattern over a text.
func (d *decoder) matches(p *pattern.Pattern, c *chars) bool {
	if d.work += 1 + len(c.text)>>10; d.work >= workBetween {
		d.work = 0
		if d.ctx != nil && d.ctx.Err() != nil {
			d.over, d.unbound = true, true
		}
	}
	return d.over || p.MatchString(d.own(c))
}
