package schema

import (
	"encoding/json"
	"strconv"
	"strings"

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
		return m.choices()
	case "false":
		return "nothing is accepted here: leave it out"
	case "required":
		return m.required()
	case "dependentRequired":
		return m.dependent()
	case "additionalProperties", "unevaluatedProperties":
		return m.unknown()
	case "propertyNames":
		return m.member("the name ", "the name of a member") + " is not accepted here" + m.nameRule()
	case "format":
		return m.mustBe(m.format())
	case "contentEncoding":
		return m.base64()
	case "pattern":
		return m.mustBe("a string that matches " + m.regexp(n.pattern))
	case "not":
		return m.excluded()
	case "anyOf":
		return m.branches(n.anyOf)
	case "oneOf":
		return m.branches(n.oneOf)
	case "contains", "minContains", "maxContains":
		return m.contains()
	}
	return m.bounds()
}

// mustBe says what is accepted, and what came instead if it may be shown. It and what
// else most messages consist of is written into one buffer: that is a good part of the
// time of a call that is refused.
func (m *message) mustBe(what string) string {
	var room [usual]byte
	b := append(append(room[:0], "must be "...), what...)
	return string(append(m.appendGot(append(b, ", not "...)), m.hint()...))
}

// usual is how long most messages are at most.
const usual = 160

// appendGot describes the value: scalars by their text, the others by their type.
func (m *message) appendGot(b []byte) []byte {
	switch m.value.Kind {
	case tree.Null:
		return append(b, "null"...)
	case tree.Array:
		return append(b, "an array"...)
	case tree.Object:
		return append(b, "an object"...)
	}
	if !m.quotable {
		return append(append(b, "this "...), m.value.Kind.String()...)
	}
	if m.value.Kind == tree.String {
		b = append(b, "the string "...)
	}
	return appendLiteral(b, m.value)
}

func (m *message) got() string { return string(m.appendGot(nil)) }

// hint names the remedy for the mistakes that models make most.
func (m *message) hint() string {
	types := m.node.types
	if m.keyword != "type" || m.value.Kind != tree.String || !m.quotable {
		return ""
	}
	text := strings.TrimSpace(m.value.Text)
	switch {
	case text == "" || len(text) > 1<<16:
	case types.has(tree.Object) && text[0] == '{', types.has(tree.Array) && text[0] == '[':
		return ": send it as JSON, not as a string that holds JSON"
	case types.has(tree.Bool) && (text == "true" || text == "false"):
		return ": write it without quotes"
	case strings.IndexByte("-0123456789", text[0]) >= 0 && json.Valid([]byte(text)) && types.accepts(tree.NewNumber(text)):
		return ": write it without quotes"
	}
	return ""
}

func (m *message) types() string {
	types := m.node.types
	if types == 0 || types.accepts(m.value) {
		types = 1 << tree.Object // a discriminated choice
	}
	return types.words()
}

// words names the types, as in "a string or null".
func (t typeSet) words() string {
	var names []string
	for _, name := range typeNames {
		if t&name.bit != 0 && !(name.name == "integer" && t.has(tree.Number)) {
			names = append(names, article(name.name))
		}
	}
	return or(names)
}

// required says what is missing, in which form it would be accepted, and whether
// it may be there under another spelling.
func (m *message) required() string {
	text := quote(m.name) + " is required: add it"
	for _, c := range m.node.choices() {
		if c.property == m.name && c.nullable == nil {
			return text + " as " + alternatives(c.values)
		}
	}
	if kind := m.node.properties[m.name].kind(); kind != "" {
		text += " as " + kind
	}
	if m.quotable {
		for _, other := range m.value.Members[:min(len(m.value.Members), mostNames)] {
			if len(other.Name) <= longestName && alike(other.Name, m.name) && !m.node.declares(other.Name) && !m.hides(other.Name) {
				return text + ", or rename " + quote(other.Name)
			}
		}
	}
	return text
}

// dependent says of what the missing name is the company.
func (m *message) dependent() string {
	for _, d := range m.node.dependentRequired {
		if m.value.Find(d.name) >= 0 && contains(d.required, m.name) && !m.hides(d.name) {
			return quote(m.name) + " is required where " + quote(d.name) + " is given: add it, or leave out " + quote(d.name)
		}
	}
	return quote(m.name) + " is required by the others that are given: add it"
}

// hides reports whether no message gives a name.
func (m *message) hides(name string) bool { return m.root && contains(m.hidden, name) }

// unknown says that a member is not known and which nearest one is.
func (m *message) unknown() string {
	text := m.member("", "this member") + " is not accepted here"
	var names []string
	for _, name := range m.node.visibleNames() {
		if !m.hides(name) {
			names = append(names, name)
		}
	}
	if near := nearest(m.name, names); near != "" && m.quotable {
		return text + ": did you mean " + quote(near) + "?"
	}
	var free []string
	others := 0
	for _, name := range names {
		switch {
		case m.value.Find(name) >= 0:
		case len(free) < most:
			free = append(free, quote(name))
		default:
			others++
		}
	}
	switch {
	case len(free) == 0:
		return text + ": leave it out"
	case others > 0:
		return text + ": leave it out, or use " + beside(free, others)
	}
	return text + ": leave it out, or use " + or(free)
}

// member names the member that the violation is about, if that may be shown.
func (m *message) member(before, otherwise string) string {
	if m.quotable {
		return before + quote(m.name)
	}
	return otherwise
}

// nameRule says what propertyNames accepts where that is one short thing.
func (m *message) nameRule() string {
	n := m.node.propertyNames
	switch {
	case n.isFalse():
		return ": leave it out"
	case n.enum != nil && !n.enum.has(tree.NewString(m.name)):
		var names []*tree.Value
		for _, v := range n.enum.values {
			if v.Kind == tree.String && !m.hides(v.Text) {
				names = append(names, v)
			}
		}
		if len(names) > 0 {
			return ": use " + alternatives(names)
		}
	case n.pattern != nil && !n.pattern.MatchString(m.name):
		return ": names match " + m.regexp(n.pattern)
	case n.maxLength >= 0:
		return ": names have at most " + counted(strconv.FormatInt(n.maxLength, 10), "character")
	case n.minLength >= 0:
		return ": names have at least " + counted(strconv.FormatInt(n.minLength, 10), "character")
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
	if m.quotable {
		return "must be " + lexical.Base64Remedy(m.value.Text)
	}
	return "must be " + lexical.Base64Remedy("")
}
