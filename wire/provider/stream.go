package provider

import "bytes"

// Stream joins what a provider streams. It is for one response and one goroutine.
type Stream struct {
	provider Provider
	form     form
	answer   answer

	rest    []byte // a line whose end has not come
	scanned int    // of rest, without an end in it
	afterCR bool   // the last line ended in CR: an LF belongs to it
	started bool   // a byte order mark may not come any more
	data    []byte // of a server-sent event whose end has not come
	hasData bool

	events int
	read   bool // Calls was called
	err    *Error
}

// Stream returns a Stream for one response. Of an unknown provider every use of it is
// an error.
func (p Provider) Stream() *Stream {
	s := &Stream{provider: p, answer: answer{provider: p}}
	s.form, s.err = p.form()
	return s
}

// Write takes the body of a streamed response as it comes, in pieces of any length.
//
//  1. OpenAI, Anthropic and Gemini (alt=sse) send server-sent events: lines may end in
//     LF, CRLF or CR; comments, other fields, events without data and [DONE] are
//     passed over; several data lines are one text.
//  2. Ollama sends a JSON object a line. Bedrock's own framing is binary and its SDK
//     takes it apart; here it is one JSON object a line too, with one member that has
//     the event's name.
//  3. One event counts as 64 MiB at most, and so do the calls together; a stream may
//     be longer than that.
//
// The first error stays: what comes after it is not read. The bytes are not kept.
func (s *Stream) Write(text []byte) (int, error) {
	if err := s.ready(); err != nil {
		return 0, err
	}
	if len(text) > 0 && s.afterCR {
		s.afterCR = false
		if text[0] == '\n' {
			n, err := s.Write(text[1:])
			return n + 1, err
		}
	}
	s.rest = append(s.rest, text...)
	start := 0
	for s.err == nil {
		end := max(start, s.scanned)
		for end < len(s.rest) && s.rest[end] != '\n' && s.rest[end] != '\r' {
			end++
		}
		if end == len(s.rest) {
			break
		}
		line := s.rest[start:end]
		start = end + 1
		if s.rest[end] == '\r' {
			if start == len(s.rest) {
				s.afterCR = true
			} else if s.rest[start] == '\n' {
				start++
			}
		}
		s.line(line)
	}
	if start > 0 { // a line that comes byte by byte is not moved each time
		s.rest = append(s.rest[:0], s.rest[start:]...)
	}
	s.scanned = len(s.rest)
	if s.err == nil && len(s.rest) > maxBytes {
		s.fail(tooLong())
	}
	if s.err != nil {
		return 0, s.err
	}
	return len(text), nil
}

// Event takes one event as an SDK gives it: the JSON that would be the data of a
// server-sent event, or the line. It may be mixed with Write.
func (s *Stream) Event(event []byte) error {
	if err := s.ready(); err != nil {
		return err
	}
	s.event(event)
	if s.err != nil {
		return s.err
	}
	return nil
}

// Calls returns the calls of the response, which is over: nothing can be written
// after. They are ordered by their places in it. The rules are those of
// [Provider.Calls]; besides, a response that lacks its end, or that of a call, is
// [Truncated], with the calls that came, of which any may lack arguments.
func (s *Stream) Calls() ([]Call, error) {
	if !s.read && s.err == nil {
		// A last line without its end, and an event without its blank line.
		s.line(s.rest)
		s.dispatch()
	}
	s.read, s.rest, s.data = true, nil, nil
	if s.err != nil {
		return nil, s.err
	}
	calls, err := s.answer.close()
	switch {
	case err != nil:
	case s.events == 0:
		err = &Error{Reason: Truncated, Message: "no event came: is this the body of a streamed response?"}
	case s.answer.ended && s.form.stops && s.answer.unsettled() != nil:
		err = s.answer.unsettled()
	case !s.answer.ended:
		err = &Error{Reason: Truncated, Message: "the stream ended before the response did: ask again"}
	default:
		return calls, nil
	}
	err.Provider = s.provider
	return calls, err
}

func (s *Stream) ready() error {
	if s.err != nil {
		return s.err
	}
	if s.read {
		return &Error{Provider: s.provider, Reason: Unreadable, Message: "the response is over: start a Stream for the next"}
	}
	return nil
}

// line takes a line without its end.
func (s *Stream) line(line []byte) {
	if !s.started {
		s.started = true
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	switch {
	case s.form.lines:
		if len(bytes.TrimSpace(line)) > 0 {
			s.event(line)
		}
		return
	case len(line) == 0:
		s.dispatch()
		return
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	if string(name) != "data" {
		return
	}
	if s.hasData {
		s.data = append(s.data, '\n')
	}
	s.hasData = true
	s.data = append(s.data, bytes.TrimPrefix(value, []byte(" "))...)
	if len(s.data) > maxBytes {
		s.fail(tooLong())
	}
}

// dispatch reads the data of an event that is over.
func (s *Stream) dispatch() {
	data := bytes.TrimSpace(s.data)
	s.hasData = false
	switch {
	case len(data) == 0:
	case string(data) == "[DONE]":
		s.answer.ended = true
		s.events++
	default:
		s.event(data)
	}
	s.data = s.data[:0]
}

func (s *Stream) event(text []byte) {
	if s.err != nil {
		return
	}
	s.events++
	root, err := open(text)
	if err == nil {
		err = s.form.event(&s.answer, root)
	}
	if err != nil {
		s.fail(err)
	}
}

func (s *Stream) fail(err *Error) {
	err.Provider, err.Event = s.provider, s.events
	s.err = err
}
