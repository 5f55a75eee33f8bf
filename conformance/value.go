package conformance

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Value is one native value with its kind, because JSON cannot tell the integer
// 1 from the float 1.0, 0 from -0, or null from absent. In JSON it is one of
//
//	{"int": "-5"}            an integer, decimal
//	{"number": "1.50"}       a number that keeps its digits; compared by value
//	{"float": "0x1.8p+1"}    C99 hexadecimal; also nan, inf, -inf; 0x0p+0 and -0x0p+0 differ
//	{"string": "…"}  {"bytes": "base64"}  {"bool": true}  {"null": true}  {"absent": true}
//	{"datetime": "RFC 3339"} the instant and the offset
//	{"duration": "5"}        nanoseconds
//	{"raw": "…"}             JSON text, byte for byte
//	{"opaque": "name"}       a native object
//	{"list": […]}  {"map": {…}}  {"model": "Name", "fields": {…}}
type Value struct {
	Kind    string           // the member's name above
	Text    string           // of every kind that is written as text; of a model its name
	Bool    bool             // of a bool
	Items   []Value          // of a list
	Members map[string]Value // of a map or a model
}

// UnmarshalJSON reads one of the forms.
func (v *Value) UnmarshalJSON(data []byte) error {
	t, fault := strict.Parse(data, lineLimits)
	if fault != nil {
		return fault
	}
	if m := checkValue(t); m != nil {
		return m
	}
	*v = readValue(t)
	return nil
}

// readValue reads a value that checkValue has passed.
func readValue(t *tree.Value) Value {
	if name := t.Lookup("model"); name != nil {
		return Value{Kind: "model", Text: name.Text, Members: readValues(t.Lookup("fields"))}
	}
	kind, content := t.Members[0].Name, t.Members[0].Value
	switch kind {
	case "bool":
		return Value{Kind: kind, Bool: content.Bool}
	case "null", "absent":
		return Value{Kind: kind}
	case "list":
		list := Value{Kind: kind, Items: make([]Value, 0, len(content.Items))}
		for _, item := range content.Items {
			list.Items = append(list.Items, readValue(item))
		}
		return list
	case "map":
		return Value{Kind: kind, Members: readValues(content)}
	}
	return Value{Kind: kind, Text: content.Text}
}

func readValues(t *tree.Value) map[string]Value {
	values := make(map[string]Value, len(t.Members))
	for _, m := range t.Members {
		values[m.Name] = readValue(m.Value)
	}
	return values
}

// MarshalJSON writes the form that UnmarshalJSON reads, for the protocol. Members
// are sorted.
func (v Value) MarshalJSON() ([]byte, error) { return v.appendJSON(nil) }

func (v Value) appendJSON(b []byte) (_ []byte, err error) {
	if v.Kind == "" {
		return nil, errors.New("conformance: a value without a kind cannot be written")
	}
	b = append(tree.AppendString(append(b, '{'), v.Kind), ':')
	switch v.Kind {
	case "bool":
		b = strconv.AppendBool(b, v.Bool)
	case "null", "absent":
		b = append(b, "true"...)
	case "list":
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = item.appendJSON(b); err != nil {
				return nil, err
			}
		}
		b = append(b, ']')
	case "map":
		b, err = appendMembers(b, v.Members)
	case "model":
		b = append(tree.AppendString(b, v.Text), `,"fields":`...)
		b, err = appendMembers(b, v.Members)
	default:
		b = tree.AppendString(b, v.Text)
	}
	return append(b, '}'), err
}

func appendMembers(b []byte, members map[string]Value) (_ []byte, err error) {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(tree.AppendString(b, name), ':')
		if b, err = members[name].appendJSON(b); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}
