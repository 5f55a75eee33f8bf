package plan

import (
	"math"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// fault is a violation that was found, before it is worded.
type fault struct {
	at      schema.Node
	start   int // of the instance, in the source
	keyword string
	name    string
	named   bool
	steps   int // 1 + the place's outermost step; 0: it is the root, as far as known
}

// step is one token of a place. Places are put together from the inside out, and
// only where something failed: a valid call keeps no track of them.
type step struct {
	name  string
	index int
	inner int // 1 + the next one; 0: none
}

// fail notes a violation of n at the value that begins at start. From then on
// nothing is filled any more.
func (d *decoder) fail(n schema.Node, start int, keyword string) {
	d.bind = false
	d.found = append(d.found, fault{at: n, start: start, keyword: keyword})
}

// failName is fail for the keywords whose violations name a property.
func (d *decoder) failName(n schema.Node, start int, keyword, name string) {
	d.bind = false
	d.found = append(d.found, fault{at: n, start: start, keyword: keyword, name: name, named: true})
}

// under puts what was found since there were from violations below a member, or an
// item if index is not negative.
func (d *decoder) under(from int, name string, index int) {
	for i := from; i < len(d.found); i++ {
		f := &d.found[i]
		d.steps = append(d.steps, step{name, index, f.steps})
		f.steps = len(d.steps)
	}
}

// Report gives the violations of a text that was [Invalid], in normal form; false
// means that they are too many for a plan, or of too much of the text: containers
// within each other would be read once more for each of them.
func (r *Run) Report(budget schema.Budget) (schema.Report, bool) {
	d := &r.decoder
	if d.keep > 0 {
		d.first(0)
	}
	if len(d.found) > mostFaults {
		return schema.Report{}, false
	}
	d.ahead = mostAhead
	findings := d.schema.Findings(budget, len(d.found), len(d.steps))
	var last *tree.Value
	for i := range d.found {
		f := &d.found[i]
		for at := f.steps; at > 0; at = d.steps[at-1].inner {
			findings.Step(d.steps[at-1].name, d.steps[at-1].index)
		}
		if i == 0 || d.found[i-1].start != f.start {
			last = d.instance(f)
		}
		if last == nil || f.steps == 0 && d.root.injected {
			// The instance at the root is not the one that was sent.
			return schema.Report{}, false
		}
		findings.Add(f.at, last, f.keyword, f.name, f.named)
	}
	return findings.Report(d.dropped), true
}

// instance returns the value that a violation is of.
func (d *decoder) instance(f *fault) *tree.Value {
	switch d.src[f.start] {
	case '"':
		c, end := d.chars(f.start + 1)
		if end < 0 {
			return nil
		}
		return tree.NewString(string(c.text))
	case 't', 'f':
		return tree.NewBool(d.src[f.start] == 't')
	case 'n':
		return tree.NewNull()
	case '{', '[':
		d.left, d.depth = math.MaxInt, 0
		end := d.skip(f.start)
		if d.ahead -= end - f.start; end < 0 || d.ahead < 0 {
			return nil
		}
		return d.tree(f.start, end)
	}
	if d.number(f.start) < 0 {
		return nil
	}
	return tree.NewNumber(d.token())
}

// tree parses a part of the text that has been read already.
func (d *decoder) tree(start, end int) *tree.Value {
	v, err := strict.Parse(d.src[start:end], strict.Limits{
		Bytes: math.MaxInt, Depth: math.MaxInt, Values: math.MaxInt, Digits: math.MaxInt, Exponent: math.MaxInt,
	})
	if err != nil {
		return nil
	}
	return v
}
