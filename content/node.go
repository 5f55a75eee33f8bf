package content

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// maxDepth is how deep a Value's JSON is at most, files written out. One level more
// is where the files' own metadata end.
const maxDepth = 128

// form says how a file is written: whole, or as what refers to it.
type form uint8

const (
	canonicalFile form = iota
	fileReference      // without its bytes, in base64 or in a data: URL
)

// settled returns n, as plain JSON if it has no file below.
func (n *node) settled() *node {
	for _, item := range n.items {
		if item.plain == nil {
			return n
		}
	}
	for _, m := range n.members {
		if m.value.plain == nil {
			return n
		}
	}
	if len(n.items) > 0 {
		items := make([]*tree.Value, len(n.items))
		for i, item := range n.items {
			items[i] = item.plain
		}
		return &node{plain: tree.NewArray(items...)}
	}
	if n.members == nil {
		return &node{plain: tree.NewArray()}
	}
	members := make([]tree.Member, len(n.members))
	for i, m := range n.members {
		members[i] = tree.M(m.name, m.value.plain)
	}
	return &node{plain: tree.NewObject(members...)}
}

// depth returns how deep n is, or more than limit once that is certain.
func (n *node) depth(limit int) int {
	if n.plain != nil {
		return treeDepth(n.plain, limit)
	}
	if n.file != nil {
		return fileDepth(n.file, limit)
	}
	deepest := 0
	for _, item := range n.items {
		deepest = max(deepest, item.depth(limit-1))
	}
	for _, m := range n.members {
		deepest = max(deepest, m.value.depth(limit-1))
	}
	return deepest + 1
}

func treeDepth(v *tree.Value, limit int) int {
	if v.Kind != tree.Array && v.Kind != tree.Object || limit < 0 {
		return 0
	}
	deepest := 0
	for _, item := range v.Items {
		deepest = max(deepest, treeDepth(item, limit-1))
	}
	for _, m := range v.Members {
		deepest = max(deepest, treeDepth(m.Value, limit-1))
	}
	return deepest + 1
}

func fileDepth(f File, limit int) int {
	metadata := metadataOf(f)
	if metadata.node == nil {
		return 1
	}
	return 1 + metadata.node.depth(limit-1)
}

func metadataOf(f File) Value {
	switch f := f.(type) {
	case Binary:
		return f.VendorMetadata
	case UploadedFile:
		return f.VendorMetadata
	}
	l, _ := linkOf(f)
	return l.VendorMetadata
}

// tree returns n as one tree without the texts that it was read from.
func (n *node) tree(as form) *tree.Value {
	switch {
	case n.plain != nil:
		return n.plain.Compact()
	case n.file != nil:
		return fileTree(n.file, as)
	case len(n.items) > 0:
		items := make([]*tree.Value, len(n.items))
		for i, item := range n.items {
			items[i] = item.tree(as)
		}
		return tree.NewArray(items...)
	}
	members := make([]tree.Member, len(n.members))
	for i, m := range n.members {
		members[i] = tree.M(m.name, m.value.tree(as))
	}
	return tree.NewObject(members...)
}

func fileTree(f File, as form) *tree.Value {
	var data *tree.Value
	b, binary := f.(Binary)
	if binary && as == canonicalFile {
		data = tree.NewString(base64.StdEncoding.EncodeToString(b.Data))
	}
	members := f.members(data)
	if as == fileReference && (binary || inURL(f)) {
		members = members[1:]
	}
	return tree.NewObject(members...)
}

// inURL reports whether the bytes of a file are in its URL.
func inURL(f File) bool {
	l, _ := linkOf(f)
	return len(l.URL) >= 5 && strings.EqualFold(l.URL[:5], "data:")
}

// appendJSON appends n without white space.
func (n *node) appendJSON(b []byte, as form) []byte {
	switch {
	case n.plain != nil:
		return appendTree(b, n.plain)
	case n.file != nil:
		return appendFile(b, n.file, as)
	case len(n.items) > 0:
		b = append(b, '[')
		for i, item := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.appendJSON(b, as)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i, m := range n.members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(tree.AppendString(b, m.name), ':')
		b = m.value.appendJSON(b, as)
	}
	return append(b, '}')
}

// appendFile writes what fileTree holds; the data go from where they are into b.
func appendFile(b []byte, f File, as form) []byte {
	binary, ok := f.(Binary)
	if !ok || as == fileReference {
		return appendTree(b, fileTree(f, as))
	}
	b = append(b, `{"data":"`...)
	b = base64.StdEncoding.AppendEncode(b, binary.Data)
	rest := appendTree(nil, fileTree(f, fileReference))
	b = append(b, `",`...)
	return append(b, rest[1:]...)
}

// appendTree is [tree.Value.AppendJSON] that never writes what was read.
func appendTree(b []byte, v *tree.Value) []byte {
	switch v.Kind {
	case tree.Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendTree(b, item)
		}
		return append(b, ']')
	case tree.Object:
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(tree.AppendString(b, m.Name), ':')
			b = appendTree(b, m.Value)
		}
		return append(b, '}')
	case tree.String:
		return tree.AppendString(b, v.Text)
	case tree.Number:
		return append(b, v.Text...)
	}
	return v.AppendJSON(b)
}

// eachFile yields the files of n, which is at the pointer, until told to stop.
func (n *node) eachFile(pointer []byte, yield func(string, File) bool) bool {
	if n.plain != nil {
		return true
	}
	if n.file != nil {
		return yield(string(pointer), n.file)
	}
	for i, item := range n.items {
		if item.plain == nil && !item.eachFile(strconv.AppendInt(append(pointer, '/'), int64(i), 10), yield) {
			return false
		}
	}
	for _, m := range n.members {
		if m.value.plain == nil && !m.value.eachFile(tree.AppendToken(pointer, m.name), yield) {
			return false
		}
	}
	return true
}

func (n *node) countFiles() int {
	if n.file != nil {
		return 1
	}
	count := 0
	for _, item := range n.items {
		count += item.countFiles()
	}
	for _, m := range n.members {
		count += m.value.countFiles()
	}
	return count
}

func (n *node) equal(o *node) bool {
	switch {
	case n.plain != nil || o.plain != nil:
		return n.plain != nil && o.plain != nil && sameTree(n.plain, o.plain)
	case n.file != nil || o.file != nil:
		return n.file != nil && o.file != nil && SameFile(n.file, o.file)
	case len(n.items) != len(o.items) || len(n.members) != len(o.members):
		return false
	}
	for i, item := range n.items {
		if !item.equal(o.items[i]) {
			return false
		}
	}
	for i, m := range n.members {
		if m.name != o.members[i].name || !m.value.equal(o.members[i].value) {
			return false
		}
	}
	return true
}

func sameTree(a, b *tree.Value) bool {
	if a.Kind != b.Kind || a.Bool != b.Bool || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members) {
		return false
	}
	for i, item := range a.Items {
		if !sameTree(item, b.Items[i]) {
			return false
		}
	}
	for i, m := range a.Members {
		if m.Name != b.Members[i].Name || !sameTree(m.Value, b.Members[i].Value) {
			return false
		}
	}
	return true
}

// grafted makes a node of a tree, with other values in the places of some nodes; nil
// if all is plain.
func grafted(v *tree.Value, grafts map[*tree.Value]Value) *node {
	if g, ok := grafts[v]; ok {
		if !g.HasFiles() {
			return nil // v is what it is
		}
		return g.node
	}
	return descend(v, func(_ string, below *tree.Value) *node { return grafted(below, grafts) })
}
