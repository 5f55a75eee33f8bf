package agui

import (
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// key is the name under which our metadata stand beside others'.
const key = "fscheck"

// envelope returns the metadata of a result, nil if it needs none: the response without
// its value, unless that is a plain success, the hint, and the spelling of numbers.
func envelope(r content.Response, hint content.Hint, numbers []tree.Member) (*tree.Value, error) {
	outcome, err := r.Outcome()
	if err != nil {
		return nil, fmt.Errorf("agui: %w", err)
	}
	var ours []tree.Member
	if r.Status != content.Success {
		ours = append(ours, tree.M("response", outcome))
	}
	if text := r.Value.Inline(); hint.Form != content.FormText || text == "" || content.BeginsJSON(text) {
		ours = append(ours, tree.M("hint", hint.Tree()))
	}
	if len(numbers) > 0 {
		ours = append(ours, tree.M("numbers", tree.NewObject(numbers...)))
	}
	if len(ours) == 0 {
		return nil, nil
	}
	return tree.NewObject(tree.M(key, tree.NewObject(ours...))), nil
}

// claim is the encryptedValue by which pydantic-ai knows an outcome that "error" does not
// tell from a failure.
func claim(s content.Status) string { return `{"pydantic_ai":{"outcome":"` + string(s) + `"}}` }

// envelope reads what envelope writes. What is not as we write it counts as absent, but
// for the status of a response that was no success.
func (h *history) envelope(message *tree.Value) (r *content.Response, whole bool, hint *content.Hint) {
	ours := message.Lookup("metadata").Lookup(key)
	if v := ours.Lookup("response"); v != nil {
		read := new(content.Response)
		whole = h.charge(v.Raw) == nil && read.UnmarshalJSON([]byte(v.Raw)) == nil && read.Value.IsZero()
		if !whole {
			*read = content.Response{Status: content.Status(v.TextOf("status"))} // all that is believed of it
		}
		switch read.Status {
		case content.Failed, content.Denied, content.Interrupted:
			r = read
		}
	}
	if v := ours.Lookup("hint"); v != nil && h.charge(v.Raw) == nil {
		read := new(content.Hint)
		if read.UnmarshalJSON([]byte(v.Raw)) == nil {
			hint = read
		}
	}
	return r, whole, hint
}

// outcome returns the response of a message, without its value. Whatever says that the
// call was no success is believed, and nothing that says it was.
func (h *history) outcome(message *tree.Value, ours *content.Response, whole bool) content.Response {
	if ours != nil && whole {
		return *ours
	}
	r := content.Response{Status: content.Success}
	if v := message.Lookup("error"); v != nil && v.Kind != tree.Null && (v.Kind != tree.Bool || v.Bool) {
		r.Status = content.Failed
		if text := message.TextOf("error"); text != "" {
			r.Failure = &content.Failure{Text: text}
		}
	}
	theirs := message.Lookup("encryptedValue")
	if theirs != nil && theirs.Kind == tree.String {
		theirs = h.parse(theirs.Text)
	}
	if theirs != nil {
		switch outcome := theirs.Lookup("pydantic_ai").TextOf("outcome"); outcome {
		case string(content.Failed), "retried":
			r.Status = content.Failed
		case string(content.Denied), string(content.Interrupted):
			r.Status = content.Status(outcome)
		}
	}
	if ours != nil {
		r.Status = ours.Status
	}
	return r
}

// parse reads a JSON object out of a text; nil if it is none, or too much.
func (h *history) parse(text string) *tree.Value {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") || h.charge(text) != nil {
		return nil
	}
	v, fault := strict.Parse([]byte(text), h.limits.strict())
	if fault != nil {
		return nil
	}
	return v
}
