package content

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Reading says how JSON, text or parts become a [Value]. The zero Reading reads
// what this module and pydantic-ai write.
//
//  1. With a Hint, the objects that it names are files and no other is. Without
//     one, an object is a file by rules 2 and 3; anything else is plain data, and
//     stays as it is written, a look-alike too.
//  2. A file is an object whose "kind" is one of the six. A binary has "media_type",
//     a string, and "data": base64 in the standard or the URL-safe alphabet, padded
//     or not, never both alphabets, nothing between, unused bits zero. A URL has
//     "url", a string, may have "force_download": false, true or "allow-local", and
//     has "media_type", a string that is not empty or null: with a hint it may lack
//     it. An uploaded file has the strings "file_id" and "provider_name"; without a
//     hint that is anthropic, openai, google, google-cloud, google-gla,
//     google-vertex, bedrock or xai; and it may have "media_type", a string or null.
//     All may have "identifier", a string or null, and "vendor_metadata", an object
//     or null.
//  3. Other members of a file are passed over, as pydantic-ai does: whoever keeps
//     them sends a Hint.
//  4. JSON is read strictly, within Limits; what exceeds them is an error, never
//     cut. Members may have any name: __proto__ is data.
//  5. A Reading does not judge: what a client sent goes through a [Policy] then.
type Reading struct {
	// Hint says which objects are files; nil: the rules do.
	Hint *Hint
	// ByteObjects accepts for the data of a binary what JSON.stringify makes of a
	// Uint8Array or of a Buffer, too.
	ByteObjects bool
	// EmptyObjects, with ByteObjects, accepts {} as no bytes. An ArrayBuffer or a
	// Blob, whose bytes are lost, looks the same.
	EmptyObjects bool
	Limits       Limits
}

// JSON reads text as the JSON of a Value.
func (r Reading) JSON(text []byte) (Value, error) {
	v, fault := strict.Parse(text, r.Limits.strict())
	if fault != nil {
		return Value{}, fmt.Errorf("content: %w", fault)
	}
	return r.Tree(v)
}

// Tree reads a tree, whose depth and size are within limits already, as JSON reads
// a text. It is for this module's other packages.
func (r Reading) Tree(v *tree.Value) (Value, error) {
	if r.Hint == nil {
		d := discovery{reading: r}
		n := d.node(v)
		if d.err != nil {
			return Value{}, d.err
		}
		return Value{n.or(v)}, nil
	}
	if r.Hint.Form == FormNone && v.Kind == tree.Null {
		return Value{}, nil
	}
	if len(r.Hint.Files) == 0 {
		return Of(v), nil
	}
	if err := r.Limits.countFiles(len(r.Hint.Files)); err != nil {
		return Value{}, err
	}
	named := &place{}
	for _, pointer := range r.Hint.Files {
		named.add(pointer, r.Limits.reach())
	}
	n := named.fill(v, func(_ *place, v *tree.Value) (File, bool) { return r.accept(v) })
	return Value{n.or(v)}, nil
}

// Inline reads what [Value.Inline] writes. Without a fitting hint a text that is a
// JSON array or object is that, and any other text is itself: 123, null and "x" in
// quotes too. A text that begins as an array or object and exceeds a limit is an
// error.
func (r Reading) Inline(text string) (Value, error) {
	if h := r.Hint; h != nil {
		switch {
		case h.Form == FormText:
			return Text(text), nil
		case h.Form == FormNone && text == "":
			return Value{}, nil
		case h.Form == FormNull && text == "":
			return Null(), nil
		case h.Form == FormJSON || h.Form == FormList:
			if v, fault := strict.Parse([]byte(text), r.Limits.strict()); fault == nil {
				return r.Tree(v)
			} else if exceeds(fault) {
				return Value{}, fmt.Errorf("content: %w", fault)
			}
		}
	}
	r.Hint = nil
	v, err := r.container(text)
	if err != nil {
		return Value{}, err
	}
	if v == nil {
		return Text(text), nil
	}
	return r.Tree(v)
}

// container reads a text that is a JSON array or object; any other is nil.
func (r Reading) container(text string) (*tree.Value, error) {
	if !BeginsJSON(text) {
		return nil, nil
	}
	v, fault := strict.Parse([]byte(text), r.Limits.strict())
	switch {
	case fault == nil:
		return v, nil
	case exceeds(fault):
		return nil, fmt.Errorf("content: %w", fault)
	}
	return nil, nil
}

// BeginsJSON reports whether a text begins as a JSON array or object does. No other is
// read by [Reading.Inline] as anything but itself without a hint.
func BeginsJSON(text string) bool {
	start := strings.TrimLeft(text, " \t\r\n")
	return start != "" && (start[0] == '[' || start[0] == '{')
}

// exceeds reports whether a text may be JSON, and is too much.
func exceeds(fault *strict.Error) bool {
	switch fault.Reason {
	case strict.Size, strict.Depth, strict.Values, strict.Number:
		return true
	}
	return false
}

// discovery makes files of the objects that are files by the rules. It ends at the
// first file that is too many or too far.
type discovery struct {
	reading Reading
	files   int
	length  int // of the pointer to where it is, escapes aside
	err     error
}

// node returns nil for what is plain.
func (d *discovery) node(v *tree.Value) *node {
	if v.Kind != tree.Array && v.Kind != tree.Object || d.err != nil {
		return nil
	}
	if f, ok := d.reading.recognise(v); ok {
		d.files++
		d.err = d.reading.Limits.countFiles(d.files)
		if d.length > longestPointer {
			d.err = fmt.Errorf("content: a file is behind names of %d bytes, more than the limit of %d", d.length, longestPointer)
		}
		return &node{file: f}
	}
	return descend(v, func(name string, below *tree.Value) *node {
		d.length += len(name) + 1
		n := d.node(below)
		d.length -= len(name) + 1
		return n
	})
}

// descend reads what is in a container by each, which returns nil for what is plain.
// A container of which all is plain is nil, too.
func descend(v *tree.Value, each func(token string, below *tree.Value) *node) *node {
	var n *node
	for i, item := range v.Items {
		below := each("", item)
		if below != nil && n == nil {
			n = &node{items: make([]*node, len(v.Items))}
			for j, before := range v.Items[:i] {
				n.items[j] = &node{plain: before}
			}
		}
		if n != nil {
			n.items[i] = below.or(item)
		}
	}
	for i, m := range v.Members {
		below := each(m.Name, m.Value)
		if below != nil && n == nil {
			n = &node{members: make([]member, len(v.Members))}
			for j, before := range v.Members[:i] {
				n.members[j] = member{before.Name, &node{plain: before.Value}}
			}
		}
		if n != nil {
			n.members[i] = member{m.Name, below.or(m.Value)}
		}
	}
	return n
}

// or returns n, or v as plain data if n is nil.
func (n *node) or(v *tree.Value) *node {
	if n == nil {
		return &node{plain: v}
	}
	return n
}
