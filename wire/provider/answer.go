package provider

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// answer is what has been read of a response.
type answer struct {
	provider Provider
	calls    []*pending
	open     map[int]*pending // by the index that deltas name; the newest there
	byID     map[string]*pending
	others   map[int]bool // indexes of blocks that are no calls
	stopped  int          // calls, from the first on, of which no more comes
	kept     int          // bytes of what is kept
	ended    bool         // the response says that it is over
	cut      string       // why the provider cut it
}

// pending is a call of which more may come.
type pending struct {
	index    int // where in the response it stands
	pointer  string
	id, name string

	quoted  []byte // fragments of a JSON string, joined as they stand behind its first quote
	raw     string // or the JSON that the arguments are
	settled bool   // the provider has said what the whole arguments are
	closed  bool
}

// add appends a call.
func (a *answer) add(index int, pointer string) (*pending, *Error) {
	if len(a.calls) == maxCalls {
		return nil, &Error{Reason: TooLarge, Pointer: pointer, Message: fmt.Sprintf("the response has more than %d calls", maxCalls)}
	}
	p := &pending{index: index, pointer: pointer}
	a.calls = append(a.calls, p)
	if a.open == nil {
		a.open = map[int]*pending{}
	}
	a.open[index] = p
	return p, nil
}

// whole adds a call that is all there. The arguments are text if textual and a
// string, else JSON.
func (a *answer) whole(pointer string, id, name, arguments gjson.Result, textual bool) *Error {
	p, err := a.add(len(a.calls), pointer)
	if err != nil {
		return err
	}
	if err := a.identify(p, id, name); err != nil {
		return err
	}
	p.closed = true
	return a.take(p, arguments, pointer, textual)
}

// identify sets the id and the name of a call that begins.
func (a *answer) identify(p *pending, id, name gjson.Result) *Error {
	err := a.count(id, name)
	if err != nil {
		return err
	}
	if p.id, err = text(id, p.pointer); err != nil {
		return err
	}
	p.name, err = text(name, p.pointer)
	return err
}

// remember enters a call of a stream under its id, by which it may be named again.
func (a *answer) remember(p *pending) {
	if p.id == "" {
		return
	}
	if a.byID == nil {
		a.byID = map[string]*pending{}
	}
	a.byID[p.id] = p
}

// count keeps what is kept within bounds.
func (a *answer) count(kept ...gjson.Result) *Error {
	for _, v := range kept {
		a.kept += len(v.Raw)
	}
	if a.kept > maxBytes {
		return tooLong()
	}
	return nil
}

// take adds what one message has of the arguments, at pointer.
func (a *answer) take(p *pending, arguments gjson.Result, pointer string, textual bool) *Error {
	if err := a.count(arguments); err != nil {
		return err
	}
	twice := func() *Error {
		return unreadable(pointer, "the arguments come twice, as JSON and once more: which of them is meant?")
	}
	switch {
	case none(arguments):
	case arguments.Type == gjson.String && textual:
		piece := arguments.Raw[1 : len(arguments.Raw)-1]
		if piece != "" && !blank(p.raw) {
			return twice()
		}
		if len(p.quoted) == 0 && piece != "" {
			p.quoted = append(p.quoted, '"')
		}
		p.quoted = append(p.quoted, piece...)
	case blank(arguments.Raw):
		if p.raw == "" {
			p.raw = strings.Clone(arguments.Raw) // and not the event it is in
		}
	case len(p.quoted) > 0 || !blank(p.raw) && p.raw != arguments.Raw:
		return twice()
	default:
		p.raw = strings.Clone(arguments.Raw)
	}
	return nil
}

// blank reports whether JSON arguments may be none yet: Anthropic's blocks begin with
// {}, and pieces follow.
func blank(raw string) bool {
	return raw == "" || raw == `""` || len(raw) < 16 && strings.Join(strings.Fields(raw), "") == "{}"
}

// arguments returns the argument text: what came as text wins over JSON, which
// stands where a stream begins a call (Anthropic's input {}).
func (p *pending) arguments() ([]byte, *Error) {
	switch {
	case len(p.quoted) > 0:
		return p.joined(p.pointer)
	case p.raw == "" || p.raw == `""`:
		return []byte("{}"), nil
	}
	return []byte(p.raw), nil
}

// joined returns the text that the fragments are.
func (p *pending) joined(pointer string) ([]byte, *Error) {
	return unquote(append(p.quoted, '"'), pointer)
}

// close returns the calls, in the order of their places.
func (a *answer) close() ([]Call, *Error) {
	slices.SortStableFunc(a.calls, func(p, q *pending) int { return cmp.Compare(p.index, q.index) })
	a.stopped = 0
	var calls []Call
	for i, p := range a.calls {
		if p.name == "" {
			return nil, unreadable(p.pointer, "the call has no name")
		}
		arguments, err := p.arguments()
		if err != nil {
			return nil, err
		}
		c := Call{ID: p.id, Name: p.name, Arguments: arguments}
		if c.ID == "" {
			c.ID = makeID(i, c)
		}
		calls = append(calls, c)
	}
	if a.cut != "" && len(calls) > 0 {
		return calls, &Error{Reason: Truncated, Message: "the provider cut the response (" + a.cut + "), so the last call may lack arguments: ask again with room for more tokens"}
	}
	return calls, nil
}

// unsettled returns the Truncated error of a response that is over while one of its
// calls is not.
func (a *answer) unsettled() *Error {
	for ; a.stopped < len(a.calls); a.stopped++ { // once each, however often the message ends
		if p := a.calls[a.stopped]; !p.closed && !p.settled {
			return &Error{Reason: Truncated, nowhere: true, Message: fmt.Sprintf("the response is over and its block %d is not: something of the stream is lost", p.index)}
		}
	}
	return nil
}

// finish notes how the response ended: why is the provider's word and cuts are those
// that leave a call unfinished.
func (a *answer) finish(why gjson.Result, pointer string, cuts ...string) *Error {
	if none(why) {
		return nil
	}
	word, err := text(why, pointer)
	if err != nil || word == "" {
		return err
	}
	a.ended = true
	if slices.Contains(cuts, word) {
		a.cut = word
	}
	return nil
}

// declined is what a provider sends in place of an answer. A message is quoted
// shortened: it is the provider's, for logs.
func declined(v gjson.Result, pointer string) *Error {
	said := v
	if v.IsObject() {
		if said = v.Get("message"); said.Type != gjson.String {
			said = v.Get("type")
		}
	}
	message := "the provider answered with an error"
	if said.Type == gjson.String && said.Str != "" {
		message += ": " + shorten(said.Str)
	}
	return &Error{Reason: Declined, Pointer: pointer, Message: message}
}
