package schema

import (
	"slices"
	"strings"
)

// Violation is one fault of an instance, or of a schema text when Compile
// reports it, in the normal form of rule 12.
type Violation struct {
	Pointer  string  `json:"pointer"`            // RFC 6901; of the object for required and its like
	Keyword  string  `json:"keyword,omitempty"`  // the one that failed
	Property *string `json:"property,omitempty"` // the name it is about, where one is; may be ""
	Reason   string  `json:"reason,omitempty"`   // of parse and of binding
	Message  string  `json:"message"`            // for people and models; never compared
}

// Compare orders violations by the UTF-8 bytes of pointer, keyword and property,
// an absent property first; 0 means that they are one violation.
func Compare(a, b Violation) int {
	if c := strings.Compare(a.Pointer, b.Pointer); c != 0 {
		return c
	}
	if c := strings.Compare(a.Keyword, b.Keyword); c != 0 {
		return c
	}
	switch {
	case a.Property == nil && b.Property == nil:
		return strings.Compare(a.Reason, b.Reason)
	case a.Property == nil:
		return -1
	case b.Property == nil:
		return 1
	}
	return strings.Compare(*a.Property, *b.Property)
}

// Normalize sorts violations, keeps one of each, and cuts the list at limit; more
// says how many were cut.
func Normalize(list []Violation, limit int) (first []Violation, more int) {
	slices.SortStableFunc(list, Compare)
	list = slices.CompactFunc(list, func(a, b Violation) bool { return Compare(a, b) == 0 })
	if len(list) > limit {
		return list[:limit], len(list) - limit
	}
	return list, 0
}
