package functionschema

import (
	"fmt"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
)

// Limits bounds what one call may cost. All are inclusive; zero is the default,
// less is INVALID_SCHEMA.
type Limits struct {
	Bytes        int // of the text; 16 MiB
	Depth        int // of nesting; a scalar has 0, {} has 1; 128
	Values       int // scalars and containers; 1,000,000
	Digits       int // of a number, as it is written; 1,000
	Exponent     int // of a number, as it is written, in either direction; 1,000
	Applications int // schemas judged against values, each branch counted; 1,000,000
	Violations   int // that are reported; 32
}

func (l Limits) reader() strict.Limits {
	return strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values, Digits: l.Digits, Exponent: l.Exponent}
}

func (l Limits) violations() int {
	if l.Violations == 0 {
		return schema.DefaultViolations
	}
	return l.Violations
}

// negative lists the limits that are below 0, as they are written.
func (l Limits) negative() (list []string) {
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"Bytes", l.Bytes}, {"Depth", l.Depth}, {"Values", l.Values}, {"Digits", l.Digits}, {"Exponent", l.Exponent},
		{"Applications", l.Applications}, {"Violations", l.Violations},
	} {
		if limit.value < 0 {
			list = append(list, fmt.Sprintf("%s: %d", limit.name, limit.value))
		}
	}
	return list
}
