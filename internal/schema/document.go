package schema

import (
	"net/url"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// base is the address of the schema that is compiled. Nothing is ever loaded
// from it: it only gives relative references a place to start from.
const base = "fscheck:///schema"

// resource is a schema resource (core 4.3.5): a document, or a schema in one that
// has an $id.
type resource struct {
	address    *url.URL // what references within it are relative to
	document   string   // the address of the document it stands in
	pointer    string   // where in it
	dialect    string   // its $schema, as dialectFaults names it
	vocabulary vocabulary
	anchors    map[string]*node // by $anchor and $dynamicAnchor
	dynamic    map[string]*node // by $dynamicAnchor
}

// location is where a schema stands.
type location struct{ document, pointer string }

// open enters the document at an address: one of the options', or a bundled
// metaschema. No other is ever loaded; it returns nil for them.
func (b *builder) open(address string) *resource {
	text := b.options.Resources[address]
	if text == nil {
		text = bundled()[strings.TrimSuffix(address, "#")]
	}
	if text == nil {
		return nil
	}
	return b.document(address, text)
}

// document enters all schemas of a document and returns its resource.
func (b *builder) document(address string, text *tree.Value) *resource {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	b.documents[address] = text
	root := b.resource(u, address, "")
	b.enter(root, "", text)
	return b.nodes[location{address, ""}].resource
}

func (b *builder) resource(u *url.URL, document, pointer string) *resource {
	r := &resource{address: u, document: document, pointer: pointer, anchors: map[string]*node{}, dynamic: map[string]*node{}}
	if key := u.String(); b.resources[key] == nil {
		b.resources[key] = r
	}
	return r
}

// enter gives a schema and all schemas within it, reached or not, their nodes, in
// the order of the text, and notes their identifiers.
func (b *builder) enter(in *resource, pointer string, v *tree.Value) {
	at := location{in.document, pointer}
	if b.nodes[at] != nil {
		return
	}
	in = b.identify(in, pointer, v)
	n := &node{document: in.document, pointer: pointer, source: v, resource: in}
	b.nodes[at] = n
	b.order = append(b.order, n)
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		name := v.Lookup(keyword)
		if name == nil || name.Kind != tree.String {
			continue
		}
		if other := in.anchors[name.Text]; other != nil && other != n {
			b.fault(n, "/"+keyword, keyword, "another schema, at "+quote(other.pointer)+", has the anchor "+quote(name.Text)+" too: give each its own")
			continue
		}
		in.anchors[name.Text] = n
		if keyword == "$dynamicAnchor" {
			in.dynamic[name.Text] = n
		}
	}
	eachChild(v, pointer, func(pointer string, v *tree.Value) { b.enter(in, pointer, v) })
}

// identify returns the resource of a schema: in, or the one that its $id makes.
func (b *builder) identify(in *resource, pointer string, v *tree.Value) *resource {
	if id := v.Lookup("$id"); id != nil && id.Kind == tree.String {
		text, _, _ := strings.Cut(id.Text, "#")
		u, err := url.Parse(text)
		switch {
		case text == "" && err == nil:
		case err != nil:
			b.fault(&node{document: in.document, pointer: pointer}, "/$id", "$id", "this is no URI reference: write one, or leave $id out")
		default:
			u = in.address.ResolveReference(u)
			if other := b.resources[u.String()]; other != nil && (other.document != in.document || other.pointer != pointer) {
				b.fault(&node{document: in.document, pointer: pointer}, "/$id", "$id",
					"another schema, at "+quote(other.pointer)+", has this $id too: give each its own")
			}
			r := b.resource(u, in.document, pointer)
			r.dialect, r.vocabulary = in.dialect, in.vocabulary
			in = r
		}
	}
	if name := v.Lookup("$schema"); name != nil && name.Kind == tree.String && in.pointer == pointer {
		in.dialect = strings.TrimSuffix(name.Text, "#")
		in.vocabulary = newVocabulary(b.options.Resources[in.dialect])
	}
	return in
}

// enclosing returns the resource that a place within a document belongs to.
func (b *builder) enclosing(document, pointer string) *resource {
	for {
		if n := b.nodes[location{document, pointer}]; n != nil {
			return n.resource
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return nil
		}
		pointer = pointer[:i]
	}
}
