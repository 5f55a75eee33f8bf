package provider

import (
	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// ollamaWhole reads {"message":{"tool_calls":[…]},"done":true}.
func ollamaWhole(a *answer, root gjson.Result) *Error {
	if err := ollamaEvent(a, root); err != nil {
		return err
	}
	if done := root.Get("done"); done.Exists() && !a.ended {
		return &Error{Reason: Truncated, Pointer: "/done", Message: "the response is a piece of a stream: write them all into a Stream, or ask with \"stream\":false"}
	}
	return nil
}

// ollamaEvent reads a line of a stream, which is a response of its own; a call is in
// one of them, whole.
func ollamaEvent(a *answer, root gjson.Result) *Error {
	var m [4]gjson.Result
	switch err := members(m[:], root, "", "message", "done", "done_reason", "error"); {
	case err != nil:
		return err
	case !none(m[3]):
		return declined(m[3], "/error")
	case !m[0].IsObject():
		return unreadable("/message", "an object is expected here, not %s: is this a response of another interface?", kind(m[0]))
	}
	if m[1].Type == gjson.True {
		a.ended = true
		if m[2].Str == "length" {
			a.cut = m[2].Str
		}
	}
	calls, err := member(m[0], "/message", "tool_calls")
	if err != nil {
		return err
	}
	return a.items(calls, "/message/tool_calls", func(call gjson.Result) *Error {
		var m, f [2]gjson.Result
		if err := members(m[:], call, "", "id", "function"); err != nil {
			return err
		}
		if err := members(f[:], m[1], "/function", "name", "arguments"); err != nil {
			return err
		}
		return a.whole("", m[0], f[0], f[1], false)
	})
}

// ollamaResult is a message: a text, and the images whose bytes are there.
func ollamaResult(c Call, r content.Response) *tree.Value {
	members := []tree.Member{
		tree.M("role", tree.NewString("tool")),
		tree.M("tool_name", tree.NewString(c.Name)),
	}
	if id := c.givenID(); id != "" {
		members = append(members, tree.M("tool_call_id", tree.NewString(id)))
	}
	members = append(members, tree.M("content", tree.NewString(r.Text())))
	var images []*tree.Value
	if r.Status == content.Success {
		for _, f := range r.Value.Files() {
			if data, ok := inline(f); ok && webImage(f) {
				images = append(images, tree.NewString(encode(data)))
			}
		}
	}
	if images != nil {
		members = append(members, tree.M("images", tree.NewArray(images...)))
	}
	return tree.NewObject(members...)
}
