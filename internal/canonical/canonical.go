// Package canonical writes the one text that all spellings of the same JSON
// value share: what a digest is taken over (rule 30).
//
//   - Members are sorted by the UTF-8 bytes of their decoded names.
//   - Strings have the escapes of RFC 8785, section 3.2.2.2, and no others.
//   - A number is its exact value in ECMAScript's layout: 1, 1.0 and 1e0 are 1,
//     and -0 is 0. No digit is rounded away.
//   - There is no white space.
//
// The text equals RFC 8785 except for numbers that a double cannot hold, which
// that RFC rounds until they collide, and for names beyond the Basic
// Multilingual Plane, which it sorts by UTF-16 code units.
package canonical

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// Append appends the canonical text of v to b. It reads v only, and names in
// every object of v must be distinct, as the strict reader leaves them.
func Append(b []byte, v *tree.Value) []byte {
	switch v.Kind {
	case tree.Null:
		return append(b, "null"...)
	case tree.Bool:
		if v.Bool {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case tree.Number:
		return append(b, decimal.Parse(v.Text).String()...)
	case tree.String:
		return tree.AppendString(b, v.Text)
	case tree.Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = Append(b, item)
		}
		return append(b, ']')
	default:
		b = append(b, '{')
		for i, m := range sorted(v.Members) {
			if i > 0 {
				b = append(b, ',')
			}
			b = tree.AppendString(b, m.Name)
			b = append(b, ':')
			b = Append(b, m.Value)
		}
		return append(b, '}')
	}
}

// sorted returns the members in order of their names' bytes; those that are in
// order already, as most machines write them, are not copied.
func sorted(members []tree.Member) []tree.Member {
	byName := func(x, y tree.Member) int { return strings.Compare(x.Name, y.Name) }
	if slices.IsSortedFunc(members, byName) {
		return members
	}
	members = slices.Clone(members)
	slices.SortFunc(members, byName)
	return members
}
