package plan

import (
	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// enumeration is the keyword enum, or const, of scalars.
type enumeration struct {
	keyword       string
	texts         []string
	index         map[string]string // nil if there are few texts
	numbers       []decimal.Decimal
	byNumber      map[decimal.Decimal]bool // nil if there are few numbers
	null, yes, no bool
}

// newEnumeration returns nil if a value is an object or an array.
func newEnumeration(keyword string, values []*tree.Value) *enumeration {
	e := &enumeration{keyword: keyword}
	for _, v := range values {
		switch v.Kind {
		case tree.Null:
			e.null = true
		case tree.Bool:
			e.yes, e.no = e.yes || v.Bool, e.no || !v.Bool
		case tree.Number:
			e.numbers = append(e.numbers, decimal.Parse(v.Text))
		case tree.String:
			e.texts = append(e.texts, v.Text)
		default:
			return nil
		}
	}
	if len(e.texts) > few {
		e.index = make(map[string]string, len(e.texts))
		for _, text := range e.texts {
			e.index[text] = text
		}
	}
	if len(e.numbers) > few {
		e.byNumber = make(map[decimal.Decimal]bool, len(e.numbers))
		for _, n := range e.numbers {
			e.byNumber[n] = true
		}
	}
	return e
}

// string returns the plan's own copy of a text, if it is among the values.
func (e *enumeration) string(text []byte) (string, bool) {
	if e.index != nil {
		own, ok := e.index[string(text)]
		return own, ok
	}
	for _, own := range e.texts {
		if own == string(text) {
			return own, true
		}
	}
	return "", false
}

func (e *enumeration) number(token string) bool {
	if len(e.numbers) == 0 {
		return false
	}
	d := decimal.Parse(token)
	if e.byNumber != nil {
		return e.byNumber[d]
	}
	for _, n := range e.numbers {
		if n == d {
			return true
		}
	}
	return false
}
