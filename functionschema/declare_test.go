package functionschema

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/inject"
)

type point struct {
	X int `json:"x"`
	Y int `json:"y,omitempty"`
}

type unexportedOnly struct{ _ int }

func TestNewAccepts(t *testing.T) {
	ctx := context.Background()
	tests := []struct {
		name, reason string
		fn           any
		opts         []Option
		args, want   string // the text of the result
	}{
		{"nothing at all", "no parameter and no result are a function too", func() {}, nil, `{}`, "null"},
		{"only a context", "a context is no parameter", func(context.Context) int { return 7 }, nil, `{}`, "7"},
		{"only an error", "an error is no value", func() error { return nil }, nil, `{}`, "null"},
		{"value and error", "", func() (string, error) { return "a", nil }, nil, `{}`, "a"},
		{"empty struct as result", "Of says none this way, and New must agree", func() struct{} { return struct{}{} }, nil, `{}`, "null"},
		{"a struct", "its fields are the parameters", func(p point) int { return p.X + p.Y }, nil, `{"x":1,"y":2}`, "3"},
		{"context and struct", "", func(_ context.Context, p point) int { return p.X }, nil, `{"x":1}`, "1"},
		{"a pointer to a struct", "", func(p *point) int { return p.X }, nil, `{"x":4}`, "4"},
		{"a map", "its members are the parameters", func(m map[string]int) int { return m["a"] }, nil, `{"a":5}`, "5"},
		{"an empty struct", "", func(struct{}) int { return 1 }, nil, `{}`, "1"},
		{"two positional", "", func(a int, b string) string { return strings.Repeat(b, a) }, []Option{WithParams(Names("times", "text")...)}, `{"text":"ab","times":2}`, "abab"},
		{"one positional struct", "WithParams makes it a parameter of its own", func(p point) int { return p.X }, []Option{WithParams(Names("at")...)}, `{"at":{"x":3}}`, "3"},
		{"a positional time", "time.Time is a string in JSON, so it has no fields", func(at time.Time) int { return at.Year() }, []Option{WithParams(Names("at")...)}, `{"at":"2026-01-02T03:04:05Z"}`, "2026"},
		{"variadic given", "a variadic one is an array", func(n ...int) int { return len(n) }, []Option{WithParams(Names("n")...)}, `{"n":[1,2]}`, "2"},
		{"variadic omitted", "and never required", func(n ...int) int { return len(n) }, []Option{WithParams(Names("n")...)}, `{}`, "0"},
		{"a tagged parameter", "a Param has the tags of a field", func(n int) int { return n }, []Option{WithParams(Param{"n", `default:"9"`})}, `{}`, "9"},
		{"no options but nil", "a nil option is none", func() int { return 1 }, []Option{nil}, `{}`, "1"},
		{"a result that implements error", "it is a value: only error itself is an error", func() *valueError { return &valueError{N: 3} }, nil, `{}`, `{"N":3}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := New(test.fn, append([]Option{WithName("f")}, test.opts...)...)
			if err != nil {
				t.Fatalf("%s: %v", test.reason, err)
			}
			r, err := f.Call(ctx, []byte(test.args))
			if err != nil {
				t.Fatalf("%s: %v", test.reason, err)
			}
			if got := r.ModelText(); got != test.want {
				t.Errorf("result %s, want %s: %s", got, test.want, test.reason)
			}
		})
	}
}

type valueError struct{ N int }

func (*valueError) Error() string { return "" }

func TestNewRefuses(t *testing.T) {
	var nilFunc func()
	tests := []struct {
		name, reason string
		fn           any
		opts         []Option
		want         []string // parts of the error
	}{
		{"nil", "", nil, nil, []string{"New takes a function, not <nil>"}},
		{"no function", "", 5, nil, []string{"New takes a function, not int"}},
		{"nil function", "it would panic in the first call", nilFunc, nil, []string{"the function is nil"}},
		{"positional without names", "Go keeps no names of parameters", func(int, string) {}, nil, []string{"is 2 and WithParams names 0", "name each"}},
		{"too few names", "", func(int, string) {}, []Option{WithParams(Names("a")...)}, []string{"is 2 and WithParams names 1"}},
		{"too many names", "", func(int) {}, []Option{WithParams(Names("a", "b")...)}, []string{"is 1 and WithParams names 2"}},
		{"names for nothing", "", func() {}, []Option{WithParams(Names("a")...)}, []string{"is 0 and WithParams names 1"}},
		{"empty WithParams for a struct", "WithParams was given, so the struct needs a name", func(point) {}, []Option{WithParams()}, []string{"is 1 and WithParams names 0"}},
		{"a name twice", "", func(int, int) {}, []Option{WithParams(Names("a", "a")...)}, []string{"names must differ"}},
		{"an empty name", "", func(int) {}, []Option{WithParams(Names("")...)}, []string{`the name ""`}},
		{"context second", "", func(point, context.Context) {}, nil, []string{"parameter 2 is a context.Context: only the first"}},
		{"two contexts", "", func(context.Context, context.Context) {}, nil, []string{"parameter 2 is a context.Context"}},
		{"two values", "", func() (int, int) { return 1, 2 }, nil, []string{"returns (int, int)"}},
		//lint:ignore ST1008 this is what must be refused
		{"error first", "", func() (error, int) { return nil, 2 }, nil, []string{"returns (error, int)"}},
		{"two errors", "which one would it be?", func() (error, error) { return nil, nil }, nil, []string{"returns (error, error)"}},
		{"three results", "", func() (int, int, error) { return 1, 2, nil }, nil, []string{"returns (int, int, error)"}},
		{"a time without a name", "it is no object", func(time.Time) {}, nil, []string{"is 1 and WithParams names 0"}},
		{"a channel", "", func(chan int) {}, []Option{WithParams(Names("c")...)}, []string{"/properties/c", "no JSON form"}},
		{"a channel as result", "it cannot be injected", func() chan int { return nil }, nil, []string{`chan int has no JSON form: tag the field json:"-", or use another type`}},
		{"a function as result without parameters", "the result is looked at although nothing is taken", func() func() { return nil }, nil, []string{"no JSON form"}},
		{"only unexported fields", "nothing could be set", func(unexportedOnly) {}, nil, []string{"only unexported fields"}},
		{"an interface with methods", "", func(interface{ M() }) {}, []Option{WithParams(Names("v")...)}, []string{"no union: give the structs that it may hold by WithUnions"}},
		{"map keyed by a struct", "", func(map[point]int) {}, []Option{WithParams(Names("m")...)}, []string{"cannot be keyed"}},
		{"an unknown tag", "", func(int) {}, []Option{WithParams(Param{"n", `jsonschema:"minimun=1"`})}, []string{"/properties/n", "minimun"}},
		{"two structs without names", "", func(point, point) {}, nil, []string{"is 2 and WithParams names 0"}},
		{"WithName that is too long", "", func() {}, []Option{WithName(strings.Repeat("a", 257))}, []string{"257 bytes"}},
		{"a name with a space", "", func() {}, []Option{WithName("a b")}, []string{"white space"}},
		{"a name that is not UTF-8", "", func() {}, []Option{WithName("a\xff")}, []string{"not UTF-8"}},
		{"a description that is not UTF-8", "metadata is JSON", func() {}, []Option{WithDescription("a\xff")}, []string{"description is not UTF-8"}},
		{"a source without a resolver beside a tag that is wrong", "faults are reported together", func(struct {
			N int `json:"n" jsonschema:"minimun=1"`
			T int `json:"t" inject:"gone"`
		}) {
		}, []Option{WithResolvers(inject.Resolvers{})}, []string{"minimun", `the source "gone", for which there is no resolver`}},
		{"a negative limit", "it would panic later, or refuse everything", func() {}, []Option{WithLimits(Limits{Violations: -1})}, []string{"limit is negative", "Limits{Violations: -1}"}},
		{"another negative limit", "", func() {}, []Option{WithLimits(Limits{Bytes: -1, Depth: 5, Values: -2})}, []string{"limit is negative", "Limits{Bytes: -1, Values: -2}"}},
		{"an injected name that is no parameter", "", func(point) {}, []Option{WithInjected(map[string]inject.Ref{"z": {Source: "s"}})}, []string{`"z"`, "no parameter"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := New(test.fn, append([]Option{WithName("f")}, test.opts...)...)
			var e *Error
			if !errors.As(err, &e) || e.Code != InvalidSchema {
				t.Fatalf("%v; want INVALID_SCHEMA: %s", err, test.reason)
			}
			wantParts(t, err, test.want...)
		})
	}
}

func TestOfRefuses(t *testing.T) {
	if _, err := Of[point, int](nil, WithName("f")); brief(err) != "INVALID_SCHEMA :type" {
		t.Errorf("a nil function: %v", err)
	}
	_, err := Of(func(context.Context, point) (int, error) { return 0, nil }, WithName("f"), WithParams(Names("p")...))
	wantParts(t, err, "WithParams names positional parameters", "json tags")
	_, err = Of(func(context.Context, int) (int, error) { return 0, nil }, WithName("f"))
	wantParts(t, err, "int is no object")
	_, err = Of(func(context.Context, any) (int, error) { return 0, nil }, WithName("f"))
	wantParts(t, err, "no object")
}

// What is wrong is reported at once, in order, each with where and what to do,
// faults of one place and keyword side by side.
func TestFaultsTogether(t *testing.T) {
	type nested struct {
		C chan int `json:"c"`
	}
	type in struct {
		B nested `json:"b"`
		A int    `json:"a" jsonschema:"minLength=1"`
		D string `json:"d" default:"5"`
	}
	_, err := New(func(in, context.Context) (func(), int) { return nil, 0 }, WithName("two words"),
		WithInjected(map[string]inject.Ref{"q": {Source: "s"}, "r": {Source: "s"}}))
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	var got []string
	for _, v := range e.Violations {
		got = append(got, v.Pointer+":"+v.Keyword)
		if v.Message == "" {
			t.Errorf("%s %s has no message", v.Pointer, v.Keyword)
		}
	}
	want := []string{":inject", ":inject", ":title", ":type", ":type", "/properties/a:minLength", "/properties/b/properties/c:type"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("faults %q\nwant   %q\n%v", got, want, err)
	}
	wantParts(t, err, `"q"`, `"r"`, "white space", "parameter 2", "(func(), int)", "minLength", "no JSON form")
}

// Beyond the limit faults are counted.
func TestFaultsAreCut(t *testing.T) {
	refs := map[string]inject.Ref{}
	for _, name := range strings.Split("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", "") {
		refs[name] = inject.Ref{Source: "s"}
	}
	_, err := New(func() {}, WithName("f"), WithInjected(refs))
	var e *Error
	if !errors.As(err, &e) || len(e.Violations) != 32 || e.More != 4 {
		t.Errorf("%d faults and %d more; want 32 and 4", len(e.Violations), e.More)
	}
}

func TestMust(t *testing.T) {
	if f := Must(New(declaredFunction)); f.Name() != "declaredFunction" {
		t.Errorf("name %q", f.Name())
	}
	defer func() {
		if err, _ := recover().(*Error); brief(err) != "INVALID_SCHEMA :type" {
			t.Errorf("Must of a fault panics with %v", err)
		}
	}()
	Must(New(5))
}
