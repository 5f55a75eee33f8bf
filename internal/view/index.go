package view

import (
	"net/url"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// index knows the references of a schema: where they stand and where they lead.
// Places are pointers, not nodes, for a tree that was built may hold one node in
// two places.
type index struct {
	root      *tree.Value
	resources map[string]string   // absolute URI without fragment: pointer
	anchors   map[string]string   // URI#anchor: pointer
	dynamic   map[string][]string // $dynamicAnchor: pointers
	refs      []reference
	standing  map[string][]int // positions in refs, by the schema object they stand in
	visited   map[string]bool
}

type reference struct {
	at      string   // pointer of the schema object
	keyword string   // $ref or $dynamicRef
	targets []string // pointers; none if it leads out of the document
	base    *url.URL
	to      string
}

func newIndex(root *tree.Value) *index {
	ix := &index{root: root, resources: map[string]string{"": ""}, anchors: map[string]string{}, dynamic: map[string][]string{}, visited: map[string]bool{}, standing: map[string][]int{}}
	ix.add(root, "", new(url.URL))
	// A reference may lead under a keyword that holds no schema by itself, and to
	// further references there: the list grows as it is read.
	for i := 0; i < len(ix.refs); i++ {
		r := ix.refs[i]
		ix.refs[i].targets = ix.resolve(r)
		for _, t := range ix.refs[i].targets {
			ix.add(root.At(t), t, r.base)
		}
	}
	return ix
}

func (ix *index) add(v *tree.Value, pointer string, base *url.URL) {
	if v.Kind != tree.Object || ix.visited[pointer] {
		return
	}
	ix.visited[pointer] = true
	// Without its fragment, which may be empty, an $id of nothing makes no resource.
	if id, _, _ := strings.Cut(text(v.Lookup("$id")), "#"); id != "" {
		if u, err := base.Parse(id); err == nil {
			base = u
			ix.resources[u.String()] = pointer
		}
	}
	for _, m := range v.Members {
		switch m.Name {
		case "$anchor", "$dynamicAnchor":
			ix.anchors[base.String()+"#"+text(m.Value)] = pointer
			if m.Name == "$dynamicAnchor" {
				ix.dynamic[text(m.Value)] = append(ix.dynamic[text(m.Value)], pointer)
			}
		case "$ref", "$dynamicRef":
			ix.standing[pointer] = append(ix.standing[pointer], len(ix.refs))
			ix.refs = append(ix.refs, reference{at: pointer, keyword: m.Name, base: base, to: text(m.Value)})
		}
	}
	eachSubschema(v, pointer, func(sub *tree.Value, at string) { ix.add(sub, at, base) })
}

// resolve returns where a reference leads. For $dynamicRef that is every place it
// may lead to, which depends on the way an instance was reached.
func (ix *index) resolve(r reference) []string {
	u, err := r.base.Parse(r.to)
	if err != nil {
		return nil
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	var targets []string
	if r.keyword == "$dynamicRef" {
		targets = append(targets, ix.dynamic[fragment]...)
	}
	if fragment != "" && fragment[0] != '/' {
		if at, ok := ix.anchors[u.String()+"#"+fragment]; ok {
			targets = append(targets, at)
		}
		return targets
	}
	resource, ok := ix.resources[u.String()]
	if ok && ix.root.At(resource+fragment) != nil {
		targets = append(targets, resource+fragment)
	}
	return targets
}

// leadsInto reports whether any reference leads to a place below pointer.
func (ix *index) leadsInto(pointer string) bool {
	for _, r := range ix.refs {
		for _, t := range r.targets {
			if strings.HasPrefix(t, pointer+"/") {
				return true
			}
		}
	}
	return false
}

func text(v *tree.Value) string {
	if v == nil || v.Kind != tree.String {
		return ""
	}
	return v.Text
}

// eachSubschema calls visit for the schemas directly below a schema object.
func eachSubschema(v *tree.Value, pointer string, visit func(sub *tree.Value, at string)) {
	for _, m := range v.Members {
		at := func(tokens ...string) string { return tree.Join(tree.Join(pointer, m.Name), tokens...) }
		switch m.Name {
		case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
			for _, sub := range m.Value.Members {
				visit(sub.Value, at(sub.Name))
			}
		case "allOf", "anyOf", "oneOf", "prefixItems", "items":
			if m.Value.Kind != tree.Array {
				visit(m.Value, at())
				continue
			}
			for i, sub := range m.Value.Items {
				visit(sub, at(itoa(i)))
			}
		case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains", "propertyNames",
			"not", "if", "then", "else", "contentSchema", "additionalItems":
			visit(m.Value, at())
		}
	}
}
