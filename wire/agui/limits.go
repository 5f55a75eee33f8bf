package agui

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
)

// Limits bounds a history that is read. Each is inclusive; zero stands for the default,
// a negative number for 0.
type Limits struct {
	Bytes int // length of the history's text; 64 MiB
	Depth int // levels of arrays and objects in a value; 128
	// Values are the scalars, arrays and objects of the history and of all JSON texts in
	// its strings together; 500,000. A text counts if it may be read as JSON, by its
	// commas and opening brackets outside strings, one that refers to files after it
	// twice; and a report of what was dropped counts as 8.
	Values int
	Files  int // files in the history; 1,000
}

const (
	maxBytes  = 64 << 20
	maxValues = 500_000
	// around is how much deeper a history is than a value in it, at most: messages,
	// message, metadata, ours, response.
	around   = 8
	maxFiles = 1000
	// maxReports bounds the reports of what was dropped, for one history. Those that are
	// summed up then were made all the same: each is worth as much as some values.
	maxReports  = 1000
	valuesOfOne = 8
)

func (l Limits) resolve() Limits {
	d := strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values}.Resolve()
	if l.Bytes == 0 {
		d.Bytes = maxBytes
	}
	if l.Values == 0 {
		d.Values = maxValues
	}
	files := max(l.Files, 0)
	if l.Files == 0 {
		files = maxFiles
	}
	return Limits{Bytes: d.Bytes, Depth: d.Depth, Values: d.Values, Files: files}
}

// strict are those of the history's text, of limits that are resolved.
func (l Limits) strict() strict.Limits {
	e := l.content()
	return strict.Limits{Bytes: e.Bytes, Depth: l.Depth + around, Values: e.Values}
}

// content are those of one value.
func (l Limits) content() content.Limits {
	return content.Limits(l).Exact()
}

// charge takes the values that a text may hold, as JSON, out of what is left.
func (h *history) charge(text string) error { return h.take(strict.Separators(text)) }

func (h *history) take(n int) error {
	if n > h.left {
		return fmt.Errorf("more than %d values in the history and its texts, which is the limit", h.limits.Values)
	}
	h.left -= n
	return nil
}
