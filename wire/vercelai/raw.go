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
	return v, h.reportAt(dropped, names...)
}

// reportAt reports what the policy dropped at the names below the message.
func (h *historyReader) reportAt(dropped []content.Dropped, names ...string) error {
	if len(dropped) == 0 {
		return nil
	}
	return h.report("", dropped, tree.Join(tree.Join("", h.at...), names...))
}

var errDropped = fmt.Errorf("the policy drops or changes more than %d things, which is the limit", mostDropped)

// filesIn returns the spelling of the files in a part that is no call: file,
// reasoning-file and source-url anywhere, for pydantic-ai puts messages into data parts,
// and the part itself whatever its type, if it has a "url".
func filesIn(part *tree.Value) func(*tree.Value) []content.File {
	return func(v *tree.Value) []content.File {
		switch v.TextOf("type") {
		case "file", "reasoning-file", "source-url":
		default:
			if v != part || !present(v.Lookup("url")) {
				return nil
			}
		}
		files := references(v)
		url := v.Lookup("url")
		switch {
		case url == nil || url.Kind != tree.String || url.Text == "" || len(files) > 0 && url.Text == beneath(v, "providerMetadata", theirs).TextOf("file_id") && leadsNowhere(url.Text):
		case len(url.Text) >= 5 && strings.EqualFold(url.Text[:5], "data:"):
			return append(files, content.Binary{}) // the bytes are here
		default:
			return append(files, content.DocumentURL{URL: url.Text})
		}
		return append(files, content.Binary{})
	}
}

// leadsNowhere reports whether a URL names neither scheme nor host, for nobody: an id of
// a provider, and not the address of something else.
func leadsNowhere(url string) bool {
	file, err := content.OfFile(content.DocumentURL{URL: url})
	if err != nil {
		return false
	}
	_, dropped := content.Policy{Schemes: []string{""}}.Apply(file)
	return len(dropped) == 0
}

// references returns the files held by a provider that a part refers to: by
// "providerReference" since ai 7, by the metadata of pydantic-ai, where the "url" is the
// id again: one that is a URL with a scheme or a host is judged as any.
func references(part *tree.Value) []content.File {
	var files []content.File
	if id := beneath(part, "providerMetadata", theirs).Lookup("file_id"); present(id) {
		files = append(files, content.UploadedFile{Provider: beneath(part, "providerMetadata", theirs).TextOf("provider_name")})
	}
	if ref := part.Lookup("providerReference"); present(ref) {
		provider := text(ref)
		if len(ref.Members) > 0 {
			provider = ref.Members[0].Name
		}
		files = append(files, content.UploadedFile{Provider: provider})
	}
	return files
}
