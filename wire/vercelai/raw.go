package vercelai

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// raw returns what the policy leaves of JSON that is handed on as it came, at the names
// below the message; nil if nothing is left.
func (h *historyReader) raw(v *tree.Value, spelled func(*tree.Value) []content.File, names ...string) (*tree.Value, error) {
	if v == nil {
		return nil, nil
	}
	if err := h.budget.deep(v); err != nil {
		return nil, under(err, names...)
	}
	v, dropped := h.reading.Policy.ApplyRaw(v, spelled)
	return v, h.judged(dropped, names...)
}

// judged reports what the policy dropped at the names below the message.
func (h *historyReader) judged(dropped []content.Dropped, names ...string) error {
	for _, d := range dropped {
		d.Pointer = tree.Join(tree.Join("", h.at...), names...) + d.Pointer
		if h.drop("", d) > mostDropped {
			return errDropped
		}
	}
	return nil
}

var errDropped = fmt.Errorf("the policy forbids more than %d files, which is the limit", mostDropped)

// filesIn returns the spelling of the files in a part that is no call: file,
// reasoning-file and source-url anywhere, for pydantic-ai puts messages into data parts,
// and the part itself whatever its type, if it has a "url".
func filesIn(part *tree.Value) func(*tree.Value) []content.File {
	return func(v *tree.Value) []content.File {
		switch text(v.Lookup("type")) {
		case "file", "reasoning-file", "source-url":
		default:
			if v != part || v.Lookup("url") == nil {
				return nil
			}
		}
		files := references(v)
		url := v.Lookup("url")
		switch {
		case url == nil || url.Kind != tree.String || url.Text == "" || len(files) > 0 && url.Text == text(fileID(v)):
		case len(url.Text) >= 5 && strings.EqualFold(url.Text[:5], "data:"):
			return append(files, content.Binary{}) // the bytes are here
		default:
			return append(files, content.DocumentURL{URL: url.Text})
		}
		return append(files, content.Binary{})
	}
}

// references returns the files held by a provider that a part refers to: by
// "providerReference" since ai 7, by the metadata of pydantic-ai, where the "url" is the
// id again.
func references(part *tree.Value) []content.File {
	var files []content.File
	if id := fileID(part); id != nil && id.Kind != tree.Null {
		provider := part.Lookup("providerMetadata").Lookup("pydantic_ai").Lookup("provider_name")
		files = append(files, content.UploadedFile{Provider: text(provider)})
	}
	if ref := part.Lookup("providerReference"); ref != nil && ref.Kind != tree.Null {
		f := content.UploadedFile{Provider: text(ref)}
		for _, m := range ref.Members {
			f.Provider = m.Name
			break
		}
		files = append(files, f)
	}
	return files
}

func fileID(part *tree.Value) *tree.Value {
	v := part
	for _, name := range []string{"providerMetadata", "pydantic_ai", "file_id"} {
		if v == nil || v.Kind != tree.Object {
			return nil
		}
		v = v.Lookup(name)
	}
	return v
}
