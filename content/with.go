package content

import (
	"bytes"
	"encoding/json"
)

// With is what a function returns if files go beside its value: the list of the
// value and the files. A T that is a string gives a text and files side by side,
// which every protocol can show. The list is one long if there are no files.
type With[T any] struct {
	Value T
	Files []File
}

// MarshalJSON writes the list as encoding/json writes its items.
func (w With[T]) MarshalJSON() ([]byte, error) {
	items := make([]any, 1, 1+len(w.Files))
	items[0] = w.Value
	for _, f := range w.Files {
		items = append(items, f)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(items)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
