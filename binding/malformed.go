package binding

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// tagKeys are the keys of struct tags that mean something here.
var tagKeys = []string{"json", "jsonschema", "jsonschema_description", "default", "inject"}

// malformed says what is wrong with a tag's text, or "". Package reflect reads a
// tag as far as it understands it and gives the first of two equal keys, so that
// a slip of the pen would silently hand an injected parameter to the model. Tags
// that have nothing of ours are not judged.
func malformed(tag reflect.StructTag) string {
	rest := string(tag)
	if !slices.ContainsFunc(tagKeys, func(key string) bool { return strings.Contains(rest, key) }) {
		return ""
	}
	var keys []string
	for {
		if rest = strings.TrimLeft(rest, " "); rest == "" {
			return ""
		}
		i := strings.IndexAny(rest, ": \"\x7f")
		if i <= 0 || !strings.HasPrefix(rest[i:], `:"`) || strings.ContainsAny(rest[:i], ",;") {
			return "its tag cannot be read from " + strconv.Quote(cut(rest)) + ` on: write key:"value" key:"value"`
		}
		key := rest[:i]
		end := closingQuote(rest[i+1:])
		if end < 0 {
			return "its tag's " + key + " has no closing quote"
		}
		if _, err := strconv.Unquote(rest[i+1 : i+1+end]); err != nil {
			return "its tag's " + key + " is no quoted Go string"
		}
		if slices.Contains(keys, key) && slices.Contains(tagKeys, key) {
			return "its tag has " + key + " twice, and the second would be ignored: write one"
		}
		keys = append(keys, key)
		rest = rest[i+1+end:]
	}
}

// closingQuote returns the length of the quoted string at the start of s, or -1.
func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// cut shortens what is quoted in a message.
func cut(s string) string {
	if len(s) <= 40 {
		return s
	}
	return strings.ToValidUTF8(s[:40], "") + "…"
}
