package main

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// parameter is one place of the arguments that a schema describes. Its JSON form
// is stable.
type parameter struct {
	Pointer     string          `json:"pointer"` // of its schema
	Name        string          `json:"name"`    // "[]" of items, "[0]" of the first, "*" of other members
	Type        string          `json:"type"`
	Required    bool            `json:"required"`
	Default     json.RawMessage `json:"default,omitempty"`
	Constraints json.RawMessage `json:"constraints,omitempty"` // keyword: value
	Description string          `json:"description,omitempty"`
	Parameters  []parameter     `json:"parameters,omitempty"` // within it
	Elided      bool            `json:"elided,omitempty"`     // those within it are not listed

	member bool          // it has a name of its own
	limits []tree.Member // constraints, in order
}

// described is a schema object and where it stands.
type described struct {
	pointer string
	schema  *tree.Value
}

// lister lists the parameters of one schema.
type lister struct {
	root *tree.Value
	open []*tree.Value // schemas that are being listed, so that recursion ends
	left int           // parameters that may still be listed
}

// mostParameters bounds a listing: references alone can make a short schema
// describe more places than anybody can read.
const mostParameters = 2_000

// parameters lists what stands below the root of a schema that was compiled, and
// reports whether some of it was left out for want of room.
func parameters(root *tree.Value) (list []parameter, elided bool) {
	l := &lister{root: root, left: mostParameters}
	return l.below(described{"", root})
}

// parts returns the schemas that certainly apply to the same value: d, what it
// refers to, and what its allOf lists.
func (l *lister) parts(d described) []described {
	var list []described
	seen := map[*tree.Value]bool{}
	var add func(described)
	add = func(d described) {
		if d.schema == nil || seen[d.schema] {
			return
		}
		seen[d.schema] = true
		list = append(list, d)
		if target, ok := l.target(d.schema); ok {
			add(target)
		}
		if all := d.schema.Lookup("allOf"); all != nil {
			for i, part := range all.Items {
				add(described{tree.Join(d.pointer, "allOf", strconv.Itoa(i)), part})
			}
		}
	}
	add(d)
	return list
}

// target returns the schema that a $ref within the document names by a pointer.
func (l *lister) target(v *tree.Value) (described, bool) {
	ref := v.Lookup("$ref")
	if ref == nil {
		return described{}, false
	}
	fragment, ok := strings.CutPrefix(ref.Text, "#")
	if !ok || fragment != "" && fragment[0] != '/' {
		return described{}, false
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return described{}, false
	}
	target := l.root.At(pointer)
	return described{pointer, target}, target != nil
}

// one describes a place.
func (l *lister) one(name string, required bool, d described) parameter {
	parts := l.parts(d)
	p := parameter{Pointer: d.pointer, Name: name, Required: required, Type: l.typeOf(parts)}
	for _, part := range parts {
		p.describe(part.schema)
	}
	if only, ok := l.nullable(parts); ok {
		for _, part := range l.parts(only) {
			p.describe(part.schema)
		}
	}
	if len(p.limits) > 0 {
		p.Constraints = json.RawMessage(tree.NewObject(p.limits...).AppendJSON(nil))
	}
	p.Parameters, p.Elided = l.below(d)
	return p
}

// describe takes over what a schema says of its value and no schema before it did.
func (p *parameter) describe(v *tree.Value) {
	if d := v.Lookup("description"); d != nil && d.Kind == tree.String && p.Description == "" {
		p.Description = d.Text
	}
	if d := v.Lookup("default"); d != nil && p.Default == nil {
		p.Default = json.RawMessage(d.String())
	}
	p.constrain(v)
}

// constraining lists the keywords that a constraint is shown of.
var constraining = []string{
	"enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType",
	"minItems", "maxItems", "uniqueItems", "minContains", "maxContains",
	"minProperties", "maxProperties", "additionalProperties", "unevaluatedProperties", "dependentRequired",
	"readOnly", "writeOnly", "deprecated",
}

