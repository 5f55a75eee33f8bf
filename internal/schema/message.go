package schema

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/lexical"
	"github.com/functionschema/fscheck/internal/tree"
)

// message writes what a model or a person reads of one violation: what would be
// accepted, in plain words and exact numbers (rule 14). It never names a Go type.
type message struct {
	*finding
	quotable bool     // the value may be shown
	hidden   []string // names that no message gives
	root     bool     // the value is the arguments themselves
}

func (m *message) text() string {
	n := m.node
	switch m.keyword {
	case "type":
		return m.mustBe(m.types())
	case "const":
		return m.mustBe(literal(n.constant))
	case "enum":
		return m.mustBe(m.choices())
	case "false":
		return "nothing is accepted here: leave it out"
	case "required":
		return m.required()
	case "dependentRequired":
		return quote(m.name) + " must be given together with the other members that are there: add it"
	case "additionalProperties", "unevaluatedProperties":
		return m.unknown()
	case "propertyNames":
		return "the name " + m.quoteName() + " is not accepted here" + m.nameRule()
	case "format":
		return m.mustBe(m.format())
	case "contentEncoding":
		return m.base64()
	case "pattern":
		return m.mustBe("a string that matches " + n.pattern.String())
	case "not":
		return "this value is one of those that are not accepted here: send another"
	case "anyOf", "oneOf":
		return m.branches()
	}
	return m.bounds()
}

// mustBe says what is accepted, and what came instead if it may be shown.
func (m *message) mustBe(what string) string {
	text := "must be " + what
	if got := m.got(); got != "" {
		text += ", not " + got
	}
	return text + m.hint()
}

// got describes the value: scalars by their text, the others by their type.
func (m *message) got() string {
	switch m.value.Kind {
	case tree.Null:
		return "null"
	case tree.Array:
		return "an array"
	case tree.Object:
		return "an object"
	}
	if !m.quotable {
		return map[tree.Kind]string{tree.String: "this string", tree.Number: "this number", tree.Bool: "this boolean"}[m.value.Kind]
	}
	if m.value.Kind == tree.String {
		return "the string " + quote(m.value.Text)
	}
	return literal(m.value)
}

// hint names the remedy for the mistakes that models make most.
func (m *message) hint() string {
	n := m.node
	if m.keyword != "type" || m.value.Kind != tree.String || !m.quotable {
		return ""
	}
	text := strings.TrimSpace(m.value.Text)
	switch {
	case text == "":
	case n.types.has(tree.Object) && text[0] == '{', n.types.has(tree.Array) && text[0] == '[':
		return ": send it as JSON, not as a string that holds JSON"
	case n.types&(integerType|1<<tree.Number) != 0 && strings.IndexByte("-0123456789", text[0]) >= 0,
		n.types.has(tree.Bool) && (text == "true" || text == "false"):
		return ": write it without quotes"
	}
	return ""
}

func (m *message) types() string {
	var names []string
	types := m.node.types
	if c := m.node.oneChoice; types == 0 || types.accepts(m.value) && c != nil {
		types = 1 << tree.Object // a discriminated choice
	}
	for _, t := range typeNames {
		if types&t.bit != 0 {
			names = append(names, article(t.name))
		}
	}
	return or(names)
}

func article(name string) string {
	switch name {
	case "null":
		return "null"
	case "object", "array", "integer":
		return "an " + name
	}
	return "a " + name
}

// choices lists what an enum accepts; for a discriminator, what its branches do.
func (m *message) choices() string {
	values := m.node.enum
	if !m.node.hasEnum || anyOf(values, func(v *tree.Value) bool { return equal(v, m.value) }) {
		for _, c := range []*choice{m.node.oneChoice, m.node.anyChoice} {
			if c != nil && c.property != "" {
				values = c.values
			}
		}
	}
	if len(values) == 0 {
		return "none of anything: no value is accepted here"
	}
	const most = 12
	var names []string
	for _, v := range values[:min(most, len(values))] {
		names = append(names, literal(v))
	}
	if len(values) > most {
		return "one of " + strings.Join(names, ", ") + " and " + strconv.Itoa(len(values)-most) + " more"
	}
	if len(names) == 1 {
		return names[0]
	}
	return "one of " + or(names)
}

func (m *message) required() string {
	text := quote(m.name) + " is required: add it"
	if p := m.node.properties[m.name]; p != nil && p.types != 0 {
		return text + " as " + (&message{finding: &finding{node: p, value: m.value}}).types()
	}
	return text
}

