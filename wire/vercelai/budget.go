package vercelai

import (
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Levels of arrays and objects around an output: body, messages, message, parts,
// part; and around the value in the text of a response.
const (
	around         = 5
	aroundResponse = 1
)

// ofText is how many values a text beside a call counts besides those in it: it is read
// by itself, however short it is.
const ofText = 8

// budget is what may still be read of a history or a chunk: what stands in texts
// beside counts with the rest.
type budget struct {
	limits strict.Limits
	values int
}

// tooMuch is an error of a limit: it is never passed over.
type tooMuch struct{ error }

func (t tooMuch) Unwrap() error { return t.error }

func isTooMuch(err error) bool {
	var t tooMuch
	return errors.As(err, &t)
}

func newBudget(l content.Limits) *budget {
	limits := strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values}.Resolve()
	return &budget{limits: limits, values: limits.Values}
}

// parse reads a text in which extra levels are around what may be deep.
func (b *budget) parse(text []byte, extra int) (*tree.Value, error) {
	if extra < around {
		b.values -= ofText
	}
	limits := b.limits
	limits.Depth += extra
	limits.Values = b.values
	if b.values <= 0 {
		limits.Values = -1
	}
	v, fault := strict.Parse(text, limits)
	if fault != nil {
		b.values -= len(text) / 2 // no text has more: what was read of it is not known
		switch fault.Reason {
		case strict.Size, strict.Depth, strict.Values, strict.Number:
			return nil, tooMuch{fault}
		}
		return nil, fault
	}
	b.values -= v.Count()
	return v, nil
}

// again returns the text of what was read, to be read again by who knows it. It
// counts twice.
func (b *budget) again(v *tree.Value) ([]byte, error) {
	if b.values -= v.Count(); b.values < 0 {
		return nil, tooMuch{fmt.Errorf("there are more than %d values, which is the limit", b.limits.Values)}
	}
	return v.AppendJSON(nil), nil
}

func (b *budget) hint(v *tree.Value) (*content.Hint, error) {
	text, err := b.again(v)
	if err != nil {
		return nil, err
	}
	h := new(content.Hint)
	return h, h.UnmarshalJSON(text)
}

// response reads the text of a response within the budget, of which limits has the
// files, and returns the tree of the JSON that its value is, too.
func (b *budget) response(text string, limits content.Limits) (content.Response, *tree.Value, error) {
	var r content.Response
	v, err := b.parse([]byte(text), aroundResponse)
	if err != nil {
		return r, nil, err
	}
	rest, err := b.again(v.Without("value", "hint"))
	if err != nil {
		return r, nil, err
	}
	if err := r.UnmarshalJSON(rest); err != nil {
		return r, nil, err
	}
	value := v.Lookup("value")
	if value == nil {
		return r, nil, nil
	}
	how := content.Reading{Limits: limits}
	if h := v.Lookup("hint"); h != nil {
		if how.Hint, err = b.hint(h); err != nil {
			return r, nil, err
		}
	}
	if r.Value, err = how.Tree(value); err != nil {
		return r, nil, tooMuch{err}
	}
	if r.Value.HasFiles() {
		value = r.Value.Tree()
	}
	return r, value, nil
}

// deep is an error if v is deeper than the limit.
func (b *budget) deep(v *tree.Value) error {
	if v != nil && v.Deeper(b.limits.Depth) {
		return fmt.Errorf("objects and arrays may stand in one another %d deep", b.limits.Depth)
	}
	return nil
}
