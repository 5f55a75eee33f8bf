package schema

import "github.com/functionschema/fscheck/internal/tree"

// marks says of each member of an object, or item of an array, whether a schema
// evaluated it, one bit each, which is what unevaluatedProperties and
// unevaluatedItems ask (core 11). It is nil where nobody asks.
type marks []uint64

// newMarks returns marks for v: not nil, even of a scalar.
func newMarks(v *tree.Value) marks { return make(marks, (max(len(v.Members), len(v.Items))+63)/64) }

// fresh returns marks for a branch whose own may come to nothing, or nil if
// nobody asks.
func (m marks) fresh(v *tree.Value) marks {
	if m == nil {
		return nil
	}
	return newMarks(v)
}

func (m marks) set(i int) {
	if m != nil {
		m[i/64] |= 1 << (i % 64)
	}
}

func (m marks) has(i int) bool { return m[i/64]&(1<<(i%64)) != 0 }

func (m marks) merge(other marks) {
	if m != nil {
		for i := range other {
			m[i] |= other[i]
		}
	}
}

// unevaluated judges what nothing in n's schema object evaluated.
func (e *evaluation) unevaluated(n *node, v *tree.Value, own marks) bool {
	ok := true
	switch s := n.unevaluatedProperties; {
	case s == nil || v.Kind != tree.Object:
	case s.isFalse():
		for i, m := range v.Members {
			if !own.has(i) {
				ok = e.failName(n, v, "unevaluatedProperties", m.Name)
			}
		}
	default:
		for i := range v.Members {
			if !own.has(i) {
				ok = e.member(s, v, i) && ok
				own.set(i)
			}
		}
	}
	switch s := n.unevaluatedItems; {
	case s == nil || v.Kind != tree.Array:
	case s.isFalse():
		for i := range v.Items {
			if !own.has(i) {
				return e.fail(n, v, "unevaluatedItems")
			}
		}
	default:
		for i := range v.Items {
			if !own.has(i) {
				ok = e.item(s, v, i) && ok
				own.set(i)
			}
		}
	}
	return ok
}
