package agui

import (
	"fmt"
	"strconv"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Decoder reads the history that a client submits. The zero Decoder trusts it least. It
// is immutable and safe for concurrent use.
type Decoder struct {
	// Policy says which files may stay.
	Policy content.Policy
	Limits Limits
}

// History is what a client submitted, as far as it may stay.
type History struct {
	Messages []Message
	// Dropped is what was taken away or reset, in order: 1,000 reports at most, with
	// More in the last of them.
	Dropped []Dropped
}

// Message is one message of a history.
type Message struct {
	ID   string
	Role string // user, assistant, tool and others
	// Content is that of every message but a result: a text, or a list of texts and
	// files; none if there is none.
	Content content.Value
	Calls   []Call  // of an assistant
	Result  *Result // of a message whose role is tool, and of no other
}

// Result is the answer to a call. Whether the history has that call is not judged.
type Result struct {
	CallID   string
	Response content.Response
}

// Dropped is what was dropped from a message: its Pointer leads into the message's
// content, or, if it begins with /toolCalls/N/function/arguments, into the arguments of a
// call.
type Dropped struct {
	Message int // the index of the message in the history
	content.Dropped
}

// History reads messages, or the RunAgentInput that has them, from JSON.
//
//  1. The JSON is read strictly, within Limits. A message that is no object, without
//     role or id, or with calls that are not calls, is an error that names it.
//     Unknown members are passed over, and a message of an unknown role is read as
//     one of a user.
//  2. The content of a result is read by the hint in our metadata, if there is one, and
//     else by the rules of content.Reading: a text that is a JSON object or list is
//     that, any other is a text. Parts are read as content.Reading.Parts does.
//  3. A part of another type or source, a file without provider, and data that are not
//     base64 are dropped and reported ([RulePart], [RuleData]). A list in which no
//     part is known is a list.
//  4. The status is that of our metadata; else what pydantic-ai claims in
//     encryptedValue; else Failed if there is an "error", of whatever type, that is
//     neither null nor false. Without any of these it is
//     Success: a client cannot be kept from making up results, only from passing
//     a failure that says so for a success.
//  5. Then the Policy is applied to every content, and to the arguments of calls: those
//     that have to change are written anew, all others stay as they came. Arguments that
//     name a kind of file and are not strict JSON become {} ([content.RuleArguments]),
//     for others may read them. In content that is neither text nor parts an object with
//     a "source" is the file that such a part would be. Text stays text: a string, and a
//     result that is not strict JSON, may have anything in it, and is not judged.
func (d Decoder) History(text []byte) (History, error) {
	h := history{policy: d.Policy, limits: d.Limits.resolve()}
	root, fault := strict.Parse(text, h.limits.strict())
	if fault != nil {
		return History{}, fmt.Errorf("agui: history: %w", fault)
	}
	h.left, h.files = h.limits.Values-root.Count(), h.limits.Files
	if root.Kind == tree.Object {
		root = root.Lookup("messages")
	}
	if root == nil || root.Kind != tree.Array {
		return History{}, fmt.Errorf(`agui: history: want a list of messages, or an object with "messages"`)
	}
	h.messages = make([]Message, 0, len(root.Items))
	for _, item := range root.Items {
		m, err := h.message(item)
		if err != nil {
			return History{}, fmt.Errorf("agui: history: message %d: %w", len(h.messages), err)
		}
		h.messages = append(h.messages, m)
	}
	return History{Messages: h.messages, Dropped: h.dropped}, nil
}

// history is one history while it is read.
type history struct {
	policy   content.Policy
	limits   Limits
	left     int // values that texts in strings may still have
	files    int // files that there may still be
	messages []Message
	dropped  []Dropped
}

func (h *history) message(v *tree.Value) (Message, error) {
	m := Message{ID: v.TextOf("id"), Role: v.TextOf("role")}
	if m.ID == "" || m.Role == "" {
		return m, fmt.Errorf(`want an object with an "id" and a "role"`)
	}
	var err error
	if m.Role == "tool" {
		m.Result, err = h.result(v)
		return m, err
	}
	if m.Calls, err = h.calls(v.Lookup("toolCalls")); err != nil {
		return m, err
	}
	read, err := h.read(v.Lookup("content"), content.Reading{Limits: h.limits.content()}, nil, false)
	if err != nil {
		return m, err
	}
	m.Content, err = h.judge(read)
	return m, err
}

func (h *history) result(v *tree.Value) (*Result, error) {
	callID := v.TextOf("toolCallId")
	if callID == "" {
		return nil, fmt.Errorf(`a result without "toolCallId"`)
	}
	ours, whole, hint := h.envelope(v)
	r := h.outcome(v, ours, whole)
	body := v.Lookup("content")
	if ours != nil && hint != nil && hint.Form == content.FormNone && body != nil && body.Kind == tree.String && body.Text == content.Text(r.Text()).Inline() {
		return &Result{callID, r}, nil // the text of the failure stands for no value
	}
	numbers := v.Lookup("metadata").Lookup(key).Lookup("numbers")
	read, err := h.read(body, content.Reading{Hint: hint, Limits: h.limits.content()}, numbers, true)
	if err != nil {
		return nil, err
	}
	r.Value, err = h.judge(read)
	return &Result{callID, r}, err
}

// judge returns what the policy leaves of the content of a message.
func (h *history) judge(v content.Value) (content.Value, error) {
	if h.files -= v.CountFiles(); h.files < 0 {
		return content.Value{}, fmt.Errorf("more than %d files in the history, which is the limit", h.limits.Files)
	}
	v, dropped := h.policy.Apply(v)
	return v, h.judged(dropped, "")
}

// judged reports what the policy dropped below a place.
func (h *history) judged(dropped []content.Dropped, place string) error {
	if err := h.take(valuesOfOne * len(dropped)); err != nil {
		return err
	}
	for _, d := range dropped {
		d.Pointer = place + d.Pointer
		h.drop(d)
	}
	return nil
}

// read reads the content of a message; in the text of a result numbers may be spelled
// otherwise. A text that people write is not looked into.
func (h *history) read(body *tree.Value, how content.Reading, numbers *tree.Value, result bool) (content.Value, error) {
	switch {
	case body == nil || body.Kind == tree.Null && how.Hint == nil:
		return content.Value{}, nil
	case body.Kind == tree.String && !result:
		return content.Text(body.Text), nil
	case body.Kind == tree.String:
		return h.text(body.Text, how, numbers)
	case body.Kind == tree.Array:
		parts, ok := h.parts(body)
		if !ok {
			break
		}
		if !result {
			how.Hint = &content.Hint{Form: content.FormList}
		} else if err := h.chargeParts(parts, how.Hint); err != nil {
			return content.Value{}, err
		}
		return how.Parts(parts)
	}
	if body.Deeper(h.limits.Depth) {
		return content.Value{}, fmt.Errorf("a content of more than %d levels, which is the limit", h.limits.Depth)
	}
	body, dropped := h.policy.ApplyRaw(body, sourced)
	if err := h.judged(dropped, ""); err != nil || body == nil {
		return content.Null(), err
	}
	return how.Tree(body)
}

func (h *history) drop(d content.Dropped) {
	if n := len(h.dropped); n >= maxReports {
		h.dropped[n-1].More += 1 + d.More
		return
	}
	h.dropped = append(h.dropped, Dropped{Message: len(h.messages), Dropped: d})
}

func (h *history) calls(list *tree.Value) ([]Call, error) {
	if list == nil || list.Kind == tree.Null {
		return nil, nil
	}
	if list.Kind != tree.Array {
		return nil, fmt.Errorf(`"toolCalls" is %s, want a list`, list.Kind)
	}
	var all []Call
	for i, item := range list.Items {
		f := item.Lookup("function")
		c := Call{ID: item.TextOf("id"), Name: f.TextOf("name"), Arguments: f.TextOf("arguments")}
		if c.ID == "" || c.Name == "" {
			return nil, fmt.Errorf(`call %d: want an "id" and a "function" with a "name"`, i)
		}
		var err error
		if c.Arguments, err = h.arguments(c.Arguments, "/toolCalls"+pointer(i)+"/function/arguments"); err != nil {
			return nil, fmt.Errorf("call %d: %w", i, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// arguments returns what the policy leaves of the arguments at a place.
func (h *history) arguments(text, place string) (string, error) {
	left, dropped, err := h.policy.ApplyToArguments(text, func(text []byte) (*tree.Value, error) {
		if err := h.charge(string(text)); err != nil {
			return nil, err
		}
		v, fault := strict.Parse(text, h.limits.strict())
		if fault != nil {
			return nil, fault
		}
		return v, nil
	})
	if err != nil {
		return "", err
	}
	return left, h.judged(dropped, place)
}

func pointer(i int) string { return "/" + strconv.Itoa(i) }
