package vercelai

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Event is one chunk of a stream.
type Event struct {
	// Type is the chunk's, tool-input-delta for example.
	Type string
	// Call is the call that the chunk is about, as it is then; nil for others. Only the
	// chunk of an outcome has the Response: a stream keeps none.
	Call *Call
	// Delta is the piece of the arguments of a tool-input-delta.
	Delta string
	// Other is a chunk that is about no call, or one that is not known, as the JSON it
	// is.
	Other content.Value
}

// Stream reads a UI message stream to its end, which is [DONE] or the end of the
// reader. What stands beside a call is no event; the call has it.
//
//  1. An error ends the sequence. It is one of the reader, of the JSON of an event, of
//     a member of another type than it must have, or of a limit.
//  2. An outcome may be of a call of an earlier stream: it has no name then.
//  3. A stream may have 10,000 calls, and what has to be kept of them, ids, arguments
//     and what stands beside, may be four events as large as one may be.
//  4. [Reading].Policy is not applied: who reads a stream asked for it.
func (r Reading) Stream(from io.Reader) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s := newStreamReader(r)
		in := newEvents(from, s.limit)
		for {
			data, err := in.next()
			if errors.Is(err, io.EOF) || err == nil && string(data) == "[DONE]" {
				return
			}
			var e Event
			silent := false
			if err == nil {
				e, silent, err = s.chunk(data)
			}
			if err != nil {
				yield(Event{}, fmt.Errorf("vercelai: stream: %w", err))
				return
			}
			if !silent && !yield(e, nil) {
				return
			}
		}
	}
}

const (
	mostCalls  = 10_000
	keptEvents = 4
)

type streamReader struct {
	reading          Reading
	limit            int
	calls            map[string]*streamCall
	inputs, outcomes stood
	kept             int
	budget           *budget // of the event that is read
}

type streamCall struct {
	Call
	pieces strings.Builder
}

func newStreamReader(r Reading) *streamReader {
	return &streamReader{reading: r, limit: newBudget(r.Limits).limits.Bytes, calls: map[string]*streamCall{}, inputs: stood{}, outcomes: stood{}}
}

// keep counts bytes that stay after the event.
func (s *streamReader) keep(n int) error {
	if s.kept += n; s.kept > keptEvents*s.limit {
		return fmt.Errorf("ids, arguments and what stands beside have more than %d bytes, which is the limit", keptEvents*s.limit)
	}
	return nil
}

func (s *streamReader) chunk(data []byte) (e Event, silent bool, err error) {
	s.budget = newBudget(s.reading.Limits)
	v, err := s.budget.parse(data, around)
	if err != nil {
		return Event{}, false, err
	}
	if v.Kind != tree.Object {
		return Event{}, false, fmt.Errorf("a chunk is %s, want an object", v.Kind)
	}
	m := &members{object: v}
	e = Event{Type: m.must("type")}
	switch {
	case m.err != nil:
		return e, false, m.err
	case e.Type == InputPart || e.Type == OutcomePart:
		beside := s.inputs
		if e.Type == OutcomePart {
			beside = s.outcomes
		}
		if d, id := v.Lookup("data"), v.TextOf("id"); d != nil && d.Kind == tree.Object {
			if len(beside) >= mostCalls {
				return e, false, fmt.Errorf("more than %d calls, which is the limit", mostCalls)
			}
			beside[id] = d
			return e, true, s.keep(len(data))
		}
	case callChunks[e.Type]:
		e.Call, err = s.call(m, &e, len(data))
		return e, false, err
	}
	e.Other = content.Of(v)
	return e, false, s.budget.deep(v)
}

var callChunks = map[string]bool{
	"tool-input-start": true, "tool-input-delta": true, "tool-input-available": true, "tool-input-error": true,
	"tool-approval-request": true, "tool-output-available": true, "tool-output-error": true, "tool-output-denied": true,
}

// call reads a chunk about a call and returns the call as it is then.
func (s *streamReader) call(m *members, e *Event, size int) (*Call, error) {
	id := m.must("toolCallId")
	if m.err != nil {
		return nil, m.err
	}
	c := s.calls[id]
	if c == nil {
		if len(s.calls) >= mostCalls {
			return nil, fmt.Errorf("more than %d calls, which is the limit", mostCalls)
		}
		if err := s.keep(len(id)); err != nil {
			return nil, err
		}
		id = strings.Clone(id) // and not the event it is in
		c = &streamCall{Call: Call{ID: id}}
		s.calls[id] = c
	}
	err := s.change(c, m, e, size)
	if m.err != nil {
		err = m.err
	}
	if err != nil {
		return nil, err
	}
	now := c.Call
	c.Response = nil // is not needed again
	if now.Input.IsZero() {
		now.InputText = c.pieces.String()
	}
	return &now, nil
}

func (s *streamReader) change(c *streamCall, m *members, e *Event, size int) error {
	if m.flag("providerExecuted") {
		c.ProviderExecuted = true
	}
	if m.flag("dynamic") {
		c.Dynamic = true
	}
	switch e.Type {
	case "tool-input-start":
		// A call whose ID is used again is another one: as for clients, it begins anew.
		c.Call = Call{ID: c.ID, Name: m.must("toolName"), ProviderExecuted: m.flag("providerExecuted"), Dynamic: m.flag("dynamic")}
		c.pieces.Reset()
		return s.keep(size)
	case "tool-input-delta":
		e.Delta = m.must("inputTextDelta")
		c.pieces.WriteString(e.Delta)
		return s.keep(len(e.Delta))
	case "tool-input-available":
		return s.input(c, m, size)
	case "tool-input-error":
		if err := s.input(c, m, size); err != nil {
			return err
		}
		return s.outcome(c, outcome{state: failed, text: m.must("errorText")})
	case "tool-approval-request":
		c.Approval = &Approval{ID: m.must("approvalId")}
		return s.keep(size)
	case "tool-output-available":
		c.Preliminary = m.flag("preliminary")
		return s.outcome(c, outcome{
			state: available, output: orNull(m.object.Lookup("output")), claim: claim(m.object, "providerMetadata"),
		})
	case "tool-output-error":
		c.Preliminary = false
		return s.outcome(c, outcome{state: failed, text: m.must("errorText")})
	default:
		c.Preliminary = false
		return s.outcome(c, outcome{state: denied})
	}
}

func (s *streamReader) input(c *streamCall, m *members, size int) error {
	c.Name = m.must("toolName")
	v := m.object.Lookup("input")
	if err := s.budget.deep(v); err != nil {
		return err
	}
	var unfit error
	if c.Input, unfit = s.reading.input(v, s.inputs.take(c.ID), s.budget); unfit != nil {
		return fmt.Errorf("beside the input of call %q: %w", c.ID, unfit)
	}
	return s.keep(size)
}

func (s *streamReader) outcome(c *streamCall, o outcome) error {
	r, err, unfit := s.reading.outcome(o, s.outcomes.take(c.ID), s.budget)
	if err == nil {
		err = unfit
	}
	if err != nil {
		return fmt.Errorf("the outcome of call %q: %w", c.ID, err)
	}
	c.Response = &r
	return nil
}
