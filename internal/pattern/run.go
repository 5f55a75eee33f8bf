package pattern

import "unicode/utf8"

// run is a pattern that is one character set with a count, like ^[a-z]{1,4096}$.
// Schemas bound lengths so; counting needs no program as long as the bound.
type run struct {
	set        set
	min, max   int
	start, end bool // anchored there
}

// runOf returns n as a run, or nil if it is none.
func runOf(n *node) *run {
	r := &run{min: 1, max: 1}
	parts := []*node{n}
	if n.kind == sequence {
		parts = n.subs
	}
	if len(parts) > 0 && parts[0] == textStart {
		r.start, parts = true, parts[1:]
	}
	if k := len(parts); k > 0 && parts[k-1] == textEnd {
		r.end, parts = true, parts[:k-1]
	}
	if len(parts) != 1 {
		return nil
	}
	n = parts[0]
	if n.kind == repeat {
		r.min, r.max = n.min, n.max
		n = n.subs[0]
	}
	if n.set == nil {
		return nil
	}
	r.set = n.set
	return r
}

func (r *run) match(s string) bool {
	switch {
	case r.start && r.end:
		count := 0
		for _, c := range s {
			if count++; count > r.max && r.max != unlimited || !r.set.has(c) {
				return false
			}
		}
		return count >= r.min
	case r.end:
		// The shortest run is enough where a side is open.
		for range r.min {
			c, size := utf8.DecodeLastRuneInString(s)
			if size == 0 || !r.set.has(c) {
				return false
			}
			s = s[:len(s)-size]
		}
		return true
	}
	count := 0
	for _, c := range s {
		if count == r.min {
			return true
		}
		if r.set.has(c) {
			count++
		} else if r.start {
			return false
		} else {
			count = 0
		}
	}
	return count == r.min
}
