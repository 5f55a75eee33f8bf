package provider

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// maxName bounds a name that comes in pieces; providers allow 128 at most.
const maxName = 1024

// chatCuts are the finish reasons that may leave a call unfinished; the last two are
// those of Mistral, and of OpenRouter the last.
var chatCuts = []string{"length", "content_filter", "model_length", "error"}

// chatWhole reads {"choices":[{"message":{"tool_calls":[…]}}]}.
func chatWhole(a *answer, root gjson.Result) *Error {
	return chatChoices(a, root, "message", func(message gjson.Result) *Error {
		var m [2]gjson.Result
		if err := members(m[:], message, "/message", "tool_calls", "function_call"); err != nil {
			return err
		}
		if m[1].Get("name").Str != "" { // Snowflake sends one without a name
			return unreadable("/message/function_call", "the form of before 2023-11 is not read: offer the functions as tools")
		}
		return a.items(m[0], "/message/tool_calls", func(call gjson.Result) *Error {
			var m [3]gjson.Result
			err := members(m[:], call, "", "id", "type", "function")
			if err != nil || passedOver(m[1], m[2]) {
				return err
			}
			var f [2]gjson.Result
			if err := members(f[:], m[2], "/function", "name", "arguments"); err != nil {
				return err
			}
			return a.whole("", m[0], f[0], f[1], true)
		})
	})
}

// passedOver reports whether a tool call is none of a function. Servers that are
// called compatible leave the type out.
func passedOver(kind, function gjson.Result) bool {
	return none(function) && kind.Type == gjson.String && kind.Str != "function" && kind.Str != ""
}

// chatChoices visits what the first choice has under name. Pointers begin at the choice.
func chatChoices(a *answer, root gjson.Result, name string, visit func(gjson.Result) *Error) *Error {
	var m [2]gjson.Result
	switch err := members(m[:], root, "", "choices", "error"); {
	case err != nil:
		return err
	case !none(m[1]):
		return declined(m[1], "/error")
	case !m[0].IsArray():
		return unreadable("/choices", "an array is expected here, not %s: is this a response of another interface?", kind(m[0]))
	}
	place := -1
	return a.items(m[0], "/choices", func(choice gjson.Result) *Error {
		var m [3]gjson.Result
		if err := members(m[:], choice, "", "index", name, "finish_reason"); err != nil {
			return err
		}
		place++
		if first, err := isFirst(m[0], "/index", place); err != nil || !first {
			return err
		}
		if !none(m[1]) {
			if err := visit(m[1]); err != nil {
				return err
			}
		}
		return a.finish(m[2], "/finish_reason", chatCuts...)
	})
}

// isFirst reports whether a choice is that of index 0. One that does not say so is what
// its place says.
func isFirst(at gjson.Result, pointer string, place int) (bool, *Error) {
	if none(at) {
		return place == 0, nil
	}
	i, err := index(at, pointer)
	return i == 0, err
}

// chatEvent reads a chunk: {"choices":[{"delta":{"tool_calls":[…]}}]}.
func chatEvent(a *answer, root gjson.Result) *Error {
	return chatChoices(a, root, "delta", func(delta gjson.Result) *Error {
		calls, err := member(delta, "/delta", "tool_calls")
		if err != nil {
			return err
		}
		place := -1
		return a.items(calls, "/delta/tool_calls", func(piece gjson.Result) *Error {
			place++
			return a.chatDelta(piece, place > 0)
		})
	})
}

// chatDelta joins a piece to the call it belongs to: that of its index, unless it has
// another id. Servers that give every call the index 0, or none, are read so too: an
// id that was there before leads back to its call, and without index and id a name
// begins another that is behind arguments and differs, or behind another piece of the
// same chunk. Else a name may come in pieces; one that comes again whole is the same name.
func (a *answer) chatDelta(piece gjson.Result, behind bool) *Error {
	var m [4]gjson.Result
	err := members(m[:], piece, "", "index", "id", "type", "function")
	if err != nil || passedOver(m[2], m[3]) {
		return err
	}
	id, err := text(m[1], "/id")
	if err != nil {
		return err
	}
	var f [2]gjson.Result
	if !none(m[3]) {
		if err := members(f[:], m[3], "/function", "name", "arguments"); err != nil {
			return err
		}
	}
	name, err := text(f[0], "/function/name")
	if err != nil {
		return err
	}
	place, p := 0, (*pending)(nil)
	switch {
	case !none(m[0]):
		if place, err = index(m[0], "/index"); err != nil {
			return err
		}
		p = a.open[place]
	case len(a.calls) > 0:
		p = a.calls[len(a.calls)-1]
		place = p.index
		another := behind || p.name != "" && name != p.name && len(p.quoted)+len(p.raw) > 0
		if id != "" && p.id != "" && id != p.id || (id == "" || p.id == "") && name != "" && another {
			place, p = place+1, nil
		}
	}
	if known := a.byID[id]; known != nil && (none(m[0]) || known.index == place) {
		p = known
	}
	if p == nil || id != "" && p.id != "" && id != p.id {
		if p, err = a.add(place, ""); err != nil {
			return err
		}
	}
	if id != "" && id != p.id {
		if err := a.count(m[1]); err != nil {
			return err
		}
		p.id = id
		a.remember(p)
	}
	if name != p.name {
		if err := a.count(f[0]); err != nil {
			return err
		}
		p.name += name
	}
	if len(p.name) > maxName && len(p.name) > len(name) {
		return &Error{Reason: TooLarge, Pointer: "/function/name", Message: fmt.Sprintf("the pieces of the name exceed %d bytes", maxName)}
	}
	return a.take(p, f[1], "", true)
}

// chatResult is a message. It carries one text, and no mark of failure.
func chatResult(c Call, r content.Response) *tree.Value {
	return tree.NewObject(
		tree.M("role", tree.NewString("tool")),
		tree.M("tool_call_id", tree.NewString(c.ID)),
		tree.M("content", tree.NewString(r.Text())),
	)
}
