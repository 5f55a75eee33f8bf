package view

import (
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

// scan finds hidden names in a schema that judges the arguments from a place where
// nothing can be taken out. where says in words which place that is.
func (h *hider) scan(v *tree.Value, pointer, where string) {
	if v == nil || v.Kind != tree.Object || h.seen[pointer] {
		return
	}
	h.seen[pointer] = true
	for _, m := range v.Members {
		at := tree.Join(pointer, m.Name)
		switch m.Name {
		case "properties":
			h.scanNames(m.Value, at, where)
		case "required":
			h.scanItems(m.Value, at, where)
		case "dependentRequired", "dependentSchemas", "dependencies":
			h.scanNames(m.Value, at, where)
			for _, d := range m.Value.Members {
				h.scanItems(d.Value, tree.Join(at, d.Name), where)
				h.scan(d.Value, tree.Join(at, d.Name), where)
			}
		case "allOf":
			for i, branch := range m.Value.Items {
				h.scan(branch, tree.Join(at, itoa(i)), where)
			}
		default:
			h.scanKeyword(m, pointer, at)
		}
	}
}

// scanKeyword is scan for one keyword, of those that are judged alike in a schema
// of the arguments and elsewhere.
func (h *hider) scanKeyword(m tree.Member, pointer, at string) {
	switch m.Name {
	case "anyOf", "oneOf":
		for i, branch := range m.Value.Items {
			h.scan(branch, tree.Join(at, itoa(i)), m.Name)
		}
	case "not", "if", "then", "else":
		h.scan(m.Value, at, m.Name)
	case "$ref", "$dynamicRef":
		for _, i := range h.standing[pointer] {
			r := h.refs[i]
			if r.keyword != m.Name {
				continue
			}
			for _, t := range r.targets {
				h.scan(h.root.At(t), t, "what "+m.Name+" "+r.to+" leads to")
			}
		}
	case "patternProperties":
		for _, p := range m.Value.Members {
			for _, name := range h.hidden {
				if matches(p.Name, name) {
					h.named(tree.Join(at, p.Name), name, "patternProperties (the pattern matches it)")
				}
			}
		}
	case "propertyNames":
		h.scanStrings(m.Value, at)
	case "default", "const", "example":
		h.scanNames(m.Value, at, m.Name)
	case "enum", "examples":
		for i, item := range m.Value.Items {
			h.scanNames(item, tree.Join(at, itoa(i)), m.Name)
		}
	}
}

// scanNames finds hidden names among the members of an object.
func (h *hider) scanNames(v *tree.Value, pointer, where string) {
	for _, m := range v.Members {
		if h.isHidden(m.Name) {
			h.named(tree.Join(pointer, m.Name), m.Name, where)
		}
	}
}

// scanItems finds hidden names among the strings of an array.
func (h *hider) scanItems(v *tree.Value, pointer, where string) {
	for i, item := range v.Items {
		if item.Kind == tree.String && h.isHidden(item.Text) {
			h.named(tree.Join(pointer, itoa(i)), item.Text, where)
		}
	}
}

// scanStrings finds hidden names among the strings that a schema of names lists,
// and in a pattern that spells one out.
func (h *hider) scanStrings(v *tree.Value, pointer string) {
	if v.Kind != tree.Object {
		return
	}
	for _, m := range v.Members {
		at := tree.Join(pointer, m.Name)
		switch m.Name {
		case "const":
			if name := text(m.Value); h.isHidden(name) {
				h.named(at, name, "propertyNames")
			}
		case "pattern":
			for _, name := range h.hidden {
				if spells(text(m.Value), name) {
					h.named(at, name, "propertyNames (the pattern spells it out)")
				}
			}
		case "enum", "examples":
			h.scanItems(m.Value, at, "propertyNames")
		case "allOf", "anyOf", "oneOf":
			for i, sub := range m.Value.Items {
				h.scanStrings(sub, tree.Join(at, itoa(i)))
			}
		case "not", "if", "then", "else":
			h.scanStrings(m.Value, at)
		}
	}
}

// spells reports whether a pattern has a name as a word of its own. One or two
// letters are more likely those of a class.
func spells(pattern, name string) bool {
	if len(name) < 3 {
		return false
	}
	isWord := func(s string, i int) bool {
		if i < 0 || i >= len(s) {
			return false
		}
		c := s[i]
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
	}
	for from := 0; ; {
		i := strings.Index(pattern[from:], name)
		if i < 0 {
			return false
		}
		i += from
		if !isWord(pattern, i-1) && !isWord(pattern, i+len(name)) {
			return true
		}
		from = i + 1
	}
}
