package schema

import (
	"errors"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/tree"
)

// escapeFragment spells a pointer as the fragment of a URI reference.
func escapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i := range tokens {
		tokens[i] = url.PathEscape(tokens[i])
	}
	return strings.Join(tokens, "/")
}

// referenceFault says why the schema at pointer does not compile although it
// satisfies the metaschema: one of its references, or an identifier.
func referenceFault(err error, pointer string, v *tree.Value) Violation {
	keyword, remedy := "$ref", ""
	var load *jsonschema.LoadURLError
	var duplicateID *jsonschema.DuplicateIDError
	var duplicateAnchor *jsonschema.DuplicateAnchorError
	var badID *jsonschema.ParseIDError
	switch {
	case errors.As(err, &load):
		remedy = "names a document that is not part of this schema, and none is ever loaded: put the target into $defs"
	case errors.As(err, &duplicateID):
		return Violation{Pointer: tree.Join(duplicateID.Ptr1, "$id"), Keyword: "$id", Message: "two schemas have this $id: give each its own"}
	case errors.As(err, &duplicateAnchor):
		return Violation{Pointer: duplicateAnchor.Ptr1, Keyword: "$anchor", Message: "two schemas have the anchor " + quote(duplicateAnchor.Anchor) + ": give each its own"}
	case errors.As(err, &badID):
		return Violation{Pointer: pointer + "/$id", Keyword: "$id", Message: "this is no URI reference"}
	default:
		remedy = "names nothing in this schema: point it at a schema that is there"
	}
	for _, name := range []string{"$ref", "$dynamicRef"} {
		if v.Lookup(name) != nil {
			keyword = name
			break
		}
	}
	target := v.Lookup(keyword)
	if target == nil {
		return Violation{Pointer: pointer, Keyword: keyword, Message: "a reference in this schema " + remedy}
	}
	return Violation{Pointer: pointer + "/" + keyword, Keyword: keyword, Message: "the reference " + quote(target.Text) + " " + remedy}
}

// rootFaults reports what keeps the root from admitting any object: rule 11.
func rootFaults(root *node) []Violation {
	var faults []Violation
	seen := map[*node]bool{}
	var look func(*node)
	look = func(n *node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		refuse := func(keyword string) {
			pointer := n.pointer
			if keyword != "false" {
				pointer += "/" + keyword
			}
			faults = append(faults, Violation{
				Pointer: pointer, Keyword: keyword,
				Message: "arguments are an object, which this does not admit: say type object at the root",
			})
		}
		object := func(v *tree.Value) bool { return v.Kind == tree.Object }
		switch {
		case n.isFalse():
			refuse("false")
		case n.types != 0 && !n.types.has(tree.Object):
			refuse("type")
		case n.constant != nil && !object(n.constant):
			refuse("const")
		case n.hasEnum && !anyOf(n.enum, object):
			refuse("enum")
		}
		look(n.ref)
		for _, part := range n.allOf {
			look(part)
		}
	}
	look(root)
	faults, _ = Normalize(faults, len(faults))
	return faults
}

func anyOf(list []*tree.Value, ok func(*tree.Value) bool) bool {
	for _, v := range list {
		if ok(v) {
			return true
		}
	}
	return false
}

// cycleFaults reports every reference that leads back to itself through
// applicators that stay at the same instance, so that judging it would not end.
func cycleFaults(nodes []*node) []Violation {
	component := components(nodes)
	var faults []Violation
	report := func(n *node, target *node, keyword string) {
		if target != nil && component[n] == component[target] {
			faults = append(faults, Violation{
				Pointer: n.pointer + "/" + keyword, Keyword: keyword,
				Message: "this reference leads back to itself without going into the instance: judging it would not end",
			})
		}
	}
	for _, n := range nodes {
		report(n, n.ref, "$ref")
		if n.dynamicRef != nil {
			report(n, n.dynamicRef.initial, "$dynamicRef")
		}
	}
	return faults
}

// inPlaceTargets lists the schemas that n applies to the same instance.
func (n *node) inPlaceTargets() []*node {
	var targets []*node
	add := func(more ...*node) {
		for _, t := range more {
			if t != nil {
				targets = append(targets, t)
			}
		}
	}
	add(n.ref, n.not, n.ifs, n.thens, n.elses)
	add(n.allOf...)
	add(n.anyOf...)
	add(n.oneOf...)
	for _, d := range n.dependentSchemas {
		add(d.node)
	}
	if n.dynamicRef != nil {
		add(n.dynamicRef.initial)
	}
	return targets
}

// components numbers the strongly connected components of the in-place graph
// (Tarjan). A node that does not apply itself is alone in its component, and so
// is not told from one that does: its own reference then points into it.
func components(nodes []*node) map[*node]int {
	type state struct{ index, low int }
	states := map[*node]*state{}
	component := map[*node]int{}
	var stack []*node
	var visit func(n *node) *state
	visit = func(n *node) *state {
		s := &state{len(states) + 1, len(states) + 1}
		states[n] = s
		stack = append(stack, n)
		for _, t := range n.inPlaceTargets() {
			if ts, ok := states[t]; !ok {
				s.low = min(s.low, visit(t).low)
			} else if _, done := component[t]; !done {
				s.low = min(s.low, ts.index)
			}
		}
		if s.low == s.index {
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				component[top] = s.index
				if top == n {
					break
				}
			}
		}
		return s
	}
	for _, n := range nodes {
		if _, ok := states[n]; !ok {
			visit(n)
		}
	}
	return component
}
