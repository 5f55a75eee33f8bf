package vercelai

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// History reads the messages that a client sent: a list of UIMessages, or the body of
// a request, whose member "messages" is one. It is nobody's word but the client's:
// see the rules of this package.
func (r Reading) History(text []byte) (History, error) {
	h := historyReader{reading: r, budget: newBudget(r.Limits)}
	if err := h.read(text); err != nil {
		return History{}, fmt.Errorf("vercelai: history: %w", err)
	}
	return h.history, nil
}

// How much is reported of what was dropped, and how often the policy may drop or change
// something: a client that has more of it is up to something.
const (
	mostReports = 1_000
	mostDropped = 10_000
)

type historyReader struct {
	reading Reading
	budget  *budget
	history History
	judged  int // how often the policy dropped or changed something
	// Of the message that is read:
	at      []string
	besides *besides
}

func (h *historyReader) read(text []byte) error {
	root, err := h.budget.parse(text, around+1)
	if err != nil {
		return err
	}
	var at []string
	if root.Kind == tree.Object {
		root, at = root.Lookup("messages"), []string{"messages"}
	}
	if root == nil || root.Kind != tree.Array {
		return fmt.Errorf(`want a list of messages, or an object with such "messages"`)
	}
	h.history.Messages = make([]Message, 0, len(root.Items))
	for i, item := range root.Items {
		h.at = append(at[:len(at):len(at)], strconv.Itoa(i))
		m, err := h.message(item)
		if err != nil {
			return under(err, h.at...)
		}
		h.history.Messages = append(h.history.Messages, m)
	}
	return nil
}

func (h *historyReader) message(v *tree.Value) (Message, error) {
	if v.Kind != tree.Object {
		return Message{}, fmt.Errorf("is %s, want an object", v.Kind)
	}
	m := members{object: v}
	message := Message{ID: m.text("id"), Role: m.must("role")}
	metadata, err := h.raw(v.Lookup("metadata"), nil, "metadata")
	if err != nil {
		return message, err
	}
	message.Metadata = content.Of(metadata)
	parts := m.get("parts", tree.Array)
	if m.err != nil || parts == nil {
		return message, m.err
	}
	message.Parts = make([]Part, 0, len(parts.Items))
	h.besides = besidesOf(parts.Items)
	for i, part := range parts.Items {
		if h.besides.of(part) != nil {
			continue
		}
		c, err := h.call(i, part)
		if err != nil {
			return message, under(err, "parts", strconv.Itoa(i))
		}
		p := Part{Call: c}
		if c == nil {
			other, err := h.raw(part, filesIn(part), "parts", strconv.Itoa(i))
			if err != nil {
				return message, err
			}
			if other == nil {
				continue
			}
			p.Other = content.Of(other)
		}
		message.Parts = append(message.Parts, p)
	}
	for i, part := range parts.Items {
		if h.besides.of(part) != nil && !h.besides.taken[i] {
			id := part.TextOf("id")
			h.drop(id, content.NewDropped("", RuleBeside, h.besides.left(id).Error()))
		}
	}
	return message, nil
}

// callID returns the ID of the call that a part may be, or "".
func callID(part *tree.Value) string {
	if kind := part.TextOf("type"); kind != "dynamic-tool" && !strings.HasPrefix(kind, "tool-") {
		return ""
	}
	return part.TextOf("toolCallId")
}

// call returns the call that the part at a place is, or nil.
func (h *historyReader) call(place int, part *tree.Value) (*Call, error) {
	kind := part.TextOf("type")
	name, static := strings.CutPrefix(kind, "tool-")
	if !static && kind != "dynamic-tool" || !present(part.Lookup("toolCallId")) {
		return nil, nil
	}
	m := &members{object: part}
	c := &Call{ID: m.must("toolCallId"), Name: name, ProviderExecuted: m.flag("providerExecuted"), Preliminary: m.flag("preliminary")}
	if !static {
		c.Name, c.Dynamic = m.must("toolName"), true
	}
	o, known := h.state(m, c)
	if m.err != nil || !known {
		return nil, m.err
	}
	if c.ID == "" || c.Name == "" {
		return nil, errors.New("a call without an ID or a name")
	}
	return c, h.fill(c, place, part, o)
}

