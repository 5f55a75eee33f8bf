package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// kind says in a few words what a schema accepts, or "" if that takes more: its
// const or enum, else its types, behind references too.
func (n *node) kind() string {
	for ; n != nil; n = n.ref {
		switch {
		case n.constant != nil:
			return literal(n.constant)
		case n.enum != nil && len(n.enum.values) > 0:
			return alternatives(n.enum.values)
		case n.types != 0:
			return n.types.words()
		}
	}
	return ""
}

// alternatives lists values, as in `"a", "b" or null`.
func alternatives(values []*tree.Value) string { return string(appendAlternatives(nil, values)) }

func appendAlternatives(b []byte, values []*tree.Value) []byte {
	for i, v := range values {
		switch {
		case i == most:
			b = append(b, " or "...)
			b = strconv.AppendInt(b, int64(len(values)-most), 10)
			return append(b, " others"...)
		case i == len(values)-1 && i > 0:
			b = append(b, " or "...)
		case i > 0:
			b = append(b, ", "...)
		}
		b = appendLiteral(b, v)
	}
	return b
}

// choices lists what an enum accepts; for a discriminator, what its branches do.
func (m *message) choices() string {
	var values []*tree.Value
	if m.node.enum != nil && !m.node.enum.has(m.value) {
		values = m.node.enum.values
	} else {
		for _, c := range m.node.choices() {
			if c.nullable == nil {
				values = c.values
			}
		}
	}
	if len(values) == 0 {
		return "no value is accepted here: leave it out"
	}
	var room [usual]byte
	b := appendAlternatives(append(room[:0], "must be "...), values)
	b = m.appendGot(append(b, ", not "...))
	if near := m.near(values); near != "" {
		b = append(appendQuote(append(b, ": did you mean "...), near), '?')
	}
	return string(b)
}

// near returns the string of an enum that differs in case or separators only.
func (m *message) near(values []*tree.Value) string {
	if m.value.Kind == tree.String && m.quotable && len(m.value.Text) <= 100 {
		for _, v := range values {
			if v.Kind == tree.String && alike(v.Text, m.value.Text) {
				return v.Text
			}
		}
	}
	return ""
}

// excluded says what not refuses.
func (m *message) excluded() string {
	n := m.node.not
	if n.boolean != nil {
		return "nothing is accepted here: leave it out"
	}
	if names := n.onlyRequires(); names != nil {
		return "must not have " + and(names) + ": leave out " + names[len(names)-1]
	}
	if kind := n.kind(); kind != "" && n.isOnly("const", "enum", "type") {
		return "must not be " + kind + ": send something else"
	}
	return "is of a form that is not accepted here: send something else"
}

// isOnly reports whether a schema says nothing but one of the keywords given and
// annotations.
func (n *node) isOnly(keywords ...string) bool {
	found := 0
	for _, m := range n.source.Members {
		switch {
		case contains(keywords, m.Name):
			found++
		case !annotations[m.Name]:
			return false
		}
	}
	return found == 1
}

// onlyRequires returns the names that a schema requires if it says nothing else.
func (n *node) onlyRequires() (names []string) {
	if n.source.Kind == tree.Object && n.isOnly("required") && len(n.required) <= 3 {
		for _, name := range n.required {
			names = append(names, quote(name))
		}
	}
	return names
}

// severalFit is the note of a oneOf of which more than one branch holds.
const severalFit = "several"

// branches says what an anyOf or oneOf accepts, as far as a few words can.
func (m *message) branches(list []*node) string {
	if m.keyword == "oneOf" && m.name == severalFit {
		return "must fit exactly one of the " + strconv.Itoa(len(list)) + " forms that are accepted here, and fits more than one"
	}
	var kinds, required []string
	var fitting []*node
	for _, b := range list {
		if kind := b.kind(); kind != "" {
			kinds = append(kinds, kind)
		}
		if names := b.onlyRequires(); names != nil {
			required = append(required, and(names))
		}
		if b.admits(m.value.Kind) {
			fitting = append(fitting, b)
		}
	}
	if m.value.Kind == tree.Object && len(required) == len(list) && !(m.root && len(m.hidden) > 0) {
		if len(list) == 2 {
			return "must have " + strings.Join(required, " or ")
		}
		return "must have one of: " + strings.Join(required, "; ")
	}
	if len(kinds) == len(list) && len(fitting) == 0 {
		return m.mustBe(or(kinds))
	}
	if len(fitting) == 1 && fitting[0].isOnlyKind() {
		return m.mustBe(fitting[0].kind())
	}
	exactly := ""
	if m.keyword == "oneOf" {
		exactly = "exactly "
	}
	if len(list) == 1 {
		return "must fit the one form that is accepted here; " + strings.Replace(m.got(), "an ", "this ", 1) + " does not"
	}
	return "must fit " + exactly + "one of the " + strconv.Itoa(len(list)) + " forms that are accepted here; " +
		strings.Replace(m.got(), "an ", "this ", 1) + " does not"
}

// isOnlyKind reports whether kind says all that a schema behind its references does.
func (n *node) isOnlyKind() bool {
	for n.isOnly("$ref") {
		n = n.ref
	}
	return n.isOnly("const", "enum")
}

// admits reports whether a schema can accept a value of a type.
func (n *node) admits(k tree.Kind) bool {
	for ; n != nil; n = n.ref {
		same := func(v *tree.Value) bool { return v.Kind == k }
		switch {
		case n.isFalse(), n.constant != nil && !same(n.constant), n.enum != nil && !slices.ContainsFunc(n.enum.values, same),
			n.types != 0 && !n.types.has(k) && !(k == tree.Number && n.types&integerType != 0):
			return false
		}
	}
	return true
}

// contains says which items there must be, and how many.
func (m *message) contains() string {
	what := "item of the kind that must be among them"
	if kind := m.node.contains.kind(); kind != "" {
		what = "item that is " + kind
	}
	switch limit := m.limit(); {
	case m.keyword == "contains" || m.keyword == "minContains" && limit == "1":
		return "must have at least one " + what
	case m.keyword == "maxContains" && limit == "0":
		return "must have no " + what
	case limit == "1":
		return "must have at most one " + what
	case m.keyword == "minContains":
		return "must have at least " + limit + " items, each an " + what
	default:
		return "must have at most " + limit + " items, each an " + what
	}
}

func contains(list []string, name string) bool { return slices.Contains(list, name) }
