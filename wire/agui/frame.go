package agui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// before is what stands before the JSON of an event in a stream.
const before = "data: "

// ErrTooLarge is what an event longer than Encoder.MaxEvent is.
var ErrTooLarge = errors.New("the event is larger than the client takes")

// WriteEvent writes one event of a stream of server-sent events, whose media type is
// text/event-stream, in one call of Write. The event is one JSON object: of an Encoder,
// or any other of the protocol. White space in it is taken out, for a line break would
// end it. What is not JSON, not UTF-8 or too long would end the run of a client: it is
// an error and nothing is written. Flushing is the caller's.
func (e Encoder) WriteEvent(w io.Writer, event []byte) error {
	if !utf8.Valid(event) {
		return errors.New("agui: the event is not UTF-8")
	}
	var b bytes.Buffer
	b.Grow(len(before) + len(event) + 2)
	b.WriteString(before)
	if err := json.Compact(&b, event); err != nil {
		return fmt.Errorf("agui: the event is not JSON: %w", err)
	}
	line := b.Bytes()[len(before):]
	if len(line) == 0 || line[0] != '{' {
		return errors.New("agui: the event is JSON, but no object")
	}
	if err := e.fits(line); err != nil {
		return err
	}
	b.WriteString("\n\n")
	_, err := w.Write(b.Bytes())
	return err
}

// most is how many characters an event may have.
func (e Encoder) most() int {
	if e.MaxEvent != 0 {
		return e.MaxEvent
	}
	return longest
}

func (e Encoder) fits(event []byte) error {
	most := e.most()
	if len(event) <= most {
		return nil
	}
	if n := characters(event); n > most {
		return fmt.Errorf("agui: %w: it has %d characters, the limit is %d: return less, or set Offload", ErrTooLarge, n, most)
	}
	return nil
}
