package conformance

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
)

// listener is a testee whose last answer is kept, for a report that shows it.
type listener struct {
	Testee
	last *result
}

func (l *listener) Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error) {
	a, err := l.Testee.Construct(ctx, r)
	if l.last = nil; err == nil {
		l.last = a.lineOf()
	}
	return a, err
}

func (l *listener) Call(ctx context.Context, r CallRequest) (CallAnswer, error) {
	a, err := l.Testee.Call(ctx, r)
	if l.last = nil; err == nil {
		l.last = a.lineOf()
	}
	return a, err
}

func (l *listener) Digest(ctx context.Context, r DigestRequest) (DigestAnswer, error) {
	a, err := l.Testee.Digest(ctx, r)
	if l.last = nil; err == nil {
		l.last = a.lineOf()
	}
	return a, err
}

// text is the last answer as JSON, shortened; empty if there was none. Handles are
// the testee's own affair.
func (l *listener) text() string {
	if l.last == nil {
		return ""
	}
	said := *l.last
	said.Handle = ""
	if said.RequestAfterText != nil {
		cut := shortened(*said.RequestAfterText)
		said.RequestAfterText = &cut
	}
	said.CompletedText = shortened(said.CompletedText)
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(&said); err != nil {
		return ""
	}
	return shortened(strings.TrimSuffix(b.String(), "\n"))
}

// shortened cuts a text to the length that a report shows.
func shortened(text string) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + " … and " + strconv.Itoa(len(text)-longest) + " bytes"
}
