package binding_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/functionschema/fscheck/binding"
)

type grade string

func (grade) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Version: jsonschema.Version, ID: "x", Enum: []any{"a", "b"}, Type: "string"}
}

type pointerGrade string

func (*pointerGrade) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }

type shared struct{ A, B string }

func (shared) JSONSchema() *jsonschema.Schema {
	inner := &jsonschema.Schema{Type: "string"}
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Definitions: jsonschema.Definitions{"a/b": inner}}
	s.Properties.Set("A", &jsonschema.Schema{Ref: "#/$defs/a~1b"})
	s.Properties.Set("B", &jsonschema.Schema{Ref: "#/$defs/a~1b"})
	return s
}

type panics string

func (panics) JSONSchema() *jsonschema.Schema { panic("oh") }

type returnsNil string

func (returnsNil) JSONSchema() *jsonschema.Schema { return nil }

type hidesChannel struct{ C chan int }

func (hidesChannel) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{} }

type hidesInject struct {
	C int `inject:"a"`
}

func (hidesInject) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{} }

type dangling string

func (dangling) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/Nowhere"} }

type extended struct {
	Big  int64   `json:"big" jsonschema:"enum=9007199254740993"`
	Text *string `json:"text" default:"null"`
	Raw  any     `json:"raw"`
}

func (extended) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Description = "more"
	text, _ := s.Properties.Get("text")
	text.Format = "email"
	s.Required = []string{"big"}
}

// lies says in its schema what it does not write.
type lies struct{ A int }

func (l lies) MarshalJSON() ([]byte, error)  { return []byte(`"text"`), nil }
func (l *lies) UnmarshalJSON(b []byte) error { return nil }
func (lies) JSONSchema() *jsonschema.Schema  { return &jsonschema.Schema{Type: "object"} }

type leavesOut struct{ A, B int }

func (leavesOut) JSONSchemaExtend(s *jsonschema.Schema) { s.Properties.Delete("A") }

// numberText reads a text but writes a number.
type numberText int

func (n numberText) MarshalJSON() ([]byte, error)  { return []byte("1"), nil }
func (n *numberText) UnmarshalText(b []byte) error { return nil }

// picky refuses its own zero.
type picky string

func (p picky) MarshalText() ([]byte, error) {
	if p == "" {
		return nil, json.Unmarshal([]byte("x"), new(int))
	}
	return []byte(p), nil
}
func (p *picky) UnmarshalText(b []byte) error { *p = picky(b); return nil }

func TestHooks(t *testing.T) {
	for _, tt := range []struct {
		name   string
		typ    reflect.Type
		want   string
		reason string
	}{
		{"value receiver", reflect.TypeFor[struct{ X grade }](), `{"type":"string","enum":["a","b"]}`, "$schema and $id are dropped"},
		{"nullable", reflect.TypeFor[struct{ X *grade }](), `{"type":["string","null"],"enum":["a","b",null]}`, "a pointer adds null"},
		{"pointer receiver", reflect.TypeFor[struct{ X []pointerGrade }](), `{"type":"array","items":{"type":"string"}}`, "either receiver"},
		{"words on top", reflect.TypeFor[struct {
			X grade `jsonschema:"description=d,default=a"`
		}](), `{"type":"string","description":"d","enum":["a","b"],"default":"a"}`, "the field's own words stay"},
		{"definitions", reflect.TypeFor[struct{ X *shared }](),
			`{"type":["object","null"],"properties":{"A":{"$ref":"#/$defs/a_b"},"B":{"$ref":"#/$defs/a_b"}}} $defs {"a_b":{"type":"string"}}`,
			"$defs move to the root, under a name that needs no escape"},
		{"extended", reflect.TypeFor[struct{ X extended }](),
			`{"type":"object","description":"more","properties":{"big":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"enum":[9007199254740993]},` +
				`"text":{"type":["string","null"],"format":"email","default":null},"raw":{}},"required":["big"],"additionalProperties":false}`,
			"what the method left alone is exact: the type array, the null default, the large number"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, propertyOf(t, tt.typ, binding.Settings{})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
	for _, tt := range []struct {
		name, want string
		typ        reflect.Type
	}{
		{"panic", "panics: panic: oh", reflect.TypeFor[struct{ X panics }]()},
		{"nil", "it is nil", reflect.TypeFor[struct{ X returnsNil }]()},
		{"channel below", "chan int", reflect.TypeFor[struct{ X hidesChannel }]()},
		{"inject below", "nested", reflect.TypeFor[struct{ X hidesInject }]()},
		{"dangling", "does not define", reflect.TypeFor[struct{ X dangling }]()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(tt.typ, binding.Settings{})
			if len(faults) != 1 || !strings.Contains(faults[0].Message, tt.want) {
				t.Errorf("got %+v", faults)
			}
		})
	}
}

type hookedVariant struct {
	Lives int8 `json:"lives"`
}

func (hookedVariant) Sound() string { return "" }
func (hookedVariant) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"lives"}}
	s.Properties.Set("lives", &jsonschema.Schema{Type: "integer"})
	return s
}

