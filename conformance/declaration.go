package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Function is a native function that every implementation registers under the
// function's id. SchemaText and what follows are expectations; empty is not
// compared.
type Function struct {
	About       string  `json:"about"`
	Description string  `json:"description"`
	Params      []Param `json:"params"`
	ParamsOf    string  `json:"paramsOf"`  // a model whose fields are the parameters
	Behaviour   string  `json:"behaviour"` // one of the suite's behaviours; empty is echo
	Text        string  `json:"text"`      // of the error or the panic
	Wraps       string  `json:"wraps"`     // of the error around a visible one
	Result      *Result `json:"result"`

	SchemaText          string `json:"schemaText"`
	MetadataText        string `json:"metadataText"`
	MetadataDescription string `json:"metadataDescription"`
}

// Result is what a function returns.
type Result struct {
	Type  Type  `json:"type"`
	Value Value `json:"value"`
}

// Param is a parameter of a function or a field of a model.
type Param struct {
	Name        string            `json:"name"`
	Type        Type              `json:"type"`
	Variadic    bool              `json:"variadic"`
	Optional    bool              `json:"optional"` // may be omitted, in the native way to say so
	Description string            `json:"description"`
	Default     *Default          `json:"default"`
	Constraints map[string]string `json:"constraints"` // keyword to the JSON text of its value
	Inject      *Ref              `json:"inject"`
}

// Default is the JSON text of a default, which need not be well-formed.
type Default struct {
	Text string `json:"text"`
}

// Ref says where an injected value comes from.
type Ref struct {
	Source string `json:"source"`
	Key    string `json:"key"`
	Opaque bool   `json:"opaque,omitempty"`
}

// Model is a native record.
type Model struct {
	Fields []Param `json:"fields"`
}

// Union is a closed choice of models by the value of one member.
type Union struct {
	Discriminator string    `json:"discriminator"`
	Variants      []Variant `json:"variants"`
}

// Variant is one choice of a union.
type Variant struct {
	Name  string `json:"name"`
	Model string `json:"model"`
}

// Type is a native type, written as prefixes before a name:
//
//	type = { prefix ":" } name | { prefix ":" } ("model" | "union" | "opaque") ":" Name
//	prefix = "list" | "map" | "intmap" | "nullable" | "optional" | "array" ":" count
//
// The names are the keys of [Suite.Types] that have no colon.
type Type struct {
	Name string // the prefix or the name
	Len  int    // of an array
	Ref  string // of a model, union or opaque
	Elem *Type  // of a prefix
}

// ParseType reads a type. It does not know which names exist.
func ParseType(text string) (Type, error) {
	name, rest, more := strings.Cut(text, ":")
	t := Type{Name: name}
	switch name {
	case "model", "union", "opaque":
		t.Ref = rest
		if rest == "" || strings.Contains(rest, ":") {
			return Type{}, fmt.Errorf("the type %q names no %s", text, name)
		}
		return t, nil
	case "array":
		count, elem, _ := strings.Cut(rest, ":")
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 {
			return Type{}, fmt.Errorf("the type %q needs a count, as in array:2:int8", text)
		}
		t.Len, rest = n, elem
	case "list", "map", "intmap", "nullable", "optional":
	default:
		if more || name == "" {
			return Type{}, fmt.Errorf("the type %q has no prefix called %q", text, name)
		}
		return t, nil
	}
	elem, err := ParseType(rest)
	if err != nil {
		return Type{}, fmt.Errorf("in the type %q: %w", text, err)
	}
	t.Elem = &elem
	return t, nil
}

// String returns the text that ParseType reads.
func (t Type) String() string {
	switch {
	case t.Ref != "":
		return t.Name + ":" + t.Ref
	case t.Name == "array":
		return "array:" + strconv.Itoa(t.Len) + ":" + t.Elem.String()
	case t.Elem != nil:
		return t.Name + ":" + t.Elem.String()
	}
	return t.Name
}

// UnmarshalText is ParseType.
func (t *Type) UnmarshalText(text []byte) (err error) {
	*t, err = ParseType(string(text))
	return err
}

// MarshalText is String.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Plan is the record that a schema's arguments are bound to. The order of its
// fields is the order in which they are written.
type Plan []Field

// Field is one field of a plan; any may be left out by the caller.
type Field struct {
	Name string
	Type Type
}

// UnmarshalJSON reads an object of names and types.
func (p *Plan) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return fmt.Errorf("a plan is an object of names and types")
	}
	plan := Plan{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		f := Field{Name: name.(string)}
		if err := d.Decode(&f.Type); err != nil {
			return err
		}
		plan = append(plan, f)
	}
	*p = plan
	return nil
}

// MarshalJSON writes what UnmarshalJSON reads.
func (p Plan) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, f := range p {
		name, err := json.Marshal(f.Name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, name...), ':'), strconv.Quote(f.Type.String())...)
	}
	return append(b, '}'), nil
}
