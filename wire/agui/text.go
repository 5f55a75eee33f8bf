package agui

import (
	"slices"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// text reads the content of a result that is a string. Whatever is read of it counts
// once, with its numbers spelled otherwise or not.
func (h *history) text(text string, how content.Reading, numbers *tree.Value) (content.Value, error) {
	if !mayParse(text, how.Hint) {
		return how.Inline(text)
	}
	if err := h.charge(text); err != nil {
		return content.Value{}, err
	}
	if numbers == nil || numbers.Kind != tree.Object || len(numbers.Members) == 0 {
		return how.Inline(text)
	}
	limits := how.Limits
	root, fault := strict.Parse([]byte(text), strict.Limits{Bytes: limits.Bytes, Depth: limits.Depth, Values: limits.Values})
	if fault != nil || root.Kind != tree.Array && root.Kind != tree.Object {
		return how.Inline(text) // which knows what that is
	}
	if how.Hint != nil && !saysJSON(how.Hint) {
		how.Hint = nil
	}
	return how.Tree(respelled(root, numbers))
}

// mayParse reports whether content.Reading.Inline may read a text as JSON.
func mayParse(text string, hint *content.Hint) bool {
	if hint == nil {
		return content.BeginsJSON(text)
	}
	return saysJSON(hint) || hint.Form != content.FormText && content.BeginsJSON(text)
}

func saysJSON(hint *content.Hint) bool {
	return hint.Form == content.FormJSON || hint.Form == content.FormList
}

// chargeParts charges the text among parts that content.Reading.Parts may read as JSON: a
// text alone, or the first, before files, which is looked at again for what refers to
// them.
func (h *history) chargeParts(parts []content.Part, hint *content.Hint) error {
	if len(parts) == 0 || parts[0].File != nil || hint != nil && hint.Form == content.FormList {
		return nil
	}
	first := parts[0].Text
	if len(parts) == 1 {
		if !mayParse(first, hint) {
			return nil
		}
		return h.charge(first)
	}
	isText := func(p content.Part) bool { return p.File == nil }
	if !content.BeginsJSON(first) || slices.ContainsFunc(parts[1:], isText) {
		return nil
	}
	return h.take(2 * strict.Separators(first))
}
