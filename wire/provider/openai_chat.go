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
	return chatChoices(a, root, "message", func(message gjson.Result, pointer string) *Error {
		m, err := members(message, pointer, "tool_calls", "function_call")
		if err != nil {
			return err
		}
		if m[1].Get("name").Str != "" { // Snowflake sends one without a name
			return unreadable(pointer+"/function_call", "the form of before 2023-11 is not read: offer the functions as tools")
		}
		return items(m[0], pointer+"/tool_calls", func(call gjson.Result, pointer string) *Error {
			m, err := members(call, pointer, "id", "type", "function")
			if err != nil || passedOver(m[1], m[2]) {
				return err
			}
			f, err := members(m[2], pointer+"/function", "name", "arguments")
			if err != nil {
				return err
			}
			return a.whole(pointer, m[0], f[0], f[1], true)
		})
	})
}

// passedOver reports whether a tool call is none of a function. Servers that are
// called compatible leave the type out.
func passedOver(kind, function gjson.Result) bool {
	return none(function) && kind.Type == gjson.String && kind.Str != "function" && kind.Str != ""
}

// chatChoices visits what the first choice has under name.
func chatChoices(a *answer, root gjson.Result, name string, visit func(gjson.Result, string) *Error) *Error {
	m, err := members(root, "", "choices", "error")
	switch {
	case err != nil:
		return err
	case !none(m[1]):
		return declined(m[1], "/error")
	case !m[0].IsArray():
		return unreadable("/choices", "an array is expected here, not %s: is this a response of another interface?", kind(m[0]))
	}
	place := -1
	return items(m[0], "/choices", func(choice gjson.Result, pointer string) *Error {
		m, err := members(choice, pointer, "index", name, "finish_reason")
		if err != nil {
			return err
		}
		place++
		if first, err := isFirst(m[0], pointer+"/index", place); err != nil || !first {
			return err
		}
		if !none(m[1]) {
			if err := visit(m[1], pointer+"/"+name); err != nil {
				return err
			}
		}
		return a.finish(m[2], pointer+"/finish_reason", chatCuts...)
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
	return chatChoices(a, root, "delta", func(delta gjson.Result, pointer string) *Error {
		calls, err := member(delta, pointer, "tool_calls")
		if err != nil {
			return err
		}
		return items(calls, pointer+"/tool_calls", a.chatDelta)
	})
}

// chatDelta joins a piece to the call it belongs to: that of its index, unless it has
// another id. Servers that give every call the index 0, or none, are read so too: an
// id that was there before leads back to its call, and without index and id a name
// behind arguments begins another. A name may come in pieces; one that comes again
// whole is the same name.
func (a *answer) chatDelta(piece gjson.Result, pointer string) *Error {
	m, err := members(piece, pointer, "index", "id", "type", "function")
	if err != nil || passedOver(m[2], m[3]) {
		return err
	}
	id, err := text(m[1], pointer+"/id")
	if err != nil {
		return err
	}
	f := make([]gjson.Result, 2)
	if !none(m[3]) {
		if f, err = members(m[3], pointer+"/function", "name", "arguments"); err != nil {
			return err
		}
	}
	name, err := text(f[0], pointer+"/function/name")
	if err != nil {
		return err
	}
	place, p := 0, (*pending)(nil)
	switch {
	case !none(m[0]):
		if place, err = index(m[0], pointer+"/index"); err != nil {
			return err
		}
		p = a.open[place]
	case len(a.calls) > 0:
		p = a.calls[len(a.calls)-1]
		place = p.index
		if id != "" && id != p.id || id == "" && name != "" && p.name != "" && name != p.name && len(p.escaped)+len(p.raw) > 0 {
			place, p = place+1, nil
		}
	}
	if known := a.byID[id]; known != nil && (none(m[0]) || known.index == place) {
		p = known
	}
	if p == nil || id != "" && p.id != "" && id != p.id {
		if p, err = a.add(place, pointer); err != nil {
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
		return &Error{Reason: TooLarge, Pointer: pointer + "/function/name", Message: fmt.Sprintf("the pieces of the name exceed %d bytes", maxName)}
	}
	return a.take(p, f[1], true)
}

// chatResult is a message. It carries one text, and no mark of failure.
func chatResult(c Call, r content.Response) *tree.Value {
	return tree.NewObject(
		tree.M("role", tree.NewString("tool")),
		tree.M("tool_call_id", tree.NewString(c.ID)),
		tree.M("content", tree.NewString(r.Text())),
	)
}