// state reads what depends on the state: false, if that is not known.
func (h *historyReader) state(m *members, c *Call) (*outcome, bool) {
	c.Approval = approval(m)
	switch s := state(m.must("state")); s {
	case "input-streaming":
		c.InputText = m.text("rawInput")
		return nil, true
	case "input-available", "approval-requested", "approval-responded":
		return nil, true
	case available:
		o := &outcome{state: s, output: orNull(m.object.Lookup("output")), claim: claim(m.object, "callProviderMetadata", "resultProviderMetadata")}
		if o.claim == "" && c.Approval.denied() {
			// No client has the two together: whoever does is not believed that the call was made.
			o.claim, o.text = content.Denied, c.Approval.Reason
		}
		return o, true
	case failed:
		return &outcome{state: s, text: m.must("errorText")}, true
	case denied:
		o := &outcome{state: s}
		if c.Approval != nil && c.Approval.Reason != deniedByDefault {
			o.text = c.Approval.Reason
		}
		return o, true
	}
	return nil, false
}

func approval(m *members) *Approval {
	v := m.get("approval", tree.Object)
	if v == nil {
		return nil
	}
	am := &members{object: v}
	a := &Approval{ID: am.text("id"), Reason: am.text("reason")}
	if approved := am.get("approved", tree.Bool); approved != nil {
		a.Answered, a.Granted = true, approved.Bool
	}
	if m.err == nil {
		m.err = under(am.err, "approval")
	}
	return a
}

// fill reads the arguments and the outcome of the call at a place.
func (h *historyReader) fill(c *Call, place int, part *tree.Value, o *outcome) error {
	if err := h.input(c, place, part, o != nil); err != nil {
		return err
	}
	if o == nil {
		return nil
	}
	r, err, unfit := h.reading.outcome(*o, h.besides.take(h.besides.outcomes, place, kept(part, keptOutcome)), h.budget)
	if err != nil {
		return under(err, "output")
	}
	h.unfit(c.ID, unfit)
	r, dropped := h.reading.Policy.ApplyTo(r)
	c.Response = &r
	return h.report(c.ID, dropped, "")
}

// input reads the arguments of the call at a place. A text is that of arguments.
func (h *historyReader) input(c *Call, place int, part *tree.Value, over bool) error {
	v, name := part.Lookup("input"), "input"
	if raw := part.Lookup("rawInput"); over && !present(v) && present(raw) {
		v, name = raw, "rawInput"
	}
	if err := h.budget.deep(v); err != nil {
		return under(err, name)
	}
	var dropped []content.Dropped
	var err error
	if part.TextOf("state") == "input-streaming" {
		name = "rawInput"
		c.InputText, dropped, err = h.reading.Policy.ApplyToArguments(c.InputText, h.arguments)
	} else {
		var unfit error
		c.Input, unfit = h.reading.input(v, h.besides.take(h.besides.inputs, place, kept(part, keptInput)), h.budget)
		if isTooMuch(unfit) {
			return under(unfit, name)
		}
		h.unfit(c.ID, unfit)
		if t := c.Input.Tree(); t != nil && t.Kind == tree.String {
			var left string
			left, dropped, err = h.reading.Policy.ApplyToArguments(t.Text, h.arguments)
			c.Input = content.Text(left)
		} else {
			c.Input, dropped = h.reading.Policy.Apply(c.Input)
		}
	}
	if err != nil {
		return under(err, name)
	}
	return h.reportAt(dropped, "parts", strconv.Itoa(place), name)
}

// arguments reads a text of arguments.
func (h *historyReader) arguments(text []byte) (*tree.Value, error) {
	return h.budget.parse(text, 0)
}

func (h *historyReader) unfit(id string, err error) {
	if err != nil {
		h.drop(id, content.NewDropped("", RuleBeside, err.Error()))
	}
}

// report reports what the policy dropped below a place.
func (h *historyReader) report(id string, dropped []content.Dropped, place string) error {
	for _, d := range dropped {
		if h.judged += 1 + d.More; h.judged > mostDropped {
			return errDropped
		}
		d.Pointer = place + d.Pointer
		h.drop(id, d)
	}
	return nil
}

func (h *historyReader) drop(id string, d content.Dropped) {
	if n := len(h.history.Dropped); n >= mostReports {
		h.history.Dropped[n-1].More += 1 + d.More
		return
	}
	h.history.Dropped = append(h.history.Dropped, Dropped{CallID: id, Dropped: d})
}
