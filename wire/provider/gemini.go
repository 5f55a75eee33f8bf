package provider

import (
	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// geminiCuts are the finish reasons that may leave a call unfinished.
var geminiCuts = []string{"MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"}

// geminiWhole reads {"candidates":[{"content":{"parts":[{"functionCall":…}]}}]}, or
// an array of them.
func geminiWhole(a *answer, root gjson.Result) *Error {
	if root.IsArray() {
		return a.items(root, "", a.gemini)
	}
	return a.gemini(root)
}

// geminiEvent reads a piece of a stream, which is a response of its own.
func geminiEvent(a *answer, root gjson.Result) *Error { return a.gemini(root) }

func (a *answer) gemini(root gjson.Result) *Error {
	var m [4]gjson.Result
	switch err := members(m[:], root, "", "candidates", "error", "promptFeedback", "usageMetadata"); {
	case err != nil:
		return err
	case !none(m[1]):
		return declined(m[1], "/error")
	case none(m[0]) && none(m[2]) && none(m[3]):
		return unreadable("/candidates", "an array is expected here, not %s: is this a response of another interface?", kind(m[0]))
	case !none(m[2]):
		why, err := member(m[2], "/promptFeedback", "blockReason")
		if err != nil {
			return err
		}
		if err := a.finish(why, "/promptFeedback/blockReason"); err != nil {
			return err
		}
	}
	place := -1
	return a.items(m[0], "/candidates", func(candidate gjson.Result) *Error {
		var m [4]gjson.Result
		if err := members(m[:], candidate, "", "index", "content", "finishReason", "finishMessage"); err != nil {
			return err
		}
		place++
		if first, err := isFirst(m[0], "/index", place); err != nil || !first {
			return err
		}
		before := len(a.calls)
		if !none(m[1]) {
			parts, err := member(m[1], "/content", "parts")
			if err != nil {
				return err
			}
			if err := a.items(parts, "/content/parts", a.geminiPart); err != nil {
				return err
			}
		}
		if len(a.calls) == before && geminiLost(m[2].Str) {
			message := "the model wrote a call that the provider does not pass on (" + m[2].Str + "): ask again"
			if m[3].Type == gjson.String && m[3].Str != "" {
				message += ". It says: " + shorten(m[3].Str)
			}
			return &Error{Reason: Declined, Pointer: "/finishReason", Message: message}
		}
		return a.finish(m[2], "/finishReason", geminiCuts...)
	})
}

// geminiLost reports whether a finish reason is that of a call which is not in the
// response. Of a function that was not declared it may be there: then it is one.
func geminiLost(why string) bool {
	return why == "MALFORMED_FUNCTION_CALL" || why == "UNEXPECTED_TOOL_CALL" || why == "TOO_MANY_TOOL_CALLS"
}

func (a *answer) geminiPart(part gjson.Result) *Error {
	call, err := member(part, "", "functionCall")
	if err != nil || none(call) {
		return err
	}
	const pointer = "/functionCall"
	var m [5]gjson.Result
	if err := members(m[:], call, pointer, "id", "name", "args", "partialArgs", "willContinue"); err != nil {
		return err
	}
	if !none(m[3]) || m[4].Bool() {
		return unreadable(pointer, "arguments in parts are not read: leave streamFunctionCallArguments out of the request")
	}
	return a.whole(pointer, m[0], m[1], m[2], false)
}

// geminiResult is a part of a content whose role is user. Under output stands the
// value as JSON, with the files in it beside it, or under error the text of what
// went wrong.
func geminiResult(c Call, r content.Response) *tree.Value {
	var response *tree.Value
	var parts []*tree.Value
	if r.Status == content.Success {
		rest, files := r.Value.Split()
		output := rest.Tree()
		if output == nil {
			output = tree.NewNull()
		}
		response = tree.NewObject(tree.M("output", output))
		for _, placed := range files {
			if part := geminiFile(placed.File); part != nil {
				parts = append(parts, part)
			}
		}
	} else {
		response = tree.NewObject(tree.M("error", tree.NewString(r.Text())))
	}
	var members []tree.Member
	if id := c.givenID(); id != "" {
		members = append(members, tree.M("id", tree.NewString(id)))
	}
	members = append(members, tree.M("name", tree.NewString(c.Name)), tree.M("response", response))
	if parts != nil {
		members = append(members, tree.M("parts", tree.NewArray(parts...)))
	}
	return tree.NewObject(tree.M("functionResponse", tree.NewObject(members...)))
}

// geminiFile is a part of a function's response, or nil.
func geminiFile(f content.File) *tree.Value {
	mimeType := tree.M("mimeType", tree.NewString(essence(f.ContentType())))
	if id, ok := uploaded(f, "google", "google-cloud", "google-gla", "google-vertex"); ok {
		return tree.NewObject(tree.M("fileData", tree.NewObject(tree.M("fileUri", tree.NewString(id)), mimeType)))
	}
	data, ok := inline(f)
	if !ok {
		return nil
	}
	switch essence(f.ContentType()) {
	case "image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain":
		return tree.NewObject(tree.M("inlineData", tree.NewObject(mimeType, tree.M("data", tree.NewString(encode(data))))))
	}
	return nil
}
