package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// shape is the form of a part of an answer. Objects are closed, and absent is
// absent: null is not taken for it.
type shape struct {
	kind    tree.Kind
	whole   bool              // of a number: it is an integer of at most twelve digits, and not negative
	members map[string]*shape // of an object; nil is any names with the same shape, item
	needed  []string          // members that have to be there
	item    *shape            // of an array, or of an object of any names
	typed   bool              // it is a typed value
}

var (
	textShape  = &shape{kind: tree.String}
	countShape = &shape{kind: tree.Number, whole: true}
	textsShape = &shape{kind: tree.Array, item: textShape}
	valueShape = &shape{kind: tree.Object, typed: true}

	errorShape = object("code", "violations?", arrayOf("pointer", "keyword?", "property?", "reason?", "message?"), "more?", countShape, "text?")

	resultShapes = map[string]*shape{
		cmdConstruct: resultOf("handle?", "schemaText?", "metadataText?", "metadataDescription?"),
		cmdCall: resultOf("bound?", &shape{kind: tree.Object, item: valueShape}, "completedText?", "invocations", countShape,
			"requestAfterText?", "requestAfterBase64?", "responseStatus?", "responseText?",
			"resolutions?", textsShape, "applied?", arrayOf("pointer", "repair")),
		cmdDigest:  resultOf("digest?"),
		cmdRelease: resultOf(),
		cmdBye:     resultOf(),
	}

	helloShape = object("id", countShape, "protocol", countShape,
		"implementation", object("name", "version?", "language", "languageVersion?", "source?", "issues?"),
		"capabilities", textsShape, "limits?", object("maxBytes?", countShape, "maxDepth?", countShape, "maxNumberDigits?", countShape),
		"concurrency?", countShape) // of peers that were written before the protocol said that there is none
)

// object is a closed object: names, each of which may be followed by the shape of
// its value, a text without one. A name that ends in ? may be absent.
func object(parts ...any) *shape {
	s := &shape{kind: tree.Object, members: map[string]*shape{}}
	var name string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			var optional bool
			if name, optional = strings.CutSuffix(p, "?"); !optional {
				s.needed = append(s.needed, name)
			}
			s.members[name] = textShape
		case *shape:
			s.members[name] = p
		}
	}
	return s
}

func arrayOf(parts ...any) *shape { return &shape{kind: tree.Array, item: object(parts...)} }

func resultOf(parts ...any) *shape {
	return object(append([]any{"outcome", "error?", errorShape}, parts...)...)
}

// answerShape is the shape of an answer to a command: what kind of answer it is,
// its members say.
func answerShape(v *tree.Value, cmd string) *shape {
	switch {
	case v.Lookup("error") != nil:
		return object("id", countShape, "error", object("code"))
	case v.Lookup("internal") != nil:
		return object("id", countShape, "internal", object("message", "trace?"))
	case cmd == cmdHello:
		return helloShape
	case v.Lookup("skipped") != nil:
		return object("id", countShape, "skipped", object("capability", "reason?", "issue?"))
	}
	return object("id", countShape, "result", resultShapes[cmd])
}

// misshapen is the first place of an answer that has another shape.
type misshapen struct {
	place []string // outermost last
	what  string
}

func (m *misshapen) Error() string {
	var b strings.Builder
	for _, step := range slices.Backward(m.place) {
		if b.Len() > 0 && !strings.HasPrefix(step, "[") {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	if b.Len() == 0 {
		b.WriteString("the answer")
	}
	return b.String() + " " + m.what
}

// within says that the place is in another one. Places are named only when there is
// one to name: most answers have none, and some are long.
func (m *misshapen) within(step string) *misshapen {
	m.place = append(m.place, step)
	return m
}

func unlike(format string, args ...any) *misshapen {
	return &misshapen{what: fmt.Sprintf(format, args...)}
}

// check reports the first place that has another shape, or nil.
func (s *shape) check(v *tree.Value) *misshapen {
	if v.Kind != s.kind {
		hint := ""
		if v.Kind == tree.Null {
			hint = ": leave out what is absent"
		}
		return unlike("is %s, not %s%s", v.Kind, s.kind, hint)
	}
	switch {
	case s.typed:
		return checkValue(v)
	case s.whole:
		if len(v.Text) > 12 || strings.ContainsAny(v.Text, "-.eE") {
			return unlike("is %s, not a count", v.Text)
		}
	case s.kind == tree.Array:
		for i, item := range v.Items {
			if m := s.item.check(item); m != nil {
				return m.within(fmt.Sprintf("[%d]", i))
			}
		}
	case s.kind == tree.Object:
		return s.checkMembers(v)
	}
	return nil
}

func (s *shape) checkMembers(v *tree.Value) *misshapen {
	for _, name := range s.needed {
		if v.Lookup(name) == nil {
			return unlike("has no member %q", name)
		}
	}
	for _, member := range v.Members {
		of := s.item
		if s.members != nil {
			of = s.members[member.Name]
		}
		if of == nil {
			return unlike("has the member %q, which is none of the protocol", member.Name)
		}
		if m := of.check(member.Value); m != nil {
			return m.within(member.Name)
		}
	}
	if s.members["outcome"] != nil {
		return s.checkOutcome(v)
	}
	return nil
}

// checkOutcome checks what a result has because of its outcome.
func (s *shape) checkOutcome(v *tree.Value) *misshapen {
	outcome, failed := v.Lookup("outcome").Text, v.Lookup("error") != nil
	switch {
	case outcome != "ok" && outcome != "error":
		return unlike("has the outcome %q, neither ok nor error", outcome)
	case failed != (outcome == "error"):
		return unlike("has an error if and only if its outcome is error")
	}
	for _, name := range []string{"handle", "digest"} {
		if s.members[name] != nil && !failed && v.Lookup(name) == nil {
			return unlike("has no member %q", name)
		}
	}
	return nil
}

// valueTexts are the kinds of a typed value that are written as text.
var valueTexts = strings.Fields("int number float string bytes datetime duration raw opaque")

var (
	valuesShape    = &shape{kind: tree.Object, item: valueShape}
	valueListShape = &shape{kind: tree.Array, item: valueShape}
	boolShape      = &shape{kind: tree.Bool}
	modelShape     = object("model", "fields", valuesShape)
)

// checkValue reports the first place where a typed value has no known form, or nil.
func checkValue(v *tree.Value) *misshapen {
	if v.Kind != tree.Object {
		return unlike("is %s, not a typed value", v.Kind)
	}
	if v.Lookup("model") != nil {
		return modelShape.check(v)
	}
	if len(v.Members) != 1 {
		return unlike("has one member that names its kind, not %d", len(v.Members))
	}
	kind, content := v.Members[0].Name, v.Members[0].Value
	of := valuesShape
	switch {
	case slices.Contains(valueTexts, kind):
		of = textShape
	case kind == "list":
		of = valueListShape
	case kind == "map":
	case kind == "bool":
		of = boolShape
	case kind == "null" || kind == "absent":
		if content.Kind != tree.Bool || !content.Bool {
			return unlike("has the member %s, which is not true", kind)
		}
		return nil
	default:
		return unlike("is of the kind %q, which no typed value has", kind)
	}
	if m := of.check(content); m != nil {
		return m.within(kind)
	}
	return nil
}
