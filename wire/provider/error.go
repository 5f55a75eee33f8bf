package provider

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reason says what kind of error an [Error] is.
type Reason string

// The reasons.
const (
	// Unreadable: it is not what this provider answers. Asking again does not help.
	Unreadable Reason = "unreadable"
	// Truncated: the answer ended too early, because the connection did or because
	// the provider cut it, at its token limit for example. The arguments of a call
	// may lack their end, or all of it.
	Truncated Reason = "truncated"
	// Declined: the provider sent an error in place of an answer.
	Declined Reason = "declined"
	// TooLarge: a bound of this package is exceeded.
	TooLarge Reason = "too-large"
	// Unwritable: a result cannot be written, for its status or its call.
	Unwritable Reason = "unwritable"
	// Unknown: the provider is none of [Providers].
	Unknown Reason = "unknown"
)

// Error is every error of this package. Its texts are for logs.
type Error struct {
	Provider Provider
	Reason   Reason
	Event    int    // of a stream, counted from 1; else 0
	Pointer  string // RFC 6901, in the response or the event
	Message  string // what is wrong, and what to do

	nowhere bool // it is of the whole response: a pointer would mislead
}

// Error names the provider and the place.
func (e *Error) Error() string {
	where := ""
	if e.Event > 0 {
		where = fmt.Sprintf("event %d: ", e.Event)
	}
	if e.Pointer != "" {
		where += shorten(e.Pointer) + ": "
	}
	return "provider " + shorten(string(e.Provider)) + ": " + where + e.Message
}

// under moves an error, which is at a place in a value, to the place of the value.
func (e *Error) under(pointer string) *Error {
	if !e.nowhere {
		e.Pointer = pointer + e.Pointer
	}
	return e
}

// unreadable is an error at a place.
func unreadable(pointer, format string, args ...any) *Error {
	return &Error{Reason: Unreadable, Pointer: pointer, Message: fmt.Sprintf(format, args...)}
}

// shorten makes of a text that somebody else wrote what fits into one line of a log:
// short, and without what would begin another line or move a terminal's cursor.
func shorten(s string) string {
	const most = 200
	end := len(s)
	if end > most {
		for end = most; end > 0 && !utf8.RuneStart(s[end]); end-- {
		}
	}
	line := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s[:end])
	if end < len(s) {
		line += "…"
	}
	return line
}
