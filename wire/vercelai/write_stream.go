package vercelai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Stream writes a UI message stream: one event a chunk, "data: ", the JSON and a blank
// line. Its methods may be called at once; what belongs together stays together. An
// error of the writer ends the stream, every later call returns it, and after Finish every
// call is an error.
type Stream struct {
	how Writing

	mu     sync.Mutex
	to     io.Writer
	err    error
	beside map[string]bool // calls beside whose preliminary outcome something stands
}

// Stream returns a stream that writes to w, and flushes it after each event if it can.
// For HTTP see [SetHeader].
func (w Writing) Stream(to io.Writer) *Stream {
	err := w.check()
	if w.Client == PydanticAI {
		w.Client = AI6
	}
	return &Stream{how: w, to: to, err: err, beside: map[string]bool{}}
}

// Start begins the message and its first step. An empty ID leaves it to the client.
func (s *Stream) Start(messageID string) error {
	return s.write(object(str("type", "start"), optional("messageId", messageID)), chunk("start-step"))
}

// InputStart says that arguments of a call follow, piece by piece.
func (s *Stream) InputStart(c Call) error {
	if err := checkCall(c, true); err != nil {
		return err
	}
	return s.write(object(str("type", "tool-input-start"), str("toolCallId", c.ID), str("toolName", c.Name),
		flag("providerExecuted", c.ProviderExecuted), flag("dynamic", c.Dynamic)))
}

// InputDelta is a piece of the text of the arguments, as the model wrote it. It needs
// InputStart.
func (s *Stream) InputDelta(id, delta string) error {
	return s.write(object(str("type", "tool-input-delta"), str("toolCallId", id), str("inputTextDelta", delta)))
}

// Input is the whole of the arguments. None are null.
func (s *Stream) Input(c Call) error {
	if err := checkCall(c, true); err != nil {
		return err
	}
	input, beside := javaScript.besideInput(c.Input)
	return s.writeFor(c.ID, besidePart(InputPart, c.ID, beside), object(str("type", "tool-input-available"), str("toolCallId", c.ID),
		str("toolName", c.Name), tree.M("input", input), flag("providerExecuted", c.ProviderExecuted), flag("dynamic", c.Dynamic)))
}

// Ask asks the user whether the call may be made. AI5 cannot.
func (s *Stream) Ask(c Call) error {
	switch {
	case !s.how.Client.knowsApprovals():
		return fmt.Errorf("vercelai: a client that may be %q asks its user nothing: set Client to %q", string(AI5), string(AI6))
	case c.ID == "" || c.Approval == nil || c.Approval.ID == "":
		return errors.New("vercelai: a question needs a call with ID and Approval.ID")
	}
	return s.write(object(str("type", "tool-approval-request"), str("approvalId", c.Approval.ID), str("toolCallId", c.ID)))
}

// Outcome is the response of a call whose Input was written, here or in an earlier
// stream. After a preliminary one another follows.
func (s *Stream) Outcome(ctx context.Context, c Call) error {
	if err := checkCall(c, false); err != nil {
		return err
	}
	if c.Response == nil {
		return fmt.Errorf("vercelai: call %q has no Response", c.ID)
	}
	if c.Preliminary && c.Response.Status != content.Success {
		return fmt.Errorf("vercelai: the preliminary outcome of call %q is no success", c.ID)
	}
	events, err := s.outcome(c)
	if errors.Is(err, ErrTooLarge) && s.how.Offload != nil {
		r := *c.Response
		r.Value, _, err = r.Value.Offload(math.MaxInt, func(b content.Binary) (string, error) { return s.how.Offload(ctx, b) })
		if err != nil {
			return fmt.Errorf("vercelai: call %q: %w", c.ID, err)
		}
		c.Response = &r
		events, err = s.outcome(c)
	}
	if err != nil {
		return err
	}
	if err := s.send(events); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.beside, c.ID); c.Preliminary && len(events) > 1 {
		s.beside[c.ID] = true
	}
	return nil
}

