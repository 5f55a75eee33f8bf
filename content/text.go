package content

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// Text returns v as a model reads it, where files travel apart or not at all:
//
//  1. A string is as it is, without quotes, so that [Bytes] are bare base64. None
//     is null.
//  2. A file is a sentence that names its identifier and media type, and where it
//     is. Its bytes are never in the text.
//  3. A list of strings and files alone has each on a line.
//  4. Anything else is JSON, in which a file with bytes lacks them: a Binary its
//     "data", a data: URL its "url". What is left refers to the file by "kind" and
//     "identifier".
func (v Value) Text() string {
	switch {
	case v.node == nil:
		return "null"
	case v.isText():
		return v.node.plain.Text
	case v.node.file != nil:
		return sentence(v.node.file)
	case v.node.flat():
		lines := make([]string, len(v.node.items))
		for i, item := range v.node.items {
			lines[i] = Value{item}.Text()
		}
		return strings.Join(lines, "\n")
	}
	return string(v.node.appendJSON(nil, fileReference))
}

func (v Value) isText() bool { return v.node.plain != nil && v.node.plain.Kind == tree.String }

// flat reports whether n is a list of strings and files, with one file at least.
func (n *node) flat() bool {
	if len(n.items) == 0 {
		return false
	}
	for _, item := range n.items {
		if item.file == nil && !(Value{item}).isText() {
			return false
		}
	}
	return true
}

// sentence is a file in words.
func sentence(f File) string {
	switch f := f.(type) {
	case Binary:
		size := fmt.Sprintf("%d bytes", len(f.Data))
		if len(f.Data) == 1 {
			size = "1 byte"
		}
		return fmt.Sprintf("See file %s (%s, %s).", f.ID(), f.ContentType(), size)
	case UploadedFile:
		return fmt.Sprintf("See file %s (%s), which %s holds as %s.", f.ID(), f.ContentType(), f.Provider, f.FileID)
	}
	l, _ := linkOf(f)
	if inURL(f) {
		return fmt.Sprintf("See file %s (%s).", f.ID(), f.ContentType())
	}
	return fmt.Sprintf("See file %s (%s) at %s", f.ID(), f.ContentType(), l.URL)
}
