package main

import (
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// typeOf says in words which types of value a place takes.
func (l *lister) typeOf(parts []described) string {
	for _, part := range parts {
		switch t := part.schema.Lookup("type"); {
		case t == nil:
			continue
		case t.Kind == tree.String:
			return t.Text
		default:
			var list []string
			for _, item := range t.Items {
				list = append(list, item.Text)
			}
			return strings.Join(list, " or ")
		}
	}
	if options := l.options(parts); len(options) > 0 {
		var list []string
		seen := map[string]bool{}
		for _, option := range options {
			if name := l.typeOf(l.parts(option)); !seen[name] {
				seen[name] = true
				list = append(list, name)
			}
		}
		return strings.Join(list, " or ")
	}
	for _, part := range parts {
		if value := part.schema.Lookup("const"); value != nil {
			return value.Kind.String()
		}
		if values := part.schema.Lookup("enum"); values != nil && len(values.Items) > 0 {
			return kinds(values.Items)
		}
		if ref := part.schema.Lookup("$ref"); ref != nil {
			if _, ok := l.target(part.schema); !ok {
				return "see " + ref.Text
			}
		}
	}
	return "any"
}

func kinds(values []*tree.Value) string {
	var list []string
	seen := map[tree.Kind]bool{}
	for _, v := range values {
		if !seen[v.Kind] {
			seen[v.Kind] = true
			list = append(list, v.Kind.String())
		}
	}
	return strings.Join(list, " or ")
}

// words says the constraints of a parameter as people do.
func (p *parameter) words() string {
	of := map[string]string{}
	for _, m := range p.limits {
		of[m.Name] = m.Value.String()
	}
	var list []string
	done := map[string]bool{}
	for _, m := range p.limits {
		if !done[m.Name] {
			if text := phrase(m, of, done); text != "" {
				list = append(list, text)
			}
		}
	}
	return strings.Join(list, ", ")
}

// between lists the pairs of bounds and what they count.
var between = map[string]struct{ upper, noun string }{
	"minimum":       {"maximum", ""},
	"minLength":     {"maxLength", "character"},
	"minItems":      {"maxItems", "item"},
	"minProperties": {"maxProperties", "member"},
}

var uppers = map[string]string{"maximum": "", "maxLength": "character", "maxItems": "item", "maxProperties": "member"}

const minInt64 = "-9223372036854775808"

// widest64 are the bounds that integers of 64 bits have by nature.
var widest64 = map[string]bool{minInt64: true, "9223372036854775807": true, "18446744073709551615": true}

func phrase(m tree.Member, of map[string]string, done map[string]bool) string {
	value := m.Value.String()
	if pair, ok := between[m.Name]; ok {
		upper, both := of[pair.upper]
		done[pair.upper] = true
		switch {
		case both && widest64[value] && widest64[upper]:
			return "64-bit" // all that the Go type holds: no bound that anybody chose
		case both && widest64[upper]:
			return "at least " + counted(value, pair.noun)
		case both && value == minInt64:
			return "at most " + counted(upper, pair.noun)
		case both && upper == value && pair.noun != "":
			return counted(value, pair.noun)
		case both:
			return value + " to " + counted(upper, pair.noun)
		}
		return "at least " + counted(value, pair.noun)
	}
	if noun, ok := uppers[m.Name]; ok {
		return "at most " + counted(value, noun)
	}
	switch m.Name {
	case "enum":
		var list []string
		for _, item := range m.Value.Items {
			list = append(list, item.String())
		}
		return "one of " + strings.Join(list, ", ")
	case "const":
		return "only " + value
	case "exclusiveMinimum":
		return "more than " + value
	case "exclusiveMaximum":
		return "less than " + value
	case "multipleOf":
		return "multiple of " + value
	case "additionalProperties", "unevaluatedProperties":
		if value == "false" {
			return "no other members"
		}
		return ""
	case "uniqueItems":
		return onlyIf(value, "all different")
	case "readOnly":
		return onlyIf(value, "read only")
	case "writeOnly":
		return onlyIf(value, "write only")
	case "deprecated":
		return onlyIf(value, "deprecated")
	}
	if m.Value.Kind == tree.String {
		value = m.Value.Text
	}
	return m.Name + " " + value
}

func onlyIf(value, text string) string {
	if value == "true" {
		return text
	}
	return ""
}

func counted(number, noun string) string {
	switch {
	case noun == "":
		return number
	case number == "1":
		return "1 " + noun
	}
	return number + " " + noun + "s"
}