// outcome returns the events: what stands beside first, so that whoever reads the
// outcome has all of it.
func (s *Stream) outcome(c Call) ([][]byte, error) {
	o, same := s.how.Client.outcomeOf(c)
	beside, err := o.besideOf(*c.Response, same)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	if beside == nil && s.beside[c.ID] {
		beside = tree.NewObject(version) // takes the place of what stood there
	}
	s.mu.Unlock()
	id := str("toolCallId", c.ID)
	var v *tree.Value
	switch o.state {
	case available:
		v = object(str("type", "tool-output-available"), id, tree.M("output", o.output),
			flag("providerExecuted", c.ProviderExecuted), flag("dynamic", c.Dynamic), flag("preliminary", c.Preliminary))
	case denied:
		v = object(str("type", "tool-output-denied"), id)
	default:
		v = object(str("type", "tool-output-error"), id, str("errorText", o.text),
			flag("providerExecuted", c.ProviderExecuted), flag("dynamic", c.Dynamic))
	}
	events := encode(besidePart(OutcomePart, c.ID, beside), v)
	return events, s.how.fits(c.ID, events...)
}

// Other writes any other chunk: an object with a "type" that is no call's.
func (s *Stream) Other(v content.Value) error {
	node := v.Tree()
	if node == nil || node.Kind != tree.Object {
		return errors.New("vercelai: a chunk is an object")
	}
	switch t := node.TextOf("type"); {
	case t == "":
		return errors.New(`vercelai: a chunk has a "type"`)
	case strings.HasPrefix(t, "tool-") || t == OutcomePart || t == InputPart:
		return fmt.Errorf("vercelai: chunks of type %q are written by the methods for calls", t)
	}
	node, same := javaScript.shown(node)
	if !same {
		return errors.New("vercelai: a client would change the chunk: a number that no double holds, a name like 7 or __proto__")
	}
	return s.write(node)
}

// Finish ends the step, the message and the stream: every later call is an error.
func (s *Stream) Finish() error {
	events := append(encode(chunk("finish-step"), chunk("finish")), []byte("[DONE]"))
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.sendLocked(events); err != nil {
		return err
	}
	s.err = errFinished
	return nil
}

var errFinished = errors.New("vercelai: the stream is finished: nothing can follow its end")

var errTorn = errors.New("vercelai: the writer panicked within an event: nothing can follow it")

func chunk(name string) *tree.Value { return object(str("type", name)) }

func besidePart(name, id string, data *tree.Value) *tree.Value {
	if data == nil {
		return nil
	}
	return object(str("type", name), str("id", id), tree.M("data", data))
}

func encode(chunks ...*tree.Value) [][]byte {
	var events [][]byte
	for _, c := range chunks {
		if c != nil {
			events = append(events, c.AppendJSON(nil))
		}
	}
	return events
}

func (s *Stream) write(chunks ...*tree.Value) error { return s.writeFor("", chunks...) }

func (s *Stream) writeFor(id string, chunks ...*tree.Value) error {
	events := encode(chunks...)
	if err := s.how.fits(id, events...); err != nil {
		return err
	}
	return s.send(events)
}

// send writes events that nothing comes between.
func (s *Stream) send(events [][]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sendLocked(events)
}

// sendLocked is send for who holds the lock.
func (s *Stream) sendLocked(events [][]byte) error {
	if s.err != nil {
		return s.err
	}
	size := 0
	for _, e := range events {
		size += len(e) + len("data: \n\n")
	}
	b := make([]byte, 0, size)
	for _, e := range events {
		b = append(append(append(b, "data: "...), e...), "\n\n"...)
	}
	s.err = errTorn // stays if Write panics, as that of net/http may
	if _, s.err = s.to.Write(b); s.err != nil {
		return s.err
	}
	if f, ok := s.to.(interface{ Flush() }); ok {
		f.Flush()
	}
	return nil
}
