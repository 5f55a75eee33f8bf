package content

import (
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Value is ordered JSON with files in it, or none. The zero Value is none.
type Value struct {
	node *node // nil: none
}

// node is one place of a Value. JSON without a file below is one tree.
type node struct {
	plain *tree.Value // JSON without a file in it
	file  File        // or a file, in normal form

	items   []*node  // or a list with a file in it, if there are any
	members []member // or else an object with a file in it
}

type member struct {
	name  string
	value *node
}

// Member is a name and a value, of which [Object] makes an object.
type Member struct {
	Name  string
	Value Value
}

// Text returns a Value that is the string s. JSON holds no bytes that are not
// UTF-8: each of them becomes U+FFFD.
func Text(s string) Value {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return plain(tree.NewString(s))
}

// Bytes returns a Value that is b in base64: the standard alphabet of RFC 4648,
// with padding and without line breaks. No bytes, nil included, are "". The
// Value keeps nothing of b. Bytes that are a file are a [Binary].
func Bytes(b []byte) Value {
	return plain(tree.NewString(base64.StdEncoding.EncodeToString(b)))
}

// Null returns a Value that is null, which is not none.
func Null() Value { return plain(tree.NewNull()) }

// JSON reads text as one JSON value in which nothing is a file, whatever it looks
// like. It keeps the order of members and the spelling of numbers, and nothing of
// the text's white space or escapes. The error says which rule the text breaks and
// at which byte. [Reading] reads what has files in it.
func JSON(text []byte) (Value, error) {
	node, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return Value{}, fmt.Errorf("content: %w", fault)
	}
	return Of(node), nil
}

// OfFile returns a Value that is the file, in normal form and with a copy of its
// data. A nil file, a text in it that is not UTF-8, VendorMetadata that are no
// object, or an uploaded file without Provider is an error.
func OfFile(f File) (Value, error) {
	f, err := normal(f)
	if err != nil {
		return Value{}, err
	}
	if fileDepth(f, maxDepth) > maxDepth {
		return Value{}, errDeep
	}
	return Value{&node{file: f}}, nil
}

// List returns a Value that is the list of the items; an item that is none is
// null. More than 128 levels are an error.
func List(items ...Value) (Value, error) {
	n := &node{items: make([]*node, len(items))}
	for i, item := range items {
		n.items[i] = item.orNull()
	}
	return assemble(n)
}

// Object returns a Value that is the object of the members in this order; a member
// that is none is null. A name twice, a name that is not UTF-8 and more than 128
// levels are errors.
func Object(members ...Member) (Value, error) {
	n := &node{members: make([]member, len(members))}
	seen := make(map[string]bool, len(members))
	for i, m := range members {
		if !utf8.ValidString(m.Name) {
			return Value{}, fmt.Errorf("content: the name %q is not UTF-8", m.Name)
		}
		if seen[m.Name] {
			return Value{}, fmt.Errorf("content: the object has two members %q", m.Name)
		}
		seen[m.Name] = true
		n.members[i] = member{m.Name, m.Value.orNull()}
	}
	return assemble(n)
}

// Must returns v, and panics if there is an error: for values known when the
// program is written.
func Must(v Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return v
}

// Of returns the Value that a tree holds, in which nothing is a file; nil is none.
// It is the door for this module's other packages, as [Value.Tree] is.
func Of(node *tree.Value) Value {
	if node == nil {
		return Value{}
	}
	return plain(node)
}

// OfTree returns the Value that a tree holds, in which other values, with files in
// them, stand in the places of some of its nodes. More than 128 levels are an error.
// It is for this module's other packages.
func OfTree(root *tree.Value, grafts map[*tree.Value]Value) (Value, error) {
	if v, ok := grafts[root]; ok || root == nil {
		return v, nil
	}
	if len(grafts) == 0 {
		return Of(root), nil
	}
	n := grafted(root, grafts).or(root)
	if n.depth(maxDepth) > maxDepth {
		return Value{}, errDeep
	}
	return Value{n}, nil
}

