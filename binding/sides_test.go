package binding_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
)

// kitchenSink has a field of every form that both sides share.
type kitchenSink struct {
	B    bool
	I    int
	I8   int8
	U64  uint64
	F32  float32
	F64  float64
	S    string
	By   []byte
	T    time.Time
	D    time.Duration
	Big  *big.Int
	N    json.Number
	R    json.RawMessage
	A    any
	J    jsonStruct
	Tx   textStruct
	U    uuid
	P    **int
	O    binding.Optional[[]int]
	Sl   [][]string
	Ar   [2]bool
	Br   [2]byte
	M    map[string]*pair
	Mi   map[int]string
	Mt   map[textStruct]int
	Tree recursiveTree
	Q    int     `json:",string"`
	QF   float64 `json:",string"`
	QS   *string `json:",string"`
	E    string  `json:",omitempty"`
	Base
}

type pointerMarshaler struct{ A int }

func (p *pointerMarshaler) MarshalJSON() ([]byte, error) { return []byte(`{"a":1, "b" : [2]}`), nil }

type badMarshaler struct{ Text string }

func (b badMarshaler) MarshalJSON() ([]byte, error) {
	switch b.Text {
	case "panic":
		panic("secret")
	case "error":
		return nil, errors.New("refused")
	}
	return []byte(b.Text), nil
}

type badText struct{ Text string }

func (b badText) MarshalText() ([]byte, error) { return []byte(b.Text), nil }

type embedsPointer struct {
	*Deep
	N int8
}

type sameText struct{ N int }

func (sameText) MarshalText() ([]byte, error) { return []byte("same"), nil }

type cyclic struct {
	Next *cyclic
}

type selfMap map[string]any

type ownZero struct{ N int }

func (o ownZero) IsZero() bool { return o.N == 7 }

