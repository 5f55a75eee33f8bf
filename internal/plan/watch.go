package plan

import (
	"context"

	"github.com/functionschema/fscheck/internal/pattern"
)

// Watch has the run look at ctx while it does what no limit bounds, which is to run
// patterns over texts. A run that ends because of it is [Slow] or [Invalid] and
// means nothing: whoever watches asks ctx first.
func (r *Run) Watch(ctx context.Context) { r.ctx = ctx }

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
