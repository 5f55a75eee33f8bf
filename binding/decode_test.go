package binding_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/functionschema/fscheck/binding"
)

// loud is a type whose methods fail in both ways, by what they are given.
type loud struct{ Text string }

func (l *loud) UnmarshalText(b []byte) error {
	switch string(b) {
	case "panic":
		panic("secret")
	case "error":
		return errors.New("secret")
	}
	l.Text = string(b)
	return nil
}

type strictJSON struct{ Text string }

func (s *strictJSON) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"panic"`:
		panic("secret")
	case `"error"`:
		return errors.New("secret")
	}
	s.Text = string(b)
	return nil
}

// foldedKey reads names without case, so two names may bind to one.
type foldedKey struct{ Name string }

func (k *foldedKey) UnmarshalText(b []byte) error {
	k.Name = strings.ToLower(string(b))
	return nil
}

type (
	namedByte  byte
	namedBytes []namedByte
	textByte   byte
)

func (b *textByte) UnmarshalText(text []byte) error { *b = textByte(text[0]); return nil }
func (b textByte) MarshalText() ([]byte, error)     { return []byte{byte(b)}, nil }

type hiddenBase struct {
	Seen int
	//lint:ignore U1000 no reflection sets it, which is the point
	lost int
}

type Deep struct{ D int }

type Middle struct {
	*Deep
	M int
}

func one[T any](v T) struct{ X T } { return struct{ X T }{v} }

func TestDecode(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	seven := 7
	noon := time.Date(2024, 2, 29, 12, 0, 0, 500_000_000, time.UTC)
	for _, tt := range []struct {
		name   string
		args   string
		want   any // the struct, of the type to decode into
		reason string
	}{
		{"2^53+1", `{"X":9007199254740993}`, one(int64(9007199254740993)), "never through a float"},
		{"max int64", `{"X":9223372036854775807}`, one(int64(9223372036854775807)), "the last one"},
		{"max uint64", `{"X":18446744073709551615}`, one(uint64(18446744073709551615)), "beyond int64"},
		{"2.0 into int", `{"X":2.0}`, one(2), "an integral spelling"},
		{"1e3 into int8's kin", `{"X":1e2}`, one(int8(100)), "an integral spelling"},
		{"-0 into uint", `{"X":-0}`, one(uint(0)), "-0 is 0"},
		{"12e-1 scaled", `{"X":1.20e1}`, one(uint16(12)), "an integral spelling"},
		{"big.Int", `{"X":123456789012345678901234567890}`, one(huge), "without bounds"},
		{"big.Int exponent", `{"X":1e30}`, one(new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)), "an integral spelling"},
		{"nil big.Int", `{"X":null}`, one((*big.Int)(nil)), "null to a pointer"},
		{"float nearest", `{"X":0.1}`, one(0.1), "nearest value"},
		{"float underflow", `{"X":1e-400}`, one(0.0), "underflow to 0 is no error"},
		{"float32 nearest", `{"X":16777217}`, one(float32(16777216)), "rounded, not refused"},
		{"json.Number", `{"X":1.50}`, one(json.Number("1.50")), "the token as written"},
		{"raw", `{"X":{"a" : [1, 2]}}`, one(json.RawMessage(`{"a" : [1, 2]}`)), "the exact text"},
		{"raw null", `{"X":null}`, one(json.RawMessage(`null`)), "null is JSON"},
		{"any", `{"X":[1,"a",null,{"b":true}]}`, one[any]([]any{json.Number("1"), "a", nil, map[string]any{"b": true}}), "numbers are json.Number"},
		{"any null", `{"X":null}`, one[any](nil), "null is nil"},
		{"bytes", `{"X":"aGk="}`, one([]byte("hi")), "decoded once"},
		{"named bytes", `{"X":"aGk="}`, one(namedBytes("hi")), "of named items too"},
		{"bytes with methods", `{"X":["a"]}`, one([]textByte{'a'}), "items like any others"},
		{"no bytes", `{"X":""}`, one([]byte{}), "the empty text"},
		{"bytes at depth", `{"X":{"a":["aGk=",""]}}`, one(map[string][][]byte{"a": {[]byte("hi"), {}}}), "at every depth"},
		{"pointer to bytes", `{"X":"aGk="}`, one(func() *[]byte { b := []byte("hi"); return &b }()), "at every depth"},
		{"array of bytes", `{"X":[104,105]}`, one([2]byte{104, 105}), "[N]byte is an array"},
		{"time", `{"X":"2024-02-29T12:00:00.5Z"}`, one(noon), "RFC 3339"},
		{"duration", `{"X":1500000000}`, one(1500 * time.Millisecond), "nanoseconds"},
		{"quoted int", `{"X":"-12"}`, struct {
			X int `json:",string"`
		}{-12}, "a number in a string"},
		{"quoted pointer", `{"X":"7"}`, struct {
			X *int `json:",string"`
		}{&seven}, "through a pointer"},
		{"quoted null", `{"X":null}`, struct {
			X *int `json:",string"`
		}{nil}, "null is not quoted"},
		{"quoted string", `{"X":"\"a\\n\""}`, struct {
			X string `json:",string"`
		}{"a\n"}, "a JSON string in a string"},
		{"quoted bool", `{"X":"true"}`, struct {
			X bool `json:",string"`
		}{true}, "a bool in a string"},
		{"map", `{"X":{"a":1,"b":2}}`, one(map[shade]int{"a": 1, "b": 2}), "named string keys"},
		{"int keys", `{"X":{"-1":true,"0":false}}`, one(map[int8]bool{-1: true, 0: false}), "negative keys"},
		{"text keys", `{"X":{"A":1}}`, one(map[foldedKey]int{{"a"}: 1}), "by UnmarshalText"},
		{"slice", `{"X":[]}`, one([]int{}), "empty, not nil"},
		{"nested pointers", `{"X":[null,7]}`, one([]*int{nil, &seven}), "null in a slice"},
		{"exact name", `{"X":1,"x":2}`, one(1), "names never fold"},
		{"absent", `{}`, one(0), "a member that is absent stays zero"},
		{"UnmarshalJSON", `{"X": {"a" : 1}}`, one(strictJSON{`{"a" : 1}`}), "gets the exact bytes"},
		{"UnmarshalJSON null", `{"X":null}`, one(strictJSON{"null"}), "null too"},
		{"UnmarshalJSON behind a pointer", `{"X":null}`, one((*strictJSON)(nil)), "here null is the pointer's"},
		{"unexported embedded struct", `{"Seen":1}`, struct{ hiddenBase }{hiddenBase{Seen: 1}}, "its exported fields are promoted"},
		{"named unexported embedded struct", `{"b":{"Seen":1}}`, struct {
			hiddenBase `json:"b"`
		}{hiddenBase{Seen: 1}}, "nested"},
		{"embedded pointers", `{"D":1,"M":2}`, struct{ *Middle }{&Middle{&Deep{1}, 2}}, "allocated as needed"},
		{"embedded pointer unused", `{"M":2}`, struct{ *Middle }{&Middle{nil, 2}}, "nil where nothing arrives"},
		{"recursive", `{"X":{"name":"a","kids":[{"name":"b","kids":[]}]}}`,
			one(recursiveTree{"a", []recursiveTree{{"b", []recursiveTree{}}}}), "through the same plan"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			typ := reflect.TypeOf(tt.want)
			got := reflect.New(typ).Elem()
			if errs := decode(shape(t, typ, binding.Settings{}), got, parse(t, tt.args), nil); len(errs) > 0 {
				t.Fatalf("%s: %+v", tt.reason, errs)
			}
			if diff := cmp.Diff(tt.want, got.Interface(), exported, bigInts); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

var (
	exported = cmp.Exporter(func(reflect.Type) bool { return true })
	bigInts  = cmp.Comparer(func(a, b *big.Int) bool {
		return a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0
	})
)

func TestDecodeErrors(t *testing.T) {
	type inner struct{ A []int8 }
	property := func(s string) *string { return &s }
	for _, tt := range []struct {
		name   string
		typ    reflect.Type
		args   string
		want   []binding.BindError // without Err
		remedy string              // in the first message
	}{
		{"300 into uint8", reflect.TypeFor[struct{ X uint8 }](), `{"X":300}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, "from 0 to 255"},
		{"-1 into uint", reflect.TypeFor[struct{ X uint }](), `{"X":-1}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, "from 0"},
		{"2^63 into int64", reflect.TypeFor[struct{ X int64 }](), `{"X":9223372036854775808}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, "9223372036854775807"},
		{"1e300 into int", reflect.TypeFor[struct{ X int }](), `{"X":1e300}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, ""},
		{"1e400 into float64", reflect.TypeFor[struct{ X float64 }](), `{"X":1e400}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, "64 bits"},
		{"3.5e38 into float32", reflect.TypeFor[struct{ X float32 }](), `{"X":3.5e38}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, "32 bits"},
		{"1.5 into int", reflect.TypeFor[struct{ X int }](), `{"X":1.5}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "an integer"},
		{"1.5 into big.Int", reflect.TypeFor[struct{ X *big.Int }](), `{"X":1.5}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "an integer"},
		{"text into number", reflect.TypeFor[struct{ X json.Number }](), `{"X":"12"}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "a number"},
		{"array into bytes", reflect.TypeFor[struct{ X []byte }](), `{"X":[104]}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "a string"},
		{"url-safe bytes", reflect.TypeFor[struct{ X []byte }](), `{"X":"-_-_"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, "write + for -"},
		{"unpadded bytes", reflect.TypeFor[struct{ X []byte }](), `{"X":"aGk"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, "pad with ="},
		{"bytes with a line break", reflect.TypeFor[struct{ X []byte }](), `{"X":"aGk=\n"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, "line breaks"},
		{"no date", reflect.TypeFor[struct{ X time.Time }](), `{"X":"2023-02-29T00:00:00Z"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, "RFC 3339"},
		{"null into string", reflect.TypeFor[struct{ X string }](), `{"X":null}`, []binding.BindError{{Pointer: "/X", Reason: "null"}}, "not null"},
		{"null into slice", reflect.TypeFor[struct{ X []int }](), `{"X":null}`, []binding.BindError{{Pointer: "/X", Reason: "null"}}, "not null"},
		{"null into a text type", reflect.TypeFor[struct{ X loud }](), `{"X":null}`, []binding.BindError{{Pointer: "/X", Reason: "null"}}, "not null"},
		{"short array", reflect.TypeFor[struct{ X [3]int }](), `{"X":[1]}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "exactly 3"},
		{"long array", reflect.TypeFor[struct{ X [3]int }](), `{"X":[1,2,3,4]}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "exactly 3"},
		{"text fails", reflect.TypeFor[struct{ X loud }](), `{"X":"error"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, ""},
		{"text panics", reflect.TypeFor[struct{ X loud }](), `{"X":"panic"}`, []binding.BindError{{Pointer: "/X", Reason: "model"}}, ""},
		{"JSON fails", reflect.TypeFor[struct{ X strictJSON }](), `{"X":"error"}`, []binding.BindError{{Pointer: "/X", Reason: "model"}}, ""},
		{"JSON panics", reflect.TypeFor[struct{ X strictJSON }](), `{"X":"panic"}`, []binding.BindError{{Pointer: "/X", Reason: "model"}}, ""},
		{"map key range", reflect.TypeFor[struct{ X map[int8]int }](), `{"X":{"300":1}}`, []binding.BindError{{Pointer: "/X", Reason: "range", Property: property("300")}}, "from -128 to 127"},
		{"map key of two spellings", reflect.TypeFor[struct{ X map[int]int }](), `{"X":{"01":1}}`, []binding.BindError{{Pointer: "/X", Reason: "format", Property: property("01")}}, "integers"},
		{"negative unsigned key", reflect.TypeFor[struct{ X map[uint]int }](), `{"X":{"-1":1}}`, []binding.BindError{{Pointer: "/X", Reason: "range", Property: property("-1")}}, "from 0"},
		{"two keys that bind to one", reflect.TypeFor[struct{ X map[foldedKey]int }](), `{"X":{"a":1,"A":2}}`, []binding.BindError{{Pointer: "/X", Reason: "model", Property: property("A")}}, "same key"},
		{"quoted range", reflect.TypeFor[struct {
			X int8 `json:",string"`
		}](), `{"X":"300"}`, []binding.BindError{{Pointer: "/X", Reason: "range"}}, "127"},
		{"quoted, not quoted", reflect.TypeFor[struct {
			X int8 `json:",string"`
		}](), `{"X":3}`, []binding.BindError{{Pointer: "/X", Reason: "type"}}, "a string that holds"},
		{"quoted spelling", reflect.TypeFor[struct {
			X int8 `json:",string"`
		}](), `{"X":"2.0"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, "a string that holds"},
		{"quoted with space", reflect.TypeFor[struct {
			X bool `json:",string"`
		}](), `{"X":" true"}`, []binding.BindError{{Pointer: "/X", Reason: "format"}}, "a string that holds"},
		{"all of them", reflect.TypeFor[struct {
			X []inner `json:"a/b"`
			Y bool
		}](), `{"a/b":[{"A":[1,300]},{"A":[null]}],"Y":1}`, []binding.BindError{
			{Pointer: "/Y", Reason: "type"}, {Pointer: "/a~1b/0/A/1", Reason: "range"}, {Pointer: "/a~1b/1/A/0", Reason: "null"},
		}, ""},
		{"root", reflect.TypeFor[struct{ X int }](), `[]`, []binding.BindError{{Reason: "type"}}, "an object"},
		{"unknown variant", reflect.TypeFor[struct{ X animal }](), `{"X":{"kind":"cow"}}`, []binding.BindError{{Pointer: "/X/kind", Reason: "type"}}, `one of "dog", "cat"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := reflect.New(tt.typ).Elem()
			s := shape(t, tt.typ, binding.Settings{Unions: []binding.Union{animals}})
			errs := decode(s, got, parse(t, tt.args), nil)
			sorted := cmpopts.SortSlices(func(a, b binding.BindError) bool { return a.Pointer < b.Pointer })
			if diff := cmp.Diff(tt.want, errs, cmpopts.IgnoreFields(binding.BindError{}, "Message", "Err"), sorted); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if !strings.Contains(errs[0].Message, tt.remedy) {
				t.Errorf("the message %q lacks %q", errs[0].Message, tt.remedy)
			}
			for _, e := range errs {
				if strings.Contains(e.Message, "secret") {
					t.Errorf("the message %q shows what a method said", e.Message)
				}
			}
			if strings.Contains(tt.name, "fails") || strings.Contains(tt.name, "panics") {
				if errs[0].Err == nil || !strings.Contains(errs[0].Err.Error(), "secret") {
					t.Errorf("the cause %v is lost", errs[0].Err)
				}
			}
			if !got.IsZero() {
				t.Errorf("a failed decode left %v", got)
			}
		})
	}
}

func TestDecodeShapes(t *testing.T) {
	m, errs := bind[map[string]int8](t, `{"a":1}`, binding.Settings{})
	if diff := cmp.Diff(map[string]int8{"a": 1}, m); diff != "" || len(errs) > 0 {
		t.Errorf("map: %s %v", diff, errs)
	}
	p := shape(t, reflect.TypeFor[*pair](), binding.Settings{})
	values, errs := p.DecodeParams(parse(t, `{"A":3}`), nil)
	if got, ok := values[0].Interface().(*pair); !ok || got.A != 3 || len(errs) > 0 {
		t.Errorf("pointer: %v %v", values, errs)
	}
}