func (p *parameter) constrain(v *tree.Value) {
	for _, keyword := range constraining {
		value := v.Lookup(keyword)
		if value == nil || slices.ContainsFunc(p.limits, func(m tree.Member) bool { return m.Name == keyword }) {
			continue
		}
		if strings.HasSuffix(keyword, "Properties") && value.Kind == tree.Object {
			continue // a schema: it has a place of its own
		}
		p.limits = append(p.limits, tree.M(keyword, value.Compact()))
	}
}

// below lists the places within a value: members, items, and what the branches of
// a choice add. It elides those that are being listed already, and those for which
// there is no room.
func (l *lister) below(d described) (list []parameter, elided bool) {
	parts := l.parts(d)
	for _, part := range parts {
		if slices.Contains(l.open, part.schema) {
			return nil, true
		}
	}
	depth := len(l.open)
	for _, part := range parts {
		l.open = append(l.open, part.schema)
	}
	defer func() { l.open = l.open[:depth] }()

	add := func(name string, required, member bool, at described) {
		if at.schema == nil || at.schema.Kind != tree.Object || slices.ContainsFunc(list, func(p parameter) bool { return p.Name == name && p.member == member }) {
			return
		}
		if l.left--; l.left < 0 {
			elided = true
			return
		}
		p := l.one(name, required, at)
		p.member = member
		list = append(list, p)
	}
	for _, part := range parts {
		if properties := part.schema.Lookup("properties"); properties != nil {
			for _, m := range properties.Members {
				value := m.Value
				if value.Kind == tree.Bool {
					value = tree.NewObject() // true and false say nothing more
				}
				add(m.Name, isRequired(parts, m.Name), true, described{tree.Join(part.pointer, "properties", m.Name), value})
			}
		}
	}
	for _, part := range parts {
		for _, name := range listed(part.schema.Lookup("required")) { // of what no properties describe
			add(name, true, true, described{part.pointer + "/required", tree.NewObject()})
		}
	}
	for _, part := range parts {
		at := func(name string, tokens ...string) {
			pointer := tree.Join("", tokens...)
			add(name, false, false, described{part.pointer + pointer, part.schema.At(pointer)})
		}
		if prefix := part.schema.Lookup("prefixItems"); prefix != nil {
			for i := range prefix.Items {
				at("["+strconv.Itoa(i)+"]", "prefixItems", strconv.Itoa(i))
			}
		}
		at("[]", "items")
		if patterns := part.schema.Lookup("patternProperties"); patterns != nil {
			for _, m := range patterns.Members {
				at("/"+m.Name+"/", "patternProperties", m.Name)
			}
		}
		at("*", "additionalProperties")
	}
	if only, ok := l.nullable(parts); ok {
		more, cut := l.below(only)
		return append(list, more...), elided || cut
	}
	for i, option := range l.options(parts) {
		if !isNull(option.schema) {
			add("("+strconv.Itoa(i+1)+")", false, false, option)
		}
	}
	return list, elided
}

// options returns the branches of the first anyOf or oneOf.
func (l *lister) options(parts []described) []described {
	for _, part := range parts {
		for _, keyword := range []string{"anyOf", "oneOf"} {
			if branches := part.schema.Lookup(keyword); branches != nil {
				var list []described
				for i, b := range branches.Items {
					list = append(list, described{tree.Join(part.pointer, keyword, strconv.Itoa(i)), b})
				}
				return list
			}
		}
	}
	return nil
}

// nullable returns the one schema that a choice between it and null leaves.
func (l *lister) nullable(parts []described) (described, bool) {
	options := l.options(parts)
	if len(options) != 2 {
		return described{}, false
	}
	for i, option := range options {
		if isNull(option.schema) && !isNull(options[1-i].schema) {
			return options[1-i], true
		}
	}
	return described{}, false
}

func isNull(v *tree.Value) bool {
	t := v.Lookup("type")
	return t != nil && t.Kind == tree.String && t.Text == "null"
}

func isRequired(parts []described, name string) bool {
	return slices.ContainsFunc(parts, func(part described) bool {
		return slices.Contains(listed(part.schema.Lookup("required")), name)
	})
}

// listed returns the strings of an array, which may be absent.
func listed(v *tree.Value) []string {
	if v == nil {
		return nil
	}
	var list []string
	for _, item := range v.Items {
		list = append(list, item.Text)
	}
	return list
}
