// Package content is what a function gives back: text, JSON and bytes as one
// ordered JSON value, and the response that carries either that value or the
// failure that stands in its place.
//
//  1. A [Value] is immutable and safe for concurrent use. Its zero value is
//     none: the function returned nothing, which is not null.
//  2. Members keep their order and numbers their digits. Nothing is rounded,
//     sorted or merged on the way from a function to a model or a peer.
//  3. JSON that comes from outside is read strictly, by the rules that arguments
//     are read by: one value, UTF-8, no duplicate names, within the limits.
//  4. Bytes become base64 text (RFC 4648, standard alphabet, with padding) once,
//     where they enter.
//  5. MarshalJSON writes one text for one value: no white space, the string
//     escapes of RFC 8785, numbers as they were written.
package content

import (
	"encoding/base64"
	"fmt"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Value is ordered JSON, or none. The zero Value is none.
type Value struct {
	node *tree.Value // nil: none
}

// Text returns a Value that is the string s. JSON holds no bytes that are not
// UTF-8: each of them becomes U+FFFD.
func Text(s string) Value {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return Value{tree.NewString(s)}
}

// Bytes returns a Value that is b in base64: the standard alphabet of RFC 4648,
// with padding and without line breaks. No bytes, nil included, are "". The
// Value keeps nothing of b.
func Bytes(b []byte) Value {
	return Value{tree.NewString(base64.StdEncoding.EncodeToString(b))}
}

// JSON reads text as one JSON value. It keeps the order of members and the
// spelling of numbers, and nothing of the text's white space or escapes. The
// error says which rule the text breaks and at which byte.
func JSON(text []byte) (Value, error) {
	node, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return Value{}, fmt.Errorf("content: %w", fault)
	}
	return Of(node), nil
}

// Of returns the Value that a tree holds; nil is none. It is the door for this
// module's other packages, as [Value.Tree] is.
func Of(node *tree.Value) Value {
	if node == nil {
		return Value{}
	}
	return Value{node.Compact()}
}

// Tree returns the tree that v is, or nil if v is none.
func (v Value) Tree() *tree.Value { return v.node }

// IsZero reports whether v is none. A Value that is null is not.
func (v Value) IsZero() bool { return v.node == nil }

// Text returns v as a model reads it: a string as it is, without quotes, so that
// bytes are bare base64; none as "null"; anything else as its JSON.
func (v Value) Text() string {
	switch {
	case v.node == nil:
		return "null"
	case v.node.Kind == tree.String:
		return v.node.Text
	}
	return v.node.String()
}

// Equal reports whether v and w are both none or have the same JSON. The order
// of members and the spelling of numbers count.
func (v Value) Equal(w Value) bool {
	if v.node == nil || w.node == nil {
		return v.node == w.node
	}
	return v.node.String() == w.node.String()
}

// MarshalJSON returns the JSON of v; none is null, for want of anything less.
// A field of type Value is left out when none if its tag says omitzero.
//
// The encoders of encoding/json escape <, > and & in what they embed, unless
// told otherwise by SetEscapeHTML; the value is the same.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.node == nil {
		return []byte("null"), nil
	}
	return v.node.AppendJSON(nil), nil
}

// UnmarshalJSON sets v to the value that [JSON] reads from text.
func (v *Value) UnmarshalJSON(text []byte) error {
	read, err := JSON(text)
	if err != nil {
		return err
	}
	*v = read
	return nil
}
