package binding_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"regexp/syntax"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

func parse(t testing.TB, text string) *tree.Value {
	t.Helper()
	v, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func shape(t testing.TB, typ reflect.Type, s binding.Settings) *binding.Shape {
	t.Helper()
	got, faults := binding.Struct(typ, s)
	if len(faults) > 0 {
		t.Fatalf("faults: %+v", faults)
	}
	return got
}

// propertyOf derives a struct of one field X and returns X's schema, with the
// definitions if there are any.
func propertyOf(t testing.TB, typ reflect.Type, s binding.Settings) string {
	t.Helper()
	root := shape(t, typ, s).Schema()
	x := root.Lookup("properties").Lookup("X").String()
	if defs := root.Lookup("$defs"); defs != nil {
		x += " $defs " + defs.String()
	}
	return x
}

// bind decodes arguments into a new value of the type.
func bind[T any](t testing.TB, args string, s binding.Settings) (T, []binding.BindError) {
	t.Helper()
	var v T
	errs := decode(shape(t, reflect.TypeFor[T](), s), reflect.ValueOf(&v).Elem(), parse(t, args), nil)
	return v, errs
}

// decode sets dst to the one parameter that the shape has, if there is no error.
func decode(s *binding.Shape, dst reflect.Value, args *tree.Value, opaque map[string]reflect.Value) []binding.BindError {
	values, errs := s.DecodeParams(args, opaque)
	if len(errs) == 0 {
		dst.Set(values[0])
	}
	return errs
}

// encode writes any value by its own type, as one that is injected.
func encode(v any) (*tree.Value, error) {
	s, _ := binding.Positional([]binding.Param{{Name: "v", Type: reflect.TypeFor[any]()}},
		binding.Settings{Injected: map[string]inject.Ref{"v": {Source: "test"}}})
	return s.Injected()[0].Encode(v)
}

// written is the JSON of a result.
func written(r *binding.Result, v reflect.Value) (*tree.Value, error) {
	_, whole, err := r.Content(v)
	if err != nil {
		return nil, err
	}
	return whole.Tree(), nil
}

type uuid [16]byte

func (u uuid) MarshalText() ([]byte, error)  { return []byte("0000"), nil }
func (u *uuid) UnmarshalText(b []byte) error { return nil }

type textStruct struct{ A, B string }

func (s textStruct) MarshalText() ([]byte, error) { return []byte(s.A + "/" + s.B), nil }
func (s *textStruct) UnmarshalText(b []byte) error {
	s.A, s.B, _ = strings.Cut(string(b), "/")
	return nil
}

type jsonStruct struct{ A, B string }

func (s jsonStruct) MarshalJSON() ([]byte, error) { return json.Marshal([]string{s.A, s.B}) }
func (s *jsonStruct) UnmarshalJSON(b []byte) error {
	var l [2]string
	err := json.Unmarshal(b, &l)
	s.A, s.B = l[0], l[1]
	return err
}

type recursiveTree struct {
	Name string          `json:"name"`
	Kids []recursiveTree `json:"kids"`
}

type pair struct{ A int8 }

type Regexp struct{ Sub []*Regexp }

type Base struct {
	ID int8 `json:"id"`
}

type Left struct{ ID int8 }

type Right struct{ ID int8 }

type genericPage[T any] struct{ Items []T }

type genericList[T any] struct {
	Head T
	Tail *genericList[T]
}

type shade string

type animal interface{ Sound() string }

type dog struct {
	Loud bool `json:"loud"`
}

type cat struct {
	Kind  string `json:"kind"`
	Lives int8   `json:"lives"`
}

func (dog) Sound() string  { return "wuff" }
func (*cat) Sound() string { return "miau" }

var animals = binding.UnionOf("kind", binding.Variant[animal]{"dog", dog{}}, binding.Variant[animal]{"cat", &cat{}})

// TestPeers answers each row of go-peers.md, section 2: what eight other engines
// make of a Go type, and mostly get wrong.
func TestPeers(t *testing.T) {
	const int8Schema = `{"type":"integer","minimum":-128,"maximum":127}`
	for _, tt := range []struct {
		name   string
		typ    reflect.Type
		want   string
		reason string
	}{
		{"[]byte", reflect.TypeFor[struct{ X []byte }](),
			`{"type":"string","contentEncoding":"base64"}`, "base64 in, never an array of numbers"},
		{"json.RawMessage", reflect.TypeFor[struct{ X json.RawMessage }](), `{}`, "any JSON, kept as text"},
		{"json.Number", reflect.TypeFor[struct{ X json.Number }](), `{"type":"number"}`, "5 must be accepted, \"5\" not"},
		{"time.Time", reflect.TypeFor[struct{ X time.Time }](), `{"type":"string","format":"date-time"}`, "the format is said"},
		{"time.Duration", reflect.TypeFor[struct{ X time.Duration }](),
			`{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}`, "nanoseconds, said in a note"},
		{"*big.Int", reflect.TypeFor[struct{ X *big.Int }](), `{"type":["integer","null"]}`, "an integer without bounds, nullable as any pointer"},
		{"big.Int", reflect.TypeFor[struct{ X big.Int }](), `{"type":"integer"}`, "encoding/json reads a number here"},
		{"uuid.UUID", reflect.TypeFor[struct{ X uuid }](), `{"type":"string"}`, "text methods win over [16]byte"},
		{"struct with MarshalText", reflect.TypeFor[struct{ X textStruct }](), `{"type":"string"}`, "text methods win over the struct"},
		{"struct with MarshalJSON", reflect.TypeFor[struct{ X jsonStruct }](), `{}`, "its own methods decide, nothing is known"},
		{"map[int]T", reflect.TypeFor[struct{ X map[int]bool }](),
			`{"type":"object","propertyNames":{"pattern":"^(0|-?[1-9][0-9]*)$"},"additionalProperties":{"type":"boolean"}}`, "negative keys too"},
		{"map[uint8]T", reflect.TypeFor[struct{ X map[uint8]bool }](),
			`{"type":"object","propertyNames":{"pattern":"^(0|[1-9][0-9]*)$"},"additionalProperties":{"type":"boolean"}}`, "no negative key can bind"},
		{"recursive struct", reflect.TypeFor[struct{ X recursiveTree }](),
			`{"$ref":"#/$defs/recursiveTree"} $defs {"recursiveTree":{"type":"object","properties":{"name":{"type":"string"},` +
				`"kids":{"type":"array","items":{"$ref":"#/$defs/recursiveTree"}}},"required":["name","kids"],"additionalProperties":false}}`,
			"a definition, no error, no stack overflow"},
		{"same struct used in two fields", reflect.TypeFor[struct {
			X struct{ One, Two pair }
		}](),
			`{"type":"object","properties":{"One":{"type":"object","properties":{"A":` + int8Schema + `},"required":["A"],"additionalProperties":false},` +
				`"Two":{"type":"object","properties":{"A":` + int8Schema + `},"required":["A"],"additionalProperties":false}},"required":["One","Two"],"additionalProperties":false}`,
			"both are complete"},
		{"embedded struct with a json name", reflect.TypeFor[struct {
			X struct {
				Base `json:"base"`
			}
		}](),
			`{"type":"object","properties":{"base":{"type":"object","properties":{"id":` + int8Schema + `},"required":["id"],"additionalProperties":false}},"required":["base"],"additionalProperties":false}`,
			"nested, as encoding/json has it"},
		{"two embeds with one conflicting name", reflect.TypeFor[struct {
			X struct {
				Left
				Right
				N int8
			}
		}](),
			`{"type":"object","properties":{"N":` + int8Schema + `},"required":["N"],"additionalProperties":false}`, "neither wins"},
		{`field tagged json:"-,"`, reflect.TypeFor[struct {
			X struct {
				//lint:ignore SA5008 encoding/json names a field - by this tag
				A int8 `json:"-,"`
				B int8 `json:"-"`
			}
		}](),
			`{"type":"object","properties":{"-":` + int8Schema + `},"required":["-"],"additionalProperties":false}`, "the name is a dash"},
		{",string option", reflect.TypeFor[struct {
			X int8 `json:",string"`
		}](), `{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"}`, "a string with the pattern of its kind"},
		{"uint32 bounds", reflect.TypeFor[struct{ X uint32 }](), `{"type":"integer","minimum":0,"maximum":4294967295}`, "both bounds"},
		{"int64 bounds", reflect.TypeFor[struct{ X int64 }](), `{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}`, "both bounds"},
		{"uint64 bounds", reflect.TypeFor[struct{ X uint64 }](), `{"type":"integer","minimum":0,"maximum":18446744073709551615}`, "beyond int64"},
		{"*int", reflect.TypeFor[struct{ X *int8 }](), `{"type":["integer","null"],"minimum":-128,"maximum":127}`, "required and nullable"},
		{"slice", reflect.TypeFor[struct{ X []int8 }](), `{"type":"array","items":` + int8Schema + `}`, "not nullable"},
		{"any", reflect.TypeFor[struct{ X any }](), `{}`, "anything"},
		{"sum types", reflect.TypeFor[struct{ X animal }](),
			`{"oneOf":[{"type":"object","properties":{"kind":{"const":"dog"},"loud":{"type":"boolean"}},"required":["kind","loud"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"const":"cat"},"lives":` + int8Schema + `},"required":["kind","lives"],"additionalProperties":false}]}`,
			"oneOf in order, told apart by a const"},
		{"named string enum", reflect.TypeFor[struct {
			X shade `jsonschema:"enum=red,enum=blue"`
		}](), `{"type":"string","enum":["red","blue"]}`, "the tag's values, both"},
		{"generic", reflect.TypeFor[struct{ X genericPage[pair] }](),
			`{"type":"object","properties":{"Items":{"type":"array","items":{"type":"object","properties":{"A":` + int8Schema + `},"required":["A"],"additionalProperties":false}}},"required":["Items"],"additionalProperties":false}`,
			"inlined"},
		{"recursive generic", reflect.TypeFor[struct{ X genericList[pair] }](),
			`{"$ref":"#/$defs/genericList_pair"} $defs {"genericList_pair":{"type":"object","properties":{"Head":{"type":"object","properties":{"A":` + int8Schema + `},"required":["A"],"additionalProperties":false},` +
				`"Tail":{"anyOf":[{"$ref":"#/$defs/genericList_pair"},{"type":"null"}]}},"required":["Head","Tail"],"additionalProperties":false}}`,
			"the name needs no escape"},
		{"struct{}", reflect.TypeFor[struct{ X struct{} }](),
			`{"type":"object","properties":{},"required":[],"additionalProperties":false}`, "properties are there: OpenAI refuses their absence"},
		{"property order", reflect.TypeFor[struct{ X struct{ Z, A, M bool } }](),
			`{"type":"object","properties":{"Z":{"type":"boolean"},"A":{"type":"boolean"},"M":{"type":"boolean"}},"required":["Z","A","M"],"additionalProperties":false}`,
			"as declared, not sorted"},
		{"int enum by tag", reflect.TypeFor[struct {
			X int8 `jsonschema:"enum=1,enum=2"`
		}](), `{"type":"integer","minimum":-128,"maximum":127,"enum":[1,2]}`, "numbers, not strings"},
		{"default for []int by tag", reflect.TypeFor[struct {
			X []int8 `default:"[1,2]"`
		}](), `{"type":"array","items":` + int8Schema + `,"default":[1,2]}`, "numbers, not strings"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := propertyOf(t, tt.typ, binding.Settings{Unions: []binding.Union{animals}})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
	for _, tt := range []struct {
		name, want string
		typ        reflect.Type
		reason     string
	}{
		{"chan field", "no JSON form", reflect.TypeFor[struct{ X chan int }](), "an error, not a missing field"},
		{"complex field", "no JSON form", reflect.TypeFor[struct{ X complex128 }](), "an error, not a panic"},
		{"malformed tag: default", `default tag "abc" is not JSON`, reflect.TypeFor[struct {
			X string `default:"abc"`
		}](), "named, not ignored"},
		{"malformed tag: minimum", "write a number", reflect.TypeFor[struct {
			X int `jsonschema:"minimum=x"`
		}](), "named, not ignored"},
		{"malformed tag: word", `unknown word "bogus=1"`, reflect.TypeFor[struct {
			X int `jsonschema:"bogus=1"`
		}](), "named, not ignored"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(tt.typ, binding.Settings{})
			if len(faults) != 1 || !strings.Contains(faults[0].Message, tt.want) || faults[0].Pointer != "/properties/X" {
				t.Errorf("%s: got %+v", tt.reason, faults)
			}
		})
	}
	t.Run("same type name, two packages", func(t *testing.T) {
		root := shape(t, reflect.TypeFor[struct {
			X Regexp
			Y syntax.Regexp
		}](), binding.Settings{}).Schema()
		if x, y := root.At("/properties/X/$ref"), root.At("/properties/Y/$ref"); x.Text != "#/$defs/binding_test.Regexp" || y.Text != "#/$defs/syntax.Regexp" ||
			root.At("/$defs/binding_test.Regexp/properties/Sub") == nil || root.At("/$defs/syntax.Regexp/properties/Sub0") == nil {
			t.Errorf("two definitions, told apart by their packages: %s", root)
		}
	})
	t.Run("recursion at the root", func(t *testing.T) {
		root := shape(t, reflect.TypeFor[recursiveTree](), binding.Settings{}).Schema()
		if root.At("/properties/kids/items/$ref").Text != "#/$defs/recursiveTree" || root.At("/$defs/recursiveTree/properties/name") == nil {
			t.Errorf("the root is expanded and its definition is there: %s", root)
		}
	})
	t.Run("default outside enum or bounds", func(t *testing.T) {
		s := shape(t, reflect.TypeFor[struct {
			X string `jsonschema:"enum=a" default:"\"b\""`
			Y int8   `default:"300"`
		}](), binding.Settings{})
		_, violations := schema.Compile(s.Schema(), schema.Options{Declared: true})
		if len(violations) != 2 || violations[0].Pointer != "/properties/X/default" && violations[0].Pointer != "/properties/X" {
			t.Errorf("both are refused when the schema is compiled: %+v", violations)
		}
	})
}
