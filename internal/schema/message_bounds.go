package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// limit is the number of the keyword, exactly as the schema has it.
func (m *message) limit() string {
	v := m.node.keyword(m.keyword)
	switch {
	case v == nil || v.Kind != tree.Number:
		return ""
	case len(v.Text) <= 18 && v.Text[0] != '0' && strings.Trim(v.Text, "0123456789") == "":
		return v.Text // as it would come out
	}
	return decimal.Parse(v.Text).String()
}

// comparisons gives the keywords that compare a number their words.
var comparisons = map[string]string{
	"minimum": "at least ", "maximum": "at most ", "exclusiveMinimum": "more than ", "exclusiveMaximum": "less than ", "multipleOf": "a multiple of ",
}

// bounds is the text for the keywords that compare with a number, or count.
func (m *message) bounds() string {
	if words := comparisons[m.keyword]; words != "" {
		return m.mustBe(words + m.limit())
	}
	switch m.keyword {
	case "minLength":
		return m.length("at least ")
	case "maxLength":
		return m.length("at most ")
	case "minItems":
		return m.count("at least ", m.limit(), "item", len(m.value.Items))
	case "maxItems":
		return m.count("at most ", m.limit(), "item", len(m.value.Items))
	case "items":
		return m.count("at most ", strconv.Itoa(len(m.node.prefixItems)), "item", len(m.value.Items))
	case "minProperties":
		return m.members("at least ")
	case "maxProperties":
		return m.members("at most ")
	case "uniqueItems":
		return "has equal items: send each once"
	case "unevaluatedItems":
		return "has items that are not accepted here: leave them out"
	}
	return "does not satisfy " + m.keyword
}

// members counts the members without those that the framework sets.
func (m *message) members(words string) string {
	limit, got := m.limit(), len(m.value.Members)
	if m.root {
		hidden := 0
		for _, name := range m.hidden {
			if m.value.Find(name) >= 0 {
				hidden++
			}
		}
		got -= hidden
		limit = decimal.Parse(limit).Minus(hidden).String()
	}
	return m.count(words, limit, "member", got)
}

// length says how long a string must be, and how long it is where it may be shown.
func (m *message) length(words string) string {
	limit := m.limit()
	switch {
	case words == "at least " && limit == "1":
		return "must not be empty"
	case limit == "0":
		return "must be empty"
	}
	var room [usual]byte
	b := append(append(append(room[:0], "must have "...), words...), counted(limit, "character")...)
	if m.quotable {
		b = append(m.appendGot(append(b, "; "...)), " has "...)
		b = strconv.AppendInt(b, int64(utf8.RuneCountInString(m.value.Text)), 10)
	}
	return string(b)
}

// count says how many there must be, and how many there are where it may be shown.
func (m *message) count(words, limit, noun string, got int) string {
	if limit == "0" {
		words = ""
	}
	text := "must have " + words + counted(limit, noun)
	if m.quotable {
		text += ", not " + strconv.Itoa(got)
	}
	return text
}

// longestPattern is how long a pattern is given whole: cut, it says little.
const longestPattern = 200

// regexp writes a pattern.
func (m *message) regexp(p *pattern.Pattern) string {
	text := p.String()
	if len(text) <= longestPattern {
		return text
	}
	return strings.ToValidUTF8(text[:longestPattern], "") + "…"
}
