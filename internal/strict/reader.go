// Package strict reads JSON texts by rules 8 to 10 of the contract: one value, in
// UTF-8, with distinct names and no half surrogates, within limits, or an error
// that says which rule a text breaks and at which byte.
package strict

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

// Parse returns the one value that text holds, or the one error it has.
//
//  1. Accepted is RFC 8259's grammar in UTF-8 (RFC 3629) without a byte order mark,
//     with distinct names in every object after unescaping, no escaped surrogate
//     without its other half, and nothing but white space around the value.
//  2. Size is judged first, then UTF-8 of the whole text, then the first offence in
//     reading order. A value is counted where it begins and a container's depth
//     where it opens, in this order; a number is read to its end, then measured;
//     a name is compared as soon as it has been read.
//  3. A text that has no offence but its early end is Truncated; empty text and
//     white space alone are Syntax.
//  4. Offset is the first byte that cannot stand where it does; of Size, the limit;
//     of UTF8, the first byte that begins no character; of Truncated, len(text); of
//     DuplicateKey, the second name's quote; of Surrogate, the escape's backslash;
//     of Number, Depth and Values, where the value begins.
//  5. The text is copied once. Raw, Text and Offset of the values and Raw of the
//     members refer to that copy, which lives as long as any of them; the caller
//     may reuse text. Large objects are indexed for lookup.
//  6. Depth costs no stack here: containers that are open are kept in a list. Who
//     raises Limits.Depth should know that what walks the tree is recursive.
//
// Parse is safe for concurrent use, as the values are once returned. The result's
// type is *Error for its fields; convert it to error only if it is not nil.
func Parse(text []byte, limits Limits) (*tree.Value, *Error) {
	r := reader{limits: limits.Resolve()}
	if len(text) > r.limits.Bytes {
		r.pos = r.limits.Bytes
		r.fail(Size, "text of "+plural(len(text), "byte")+" goes on",
			"a text has at most "+plural(r.limits.Bytes, "byte"))
		return nil, r.err
	}
	r.src = string(text)
	if !utf8.ValidString(r.src) {
		r.pos = badByte(r.src)
		r.fail(UTF8, "text is not UTF-8", "encode the whole text as UTF-8")
		return nil, r.err
	}
	first := scratches.Get().(*scratch)
	r.open, r.members, r.items = first.open[:0], first.members[:0], first.items[:0]
	v := r.document()
	*first = scratch{} // what it refers to is the caller's
	scratches.Put(first)
	if r.err != nil {
		return nil, r.err
	}
	return v, nil
}

