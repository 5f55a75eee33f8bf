package native

import (
	"errors"
	"regexp"
)

// errHook is what the types that read themselves fail with; it must not be shown.
var errHook = errors.New("s3cret-hook")

var colour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// Textual reads itself from a text.
type Textual string

// UnmarshalText reads # and six lower-case hexadecimal digits.
func (t *Textual) UnmarshalText(text []byte) error {
	if !colour.Match(text) {
		return errHook
	}
	*t = Textual(text)
	return nil
}

// Hooked reads itself from an object and keeps the text.
type Hooked struct{ text string }

// Text returns the JSON text that was read.
func (h Hooked) Text() string { return h.text }

// UnmarshalJSON keeps an object's text.
func (h *Hooked) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '{' {
		return errHook
	}
	h.text = string(text)
	return nil
}

// Panicky cannot be read.
type Panicky struct{}

// UnmarshalJSON panics.
func (*Panicky) UnmarshalJSON([]byte) error { panic(errHook.Error()) }

// Client is a native object that is injected as it is.
type Client struct{ Name string }
