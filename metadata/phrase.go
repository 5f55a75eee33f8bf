package metadata

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

func itoa(i int) string { return strconv.Itoa(i) }

// longestPhrase is the number of runes of a value that a description repeats.
const longestPhrase = 300

// phrases say in words what a keyword asks for; %s is its value. Those that are not
// here are told as the keyword and its value.
var phrases = map[string]string{
	"minimum": "at least %s", "maximum": "at most %s", "exclusiveMinimum": "more than %s", "exclusiveMaximum": "less than %s",
	"multipleOf": "a multiple of %s", "minLength": "length at least %s", "maxLength": "length at most %s",
	"pattern": "matches %s", "format": "format %s", "minItems": "at least %s items", "maxItems": "at most %s items",
	"minProperties": "at least %s properties", "maxProperties": "at most %s properties", "default": "default %s",
	"enum": "one of %s", "const": "always %s", "example": "for example %s", "examples": "for example %s",
	"contentEncoding": "encoded as %s", "contentMediaType": "media type %s", "contains": "an item fits %s",
	"minContains": "at least %s such items", "maxContains": "at most %s such items", "propertyNames": "names of properties fit %s",
	"additionalProperties": "other properties fit %s", "patternProperties": "properties by pattern %s", "not": "must not fit %s",
	"required": "required: %s", "prefixItems": "items in this order: %s",
}

// phrase tells of a keyword.
func phrase(keyword string, v *tree.Value) string {
	switch {
	case v.Kind == tree.Bool && !v.Bool && (keyword == "additionalProperties" || keyword == "unevaluatedProperties"):
		return "no other properties"
	case v.Kind == tree.Bool && v.Bool:
		switch keyword {
		case "uniqueItems":
			return "no two items alike"
		case "deprecated":
			return "deprecated"
		case "additionalProperties":
			return "other properties may be added"
		}
	}
	said := short(v)
	if v.Kind == tree.String && keyword != "default" && keyword != "const" && keyword != "example" {
		said = cut(v.Text)
	}
	if format, ok := phrases[keyword]; ok {
		return strings.Replace(format, "%s", said, 1)
	}
	return keyword + " " + said
}

// short is the text of a value, of which a long one has only the beginning.
func short(v *tree.Value) string {
	if v.Kind == tree.Array { // a list reads better without brackets
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, item.String())
		}
		return cut(strings.Join(parts, ", "))
	}
	return cut(v.String())
}

func cut(s string) string {
	runes := 0
	for i := range s {
		if runes == longestPhrase {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}

// describe adds what is to be told to the description among the members of a schema,
// after the author's text. A schema without one gets it behind its type.
func describe(members []tree.Member, told []string) []tree.Member {
	if len(told) == 0 {
		return members
	}
	said := strings.Join(told, "; ") + "."
	first, n := utf8.DecodeRuneInString(said) // the author's own keywords are told too
	said = string(unicode.ToUpper(first)) + said[n:]
	place := 0
	for i, m := range members {
		switch m.Name {
		case "type":
			place = i + 1
		case "description":
			if own := text(m.Value); own != "" {
				said = own + " " + said
			}
			members[i].Value = tree.NewString(said)
			return members
		}
	}
	members = append(members, tree.Member{})
	copy(members[place+1:], members[place:])
	members[place] = tree.M("description", tree.NewString(said))
	return members
}
