package functionschema

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/strict"
)

type marshals struct{ how string }

func (m marshals) MarshalJSON() ([]byte, error) {
	switch m.how {
	case "panics":
		panic("s3cret")
	case "fails":
		return nil, errNotJSON
	}
	return []byte(m.how), nil
}

var errNotJSON = errors.New("not JSON")

type cycle struct {
	Next *cycle `json:"next"`
}

type bounded struct {
	N string         `json:"n" jsonschema:"maxLength=2"`
	M map[string]int `json:"m"`
}

func TestResults(t *testing.T) {
	loop := &cycle{}
	loop.Next = loop
	var nilBytes []byte
	var nilSlice []int
	var nilMap map[string]int
	tests := []struct {
		name, reason string
		fn           any
		want         string // the model's text, or the error
	}{
		{"a string", "as it is, without quotes", func() string { return "a\"b" }, `a"b`},
		{"bytes", "bare base64", func() []byte { return []byte("hi") }, "aGk="},
		{"bytes inside", "at any depth, once", func() map[string][][]byte { return map[string][][]byte{"k": {[]byte("hi")}} }, `{"k":["aGk="]}`},
		{"nil bytes", "", func() []byte { return nilBytes }, ""},
		{"nil slice", "", func() []int { return nilSlice }, "[]"},
		{"nil map", "", func() map[string]int { return nilMap }, "{}"},
		{"nil pointer", "", func() *int { return nil }, "null"},
		{"nil any", "", func() any { return nil }, "null"},
		{"nil ones inside", "", func() struct {
			S []int
			B []byte
			P *int
		} {
			return struct {
				S []int
				B []byte
				P *int
			}{}
		}, `{"S":[],"B":"","P":null}`},
		{"nothing", "none reads as null", func() {}, "null"},
		{"a number that a double cannot hold", "", func() int64 { return math.MaxInt64 }, "9223372036854775807"},
		{"a big number", "", func() *big.Int { return new(big.Int).Lsh(big.NewInt(1), 70) }, "1180591620717411303424"},
		{"a float", "", func() float64 { return 0.1 }, "0.1"},
		{"a map", "keys in order", func() map[string]int { return map[string]int{"b": 1, "a": 2} }, `{"a":2,"b":1}`},
		{"a struct", "fields in theirs", func() point { return point{Y: 1} }, `{"x":0,"y":1}`},
		{"raw JSON", "", func() json.RawMessage { return json.RawMessage(`{"a": 1.0}`) }, `{"a":1.0}`},
		{"a time", "", func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }, "2026-01-02T03:04:05Z"},
		{"an error value in any", "", func() any { return []any{1, "a", nil, []byte("x")} }, `[1,"a",null,"eA=="]`},

		{"NaN", "JSON has none", func() float64 { return math.NaN() }, "INVALID_RESULT"},
		{"infinity", "", func() float64 { return math.Inf(1) }, "INVALID_RESULT"},
		{"a channel in any", "", func() any { return make(chan int) }, "INVALID_RESULT"},
		{"a cycle", "it would not end", func() *cycle { return loop }, "INVALID_RESULT"},
		{"text that is not UTF-8", "", func() string { return "a\xff" }, "INVALID_RESULT"},
		{"MarshalJSON panics", "no panic reaches a caller", func() marshals { return marshals{"panics"} }, "INVALID_RESULT"},
		{"MarshalJSON fails", "", func() marshals { return marshals{"fails"} }, "INVALID_RESULT"},
		{"MarshalJSON writes no JSON", "", func() marshals { return marshals{"{"} }, "INVALID_RESULT"},
		{"MarshalJSON writes a name twice", "", func() marshals { return marshals{`{"a":1,"a":2}`} }, "INVALID_RESULT"},
		{"its schema refuses it", "the tag holds for results too", func() bounded { return bounded{N: "abc"} }, "INVALID_RESULT /n:maxLength"},
		{"a year of five digits", "RFC 3339 has four", func() time.Time { return time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC) }, "INVALID_RESULT"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := mustBuild(t)(New(test.fn, WithName("f")))
			r, err := called(f, `{}`)
			got := brief(err)
			if err == nil {
				got = r.ModelText()
			}
			if got != test.want {
				t.Errorf("%s, want %s: %s\n%v", got, test.want, test.reason, err)
			}
			if err != nil && err.(*Error).ModelText() != "The function f ran, but its result cannot be shown because of an internal failure." {
				t.Errorf("the model reads %q", err.(*Error).ModelText())
			}
		})
	}
}

// A result that its schema refuses tells nothing of injected values: not the
// value, and not a map's key.
func TestRefusedResultOfInjected(t *testing.T) {
	type row struct {
		Name string `json:"name" jsonschema:"maxLength=3"`
	}
	type out struct {
		Rows  []map[string]row `json:"rows"`
		Plain row              `json:"plain"`
	}
	type in struct {
		T string `json:"t" inject:"s"`
	}
	f := mustBuild(t)(New(func(v in) out {
		return out{Plain: row{v.T}, Rows: []map[string]row{{v.T: {v.T}, v.T + "2": {v.T}}}}
	}, WithName("f"), WithResolvers(inject.Resolvers{"s": inject.Map{"t": "s3cret"}})))
	_, err := called(f, `{}`)
	if brief(err) != "INVALID_RESULT /plain/name:maxLength /rows/0:maxLength" || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%v", err)
	}
}

func TestDeclaredPart(t *testing.T) {
	f := &FunctionSchema{compiled: &compiled{outputNames: map[string]bool{"/k": true, "/a~1b": true}}}
	v, fault := strict.Parse([]byte(`{"k":{"a/b":[1]},"7":{}}`), strict.Limits{})
	if fault != nil {
		t.Fatal(fault)
	}
	for pointer, want := range map[string]string{
		"": "", "/k": "/k", "/k/a~1b/0": "/k/a~1b/0", "/k/a~1b/9": "/k/a~1b", "/7/a~1b": "", "/zz": "",
	} {
		if got := f.declaredPart(v, pointer); got != want {
			t.Errorf("of %q %q is shown, want %q", pointer, got, want)
		}
	}
}

func TestLargeResultIsWithinBudget(t *testing.T) {
	f := mustBuild(t)(New(func() []int { return make([]int, 100) }, WithName("f"), WithLimits(Limits{Applications: 50})))
	if _, err := called(f, `{}`); brief(err) != "INVALID_RESULT :parse!cost" {
		t.Errorf("%v", err)
	}
}
