package mcp

import (
	"strconv"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// longestPointer bounds the names around an object that refers to a file, in bytes:
// many behind one long name would be worth many times what was sent.
const longestPointer = 64 << 10

// references returns the places of the files in v: those of the objects that refer to
// them, in order and one for each; nil if there are others, more or fewer.
func references(v *tree.Value, files []content.Part) []content.Placed {
	s := search{files: files}
	s.value(v)
	if s.unknown || len(s.placed) < len(files) {
		return nil
	}
	return s.placed
}

// search walks through a tree in document order.
type search struct {
	files   []content.Part
	path    []byte
	placed  []content.Placed
	unknown bool // an object refers to none of the files, or in another order
}

func (s *search) value(v *tree.Value) {
	if s.unknown || len(s.path) > longestPointer {
		return
	}
	if kind, id := lookup(v, "kind"), lookup(v, "identifier"); kind != nil && id != nil && kind.Kind == tree.String && id.Kind == tree.String {
		i := len(s.placed)
		if s.unknown = i == len(s.files) || kind.Text != string(s.files[i].File.Kind()) || id.Text != s.files[i].File.ID(); !s.unknown {
			s.placed = append(s.placed, content.Placed{Pointer: string(s.path), File: s.files[i].File})
		}
		return
	}
	at := len(s.path)
	for i, item := range v.Items {
		s.path = strconv.AppendInt(append(s.path, '/'), int64(i), 10)
		s.value(item)
		s.path = s.path[:at]
	}
	for _, m := range v.Members {
		s.path = tree.AppendToken(s.path, m.Name)
		s.value(m.Value)
		s.path = s.path[:at]
	}
}
