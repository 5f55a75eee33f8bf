package binding_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
)

//lint:ignore U1000 only unexported fields, which is the point
type session struct{ c chan int }

type tenancy struct {
	Tenant string `json:"tenant" inject:"config,tenant.id"`
}

type search struct {
	Query string `json:"query"`
	tenancy
	Limit   int8          `json:"limit" default:"10"`
	Session *session      `json:"session" inject:"app,,opaque"`
	User    *string       `json:"user,omitempty" inject:"auth"`
	Wait    time.Duration `json:"wait,omitzero"`
}

func TestInjected(t *testing.T) {
	s := shape(t, reflect.TypeFor[search](), binding.Settings{Injected: map[string]inject.Ref{"query": {Source: "test"}}})
	want := `{"type":"object","properties":{"query":{"type":"string"},"tenant":{"type":"string"},` +
		`"limit":{"type":"integer","minimum":-128,"maximum":127,"default":10},"user":{"type":["string","null"]},` +
		`"wait":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}},` +
		`"required":["query","tenant","user"],"additionalProperties":false}`
	if diff := cmp.Diff(want, s.Schema().String()); diff != "" {
		t.Errorf("injected ones are required, opaque ones absent (-want +got):\n%s", diff)
	}
	var got []string
	for _, i := range s.Injected() {
		got = append(got, fmt.Sprintf("%s %+v %s", i.Name, i.Ref, i.Type))
	}
	if diff := cmp.Diff([]string{
		"query {Source:test Key:query Opaque:false} string",
		"tenant {Source:config Key:tenant.id Opaque:false} string",
		"session {Source:app Key:session Opaque:true} *binding_test.session",
		"user {Source:auth Key:user Opaque:false} *string",
	}, got); diff != "" {
		t.Errorf("in order of declaration (-want +got):\n%s", diff)
	}
	var in search
	own := &session{}
	errs := decode(s, reflect.ValueOf(&in).Elem(), parse(t, `{"query":"q","tenant":"t","user":null,"limit":3,"session":"forged"}`),
		map[string]reflect.Value{"session": reflect.ValueOf(own)})
	if len(errs) > 0 || in.Session != own || in.Tenant != "t" || in.Limit != 3 {
		t.Errorf("got %+v, %v", in, errs)
	}
	if errs := decode(s, reflect.ValueOf(&in).Elem(), parse(t, `{}`), nil); len(errs) != 1 || errs[0].Pointer != "/session" || errs[0].Reason != "type" {
		t.Errorf("without the opaque value: %+v", errs)
	}
}

func TestInjectedValues(t *testing.T) {
	s := shape(t, reflect.TypeFor[struct {
		Ctx context.Context `inject:"a,,opaque"`
		N   int             `inject:"a,,opaque"`
		Pet animal          `inject:"a"`
		Any any             `inject:"a"`
	}](), binding.Settings{Unions: []binding.Union{animals}})
	in := s.Injected()
	if v, err := in[0].Assign(context.Background()); err != nil || v.Type() != reflect.TypeFor[context.Context]() {
		t.Errorf("assignable to an interface: %v, %v", v, err)
	}
	if v, err := in[0].Assign(nil); err != nil || !v.IsNil() {
		t.Errorf("nil: %v, %v", v, err)
	}
	for _, bad := range []any{nil, "secret", int8(1)} {
		if _, err := in[1].Assign(bad); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v is assigned to an int: %v", bad, err)
		}
	}
	if v, err := in[2].Encode(dog{true}); err != nil || v.String() != `{"kind":"dog","loud":true}` {
		t.Errorf("a union's value carries its name: %v, %v", v, err)
	}
	if v, err := in[3].Encode(map[string][]byte{"a": []byte("hi")}); err != nil || v.String() != `{"a":"aGk="}` {
		t.Errorf("encoded as results are: %v, %v", v, err)
	}
	if v, err := in[3].Encode(nil); err != nil || v.String() != `null` {
		t.Errorf("nil is null: %v, %v", v, err)
	}
}

