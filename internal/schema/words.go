package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// article puts the article before the name of a JSON type.
func article(name string) string {
	switch name {
	case "null":
		return "null"
	case "object", "array", "integer":
		return "an " + name
	}
	return "a " + name
}

// literal writes a value of the schema as JSON, scalars shortened, others by their
// type.
func literal(v *tree.Value) string { return string(appendLiteral(nil, v)) }

func appendLiteral(b []byte, v *tree.Value) []byte {
	switch v.Kind {
	case tree.Object:
		return append(b, "the object that the schema gives"...)
	case tree.Array:
		return append(b, "the array that the schema gives"...)
	case tree.String:
		return appendQuote(b, v.Text)
	case tree.Number:
		return append(b, shorten(v.Text)...)
	}
	return v.AppendJSON(b)
}

// longest is how many characters of a text are quoted.
const longest = 40

func shorten(s string) string {
	if len(s) <= longest {
		return s
	}
	count := 0
	for i := range s {
		if count == longest {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// quote writes a string as JSON, shortened.
func quote(s string) string {
	var b [2 * longest]byte
	return string(appendQuote(b[:0], s))
}

func appendQuote(b []byte, s string) []byte { return tree.AppendString(b, shorten(s)) }

// most is how many alternatives a message lists.
const most = 12

// or joins words as in "a, b or c", and cuts a long list.
func or(words []string) string {
	words = distinct(words)
	if len(words) > most {
		return beside(words[:most], len(words)-most)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// beside joins words as in "a, b or 5 others".
func beside(words []string, others int) string {
	return strings.Join(words, ", ") + " or " + strconv.Itoa(others) + " others"
}

// and joins words as in "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// counted writes a number and a noun, as in "no items", "one item", "2 items".
func counted(number, noun string) string {
	switch number {
	case "0":
		return "no " + noun + "s"
	case "1":
		return "one " + noun
	}
	return number + " " + noun + "s"
}

// group writes a count with commas.
func group(i int) string {
	s := strconv.Itoa(i)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// distinct returns the words, each once, in their order.
func distinct(words []string) []string {
	seen := make(map[string]bool, len(words))
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		if seen[word] {
			return true
		}
		seen[word] = true
		return false
	})
}
