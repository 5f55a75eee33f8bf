package vercelai

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// events reads server-sent events as the clients do (HTML, section 9.2.6): lines end
// with LF, CRLF or CR, the data lines of an event are joined, comments and other fields
// are passed over. An event that ends with the stream counts, as it does there.
type events struct {
	r      *bufio.Reader
	limit  int
	afterR bool // the last line ended with CR: an LF belongs to it
	begun  bool
}

func newEvents(r io.Reader, limit int) *events {
	return &events{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next returns the data of the next event, or io.EOF. They are its caller's.
func (e *events) next() ([]byte, error) {
	var data []byte
	any := false
	for {
		line, err := e.line()
		if err != nil && !(errors.Is(err, io.EOF) && (any || len(line) > 0)) {
			return nil, err
		}
		if !e.begun {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
			e.begun = true
		}
		if value, ok := dataOf(line); ok {
			if len(data)+len(value) > e.limit {
				return nil, fmt.Errorf("an event has more than %d bytes, which is the limit", e.limit)
			}
			if any {
				data = append(data, '\n')
			}
			if data == nil {
				data = value
			} else {
				data = append(data, value...)
			}
			any = true
		}
		if (len(line) == 0 || err != nil) && any {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// dataOf returns what a line says, if it is one of data.
func dataOf(line []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(line, []byte("data"))
	if !ok {
		return nil, false
	}
	if len(rest) == 0 {
		return rest, true
	}
	if rest[0] != ':' {
		return nil, false
	}
	return bytes.TrimPrefix(rest[1:], []byte(" ")), true
}

// line returns the next line without its end.
func (e *events) line() ([]byte, error) {
	var line []byte
	for {
		if e.r.Buffered() == 0 {
			if _, err := e.r.Peek(1); err != nil {
				return line, err
			}
		}
		ahead, _ := e.r.Peek(e.r.Buffered())
		if e.afterR && ahead[0] == '\n' {
			_, _ = e.r.Discard(1)
			e.afterR = false
			continue
		}
		e.afterR = false
		end := 0 // IndexAny costs more than a line that is empty
		for end < len(ahead) && ahead[end] != '\r' && ahead[end] != '\n' {
			end++
		}
		if len(line)+end > e.limit+len("data: ") {
			return nil, fmt.Errorf("a line has more than %d bytes, which is the limit", e.limit)
		}
		line = append(line, ahead[:end]...)
		if end == len(ahead) {
			_, _ = e.r.Discard(end)
			continue
		}
		e.afterR = ahead[end] == '\r'
		_, _ = e.r.Discard(end + 1)
		return line, nil
	}
}