func TestInjectFaults(t *testing.T) {
	type lost struct {
		//lint:ignore U1000 nothing can be injected there, which is the point
		secret string `inject:"a"`
		Dash   string `json:"-" inject:"a"`
		N      int
	}
	for _, tt := range []struct {
		name     string
		typ      reflect.Type
		injected map[string]inject.Ref
		want     []string // pointer, keyword, part of the message
	}{
		{"unknown name", reflect.TypeFor[pair](), map[string]inject.Ref{"b": {Source: "x"}, "a": {Source: "x"}}, []string{` inject "a", which is no parameter`, ` inject "b", which is no parameter`}},
		{"no source", reflect.TypeFor[pair](), map[string]inject.Ref{"A": {}}, []string{"/properties/A inject no source"}},
		{"default", reflect.TypeFor[struct {
			A int `inject:"a" default:"1"`
		}](), nil, []string{"/properties/A default has a default"}},
		{"default beside an opaque one", reflect.TypeFor[struct {
			A int `inject:"a,,opaque" default:"1"`
		}](), nil, []string{"/properties/A default has a default"}},
		{"default and WithInjected", reflect.TypeFor[struct {
			A int `jsonschema:"default=1"`
		}](), map[string]inject.Ref{"A": {Source: "x"}}, []string{"/properties/A default has a default"}},
		{"empty tag", reflect.TypeFor[struct {
			A int `inject:""`
		}](), nil, []string{"/properties/A inject names no source"}},
		{"third part", reflect.TypeFor[struct {
			A int `inject:"a,b,transparent"`
		}](), nil, []string{"/properties/A inject only opaque"}},
		{"four parts", reflect.TypeFor[struct {
			A int `inject:"a,b,opaque,"`
		}](), nil, []string{"/properties/A inject more than three"}},
		{"spaces", reflect.TypeFor[struct {
			A int `inject:"a, b"`
		}](), nil, []string{"/properties/A inject spaces"}},
		{"no parameter", reflect.TypeFor[lost](), nil, []string{" inject field lost.secret", " inject field lost.Dash"}},
		{"nested in a slice", reflect.TypeFor[struct{ X []tenancy }](), nil, []string{"/properties/X/items/properties/tenant inject field tenancy.Tenant"}},
		{"on the embedded struct", reflect.TypeFor[struct {
			Base `inject:"a"`
		}](), nil, []string{" inject field struct.Base"}},
		{"in a recursive struct", reflect.TypeFor[recursiveInjected](), nil, []string{"/$defs/recursiveInjected/properties/Tenant inject nested"}},
		{"opaque in a map", reflect.TypeFor[map[string]int](), map[string]inject.Ref{"a": {Source: "x", Opaque: true}}, []string{"/properties/a inject needs a field"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(tt.typ, binding.Settings{Injected: tt.injected})
			if len(faults) != len(tt.want) {
				t.Fatalf("got %+v", faults)
			}
			for i, f := range faults {
				parts := strings.SplitN(tt.want[i], " ", 3)
				if f.Pointer != parts[0] || f.Keyword != parts[1] || !strings.Contains(f.Message, parts[2]) {
					t.Errorf("want %q, got %+v", tt.want[i], f)
				}
			}
		})
	}
}

type recursiveInjected struct {
	Tenant string `inject:"a"`
	Kids   []recursiveInjected
}