// Tree returns the tree that v is, with files as their canonical JSON, or nil if v
// is none.
func (v Value) Tree() *tree.Value {
	if v.node == nil {
		return nil
	}
	return v.node.tree(canonicalFile)
}

// IsZero reports whether v is none. A Value that is null is not.
func (v Value) IsZero() bool { return v.node == nil }

// File returns the file that v is, if it is one. Its data are shared by everybody
// who has v: do not change them.
func (v Value) File() (File, bool) {
	if v.node == nil || v.node.file == nil {
		return nil, false
	}
	return v.node.file, true
}

// Files yields every file in v and the JSON Pointer (RFC 6901) of its place, in
// document order.
func (v Value) Files() iter.Seq2[string, File] {
	return func(yield func(string, File) bool) {
		if v.node != nil {
			v.node.eachFile(nil, yield)
		}
	}
}

// HasFiles reports whether there is a file in v.
func (v Value) HasFiles() bool { return v.node != nil && v.node.plain == nil }

// CountFiles returns how many files there are in v. Unlike [Value.Files] it makes
// no pointers, which may be long.
func (v Value) CountFiles() int {
	if v.node == nil {
		return 0
	}
	return v.node.countFiles()
}

// Equal reports whether v and w are both none or the same JSON with the same
// files at the same places. The order of members and the spelling of numbers
// count.
func (v Value) Equal(w Value) bool {
	if v.node == nil || w.node == nil {
		return v.node == w.node
	}
	return v.node.equal(w.node)
}

// MarshalJSON returns the canonical JSON of v; none is null, for want of anything
// less. A field of type Value is left out when none if its tag says omitzero.
//
// The encoders of encoding/json escape <, > and & in what they embed, unless
// told otherwise by SetEscapeHTML; the value is the same.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.node == nil {
		return []byte("null"), nil
	}
	return v.node.appendJSON(nil, canonicalFile), nil
}

// UnmarshalJSON sets v to the value that the zero [Reading] reads from text.
func (v *Value) UnmarshalJSON(text []byte) error {
	read, err := Reading{}.JSON(text)
	if err != nil {
		return err
	}
	*v = read
	return nil
}

func plain(t *tree.Value) Value { return Value{&node{plain: t}} }

func (v Value) orNull() *node {
	if v.node == nil {
		return Null().node
	}
	return v.node
}

func (v Value) isNull() bool { return v.node.plain != nil && v.node.plain.Kind == tree.Null }

var errDeep = errors.New("content: the value is nested deeper than 128 levels")

// assemble makes a Value of a container that was just filled.
func assemble(n *node) (Value, error) {
	n = n.settled()
	if n.depth(maxDepth) > maxDepth {
		return Value{}, errDeep
	}
	return Value{n}, nil
}

// normal returns the normal form of a file, of a pointer to one too.
func normal(f File) (File, error) {
	switch p := f.(type) {
	case nil:
		return nil, errNoFile
	case *Binary:
		return normalAt(p)
	case *ImageURL:
		return normalAt(p)
	case *AudioURL:
		return normalAt(p)
	case *VideoURL:
		return normalAt(p)
	case *DocumentURL:
		return normalAt(p)
	case *UploadedFile:
		return normalAt(p)
	}
	return f.normal()
}

var errNoFile = errors.New("content: the file is nil")

func normalAt[T File](p *T) (File, error) {
	if p == nil {
		return nil, errNoFile
	}
	return (*p).normal()
}

// SameFile reports whether a and b are the same file, or both nil.
func SameFile(a, b File) bool {
	switch a := a.(type) {
	case Binary:
		b, ok := b.(Binary)
		return ok && a.Equal(b)
	case UploadedFile:
		b, ok := b.(UploadedFile)
		return ok && a.Equal(b)
	case nil:
		return b == nil
	}
	l, _ := linkOf(a)
	m, ok := linkOf(b)
	return ok && a.Kind() == b.Kind() && l.equal(m, a.Kind())
}
