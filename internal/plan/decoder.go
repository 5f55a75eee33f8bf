package plan

import (
	"context"
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
	limits *strict.Limits
	left   int // values that may still begin
	depth  int
	room   int  // bytes of defaults that may still be laid in
	ahead  int  // bytes that may still be looked at ahead of their turn
	parsed int  // bytes of arrays that may still be parsed for uniqueItems
	bind   bool // values are filled, not only judged

	ctx     context.Context // of the call; nil if nobody waits
	work    int             // that patterns did since ctx was looked at
	over    bool            // ctx is done: patterns are left out, and the run means nothing
	params  []reflect.Value // of Params
	cells   []cell          // of the next object, if it is one that never moves
	unbound bool            // a value does not fit its Go type

	num    numeral // the last one read
	buf    []byte  // the last string that had escapes
	share  window
	copied bool // a string has been
	found  []fault
	steps  []step
	// keep is how many violations are reported, or 0 if those beyond cannot be told
	// before all are known; dropped is how many of them are in found no more.
	keep, dropped int
	stops         bool // at the first violation

	spare []uint64 // of the mask of an object with many fields
	names names
	items []any // of the arrays that are open, for Any
}

// begin starts a pass over a text. What the last one left is gone already.
func (d *decoder) begin(text []byte, limits *strict.Limits, bind bool) {
	d.src, d.limits, d.left, d.depth, d.ahead = text, limits, limits.Values, 0, mostAhead
	d.bind, d.unbound, d.room, d.over, d.copied, d.dropped = bind, false, limits.Bytes, false, false, 0
	d.parsed = 4 * len(text) // once each, but arrays within each other as often as they are deep
}

// mostAhead bounds what is read more than once: in looking for discriminators, and
// for containers that violations are of.
const mostAhead = 1 << 20

// mostKept bounds the buffers that an idle run keeps, in bytes or entries.
const mostKept = 1 << 16

// release drops what belongs to the caller.
func (d *decoder) release() {
	d.ctx, d.src, d.params, d.cells, d.share.text = nil, nil, nil, nil, ""
	d.keep, d.stops = 0, false
	if len(d.found) > 0 {
		if d.dropped > 0 {
			d.found, d.steps = nil, nil // what was dropped is still in them
		} else {
			clear(d.found)
			clear(d.steps)
			d.found, d.steps = d.found[:0], d.steps[:0]
		}
	}
	if cap(d.buf) > mostKept {
		d.buf = nil
	}
	if len(d.items) > 0 {
		clear(d.items)
		d.items = d.items[:0]
	}
	if cap(d.spare) > mostKept {
		d.spare = nil
	}
	if cap(d.items) > mostKept {
		d.items = nil
	}
	if d.names.used > 0 {
		d.names.release()
	}
}

// window is a copy of a part of the text, from which strings are sliced: many
// share one allocation, and a text without strings is not copied at all.
type window struct {
	text string
	base int // where in the source it begins
}

// windowSize is how much of the text is copied at a time, and so how much a short
// string can keep alive. Strings of a quarter of it are copied by themselves, and so
// is the first of a call, for many calls have no other.
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
	if !d.copied || end-start > windowSize/4 {
		d.copied = true
		return string(d.src[start:end])
	}
	d.share = window{string(d.src[start:min(start+windowSize, len(d.src))]), start}
	return d.share.text[:end-start]
}