func TestMapParameters(t *testing.T) {
	s := shape(t, reflect.TypeFor[map[string]int8](), binding.Settings{Injected: map[string]inject.Ref{"b": {Source: "x"}, "a": {Source: "x"}}})
	const item = `{"type":"integer","minimum":-128,"maximum":127}`
	want := `{"type":"object","properties":{"a":` + item + `,"b":` + item + `},"required":["a","b"],"additionalProperties":` + item + `}`
	if diff := cmp.Diff(want, s.Schema().String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(`{"type":"object","additionalProperties":{}}`, shape(t, reflect.TypeFor[map[string]any](), binding.Settings{}).Schema().String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPositional(t *testing.T) {
	params := []binding.Param{
		{Name: "city", Type: reflect.TypeFor[string](), Tag: `jsonschema:"minLength=1" inject:"config"`},
		{Name: "days", Type: reflect.TypeFor[int8](), Tag: `json:",string"`},
		{Name: "since", Type: reflect.TypeFor[time.Time](), Tag: `json:",omitzero"`},
		{Name: "tags", Type: reflect.TypeFor[[]string](), Variadic: true},
	}
	s, faults := binding.Positional(params, binding.Settings{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := `{"type":"object","properties":{"city":{"type":"string","minLength":1},"days":{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$"},` +
		`"since":{"type":"string","format":"date-time"},"tags":{"type":"array","items":{"type":"string"}}},"required":["city","days"],"additionalProperties":false}`
	if diff := cmp.Diff(want, s.Schema().String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	values, errs := s.DecodeParams(parse(t, `{"city":"Oslo","days":"3"}`), nil)
	if len(errs) > 0 || values[0].String() != "Oslo" || values[1].Int() != 3 || !values[2].IsZero() || values[3].Len() != 0 {
		t.Errorf("got %v, %v", values, errs)
	}
	asserted := s.Asserted()
	if len(asserted) != 1 || asserted[s.Schema().At("/properties/since")] != binding.DateTime {
		t.Errorf("asserted: %v", asserted)
	}
	for _, tt := range []struct {
		name   string
		params []binding.Param
		want   string
	}{
		{"two of a name", []binding.Param{{Name: "a", Type: reflect.TypeFor[int]()}, {Name: "a", Type: reflect.TypeFor[int]()}}, "/properties/a names must differ"},
		{"no name", []binding.Param{{Type: reflect.TypeFor[int]()}}, "/properties/ WithParams"},
		{"another name in the tag", []binding.Param{{Name: "a", Type: reflect.TypeFor[int](), Tag: `json:"b"`}}, "/properties/a leave the name"},
		{"channel", []binding.Param{{Name: "a", Type: reflect.TypeFor[chan int]()}}, "/properties/a parameter a: chan int"},
	} {
		_, faults := binding.Positional(tt.params, binding.Settings{})
		pointer, message, _ := strings.Cut(tt.want, " ")
		if len(faults) != 1 || faults[0].Pointer != pointer || !strings.Contains(faults[0].Message, message) {
			t.Errorf("%s: got %+v", tt.name, faults)
		}
	}
}

// TestForeign: with somebody else's schema only json and inject tags are read.
func TestForeign(t *testing.T) {
	s := shape(t, reflect.TypeFor[struct {
		A int    `json:"a" jsonschema:"nonsense" default:"nonsense"`
		B string `json:"b" inject:"config" default:"1"`
	}](), binding.Settings{Foreign: true})
	if s.Schema() != nil || len(s.Injected()) != 1 {
		t.Errorf("got %v, %v", s.Schema(), s.Injected())
	}
	if _, faults := binding.Struct(reflect.TypeFor[struct{ C chan int }](), binding.Settings{Foreign: true}); len(faults) != 1 {
		t.Errorf("a type that cannot be bound: %v", faults)
	}
}

func TestNotes(t *testing.T) {
	s := shape(t, reflect.TypeFor[struct {
		A []byte                      `json:"a" jsonschema:"description=d"`
		B []*[]byte                   `json:"b"`
		C map[string]time.Duration    `json:"c"`
		D time.Duration               `json:"d,string"`
		E binding.Optional[[]byte]    `json:"e"`
		F *time.Time                  `json:"f"`
		G struct{ T []recursiveTree } `json:"g"`
	}](), binding.Settings{})
	notes, asserted := s.Notes(), s.Asserted()
	for pointer, want := range map[string]string{
		"/properties/a": "Base64", "/properties/b/items": "Base64", "/properties/c/additionalProperties": "Duration",
		"/properties/d": "Duration", "/properties/e": "Base64",
	} {
		if got := notes[s.Schema().At(pointer)]; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", pointer, got)
		}
	}
	for pointer, want := range map[string]binding.Assertion{
		"/properties/a": binding.Base64, "/properties/b/items": binding.Base64, "/properties/e": binding.Base64, "/properties/f": binding.DateTime,
	} {
		if got := asserted[s.Schema().At(pointer)]; got != want {
			t.Errorf("%s: %v", pointer, got)
		}
	}
	if len(notes) != 5 || len(asserted) != 4 {
		t.Errorf("too many: %v, %v", notes, asserted)
	}
	if v := shape(t, reflect.TypeFor[extendedBytes](), binding.Settings{}); v.Asserted()[v.Schema().At("/properties/x")] != binding.Base64 {
		t.Error("a hook that adds a description loses the assertion")
	}
}

func TestSharing(t *testing.T) {
	s := shape(t, reflect.TypeFor[kitchenSink](), binding.Settings{})
	clear(s.Notes())
	clear(s.Asserted())
	if len(s.Notes()) == 0 || len(s.Asserted()) == 0 {
		t.Error("a caller changed a shape")
	}
}

func TestAssignErrorsNameNoValue(t *testing.T) {
	i := binding.Injected{Name: "n", Type: reflect.TypeFor[int]()}
	if _, err := i.Assign(errors.New("secret")); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}