// unknown says that a member is not known and which nearest one is.
func (m *message) unknown() string {
	text := m.quoteName() + " is not accepted here"
	var names []string
	for _, name := range m.node.visibleNames() {
		if !m.root || !slices.Contains(m.hidden, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return text + ": leave it out"
	}
	if near := nearest(m.name, names); near != "" && m.quotable {
		return text + ": did you mean " + quote(near) + "?"
	}
	const most = 12
	var known []string
	for _, name := range names[:min(most, len(names))] {
		known = append(known, quote(name))
	}
	if len(names) > most {
		known = append(known, "…")
	}
	return text + ": leave it out, or use one of " + strings.Join(known, ", ")
}

func (m *message) quoteName() string {
	if m.quotable {
		return quote(m.name)
	}
	return "a member"
}

// nameRule says what propertyNames accepts where that is one short thing.
func (m *message) nameRule() string {
	n := m.node.propertyNames
	switch {
	case n.pattern != nil:
		return ": names match " + n.pattern.String()
	case n.hasEnum:
		return ": use " + (&message{finding: &finding{node: n, value: tree.NewNull()}}).choices()
	case n.maxLength >= 0:
		return ": names have at most " + group(int(n.maxLength)) + " characters"
	}
	return ""
}

func (m *message) format() string {
	if m.node.assertion == DateTime {
		return "a date and time of RFC 3339 such as 2006-01-02T15:04:05Z"
	}
	return "of the format " + m.node.format.Name
}

func (m *message) base64() string {
	text := "must be base64 (RFC 4648 standard alphabet, with padding)"
	if m.quotable {
		if remedy := lexical.Base64Remedy(m.value.Text); remedy != "" {
			return text + ": " + remedy
		}
	}
	return text
}

func (m *message) branches() string {
	n, list := m.node, m.node.anyOf
	if m.keyword == "oneOf" {
		list = n.oneOf
	}
	var types typeSet
	for _, b := range list {
		if b.boolean != nil || b.types == 0 {
			types = 0
			break
		}
		types |= b.types
	}
	text := "must fit one of the " + strconv.Itoa(len(list)) + " forms that are accepted here"
	if m.keyword == "oneOf" {
		text = "must fit exactly one of the " + strconv.Itoa(len(list)) + " forms that are accepted here"
	}
	if types != 0 && !types.accepts(m.value) {
		text += ", which are " + (&message{finding: &finding{node: &node{types: types}, value: m.value}}).types()
	}
	if got := m.got(); got != "" {
		text += "; " + got + " does not"
	}
	return text
}

// bounds is the text for the keywords that compare with a number, or count.
func (m *message) bounds() string {
	b, ok := boundTexts[m.keyword]
	limit := m.limit()
	switch {
	case !ok:
		return "does not satisfy " + m.keyword
	case b.one != "" && limit == "1":
		return b.one
	case b.value:
		return m.mustBe(strings.Replace(b.many, "#", limit, 1))
	}
	return strings.Replace(b.many, "#", limit, 1)
}

// limit is the number of the keyword, exactly as the schema has it.
func (m *message) limit() string {
	n := m.node
	if v := n.keyword(m.keyword); v != nil && v.Kind == tree.Number {
		return decimal.Parse(v.Text).String()
	}
	switch m.keyword { // a bundled metaschema, which has no other bounds
	case "minimum":
		return n.minimum.String()
	case "exclusiveMinimum":
		return n.exclusiveMinimum.String()
	case "minItems":
		return strconv.FormatInt(n.minItems, 10)
	}
	return ""
}

// boundTexts gives each keyword of a number its words; # is the number. value
// says that the instance itself is compared, and so is worth showing.
var boundTexts = map[string]struct {
	many, one string
	value     bool
}{
	"minimum":          {many: "at least #", value: true},
	"maximum":          {many: "at most #", value: true},
	"exclusiveMinimum": {many: "more than #", value: true},
	"exclusiveMaximum": {many: "less than #", value: true},
	"multipleOf":       {many: "a multiple of #", value: true},
	"minLength":        {many: "at least # characters long", value: true},
	"maxLength":        {many: "at most # characters long", value: true},
	"minItems":         {many: "must have at least # items", one: "must have at least one item"},
	"maxItems":         {many: "must have at most # items", one: "must have at most one item"},
	"uniqueItems":      {many: "two items are equal: send each once"},
	"minProperties":    {many: "must have at least # members", one: "must have at least one member"},
	"maxProperties":    {many: "must have at most # members", one: "must have at most one member"},
	"contains":         {many: "no item is of the kind that must be among them"},
	"minContains":      {many: "fewer than # items are of the kind that must be among them"},
	"maxContains":      {many: "more than # items are of a kind of which so many are accepted"},
	"items":            {many: "has more items than are accepted: leave out those at the end"},
	"unevaluatedItems": {many: "has more items than are accepted: leave out those at the end"},
}

// literal writes a value as JSON, scalars shortened, others by their type.
func literal(v *tree.Value) string {
	switch v.Kind {
	case tree.Object:
		return "the object that the schema gives"
	case tree.Array:
		return "the array that the schema gives"
	case tree.String:
		return quote(v.Text)
	case tree.Number:
		return shorten(v.Text)
	}
	return v.String()
}

// longest is how many characters of a text are quoted.
const longest = 40

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= longest {
		return s
	}
	return string([]rune(s)[:longest]) + "…"
}

// quote writes a string as JSON, shortened.
func quote(s string) string { return string(tree.AppendString(nil, shorten(s))) }

// or joins words as in "a, b or c".
func or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// group writes a count with commas.
func group(i int) string {
	s := big.NewInt(int64(i)).String()
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
