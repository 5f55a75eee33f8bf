package vercelai

import (
	"fmt"

	"github.com/functionschema/fscheck/internal/tree"
)

// History returns the JSON of the messages, as a client holds and sends them. Beside
// a call follows what [OutcomePart] and [InputPart] are for.
func (w Writing) History(messages []Message) ([]byte, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	items := make([]*tree.Value, len(messages))
	for i, m := range messages {
		var parts []*tree.Value
		for j, p := range m.Parts {
			more, err := w.part(p)
			if err != nil {
				return nil, fmt.Errorf("%w (message %d, part %d)", err, i, j)
			}
			parts = append(parts, more...)
		}
		items[i] = object(str("id", m.ID), str("role", m.Role), tree.M("metadata", m.Metadata.Tree()), tree.M("parts", tree.NewArray(parts...)))
	}
	return tree.NewArray(items...).AppendJSON(nil), nil
}

func (w Writing) part(p Part) ([]*tree.Value, error) {
	if p.Call == nil {
		if p.Other.IsZero() {
			return nil, fmt.Errorf("vercelai: a part is neither a call nor anything else")
		}
		return []*tree.Value{p.Other.Tree()}, nil
	}
	c := *p.Call
	if err := checkCall(c, true); err != nil {
		return nil, err
	}
	members := []tree.Member{str("type", "tool-"+c.Name)}
	if c.Dynamic {
		members = []tree.Member{str("type", "dynamic-tool"), str("toolName", c.Name)}
	}
	members = append(members, str("toolCallId", c.ID))
	input, besideIn := w.Client.language().besideInput(c.Input)
	if c.Response == nil {
		members = append(append(members, w.pending(c, input)...), flag("providerExecuted", c.ProviderExecuted))
		return w.beside(members, c.ID, outcome{}, besideIn, nil), nil
	}
	o, same := w.Client.outcomeOf(c)
	beside, err := o.besideOf(*c.Response, same)
	if err != nil {
		return nil, err
	}
	members = append(members, str("state", string(o.state)))
	if !c.Input.IsZero() || o.state != failed {
		members = append(members, tree.M("input", input))
	}
	switch o.state {
	case available:
		members = append(members, tree.M("output", o.output), flag("preliminary", c.Preliminary))
	case failed:
		members = append(members, str("errorText", o.text))
	}
	// A part that has an outcome keeps the answer that goes with it, and no other.
	switch a := c.Approval; {
	case w.Client == PydanticAI && o.state == denied:
		members = append(members, tree.M("approval", o.approval(c).tree()))
	case a != nil && a.Answered && a.Granted == (o.state != denied) && w.Client.knowsApprovals():
		members = append(members, tree.M("approval", a.tree()))
	}
	members = append(members, flag("providerExecuted", c.ProviderExecuted))
	return w.beside(members, c.ID, o, besideIn, beside), nil
}

// beside returns the part that has these members, with what stands beside it: in parts
// that follow, or where pydantic-ai keeps it.
func (w Writing) beside(members []tree.Member, id string, o outcome, input, out *tree.Value) []*tree.Value {
	if w.Client == PydanticAI {
		return []*tree.Value{object(append(members, tree.M("callProviderMetadata", o.metadata(input, out)))...)}
	}
	return with([]*tree.Value{object(members...)}, besidePart(InputPart, id, input), besidePart(OutcomePart, id, out))
}

// pending are the members of a call without outcome.
func (w Writing) pending(c Call, input *tree.Value) []tree.Member {
	switch a := c.Approval; {
	case c.Input.IsZero() && a == nil:
		return []tree.Member{str("state", "input-streaming"), optional("rawInput", c.InputText)}
	case a == nil || !w.Client.knowsApprovals():
		return []tree.Member{str("state", "input-available"), tree.M("input", input)}
	case a.Answered:
		return []tree.Member{str("state", "approval-responded"), tree.M("input", input), tree.M("approval", a.tree())}
	default:
		return []tree.Member{str("state", "approval-requested"), tree.M("input", input), tree.M("approval", a.tree())}
	}
}

func (a *Approval) tree() *tree.Value {
	if !a.Answered {
		return object(str("id", a.ID))
	}
	return object(str("id", a.ID), tree.M("approved", tree.NewBool(a.Granted)), optional("reason", a.Reason))
}

func with(parts []*tree.Value, beside ...*tree.Value) []*tree.Value {
	for _, b := range beside {
		if b != nil {
			parts = append(parts, b)
		}
	}
	return parts
}

// text is what a member that is a string holds, or "".
func text(v *tree.Value) string {
	if v == nil || v.Kind != tree.String {
		return ""
	}
	return v.Text
}
