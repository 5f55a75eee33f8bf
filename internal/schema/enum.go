package schema

import (
	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/tree"
)

// enumeration is the keyword enum. In a long list scalars are looked up by their
// canonical text, which equal values share.
type enumeration struct {
	values  []*tree.Value
	scalars map[string]bool // nil in a short list
	others  []*tree.Value
	longest int // of the scalars' texts
}

func newEnum(values []*tree.Value) *enumeration {
	e := &enumeration{values: values, others: values}
	if len(values) <= few {
		return e
	}
	e.scalars, e.others = make(map[string]bool, len(values)), nil
	for _, v := range values {
		if v.Kind == tree.Array || v.Kind == tree.Object {
			e.others = append(e.others, v)
			continue
		}
		text := string(canonical.Append(nil, v))
		e.scalars[text] = true
		e.longest = max(e.longest, len(text))
	}
	return e
}

func (e *enumeration) has(v *tree.Value) bool {
	if e.scalars != nil && v.Kind != tree.Array && v.Kind != tree.Object {
		if v.Kind == tree.String && len(v.Text) > e.longest {
			return false
		}
		var b [64]byte
		return e.scalars[string(appendIdentity(b[:0], v))]
	}
	for _, want := range e.others {
		if equal(v, want) {
			return true
		}
	}
	return false
}
