package metadata

import (
	"strconv"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

// size is what providers bound of a written schema.
type size struct {
	levels, properties, values, optional, unions int
	text                                         int // characters of names and values
	longEnum                                     int // characters of the longest enum that has many values
}

// manyValues is from how many values on the characters of one enum are bounded.
const manyValues = 250

// checkLimits refuses a schema that is larger than the provider takes.
func (e *export) checkLimits(root *tree.Value) {
	var s size
	s.measure(root, 0)
	for _, bound := range []struct {
		subject string
		have    int
		remedy  string
	}{
		{"levels of objects", s.levels, "nest fewer objects"},
		{"number of properties", s.properties, "split the function"},
		{"number of enum values", s.values, "take a text and name the values in its description"},
		{"characters of names and values", s.text, "shorten names and lists of values"},
		{"characters of a long enum", s.longEnum, "take a text and name the values in its description"},
		{"number of optional properties", s.optional, "require more of them, or use " + string(unstrict(e.dialect))},
		{"number of unions", s.unions, "admit fewer types and null in fewer places, or use " + string(unstrict(e.dialect))},
	} {
		if e.of(bound.subject) != atMost {
			continue
		}
		if most, _ := strconv.Atoi(e.value(bound.subject)); bound.have > most {
			e.refuse("", "size", "the %s is %d, and %s takes at most %d: %s", bound.subject, bound.have, e.dialect, most, bound.remedy)
		}
	}
}

// measure adds what a schema holds, at a level of objects.
func (s *size) measure(v *tree.Value, level int) {
	properties := v.Lookup("properties")
	if properties != nil {
		level++
		s.levels = max(s.levels, level)
		s.properties += len(properties.Members)
		s.optional += len(properties.Members)
		if required := v.Lookup("required"); required != nil {
			s.optional -= len(required.Items)
		}
		for _, m := range properties.Members {
			s.text += utf8.RuneCountInString(m.Name)
		}
	}
	if enum := v.Lookup("enum"); enum != nil {
		length := 0
		for _, item := range enum.Items {
			length += characters(item)
		}
		s.values += len(enum.Items)
		s.text += length
		if len(enum.Items) > manyValues {
			s.longEnum = max(s.longEnum, length)
		}
	}
	if c := v.Lookup("const"); c != nil {
		s.text += characters(c)
	}
	if t := v.Lookup("type"); v.Lookup("anyOf") != nil || t != nil && t.Kind == tree.Array {
		s.unions++
	}
	eachSchema(v, func(sub *tree.Value, tokens ...string) {
		if tokens[0] == "$defs" {
			s.text += utf8.RuneCountInString(tokens[1])
			s.measure(sub, 0)
			return
		}
		s.measure(sub, level)
	})
}

// characters is how long a value is where it counts: a text without its quotes.
func characters(v *tree.Value) int {
	if v.Kind == tree.String {
		return utf8.RuneCountInString(v.Text)
	}
	return len(v.String())
}
