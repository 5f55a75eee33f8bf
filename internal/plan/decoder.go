package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
)

// decoder is the state of one pass. Its methods take the position of the next byte
// and return the one behind what they have read, or -1 if the plan has no answer.
type decoder struct {
	schema *schema.Schema
	root   *objectRules
	src    []byte
	limits strict.Limits
	left   int // values that may still begin
	depth  int
	ahead  int  // bytes that may still be looked at ahead of their turn
	bind   bool // values are filled, not only judged

	params  []reflect.Value // of Params
	unbound bool            // a value does not fit its Go type

	num   numeral // the last one read
	buf   []byte  // the last string that had escapes
	share window
	found []fault
	steps []step
	names names
	items []any // of the arrays that are open, for Any
}

func (d *decoder) begin(p *Plan, text []byte, limits strict.Limits) {
	limits = limits.Resolve()
	d.schema, d.root, d.src, d.limits, d.left, d.depth, d.ahead = p.schema, p.root.object, text, limits, limits.Values, 0, mostAhead
	d.unbound = false
	d.share = window{}
	d.found, d.steps = d.found[:0], d.steps[:0]
}

// mostAhead bounds what looking for discriminators may cost.
const mostAhead = 1 << 20

// mostKept bounds the buffers that an idle run keeps, in bytes or entries.
const mostKept = 1 << 16

// release drops what belongs to the caller.
func (d *decoder) release() {
	d.src, d.params, d.share = nil, nil, window{}
	if len(d.found) > 0 {
		clear(d.found)
		clear(d.steps)
		d.found, d.steps = d.found[:0], d.steps[:0]
	}
	if cap(d.buf) > mostKept {
		d.buf = nil
	}
	clear(d.items)
	if d.items = d.items[:0]; cap(d.items) > mostKept {
		d.items = nil
	}
	d.names.release()
}

// window is a copy of a part of the text, from which strings are sliced: many
// share one allocation, and a text without strings is not copied at all.
type window struct {
	text string
	base int // where in the source it begins
}

// windowSize is how much of the text is copied at a time, and so how much a short
// string can keep alive. Strings of a quarter of it are copied by themselves.
const windowSize = 16 << 10

// string returns the source from start to end as a string of its own.
func (d *decoder) string(start, end int) string {
	from, to := start-d.share.base, end-d.share.base
	if from >= 0 && to <= len(d.share.text) {
		return d.share.text[from:to]
	}
	if start == end {
		return ""
	}
	if end-start > windowSize/4 {
		return string(d.src[start:end])
	}
	d.share = window{string(d.src[start:min(start+windowSize, len(d.src))]), start}
	return d.share.text[:end-start]
}
