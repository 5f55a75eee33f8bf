package mcp

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// around is how much deeper a result is than a value in it, at most: result, _meta,
// ours, response, failure, violations, violation.
const around = 8

// budget is what may still be read of a result: what stands in its texts counts with
// the rest.
type budget struct {
	limits strict.Limits
	files  int // in the result
	left   int // values
	names  int // of members: in one object, each takes as much memory as a value
}

func newBudget(l content.Limits) *budget {
	limits := strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values}.Resolve()
	files := l.Files
	if files == 0 {
		files = 1000
	}
	return &budget{limits: limits, files: max(files, 0), left: limits.Values, names: limits.Values / 5 * 2}
}

// parse reads JSON, with levels around what may be deep.
func (b *budget) parse(text []byte, levels int) (*tree.Value, error) {
	if err := b.chargeNames(text); err != nil {
		return nil, err
	}
	l := content.Limits{Bytes: b.limits.Bytes, Depth: b.limits.Depth + levels, Values: b.left}.Exact()
	v, fault := strict.Parse(text, strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values})
	if fault != nil {
		return nil, fault
	}
	b.left -= v.Count()
	return v, nil
}

// charge takes the values of v, which is read once more, out of what is left.
func (b *budget) charge(v *tree.Value) bool {
	n := v.Count()
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// chargeNames takes the names in a text, which is or is not JSON, out of what is left.
func (b *budget) chargeNames(text []byte) error {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ':' && !quoted:
			b.names--
		}
	}
	if b.names < 0 {
		return fmt.Errorf("more than %d members of objects, which is the limit", b.limits.Values/5*2)
	}
	return nil
}

// content are the limits of the one value that is put together at last, of what was
// counted already. Whoever reads a text for it has only what is left.
func (b *budget) content() content.Limits {
	return content.Limits{Bytes: b.limits.Bytes, Depth: b.limits.Depth, Values: b.limits.Values, Files: b.files}.Exact()
}

// deeper is an error if v has more levels than a value may have.
func (b *budget) deeper(v *tree.Value) error {
	if v.Deeper(b.limits.Depth) {
		return fmt.Errorf("more than %d levels of arrays and objects, which is the limit", b.limits.Depth)
	}
	return nil
}
