package functionschema

import (
	"strings"

	"github.com/functionschema/fscheck/inject"
)

// longestChain is how many errors are looked at that wrap one another: one that
// wraps itself would have no end.
const longestChain = 1_000

// eachError visits err and what it wraps, each before what is within it, as long
// as visit says so. A function's and a resolver's errors are foreign code: their
// methods may panic, as those of a nil pointer do, which ends the walk, or lead
// back to where they came from. It reports whether it came to an end by itself.
func eachError(err error, visit func(error) (within bool)) (ended bool) {
	left := longestChain
	defer func() {
		if recover() != nil {
			ended = false
		}
	}()
	var walk func(error)
	walk = func(err error) {
		if left--; err == nil || left < 0 || !visit(err) {
			return
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			walk(e.Unwrap())
		case interface{ Unwrap() []error }:
			for _, part := range e.Unwrap() {
				walk(part)
			}
		}
	}
	walk(err)
	return left >= 0
}

// visibleText returns what of an error the model may read.
func visibleText(err error) (text string, ok bool) {
	var texts []string
	eachError(err, func(err error) bool {
		switch e := err.(type) {
		case *panicked: // nobody returned what is in it
			return false
		case *visible:
			texts = append(texts, printable(e.Error()))
			return false
		}
		return true
	})
	return strings.Join(texts, "\n"), len(texts) > 0
}

// printable is a text without what JSON and terminals cannot show: bytes that are
// not UTF-8, and control characters but line ends and tabs.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7F {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// isMissing reports whether a resolver's error says that there is no value.
func isMissing(err error) (missing bool) {
	eachError(err, func(err error) bool {
		is, ok := err.(interface{ Is(error) bool })
		missing = missing || err == inject.ErrNotFound || ok && is.Is(inject.ErrNotFound)
		return !missing
	})
	return missing
}
