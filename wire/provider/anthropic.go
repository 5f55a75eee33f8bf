package provider

import (
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// anthropicCuts are the stop reasons that may leave a call unfinished.
var anthropicCuts = []string{"max_tokens", "model_context_window_exceeded", "refusal"}

// anthropicWhole reads {"content":[{"type":"tool_use",…}]}.
func anthropicWhole(a *answer, root gjson.Result) *Error {
	var m [4]gjson.Result
	switch err := members(m[:], root, "", "type", "content", "stop_reason", "error"); {
	case err != nil:
		return err
	case m[0].Str == "error":
		return declined(m[3], "/error")
	case !m[1].IsArray():
		return unreadable("/content", "an array is expected here, not %s: is this a response of another interface?", kind(m[1]))
	}
	if err := a.finish(m[2], "/stop_reason", anthropicCuts...); err != nil {
		return err
	}
	return a.items(m[1], "/content", func(block gjson.Result) *Error {
		var m [4]gjson.Result
		err := members(m[:], block, "", "type", "id", "name", "input")
		if err != nil || m[0].Str != "tool_use" {
			return err
		}
		return a.whole("", m[1], m[2], m[3], false)
	})
}

// anthropicEvent reads the events of content blocks, and the end.
func anthropicEvent(a *answer, root gjson.Result) *Error {
	var m [5]gjson.Result
	if err := members(m[:], root, "", "type", "index", "content_block", "delta", "error"); err != nil {
		return err
	}
	switch m[0].Str {
	case "content_block_start":
		var f [4]gjson.Result
		if err := members(f[:], m[2], "/content_block", "type", "id", "name", "input"); err != nil {
			return err
		}
		p, err := a.begin(m[1], "/index", f[0].Str == "tool_use")
		if err != nil || p == nil {
			return err
		}
		if err := a.identify(p, f[1], f[2]); err != nil {
			return err
		}
		return a.take(p, f[3], "/content_block/input", false) // {}, and the arguments of servers that send them at once
	case "content_block_delta":
		var f [2]gjson.Result
		err := members(f[:], m[3], "/delta", "type", "partial_json")
		if err != nil || f[0].Str != "input_json_delta" {
			return err
		}
		return a.more(m[1], "/index", f[1])
	case "content_block_stop":
		return a.stop(m[1], "/index")
	case "message_delta":
		why, err := member(m[3], "/delta", "stop_reason")
		if err != nil {
			return err
		}
		return a.finish(why, "/delta/stop_reason", anthropicCuts...)
	case "message_stop":
		return a.allStopped()
	case "error":
		return declined(m[4], "/error")
	case "":
		return unreadable("/type", "an event has a type: is this the stream of another interface?")
	}
	return nil
}

// anthropicResult is a content block of a message of the user. With is_error it takes
// texts alone.
func anthropicResult(c Call, r content.Response) *tree.Value {
	said := tree.NewString(r.Text())
	if r.Status == content.Success {
		if list := blocks(r, textBlock, anthropicFile); list != nil {
			said = tree.NewArray(list...)
		}
	}
	members := []tree.Member{
		tree.M("type", tree.NewString("tool_result")),
		tree.M("tool_use_id", tree.NewString(c.ID)),
		tree.M("content", said),
	}
	if r.Status != content.Success {
		members = append(members, tree.M("is_error", tree.NewBool(true)))
	}
	return tree.NewObject(members...)
}

func textBlock(s string) *tree.Value {
	return tree.NewObject(tree.M("type", tree.NewString("text")), tree.M("text", tree.NewString(s)))
}

// anthropicFile is an image or a document, or nil.
func anthropicFile(f content.File) *tree.Value {
	of := func(kind, source string, more ...tree.Member) *tree.Value {
		return tree.NewObject(
			tree.M("type", tree.NewString(kind)),
			tree.M("source", tree.NewObject(append([]tree.Member{tree.M("type", tree.NewString(source))}, more...)...)),
		)
	}
	medium, format := f.Medium(), formatOf(f.ContentType())
	if id, ok := uploaded(f, "anthropic"); ok && (medium == content.Image || medium == content.Document) {
		return of(string(medium), "file", tree.M("file_id", tree.NewString(id)))
	}
	if data, ok := inline(f); ok {
		mediaType := tree.M("media_type", tree.NewString(essence(f.ContentType())))
		switch {
		case webImage(f):
			return of("image", "base64", mediaType, tree.M("data", tree.NewString(encode(data))))
		case format == "pdf":
			return of("document", "base64", mediaType, tree.M("data", tree.NewString(encode(data))))
		case format == "txt" && len(data) > 0 && utf8.Valid(data):
			return of("document", "text", mediaType, tree.M("data", tree.NewString(string(data))))
		}
		return nil
	}
	if url, ok := web(f); ok {
		switch {
		case medium == content.Image:
			return of("image", "url", tree.M("url", tree.NewString(url)))
		case format == "pdf":
			return of("document", "url", tree.M("url", tree.NewString(url)))
		}
	}
	return nil
}
