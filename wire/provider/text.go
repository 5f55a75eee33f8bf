package provider

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// The bounds of rule 5.
const (
	maxBytes = 64 << 20
	maxDepth = 10_000
	maxCalls = 1_000
)

func tooLong() *Error {
	return &Error{Reason: TooLarge, nowhere: true, Message: fmt.Sprintf("the response exceeds %d bytes: ask for less", maxBytes)}
}

// open checks that text is one JSON value in UTF-8 and returns it undecoded.
func open(text []byte) (gjson.Result, *Error) {
	switch {
	case len(text) > maxBytes:
		return gjson.Result{}, tooLong()
	case !utf8.Valid(text):
		return gjson.Result{}, unreadable("", "the text is not UTF-8")
	case deep(text):
		// The validator is recursive: this is said before it runs.
		return gjson.Result{}, &Error{Reason: TooLarge, Message: fmt.Sprintf("the response is nested deeper than %d levels", maxDepth)}
	case !gjson.ValidBytes(text):
		return gjson.Result{}, unreadable("", "the text is not one JSON value: is it the whole body, and of this provider?")
	}
	return gjson.ParseBytes(text), nil
}

// deep reports whether brackets outside of strings nest deeper than maxDepth.
func deep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// members sets found, which is zero, to the members of an object that have the names,
// in their order; one that is absent is the zero Result. Others are passed over,
// whatever they are. It makes no room of its own: an event may be two bytes long.
func members(found []gjson.Result, object gjson.Result, pointer string, names ...string) *Error {
	if !object.IsObject() {
		return unreadable(pointer, "an object is expected here, not %s", kind(object))
	}
	var err *Error
	object.ForEach(func(key, value gjson.Result) bool {
		i := slices.Index(names, key.Str)
		switch {
		case i < 0:
		case found[i].Exists():
			err = unreadable(tree.Join(pointer, names[i]), "the member stands twice in its object")
		default:
			found[i] = value
		}
		return err == nil
	})
	return err
}

// member is members for one name.
func member(object gjson.Result, pointer, name string) (gjson.Result, *Error) {
	var found [1]gjson.Result
	err := members(found[:], object, pointer, name)
	return found[0], err
}

// items calls visit for each item of an array that may be absent or null. An array has
// as many as a stream has blocks, at most: each costs more than the bytes it takes.
// Pointers of errors and of calls begin at the item until visit returns: there may be
// millions of items in a stream, and of few the place is asked for.
func (a *answer) items(array gjson.Result, pointer string, visit func(item gjson.Result) *Error) *Error {
	switch {
	case none(array):
		return nil
	case !array.IsArray():
		return unreadable(pointer, "an array is expected here, not %s", kind(array))
	}
	var err *Error
	i := 0
	array.ForEach(func(_, item gjson.Result) bool {
		if i == maxBlocks {
			err = &Error{Reason: TooLarge, Pointer: pointer, Message: fmt.Sprintf("the array has more than %d items", maxBlocks)}
			return false
		}
		before := len(a.calls)
		err = visit(item)
		for _, p := range a.calls[before:] {
			p.pointer = fmt.Sprintf("%s/%d%s", pointer, i, p.pointer)
		}
		if err != nil {
			err = err.under(fmt.Sprintf("%s/%d", pointer, i))
		}
		i++
		return err == nil
	})
	return err
}

// text returns a string unescaped, strictly; absent and null are "".
func text(v gjson.Result, pointer string) (string, *Error) {
	switch {
	case none(v):
		return "", nil
	case v.Type != gjson.String:
		return "", unreadable(pointer, "a string is expected here, not %s", kind(v))
	}
	if strings.IndexByte(v.Raw, '\\') < 0 {
		return strings.Clone(v.Raw[1 : len(v.Raw)-1]), nil // and not the response it is in
	}
	b, err := unquote([]byte(v.Raw), pointer)
	return string(b), err
}

// unquote reads a JSON string, of which it keeps nothing. Half a surrogate pair is an
// error, where gjson would put U+FFFD.
func unquote(quoted []byte, pointer string) ([]byte, *Error) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return bytes.Clone(quoted[1 : len(quoted)-1]), nil
	}
	v, err := strict.Parse(quoted, strict.Limits{Bytes: maxBytes + 2})
	if err != nil {
		return nil, unreadable(pointer, "the string cannot be unescaped: %s", err)
	}
	return []byte(v.Text), nil
}

// index reads a number that says which of several an event belongs to.
func index(v gjson.Result, pointer string) (int, *Error) {
	n := v.Int()
	if v.Type != gjson.Number || n < 0 || n > 1<<30 || v.Num != float64(n) {
		return 0, unreadable(pointer, "an index is expected here: an integer from 0 on, not %s", kind(v))
	}
	return int(n), nil
}

func none(v gjson.Result) bool { return v.Type == gjson.Null }

// kind is what a value is, for a message. No value is quoted: it may be a secret.
func kind(v gjson.Result) string {
	switch {
	case !v.Exists():
		return "nothing"
	case v.IsArray():
		return "an array"
	case v.IsObject():
		return "an object"
	case v.IsBool():
		return "a boolean"
	case v.Type == gjson.Number:
		return "this number"
	case v.Type == gjson.String:
		return "a string"
	}
	return "null"
}
