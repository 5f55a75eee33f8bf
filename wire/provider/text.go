package provider

import (
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
	return &Error{Reason: TooLarge, Message: fmt.Sprintf("the response exceeds %d bytes: ask for less", maxBytes)}
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

// members returns the members of an object that have the names, in their order; one
// that is absent is the zero Result. Others are passed over, whatever they are.
func members(object gjson.Result, pointer string, names ...string) ([]gjson.Result, *Error) {
	if !object.IsObject() {
		return nil, unreadable(pointer, "an object is expected here, not %s", kind(object))
	}
	found := make([]gjson.Result, len(names))
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
	return found, err
}

// member is members for one name.
func member(object gjson.Result, pointer, name string) (gjson.Result, *Error) {
	found, err := members(object, pointer, name)
	if err != nil {
		return gjson.Result{}, err
	}
	return found[0], nil
}

// items calls visit for each item of an array that may be absent or null. An array has
// as many as a stream has blocks, at most: each costs more than the bytes it takes.
func items(array gjson.Result, pointer string, visit func(item gjson.Result, pointer string) *Error) *Error {
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
		err = visit(item, fmt.Sprintf("%s/%d", pointer, i))
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
	return unescape(v.Raw[1:len(v.Raw)-1], pointer)
}

// unescape reads what stands between the quotes of a JSON string. Half a surrogate
// pair is an error, where gjson would put U+FFFD.
func unescape(escaped, pointer string) (string, *Error) {
	if strings.IndexByte(escaped, '\\') < 0 {
		return strings.Clone(escaped), nil // and not the response it is in
	}
	v, err := strict.Parse([]byte(`"`+escaped+`"`), strict.Limits{Bytes: maxBytes + 2})
	if err != nil {
		return "", unreadable(pointer, "the string cannot be unescaped: %s", err)
	}
	return v.Text, nil
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