type hookedTree struct{ Kids []hookedTree }

func (hookedTree) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "object"} }

func TestHookedVariant(t *testing.T) {
	u := binding.UnionOf("kind", binding.Variant[animal]{"h", hookedVariant{}})
	want := `{"oneOf":[{"type":"object","properties":{"kind":{"const":"h"},"lives":{"type":"integer"}},"required":["kind","lives"]}]}`
	if diff := cmp.Diff(want, propertyOf(t, reflect.TypeFor[struct{ X animal }](), binding.Settings{Unions: []binding.Union{u}})); diff != "" {
		t.Errorf("the discriminator joins what the hook wrote (-want +got):\n%s", diff)
	}
}

// TestHookedRecursion: with a foreign schema no hook is asked, so the recursion
// that one would have cut is there.
func TestHookedRecursion(t *testing.T) {
	if got := propertyOf(t, reflect.TypeFor[struct{ X hookedTree }](), binding.Settings{}); got != `{"type":"object"}` {
		t.Errorf("got %s", got)
	}
	shape(t, reflect.TypeFor[struct{ X hookedTree }](), binding.Settings{Foreign: true})
}

func TestRootHook(t *testing.T) {
	got := shape(t, reflect.TypeFor[extended](), binding.Settings{}).Schema().String()
	want := `{"type":"object","description":"more","properties":{"big":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"enum":[9007199254740993]},` +
		`"text":{"type":["string","null"],"format":"email","default":null},"raw":{}},"required":["big"],"additionalProperties":false}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSelfTest(t *testing.T) {
	for _, tt := range []struct {
		name   string
		typ    reflect.Type
		want   string // of the fault; "" for none
		reason string
	}{
		{"hook contradicts MarshalJSON", reflect.TypeFor[struct{ X lies }](), "writes it as a string", "no call could be right"},
		{"the same at depth", reflect.TypeFor[struct{ X map[string][]*lies }](), "writes it as a string", "the sample allocates the way there"},
		{"reads text, writes a number", reflect.TypeFor[struct{ X numberText }](), "writes it as a number", "the two sides disagree"},
		{"sample refused by its type", reflect.TypeFor[struct{ X picky }](), "", "the zero says nothing about others"},
		{"beside a refused one", reflect.TypeFor[struct {
			X struct {
				P picky
				L lies
			}
		}](), "writes it as a string", "tested field by field"},
		{"writes only", reflect.TypeFor[struct{ X json.Marshaler }](), "no union", "an interface is no sample"},
		{"hook leaves a field out", reflect.TypeFor[struct{ X leavesOut }](), `the member "A"`, "no call could set it"},
		{"argument type's hook leaves a field out", reflect.TypeFor[leavesOut](), "no call could set it", "no call could set it"},
		{"union", reflect.TypeFor[struct{ X animal }](), "", "encoding/json knows no discriminators"},
		{"recursive", reflect.TypeFor[struct{ X *recursiveTree }](), "", "nil slices at the end are not the type's shape"},
		{"everything", reflect.TypeFor[struct{ X kitchenSink }](), "", "the walk agrees with encoding/json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(tt.typ, binding.Settings{Unions: []binding.Union{animals}})
			if (tt.want == "") != (len(faults) == 0) || len(faults) > 0 && !strings.Contains(faults[0].Message, tt.want) {
				t.Errorf("%s: got %+v", tt.reason, faults)
			}
		})
	}
}

type extendedBytes struct {
	X []byte `json:"x"`
}

func (extendedBytes) JSONSchemaExtend(s *jsonschema.Schema) {
	x, _ := s.Properties.Get("x")
	x.Description = "an image"
}