// badByte returns the index of the first byte of s that begins no character.
func badByte(s string) int {
	for i, c := range s {
		if c == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return len(s)
}

// reader is the state of one Parse. Its methods return false, or nil, after they
// have set err.
type reader struct {
	src    string
	pos    int // of the next byte to read
	limits Limits
	values int // begun so far
	err    *Error

	// Members and items of all open containers lie one behind the other, those of
	// the innermost last; each container's are copied once, when it closes.
	open    []level
	members []tree.Member
	items   []*tree.Value

	wide  int          // members of the object that has nearly all, until it has many
	spare []tree.Value // allocated, not yet used
	buf   []byte       // for strings with escapes
}

// level is a container that is open.
type level struct {
	value *tree.Value
	base  int         // where its members or items begin
	names *tree.Index // of an object with many members
}

// scratches are used again: no tree keeps one, for own leaves to a tree only what is far
// too long for it. One that a panic passes by is not put back.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

// scratch is room enough for a small call, in one allocation.
type scratch struct {
	open    [4]level
	members [8]tree.Member
	items   [8]*tree.Value
}

// document reads the whole text.
func (r *reader) document() *tree.Value {
	if r.space(); r.pos == len(r.src) {
		r.fail(Syntax, "no value", "send one JSON value, such as {}")
		return nil
	}
	for r.err == nil {
		v := r.begin()
		for v != nil && len(r.open) > 0 {
			v = r.add(v)
		}
		if v == nil {
			continue // the next value of an open container, or an error
		}
		if r.space(); r.pos < len(r.src) {
			r.fail(TrailingData, "unexpected "+describe(r.src[r.pos:])+" after the value",
				"send exactly one JSON value and nothing after it")
		}
		return v
	}
	return nil
}

// begin reads the value at pos, or the opening of a container; nil then means
// that the container's first value comes next.
func (r *reader) begin() *tree.Value {
	if r.pos == len(r.src) {
		r.truncated("where a value must stand")
		return nil
	}
	start, c := r.pos, r.src[r.pos]
	if r.values == r.limits.Values && beginsValue(c) {
		r.fail(Values, "one value too many", "a text has at most "+plural(r.limits.Values, "value")+
			", objects and arrays included")
		return nil
	}
	r.values++
	var v *tree.Value
	ok := false
	switch c {
	case '{':
		return r.enter(tree.Object, '}')
	case '[':
		return r.enter(tree.Array, ']')
	case '"':
		v = r.value(tree.String)
		v.Text, v.Raw, ok = r.text()
		if !ok {
			return nil
		}
		return v
	case 't':
		v = r.value(tree.Bool)
		v.Bool = true
		ok = r.word("true")
	case 'f':
		v = r.value(tree.Bool)
		ok = r.word("false")
	case 'n':
		v = r.value(tree.Null)
		ok = r.word("null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		v = r.value(tree.Number)
		v.Text, ok = r.number()
	default:
		r.unexpected("where a value must stand", "a value is an object, an array, a string, a number, true, false or null")
	}
	if !ok {
		return nil
	}
	v.Raw = r.src[start:r.pos]
	return v
}

func beginsValue(c byte) bool {
	return strings.IndexByte(`{["tfn-0123456789`, c) >= 0
}

// tiny is a text of which a count of its values costs less than room for too many.
const tiny = 32

// value returns a new Value that begins at pos. Values are allocated by the block.
func (r *reader) value(kind tree.Kind) *tree.Value {
	if len(r.spare) == 0 {
		room := min(max(4, (len(r.src)-r.pos)/12), 128)
		if r.values <= 1 && len(r.src) < tiny {
			room, _ = estimate(r.src)
		} else if r.values <= 1 && len(r.src) >= estimateFrom {
			values, members := estimate(r.src)
			room = min(values, r.limits.Values, len(r.src))
			r.wide = min(members, r.limits.Values)
			r.members = slices.Grow(r.members, r.wide)
		}
		r.spare = make([]tree.Value, room)
	}
	v := &r.spare[0]
	r.spare = r.spare[1:]
	v.Kind, v.Offset = kind, r.pos
	return v
}

// enter opens the container at pos. It returns it if it is empty.
func (r *reader) enter(kind tree.Kind, closing byte) *tree.Value {
	depth := len(r.open) + 1
	if depth > r.limits.Depth {
		r.fail(Depth, "depth of "+strconv.Itoa(depth),
			"objects and arrays may stand in one another "+strconv.Itoa(r.limits.Depth)+" deep")
		return nil
	}
	v := r.value(kind)
	base := len(r.items)
	if kind == tree.Object {
		base = len(r.members)
	}
	r.open = append(r.open, level{value: v, base: base})
	r.pos++
	r.space()
	if r.pos < len(r.src) && r.src[r.pos] == closing {
		return r.leave()
	}
	if kind == tree.Object {
		r.name()
	}
	return nil
}

// add gives a value to the innermost container and reads on to the next one. It
// returns the container if it ends here.
func (r *reader) add(v *tree.Value) *tree.Value {
	object := r.open[len(r.open)-1].value.Kind == tree.Object
	if object {
		r.members[len(r.members)-1].Value = v
	} else {
		r.items = append(roomy(r.items), v)
	}
	r.space()
	switch {
	case r.pos == len(r.src) && object:
		r.truncated("inside an object")
	case r.pos == len(r.src):
		r.truncated("inside an array")
	case r.src[r.pos] == ',':
		r.pos++
		r.space()
		if object {
			r.name()
		}
	case object && r.src[r.pos] == '}' || !object && r.src[r.pos] == ']':
		return r.leave()
	case object:
		r.unexpected("behind a member", "a comma or the closing brace follows a member")
	default:
		r.unexpected("behind an item", "a comma or the closing bracket follows an item")
	}
	return nil
}

// roomy returns s, at twice its size if it is full: append alone grows a long
// slice by a quarter, and copies it all the more often.
func roomy[T any](s []T) []T {
	if len(s) == cap(s) {
		return slices.Grow(s, max(len(s), 1))
	}
	return s
}

// leave closes the innermost container, whose closing byte is at pos.
func (r *reader) leave() *tree.Value {
	top := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	r.pos++
	v := top.value
	v.Raw = r.src[v.Offset:r.pos]
	if v.Kind == tree.Object {
		if len(r.members) > top.base {
			v.Members, r.members = own(r.members, top.base)
			if top.names != nil {
				v.IndexBy(top.names)
			} else {
				v.Index()
			}
		}
	} else if len(r.items) > top.base {
		v.Items, r.items = own(r.items, top.base)
	}
	return v
}

// own returns what stands from base on as a list of its own, and what stands before. What
// fills most of its room, with nothing before, is not copied: it may be all of a text.
func own[T any](stack []T, base int) (list, rest []T) {
	n := len(stack) - base
	if base == 0 && n > ownFrom && n > cap(stack)/4*3 {
		return stack[:n:n], nil
	}
	list = make([]T, n)
	copy(list, stack[base:])
	return list, stack[:base]
}

const ownFrom = 1000
