package content

import (
	"fmt"

	"github.com/functionschema/fscheck/internal/strict"
)

// Limits bounds what is read. Each is inclusive; zero stands for the default, a
// negative number for 0.
type Limits struct {
	Bytes  int // length of the text; 16 MiB
	Depth  int // levels of arrays and objects; 128
	Values int // scalars, arrays and objects; 1,000,000
	Files  int // files in one Value; 1,000, each behind a pointer of 64 KiB at most
}

const maxFiles = 1000

// Exact returns limits that are the numbers of l, of which 0 stands for no default.
func (l Limits) Exact() Limits {
	return Limits{Bytes: exact(l.Bytes), Depth: exact(l.Depth), Values: exact(l.Values), Files: exact(l.Files)}
}

func exact(limit int) int {
	if limit == 0 {
		return -1
	}
	return limit
}

// check is an error if v exceeds the limits, whatever it was put together from: Depth
// and Values of all of it, and Files. A file is one value and one level, and what its
// VendorMetadata have besides.
func (l Limits) check(v Value) error {
	if v.node == nil {
		return nil
	}
	most := l.strict().Resolve()
	if v.node.depth(most.Depth) > most.Depth {
		return fmt.Errorf("content: with its files the value is nested deeper than %d levels, which is the limit", most.Depth)
	}
	values, files := v.node.count()
	if values > most.Values {
		return fmt.Errorf("content: with its files the value has more than %d values, which is the limit", most.Values)
	}
	return l.countFiles(files)
}

func (l Limits) strict() strict.Limits {
	return strict.Limits{Bytes: l.Bytes, Depth: l.Depth, Values: l.Values}
}

// reach is that of the pointers to files.
func (l Limits) reach() reach { return reach{longestPointer, l.strict().Resolve().Depth} }

func (l Limits) files() int {
	if l.Files == 0 {
		return maxFiles
	}
	return max(l.Files, 0)
}

func (l Limits) countFiles(n int) error {
	if most := l.files(); n > most {
		return fmt.Errorf("content: more than %d files, which is the limit", most)
	}
	return nil
}

// count returns how many values n has, and how many of them are files.
func (n *node) count() (values, files int) {
	switch {
	case n.plain != nil:
		return n.plain.Count(), 0
	case n.file != nil:
		if metadata := metadataOf(n.file); metadata.node != nil {
			values, _ = metadata.node.count()
		}
		return 1 + values, 1
	}
	values = 1
	for _, item := range n.items {
		v, f := item.count()
		values, files = values+v, files+f
	}
	for _, m := range n.members {
		v, f := m.value.count()
		values, files = values+v, files+f
	}
	return values, files
}
