package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
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
	var form map[string]json.RawMessage
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	if name, ok := form["model"]; ok {
		fields, ok := form["fields"]
		if !ok || len(form) != 2 {
			return errors.New("a model value has the members model and fields")
		}
		v.Kind = "model"
		return errors.Join(json.Unmarshal(name, &v.Text), json.Unmarshal(fields, &v.Members))
	}
	if len(form) != 1 {
		return fmt.Errorf("a value has one member that names its kind, not %d", len(form))
	}
	for kind, content := range form {
		v.Kind = kind
		switch kind {
		case "int", "number", "float", "string", "bytes", "datetime", "duration", "raw", "opaque":
			return json.Unmarshal(content, &v.Text)
		case "bool":
			return json.Unmarshal(content, &v.Bool)
		case "null", "absent":
			if string(content) != "true" {
				return fmt.Errorf("a value that is %s says true", kind)
			}
			return nil
		case "list":
			return json.Unmarshal(content, &v.Items)
		case "map":
			return json.Unmarshal(content, &v.Members)
		}
	}
	return fmt.Errorf("a value cannot be of kind %q", v.Kind)
}

// MarshalJSON writes the form that UnmarshalJSON reads, for the protocol.
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Kind {
	case "bool":
		return json.Marshal(map[string]bool{v.Kind: v.Bool})
	case "null", "absent":
		return json.Marshal(map[string]bool{v.Kind: true})
	case "list":
		items := v.Items
		if items == nil {
			items = []Value{}
		}
		return json.Marshal(map[string][]Value{v.Kind: items})
	case "map", "model":
		members := v.Members
		if members == nil {
			members = map[string]Value{}
		}
		if v.Kind == "map" {
			return json.Marshal(map[string]map[string]Value{v.Kind: members})
		}
		return json.Marshal(struct {
			Model  string           `json:"model"`
			Fields map[string]Value `json:"fields"`
		}{v.Text, members})
	case "":
		return nil, errors.New("conformance: a value without a kind cannot be written")
	}
	return json.Marshal(map[string]string{v.Kind: v.Text})
}
