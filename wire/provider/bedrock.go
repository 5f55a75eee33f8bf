package provider

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// bedrockCuts are the stop reasons that may leave a call unfinished.
var bedrockCuts = []string{"max_tokens", "model_context_window_exceeded", "content_filtered", "guardrail_intervened"}

// bedrockEvents are the events that are read, then what is sent in
// place of a stream, and the exceptions in one.
var bedrockEvents = [...]string{
	"contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop",
	"message", "internalServerException", "modelStreamErrorException", "serviceUnavailableException", "throttlingException", "validationException",
}

// bedrockWhole reads {"output":{"message":{"content":[{"toolUse":…}]}}}.
func bedrockWhole(a *answer, root gjson.Result) *Error {
	var m [3]gjson.Result
	switch err := members(m[:], root, "", "output", "stopReason", "message"); {
	case err != nil:
		return err
	case none(m[0]) && m[2].Type == gjson.String:
		return declined(root, "/message")
	}
	message, err := member(m[0], "/output", "message")
	if err != nil {
		return err
	}
	blocks, err := member(message, "/output/message", "content")
	if err != nil {
		return err
	}
	if !blocks.IsArray() {
		return unreadable("/output/message/content", "an array is expected here, not %s", kind(blocks))
	}
	if err := a.bedrockStop(m[1], "/stopReason"); err != nil {
		return err
	}
	return a.items(blocks, "/output/message/content", func(block gjson.Result) *Error {
		use, err := member(block, "", "toolUse")
		if err != nil || none(use) {
			return err
		}
		var m [4]gjson.Result
		err = members(m[:], use, "/toolUse", "toolUseId", "name", "input", "type")
		if err != nil || m[3].Str == "server_tool_use" {
			return err
		}
		return a.whole("/toolUse", m[0], m[1], m[2], false)
	})
}

// bedrockEvent reads an event of ConverseStream as an object with the event's name.
func bedrockEvent(a *answer, root gjson.Result) *Error {
	var found [len(bedrockEvents)]gjson.Result
	if err := members(found[:], root, "", bedrockEvents[:]...); err != nil {
		return err
	}
	for i := range found {
		if found[i].Type == gjson.Null { // most are: none is copied
			continue
		}
		event := found[i]
		if i > 3 {
			if event.Type == gjson.String {
				event = root
			}
			return declined(event, "/"+bedrockEvents[i])
		}
		var m [4]gjson.Result
		err := members(m[:], event, "", "contentBlockIndex", "start", "delta", "stopReason")
		switch {
		case err != nil:
		case i == 0:
			err = a.bedrockStart(m[1], m[0])
		case i == 1:
			err = a.bedrockDelta(m[2], m[0])
		case i == 2:
			err = a.stop(m[0], "/contentBlockIndex")
		default:
			if err = a.bedrockStop(m[3], "/stopReason"); err == nil {
				err = a.allStopped()
			}
		}
		if err != nil {
			return err.under("/" + bedrockEvents[i])
		}
	}
	return nil
}

func (a *answer) bedrockStart(start, at gjson.Result) *Error {
	var use gjson.Result
	if !none(start) {
		var err *Error
		if use, err = member(start, "/start", "toolUse"); err != nil {
			return err
		}
	}
	var m [3]gjson.Result
	if !none(use) {
		if err := members(m[:], use, "/start/toolUse", "toolUseId", "name", "type"); err != nil {
			return err
		}
	}
	p, err := a.begin(at, "/contentBlockIndex", !none(use) && m[2].Str != "server_tool_use")
	if err != nil || p == nil {
		return err
	}
	return a.identify(p, m[0], m[1])
}

func (a *answer) bedrockDelta(delta, at gjson.Result) *Error {
	use, err := member(delta, "/delta", "toolUse")
	if err != nil || none(use) {
		return err
	}
	input, err := member(use, "/delta/toolUse", "input")
	if err != nil {
		return err
	}
	return a.more(at, "/contentBlockIndex", input)
}

// bedrockStop notes how a response ended.
func (a *answer) bedrockStop(why gjson.Result, pointer string) *Error {
	if why.Str == "malformed_tool_use" || why.Str == "malformed_model_output" {
		return &Error{Reason: Declined, Pointer: pointer, Message: "the model wrote a call that the provider cannot read (" + why.Str + "): ask again"}
	}
	return a.finish(why, pointer, bedrockCuts...)
}

// bedrockResult is a content block of a message of the user. The status is written of
// a failure alone: models that do not know it refuse it.
func bedrockResult(c Call, r content.Response) *tree.Value {
	list := blocks(r, bedrockText, bedrockFile)
	if list == nil {
		if value := r.Value.Tree(); r.Status == content.Success && value != nil && value.Kind == tree.Object && !r.Value.HasFiles() {
			list = append(list, tree.NewObject(tree.M("json", value)))
		} else if said := r.Text(); said != "" { // models refuse a text that is empty
			list = append(list, bedrockText(said))
		}
	}
	members := []tree.Member{tree.M("toolUseId", tree.NewString(c.ID)), tree.M("content", tree.NewArray(list...))}
	if r.Status != content.Success {
		members = append(members, tree.M("status", tree.NewString("error")))
	}
	return tree.NewObject(tree.M("toolResult", tree.NewObject(members...)))
}

func bedrockText(s string) *tree.Value { return tree.NewObject(tree.M("text", tree.NewString(s))) }

// bedrockFile is an image, a document or a video, or nil.
func bedrockFile(f content.File) *tree.Value {
	format := formatOf(f.ContentType())
	if webImage(f) {
		format = strings.TrimPrefix(essence(f.ContentType()), "image/")
	}
	var source *tree.Value
	if data, ok := inline(f); ok {
		source = tree.NewObject(tree.M("bytes", tree.NewString(encode(data))))
	} else if id, ok := uploaded(f, "bedrock"); ok && strings.HasPrefix(id, "s3://") {
		source = tree.NewObject(tree.M("s3Location", tree.NewObject(tree.M("uri", tree.NewString(id)))))
	}
	if source == nil || format == "" {
		return nil
	}
	members := []tree.Member{tree.M("format", tree.NewString(format))}
	if f.Medium() == content.Document {
		members = append(members, tree.M("name", tree.NewString(documentName(f.ID()))))
	}
	members = append(members, tree.M("source", source))
	return tree.NewObject(tree.M(string(f.Medium()), tree.NewObject(members...)))
}

// documentName is an identifier in the characters that a document's name may have.
func documentName(id string) string {
	return "Document " + strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, id[:min(len(id), 100)])
}
