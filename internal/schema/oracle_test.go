package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/functionschema/fscheck/internal/tree"
)

// normalForm derives the normal form of rule 12 from the authority's error. It is
// not sure of schemas with a transparent choice, whose branches the authority
// judges all, nor with an unevaluated* that is a schema and may see what a failed
// schema evaluated.
func normalForm(s *Schema, err error) (violations []Violation, sure bool) {
	if err == nil {
		return nil, true
	}
	sure = true
	eachSubschema(s.root.source, "", func(_ string, v *tree.Value) {
		for _, keyword := range []string{"unevaluatedProperties", "unevaluatedItems"} {
			if u := v.Lookup(keyword); u != nil && u.Kind == tree.Object {
				sure = false
			}
		}
	})
	for _, n := range s.spreadAll() {
		if n.anyChoice != nil || n.oneChoice != nil {
			sure = false
		}
	}
	if !sure {
		return nil, false
	}
	var found []Violation
	leaves(err.(*jsonschema.ValidationError), &found)
	for _, v := range found {
		if v.Keyword == "propertyNames" && v.Pointer != "" {
			return nil, false // the authority hands out a place that it goes on to change
		}
		if !strings.HasPrefix(v.Keyword, "unevaluated") || !yields(v, found) {
			violations = append(violations, v)
		}
	}
	violations, _ = Normalize(violations, len(violations))
	return violations, true
}

// yields reports whether something else stands at or below an unevaluated*.
func yields(v Violation, all []Violation) bool {
	for _, other := range all {
		at := other.Pointer == v.Pointer && !strings.HasPrefix(other.Keyword, "unevaluated")
		if at || strings.HasPrefix(other.Pointer, v.Pointer+"/") {
			return true
		}
	}
	return false
}

// spreadAll lists all schemas that are reached.
func (s *Schema) spreadAll() []*node {
	seen := map[*node]bool{}
	var all []*node
	var add func(*node)
	add = func(n *node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		all = append(all, n)
		for _, t := range n.targets() {
			add(t)
		}
		for _, list := range s.anchored {
			for _, t := range list {
				add(t)
			}
		}
	}
	add(s.root)
	return all
}

func leaves(e *jsonschema.ValidationError, found *[]Violation) {
	at := tree.Join("", e.InstanceLocation...)
	add := func(keyword string, names ...string) {
		if names == nil {
			*found = append(*found, Violation{Pointer: at, Keyword: keyword})
		}
		for _, name := range names {
			*found = append(*found, Violation{Pointer: at, Keyword: keyword, Property: &name})
		}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			leaves(cause, found)
		}
	case *kind.FalseSchema:
		parent, last := tree.Join("", e.InstanceLocation[:max(0, len(e.InstanceLocation)-1)]...), ""
		if len(e.InstanceLocation) > 0 {
			last = e.InstanceLocation[len(e.InstanceLocation)-1]
		}
		switch keyword := e.SchemaURL[strings.LastIndexByte(e.SchemaURL, '/')+1:]; {
		case strings.HasSuffix(e.SchemaURL, "/properties/"+keyword):
			add("false")
		case keyword == "items" || keyword == "unevaluatedItems":
			at = parent
			add(keyword)
		case keyword == "unevaluatedProperties" || keyword == "additionalProperties":
			at = parent
			add(keyword, last)
		default:
			add("false")
		}
	case *kind.Required:
		add("required", k.Missing...)
	case *kind.AdditionalProperties:
		add("additionalProperties", k.Properties...)
	case *kind.DependentRequired:
		add("dependentRequired", k.Missing...)
	case *kind.Dependency:
		add("dependentRequired", k.Missing...)
	case *kind.PropertyNames:
		add("propertyNames", k.Property)
	case *kind.Not:
		add("not")
	default:
		path := k.KeywordPath()
		add(path[len(path)-1])
	}
}
