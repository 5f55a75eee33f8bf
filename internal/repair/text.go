package repair

import (
	"strings"

	"github.com/functionschema/fscheck/internal/lexical"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// decode returns the object or array that a string holds where only these can
// stand, or nil: the text does not read strictly, reads to another kind, or would
// break a limit of the whole.
func (w *walk) decode(v *tree.Value, kinds schema.Types) *tree.Value {
	if !w.on[EncodedContainers] || !opens(v.Text, kinds) {
		return nil
	}
	limits := w.limits
	limits.Depth = w.remains(limits.Depth - len(w.path))
	limits.Values = w.remains(limits.Values - w.values + 1) // in place of the string
	decoded, fault := strict.Parse([]byte(v.Text), limits)
	if fault != nil || kinds&(1<<decoded.Kind) == 0 || !w.made(EncodedContainers) {
		return nil
	}
	w.values += decoded.Count() - 1
	return decoded
}

// remains is a limit for the reader, to whom 0 is the default and less is 0.
func (w *walk) remains(limit int) int {
	if limit <= 0 {
		return -1
	}
	return limit
}

// opens reports whether a text begins as an object or array of these kinds does: a
// long text that does not is not read.
func opens(s string, kinds schema.Types) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return s != "" && (s[0] == '{' && kinds&(1<<tree.Object) != 0 || s[0] == '[' && kinds&(1<<tree.Array) != 0)
}

// token returns the number or boolean that a string is exactly, without white space
// around it, if that can stand there; or nil.
func (w *walk) token(v *tree.Value, kinds schema.Types) *tree.Value {
	s := v.Text
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') && s != "true" && s != "false" {
		return nil
	}
	read, fault := strict.Parse([]byte(s), w.limits)
	if fault != nil || len(read.Raw) != len(s) || kinds&schema.KindOf(read) == 0 {
		return nil
	}
	return read
}

// spelling returns bytes that were written in the URL-safe alphabet or without
// padding as declared ones are, or v.
func (w *walk) spelling(p schema.Place, v *tree.Value) *tree.Value {
	if c := p.Of(v, w.spend); !c.Asserts(schema.Base64) {
		return v
	}
	s, ok := lexical.Base64Standard(v.Text)
	longer := len(s) - len(v.Text) // by the padding
	if !ok || longer > w.limits.Bytes-w.bytes || !w.made(Base64Spelling) {
		return v
	}
	w.bytes += longer
	return tree.NewString(s)
}
