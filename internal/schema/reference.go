package schema

import (
	"net/url"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// reference resolves the $ref or $dynamicRef of n (core 8.2), or reports why it
// names no schema. anchor is its fragment if that is the name of an anchor.
func (b *builder) reference(n *node, keyword string) (target *node, anchor string) {
	text := n.keyword(keyword)
	if text == nil || text.Kind != tree.String {
		return nil, ""
	}
	target, anchor, problem := b.resolve(n.resource, text.Text)
	if target == nil {
		b.fault(n, "/"+keyword, keyword, "the reference "+quote(text.Text)+" "+problem)
	}
	return target, anchor
}

const (
	noDocument = "names a document that is not part of this schema, and none is ever loaded: put the target into $defs"
	noSchema   = "names no schema here: point it at one that is there"
	noURI      = "is no URI reference: write one such as #/$defs/name"
)

func (b *builder) resolve(r *resource, text string) (target *node, anchor, problem string) {
	address, fragment, _ := strings.Cut(text, "#")
	if address != "" {
		u, err := url.Parse(address)
		if err != nil {
			return nil, "", noURI
		}
		address = r.address.ResolveReference(u).String()
		if r = b.resources[address]; r == nil {
			if r = b.open(address); r == nil {
				return nil, "", noDocument
			}
		}
	}
	fragment, err := url.PathUnescape(fragment)
	switch {
	case err != nil || !validPointer(fragment):
		return nil, "", noURI
	case fragment == "" || fragment[0] == '/':
		if target = b.at(r.document, r.pointer+fragment); target == nil {
			return nil, "", noSchema
		}
		return target, "", ""
	}
	if target = r.anchors[fragment]; target == nil {
		return nil, "", noSchema
	}
	return target, fragment, ""
}

// validPointer reports whether every ~ of a fragment is an escape of RFC 6901.
func validPointer(fragment string) bool {
	for {
		i := strings.IndexByte(fragment, '~')
		if i < 0 {
			return true
		}
		if i+1 == len(fragment) || fragment[i+1] != '0' && fragment[i+1] != '1' {
			return false
		}
		fragment = fragment[i+1:]
	}
}

// at returns the node of the schema at a place. One that stands where no keyword
// holds schemas becomes a schema by being referred to, and is judged as one.
func (b *builder) at(document, pointer string) *node {
	if n := b.nodes[location{document, pointer}]; n != nil {
		return n
	}
	v := b.documents[document].At(pointer)
	if v == nil || !isSchema(v) {
		return nil
	}
	in := b.enclosing(document, pointer)
	if document == base {
		b.faults = append(b.faults, textFaults(v, pointer, in.dialect, b.options)...)
	}
	b.enter(in, pointer, v)
	return b.nodes[location{document, pointer}]
}