func TestEncode(t *testing.T) {
	one := 1
	for _, tt := range []struct {
		name   string
		value  any
		want   string
		reason string
	}{
		{"nil", nil, `null`, "no value"},
		{"nil pointer", (*int)(nil), `null`, "a nil pointer is null"},
		{"pointer", &one, `1`, "what it points to"},
		{"nil slice", []int(nil), `[]`, "a nil slice is an empty one"},
		{"nil map", map[string]int(nil), `{}`, "a nil map is an empty one"},
		{"nil bytes", []byte(nil), `""`, "nil bytes are empty ones"},
		{"nil raw", json.RawMessage(nil), `null`, "as encoding/json has it"},
		{"nils within", struct {
			A []int
			B map[string]int
			C []byte
			D *int
			E any
		}{}, `{"A":[],"B":{},"C":"","D":null,"E":null}`, "at any depth"},
		{"bytes", map[string][][]byte{"a": {[]byte("hi")}}, `{"a":["aGk="]}`, "base64 once, at any depth"},
		{"bytes in any", []any{[]byte("hi"), []any{[]byte("hi")}}, `["aGk=",["aGk="]]`, "by the dynamic type"},
		{"named bytes", namedBytes("hi"), `"aGk="`, "of named items too"},
		{"bytes with methods", []textByte{'a'}, `["a"]`, "items like any others"},
		{"array of bytes", [2]byte{1, 2}, `[1,2]`, "an array is an array"},
		{"max uint64", uint64(math.MaxUint64), `18446744073709551615`, "exact"},
		{"floats", []float64{1, 0.1, 1e21, 1e-7, 1e20, math.MaxFloat64}, `[1,0.1,1e+21,1e-7,100000000000000000000,1.7976931348623157e+308]`, "as encoding/json"},
		{"float32", []float32{0.1, 16777216, 1e21}, `[0.1,16777216,1e+21]`, "the shortest that reads back"},
		{"duration", time.Second, `1000000000`, "nanoseconds"},
		{"time", time.Date(2024, 1, 1, 0, 0, 0, 5, time.UTC), `"2024-01-01T00:00:00.000000005Z"`, "RFC 3339"},
		{"big.Int", big.NewInt(-5), `-5`, "a number"},
		{"big.Int value", *big.NewInt(5), `5`, "a number too"},
		{"json.Number", []json.Number{"1.50", ""}, `[1.50,0]`, "the token"},
		{"raw", json.RawMessage(`{"a" : [1.0]}`), `{"a":[1.0]}`, "without white space, numbers as written"},
		{"map order", map[string]int{"b": 1, "a": 2, "é": 3, "Z": 4}, `{"Z":4,"a":2,"b":1,"é":3}`, "sorted by UTF-8 bytes"},
		{"int keys", map[int]bool{-1: true, 10: true, 9: true}, `{"-1":true,"10":true,"9":true}`, "sorted as texts"},
		{"text keys", map[textStruct]int{{"a", "b"}: 1}, `{"a/b":1}`, "by MarshalText"},
		{"field order", struct{ Z, A int }{1, 2}, `{"Z":1,"A":2}`, "as declared"},
		{"embedding", struct {
			Base
			*Deep
			N int `json:"n"`
		}{Base: Base{3}, N: 1}, `{"id":3,"n":1}`, "promoted; a nil embedded pointer has no members"},
		{"omitempty", struct {
			A []int    `json:",omitempty"`
			B string   `json:",omitempty"`
			C *int     `json:",omitempty"`
			D bool     `json:",omitempty"`
			E struct{} `json:",omitempty"`
		}{A: []int{}}, `{"E":{}}`, "empty ones are left out, structs are never empty"},
		{"omitzero", struct {
			A time.Time `json:",omitzero"`
			B ownZero   `json:",omitzero"`
			C *ownZero  `json:",omitzero"`
			D ownZero   `json:",omitzero"`
			E any       `json:",omitzero"`
		}{B: ownZero{7}, E: ownZero{7}}, `{"D":{"N":0},"E":{"N":7}}`, "the field's type's IsZero decides, the content of any does not"},
		{"quoted", struct {
			A int     `json:",string"`
			B *string `json:",string"`
			C string  `json:",string"`
		}{A: -1, C: "a\""}, `{"A":"-1","B":null,"C":"\"a\\\"\""}`, "null is not quoted"},
		{"pointer receiver", struct{ A pointerMarshaler }{}, `{"A":{"a":1,"b":[2]}}`, "used though the value has no address"},
		{"pointer receiver in a map", map[string]pointerMarshaler{"x": {}}, `{"x":{"a":1,"b":[2]}}`, "and in a map"},
		{"absent optional", struct {
			A binding.Optional[int]
			B int
		}{}, `{"B":0}`, "an absent member is left out"},
		{"absent optional elsewhere", []binding.Optional[int]{{}}, `[null]`, "an item cannot be left out"},
		{"html", "<a>&\u2028", `"<a>&` + "\u2028" + `"`, "no needless escapes"},
		{"interface in a slice", []animal{dog{true}}, `[{"loud":true}]`, "without a union: by the dynamic type"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := encode(tt.value)
			if err != nil {
				t.Fatalf("%s: %v", tt.reason, err)
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestEncodeErrors(t *testing.T) {
	loop := &cyclic{}
	loop.Next = loop
	type P *P
	var knot P
	knot = &knot
	m := selfMap{}
	m["a"] = m
	deep := any(1)
	for range 129 {
		deep = []any{deep}
	}
	for _, tt := range []struct {
		name  string
		value any
		want  string
	}{
		{"NaN", map[string][]float64{"a/b": {0, math.NaN()}}, `value at "/a~1b/1": the number is not finite`},
		{"infinity", math.Inf(1), `value: the number is not finite`},
		{"invalid UTF-8", []string{"\xff"}, `value at "/0": the text is not UTF-8`},
		{"invalid UTF-8 key", map[string]int{"\xff": 1}, `a map key is not UTF-8`},
		{"invalid UTF-8 text", badText{"\xff"}, `not UTF-8`},
		{"cycle", loop, `cycle`},
		{"cycle of pointers", knot, `cycle`},
		{"cycle of maps", m, `cycle`},
		{"129 levels", deep, `128 levels`},
		{"channel", struct{ C chan int }{}, `value at "/C": chan int has no JSON form`},
		{"function", []any{func() {}}, `value at "/0": func() has no JSON form`},
		{"complex", complex(1, 1), `no JSON form`},
		{"panic", []badMarshaler{{"panic"}}, `value at "/0": panic: secret`},
		{"error", []badMarshaler{{"error"}}, `value at "/0": refused`},
		{"duplicate names", badMarshaler{`{"a":1,"a":2}`}, `value: `},
		{"no JSON", badMarshaler{`{`}, `value: `},
		{"raw no JSON", json.RawMessage(`nope`), `value: `},
		{"empty raw", json.RawMessage{}, `value: `},
		{"json.Number", json.Number("01"), `holds no number`},
		{"json.Number text", json.Number(`"1"`), `holds no number`},
		{"two keys of one name", map[sameText]int{{1}: 1, {2}: 2}, `two map keys have one name`},
		{"only unexported fields", struct{ a int }{1}, `only unexported fields`},
		{"map key type", map[float64]int{1: 1}, `keyed`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := encode(tt.value)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestEncodeDepth(t *testing.T) {
	deep := any(1)
	for range 128 {
		deep = []any{deep}
	}
	if _, err := encode(deep); err != nil {
		t.Errorf("128 levels are allowed: %v", err)
	}
	raw := json.RawMessage(strings.Repeat("[", 128) + strings.Repeat("]", 128))
	if _, err := encode(raw); err != nil {
		t.Errorf("128 levels of raw JSON are allowed: %v", err)
	}
	if _, err := encode([]any{raw}); err == nil {
		t.Error("129 levels, raw JSON included, must fail")
	}
}

func TestOutput(t *testing.T) {
	for _, tt := range []struct {
		name   string
		typ    reflect.Type
		value  any
		schema string
		want   string
	}{
		{"union", reflect.TypeFor[[]animal](), []animal{dog{true}, &cat{"ignored", 9}},
			`{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"const":"dog"},"loud":{"type":"boolean"}},"required":["kind","loud"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"const":"cat"},"lives":{"type":"integer","minimum":-128,"maximum":127}},"required":["kind","lives"],"additionalProperties":false}]}}`,
			`[{"kind":"dog","loud":true},{"kind":"cat","lives":9}]`},
		{"interface itself", reflect.TypeFor[animal](), dog{true},
			`{"oneOf":[{"type":"object","properties":{"kind":{"const":"dog"},"loud":{"type":"boolean"}},"required":["kind","loud"],"additionalProperties":false},` +
				`{"type":"object","properties":{"kind":{"const":"cat"},"lives":{"type":"integer","minimum":-128,"maximum":127}},"required":["kind","lives"],"additionalProperties":false}]}`,
			`{"kind":"dog","loud":true}`},
		{"marshaler", reflect.TypeFor[pointerMarshaler](), pointerMarshaler{}, `{}`, `{"a":1,"b":[2]}`},
		{"text marshaler", reflect.TypeFor[badText](), badText{"x"}, `{"type":"string"}`, `"x"`},
		{"unmarshaler only", reflect.TypeFor[strictJSON](), strictJSON{"x"},
			`{"type":"object","properties":{"Text":{"type":"string"}},"required":["Text"],"additionalProperties":false}`, `{"Text":"x"}`},
		{"embedded pointer", reflect.TypeFor[embedsPointer](), embedsPointer{N: 1},
			`{"type":"object","properties":{"D":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"N":{"type":"integer","minimum":-128,"maximum":127}},` +
				`"required":["N"],"additionalProperties":false}`,
			`{"N":1}`},
		{"nullable recursive root", reflect.TypeFor[*cyclic](), &cyclic{},
			`{"type":["object","null"],"properties":{"Next":{"anyOf":[{"$ref":"#/$defs/cyclic"},{"type":"null"}]}},"required":["Next"],"additionalProperties":false,` +
				`"$defs":{"cyclic":{"type":"object","properties":{"Next":{"anyOf":[{"$ref":"#/$defs/cyclic"},{"type":"null"}]}},"required":["Next"],"additionalProperties":false}}}`,
			`{"Next":null}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, faults := binding.Output(tt.typ, binding.Settings{Unions: []binding.Union{animals}})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			if diff := cmp.Diff(tt.schema, r.Schema().String()); diff != "" {
				t.Errorf("schema (-want +got):\n%s", diff)
			}
			got, err := written(r, reflect.ValueOf(tt.value))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
		})
	}
	_, faults := binding.Output(reflect.TypeFor[[]chan int](), binding.Settings{})
	if len(faults) != 1 || faults[0].Pointer != "/items" {
		t.Errorf("got %+v", faults)
	}
}
