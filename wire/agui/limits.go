package agui

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Limits bounds a history that is read. Each is inclusive; zero stands for the default,
// a negative number for 0.
type Limits struct {
	Bytes int // length of the history's text; 64 MiB
	Depth int // levels of arrays and objects in a value; 128
	// Values are the scalars, arrays and objects of the history and of all JSON texts in
	// its strings together; 1,000,000. Those in strings are counted by their commas
	// and opening brackets.
	Values int
	Files  int // files in one result; 1,000
}

const (
	maxBytes = 64 << 20
	// around is how much deeper a history is than a value in it, at most: messages,
	// message, metadata, ours, response.
	around = 8
	// maxReports bounds the reports of what was dropped, for one history.
	maxReports = 1000
)

func (l Limits) resolve() Limits {
	d := strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values}.Resolve()
	if l.Bytes == 0 {
		d.Bytes = maxBytes
	}
	return Limits{Bytes: d.Bytes, Depth: d.Depth, Values: d.Values, Files: l.Files}
}

// strict are those of the history's text, of limits that are resolved.
func (l Limits) strict() strict.Limits {
	return strict.Limits{Bytes: orNegative(l.Bytes), Depth: l.Depth + around, Values: orNegative(l.Values)}
}

// content are those of one value.
func (l Limits) content() content.Limits {
	return content.Limits{Bytes: orNegative(l.Bytes), Depth: orNegative(l.Depth), Values: orNegative(l.Values), Files: l.Files}
}

// orNegative keeps a limit of 0 from standing for the default.
func orNegative(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// charge takes the values that a text may hold, as JSON, out of what is left.
func (h *history) charge(text string) error {
	n := 1 + strings.Count(text, ",") + strings.Count(text, "[") + strings.Count(text, "{")
	if n > h.left {
		return fmt.Errorf("agui: more than %d values in the texts of the history, which is the limit", h.limits.Values)
	}
	h.left -= n
	return nil
}

func count(v *tree.Value) int {
	n := 1
	for _, item := range v.Items {
		n += count(item)
	}
	for _, m := range v.Members {
		n += count(m.Value)
	}
	return n
}
