package binding

import (
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// word is one assertion or annotation of a jsonschema tag, or what the tags
// jsonschema_description and default say.
type word struct {
	name   string
	values []string // several for enum and example only
	json   *tree.Value
	bare   bool // no "=" was written
}

type words []word

func (ws words) find(name string) *word {
	for i := range ws {
		if ws[i].name == name {
			return &ws[i]
		}
	}
	return nil
}

// readWords parses the tags of a field or parameter. Whether a word fits the
// type is decided where the schema is written.
func readWords(tag reflect.StructTag, at place, f *faults) words {
	var ws words
	if text, ok := tag.Lookup("jsonschema"); ok && text != "" {
		ws = readGrammar(text, at, f)
	}
	if text, ok := tag.Lookup("jsonschema_description"); ok {
		switch {
		case ws.find("description") != nil:
			f.add(at, "description", "it has two descriptions: keep the jsonschema_description tag or the description word")
		case !utf8.ValidString(text):
			f.add(at, "description", "the jsonschema_description tag is not UTF-8")
		default:
			ws = append(ws, word{name: "description", values: []string{text}})
		}
	}
	if text, ok := tag.Lookup("default"); ok {
		if ws.find("default") != nil {
			f.add(at, "default", "it has two defaults: keep the default tag or the default word of the jsonschema tag")
			return ws
		}
		v, err := strict.Parse([]byte(text), strict.Limits{})
		if err != nil {
			f.add(at, "default", "the default tag %q is not JSON (%s): write a JSON literal, of a text `default:\"\\\"text\\\"\"`", text, err)
			return ws
		}
		ws = append(ws, word{name: "default", json: v.Compact()})
	}
	return ws
}

func readGrammar(text string, at place, f *faults) words {
	if !utf8.ValidString(text) {
		f.add(at, "jsonschema", "the tag is not UTF-8")
		return nil
	}
	var ws words
	for _, part := range splitWords(text) {
		name, value, hasValue := strings.Cut(part, "=")
		rule, known := vocabulary[name]
		switch {
		case !known:
			f.add(at, "jsonschema", "the tag has the unknown word %q: %s", part, remedyFor(name))
			continue
		case !hasValue && rule.value != flagValue:
			f.add(at, rule.keyword(name), "the word %s of the jsonschema tag needs a value: write %s=…", name, name)
			continue
		}
		if previous := ws.find(name); previous != nil {
			switch {
			case !rule.repeats:
				f.add(at, rule.keyword(name), "the jsonschema tag says %s twice: keep one", name)
			case slices.Contains(previous.values, value):
				f.add(at, rule.keyword(name), "the jsonschema tag says %s=%s twice: keep one", name, value)
			default:
				previous.values = append(previous.values, value)
			}
			continue
		}
		ws = append(ws, word{name: name, values: []string{value}, bare: !hasValue})
	}
	return ws
}

// splitWords splits at commas; a backslash before one keeps it.
func splitWords(text string) []string {
	var parts []string
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == ',':
			b.WriteByte(',')
			i++
		case text[i] == ',':
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(text[i])
		}
	}
	return append(parts, b.String())
}

// remedyFor says what to write instead of an unknown word.
func remedyFor(name string) string {
	switch name {
	case "":
		return "remove the empty word between commas, or write a comma within a value as `\\\\,`"
	case "required":
		return "fields are required unless they have a default, say omitempty or omitzero, or are Optional"
	case "nullable":
		return "pointers and Optional are nullable, nothing else is"
	case "examples":
		return "write example=…, once for each"
	case "anyof_type", "oneof_type", "oneof_required", "anyof_required", "oneof_ref", "anyof_ref":
		return "use any, an interface with binding.UnionOf, or a JSONSchema method"
	case "const":
		return "write enum= with the one value"
	case "type", "$ref", "type_name":
		return "the type comes from Go: change the field's type, or give it a JSONSchema method"
	}
	for known := range vocabulary {
		if strings.EqualFold(known, strings.TrimSpace(name)) {
			return "write " + known + ", without spaces"
		}
	}
	return "see the words of package binding; a comma within a value is written `\\\\,`, a text with commas fits jsonschema_description"
}

// readInject parses an inject tag: source,key[,opaque].
func readInject(text, name string, at place, f *faults) (inject.Ref, bool) {
	const want = "write `inject:\"source,key\"` or `inject:\"source,key,opaque\"`"
	parts := strings.Split(text, ",")
	ref := inject.Ref{Source: parts[0], Key: name}
	if len(parts) > 1 && parts[1] != "" {
		ref.Key = parts[1]
	}
	switch {
	case len(parts) > 3:
		f.add(at, "inject", "the inject tag %q has more than three parts: %s", text, want)
		return ref, false
	case len(parts) == 3 && parts[2] != "opaque":
		f.add(at, "inject", "the inject tag %q says %q where only opaque can stand: %s", text, parts[2], want)
		return ref, false
	case ref.Source == "":
		f.add(at, "inject", "the inject tag %q names no source: %s", text, want)
		return ref, false
	}
	for _, part := range parts {
		if part != strings.TrimSpace(part) {
			f.add(at, "inject", "the inject tag %q has spaces around a part: %s", text, want)
			return ref, false
		}
	}
	ref.Opaque = len(parts) == 3
	return ref, true
}
