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
	whole   bool              // of a number: it is an integer of at most nine digits
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
		"concurrency?", countShape)
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

// check reports the first place that has another shape.
func (s *shape) check(v *tree.Value, place string) error {
	if place == "" {
		place = "the answer"
	}
	if v.Kind != s.kind {
		hint := ""
		if v.Kind == tree.Null {
			hint = ": leave out what is absent"
		}
		return fmt.Errorf("%s is %s, not %s%s", place, v.Kind, s.kind, hint)
	}
	switch {
	case s.typed:
		return checkValue(v, place)
	case s.whole:
		if len(v.Text) > 12 || strings.ContainsAny(v.Text, ".eE") {
			return fmt.Errorf("%s is %s, not an integer", place, v.Text)
		}
	case s.kind == tree.Array:
		for i, item := range v.Items {
			if err := s.item.check(item, fmt.Sprintf("%s[%d]", place, i)); err != nil {
				return err
			}
		}
	case s.kind == tree.Object:
		return s.checkMembers(v, place)
	}
	return nil
}

func (s *shape) checkMembers(v *tree.Value, place string) error {
	for _, name := range s.needed {
		if v.Lookup(name) == nil {
			return fmt.Errorf("%s has no member %q", place, name)
		}
	}
	for _, m := range v.Members {
		of := s.item
		if s.members != nil {
			of = s.members[m.Name]
		}
		if of == nil {
			return fmt.Errorf("%s has the member %q, which is none of the protocol", place, m.Name)
		}
		inner := m.Name
		if place != "the answer" {
			inner = place + "." + m.Name
		}
		if err := of.check(m.Value, inner); err != nil {
			return err
		}
	}
	outcome, failed := v.Lookup("outcome"), v.Lookup("error") != nil
	if s.members["outcome"] == nil || outcome == nil {
		return nil
	}
	switch {
	case outcome.Text != "ok" && outcome.Text != "error":
		return fmt.Errorf("%s.outcome is %q, neither ok nor error", place, outcome.Text)
	case failed != (outcome.Text == "error"):
		return fmt.Errorf("%s has an error if and only if its outcome is error", place)
	}
	for _, name := range []string{"handle", "digest"} {
		if s.members[name] != nil && !failed && v.Lookup(name) == nil {
			return fmt.Errorf("%s has no member %q", place, name)
		}
	}
	return nil
}

// valueTexts are the kinds of a typed value that are written as text.
var valueTexts = strings.Fields("int number float string bytes datetime duration raw opaque")

// checkValue reports the first place where a typed value has no known form.
func checkValue(v *tree.Value, place string) error {
	if v.Kind != tree.Object {
		return fmt.Errorf("%s is %s, not a typed value", place, v.Kind)
	}
	if v.Lookup("model") != nil {
		return object("model", "fields", &shape{kind: tree.Object, item: valueShape}).check(v, place)
	}
	if len(v.Members) != 1 {
		return fmt.Errorf("%s has one member that names its kind, not %d", place, len(v.Members))
	}
	kind, content := v.Members[0].Name, v.Members[0].Value
	of := &shape{kind: tree.Object, item: valueShape}
	switch {
	case slices.Contains(valueTexts, kind):
		of = textShape
	case kind == "list":
		of = &shape{kind: tree.Array, item: valueShape}
	case kind == "map":
	case kind == "bool":
		of = &shape{kind: tree.Bool}
	case kind == "null" || kind == "absent":
		if content.String() != "true" {
			return fmt.Errorf("%s.%s is not true", place, kind)
		}
		return nil
	default:
		return fmt.Errorf("%s is of the kind %q, which no typed value has", place, kind)
	}
	return of.check(content, place+"."+kind)
}
