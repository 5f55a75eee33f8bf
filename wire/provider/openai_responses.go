package provider

import (
	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// responsesWhole reads {"output":[{"type":"function_call",…}]}.
func responsesWhole(a *answer, root gjson.Result) *Error { return a.responses(root, "", true) }

func (a *answer) responses(root gjson.Result, pointer string, output bool) *Error {
	var m [4]gjson.Result
	switch err := members(m[:], root, pointer, "output", "error", "status", "incomplete_details"); {
	case err != nil:
		return err
	case !none(m[1]):
		return declined(m[1], pointer+"/error")
	case output && !m[0].IsArray():
		return unreadable(pointer+"/output", "an array is expected here, not %s: is this a response of another interface?", kind(m[0]))
	}
	switch status, err := text(m[2], pointer+"/status"); {
	case err != nil:
		return err
	case status == "failed" || status == "cancelled":
		return &Error{Reason: Declined, Pointer: pointer + "/status", Message: "the response is " + status}
	case status == "queued" || status == "in_progress":
		return &Error{Reason: Truncated, Pointer: pointer + "/status", Message: "the response is not there yet (" + status + "): retrieve it later"}
	case status == "incomplete":
		a.cut = status
		if why := m[3].Get("reason"); why.Type == gjson.String {
			a.cut = shorten(why.Str)
		}
	}
	a.ended = true
	place := -1
	return a.items(m[0], pointer+"/output", func(item gjson.Result) *Error {
		place++
		f, is, err := functionCall(item, "")
		if err != nil || !is {
			return err
		}
		p := a.byID[f[0].Str] // first, since a proxy may leave other items out
		if at := a.open[place]; p == nil && at != nil && at.maybe(f[0].Str, f[1].Str) {
			p = at
		}
		switch {
		case p == nil:
			if p, err = a.add(place, ""); err != nil {
				return err
			}
			if err := a.identify(p, f[0], f[1]); err != nil {
				return err
			}
		case a.cut != "":
			return nil // what it says of a call that was cut is no more than came
		}
		p.closed = true
		return a.settle(p, f[2], "/arguments")
	})
}

// maybe reports whether a call at the same place may be this one: of another id, or of
// another name, it is one that was lost.
func (p *pending) maybe(id, name string) bool {
	return (p.id == id || p.id == "" || id == "") && p.name == name
}

// functionCall returns call_id, name and arguments of an item, and whether it is a call
// of a function.
func functionCall(item gjson.Result, pointer string) (m [4]gjson.Result, is bool, err *Error) {
	err = members(m[:], item, pointer, "call_id", "name", "arguments", "type")
	return m, err == nil && m[3].Str == "function_call", err
}

// responsesEvent reads what concerns function calls; of the rest the end alone.
func responsesEvent(a *answer, root gjson.Result) *Error {
	var m [7]gjson.Result
	if err := members(m[:], root, "", "type", "output_index", "item", "delta", "arguments", "response", "message"); err != nil {
		return err
	}
	switch kind := m[0].Str; kind {
	case "response.output_item.added", "response.output_item.done":
		return a.responsesItem(m[2], m[1], kind == "response.output_item.done")
	case "response.function_call_arguments.delta", "response.function_call_arguments.done":
		i, err := index(m[1], "/output_index")
		if err != nil {
			return err
		}
		p := a.open[i]
		switch {
		case p == nil:
			return unreadable("/output_index", "there is no call %d that these arguments could belong to", i)
		case kind == "response.function_call_arguments.done":
			return a.settle(p, m[4], "/arguments")
		case p.closed:
			return unreadable("/output_index", "the call %d is done, and more arguments come", i)
		}
		return a.take(p, m[3], "/delta", true)
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		// A proxy that sends no items sends them here; of what came before it says
		// the whole.
		return a.responses(m[5], "/response", len(a.calls) == 0)
	case "error":
		if e := root.Get("error"); e.IsObject() {
			return declined(e, "/error")
		}
		return declined(root, "")
	case "":
		return unreadable("/type", "an event has a type: is this the stream of another interface?")
	}
	return nil
}

func (a *answer) responsesItem(item, at gjson.Result, done bool) *Error {
	f, is, err := functionCall(item, "/item")
	if err != nil || !is {
		return err
	}
	i, err := index(at, "/output_index")
	if err != nil {
		return err
	}
	p := a.open[i]
	switch {
	case p != nil && !done, p != nil && p.closed:
		return unreadable("/output_index", "the call %d begins a second time", i)
	case p == nil:
		if p, err = a.add(i, "/item"); err != nil {
			return err
		}
		if err := a.identify(p, f[0], f[1]); err != nil {
			return err
		}
		a.remember(p)
	}
	if !done {
		return a.take(p, f[2], "/item/arguments", true)
	}
	p.closed = true
	return a.settle(p, f[2], "/item/arguments")
}

// settle compares the arguments of which the provider says that they are whole with
// what was joined; they stand if nothing was.
func (a *answer) settle(p *pending, arguments gjson.Result, pointer string) *Error {
	if none(arguments) {
		return nil
	}
	p.settled = true
	if len(p.quoted) == 0 {
		return a.take(p, arguments, pointer, true)
	}
	whole, err := text(arguments, pointer)
	if err != nil {
		return err
	}
	joined, err := p.joined(pointer)
	if err != nil {
		return err
	}
	if whole != string(joined) {
		return unreadable(pointer, "the arguments differ from their fragments joined: something of the stream is lost")
	}
	return nil
}

// responsesResult is an input item. It has no mark of failure.
func responsesResult(c Call, r content.Response) *tree.Value {
	output := tree.NewString(r.Text())
	if list := blocks(r, responsesText, responsesFile); list != nil {
		output = tree.NewArray(list...)
	}
	return tree.NewObject(
		tree.M("type", tree.NewString("function_call_output")),
		tree.M("call_id", tree.NewString(c.ID)),
		tree.M("output", output),
	)
}

func responsesText(s string) *tree.Value {
	return tree.NewObject(tree.M("type", tree.NewString("input_text")), tree.M("text", tree.NewString(s)))
}

// responsesFile is an image or a document, or nil.
func responsesFile(f content.File) *tree.Value {
	of := func(kind string, more ...tree.Member) *tree.Value {
		return tree.NewObject(append([]tree.Member{tree.M("type", tree.NewString(kind))}, more...)...)
	}
	format := formatOf(f.ContentType())
	isImage := f.Medium() == content.Image
	if id, ok := uploaded(f, "openai"); ok {
		if isImage {
			return of("input_image", tree.M("file_id", tree.NewString(id)))
		}
		return of("input_file", tree.M("file_id", tree.NewString(id)))
	}
	if data, ok := inline(f); ok {
		url := tree.NewString("data:" + essence(f.ContentType()) + ";base64," + encode(data))
		switch {
		case webImage(f):
			return of("input_image", tree.M("image_url", url))
		case f.Medium() == content.Document && format != "":
			return of("input_file", tree.M("filename", tree.NewString(f.ID()+"."+format)), tree.M("file_data", url))
		}
		return nil
	}
	if url, ok := web(f); ok {
		switch {
		case isImage:
			return of("input_image", tree.M("image_url", tree.NewString(url)))
		case f.Medium() == content.Document && format != "":
			return of("input_file", tree.M("file_url", tree.NewString(url)))
		}
	}
	return nil
}
