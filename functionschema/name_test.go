package functionschema

import (
	"reflect"
	"testing"
)

func declaredFunction() {}

type receiver struct{}

func (receiver) ByValue()    {}
func (*receiver) ByPointer() {}
func (receiver) func1()      {}

type generic[T any] struct{}

func (generic[T]) Method() {}

func instantiated[T any]() {}

func func1() {}

var variable = func() {}

type doer interface{ ByValue() }

func TestOwnName(t *testing.T) {
	inner := func() func() { return func() {} }
	made := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil }).Interface()
	reflected := reflect.ValueOf(receiver{}).MethodByName("ByValue").Interface()
	tests := []struct {
		name, reason string
		fn           any
		want         string // "" is refused
	}{
		{"a function", "", declaredFunction, "declaredFunction"},
		{"a method of a value", "the -fm of a method value is the compiler's", receiver{}.ByValue, "ByValue"},
		{"a method of a pointer", "", (&receiver{}).ByPointer, "ByPointer"},
		{"a method of an interface", "", doer(receiver{}).ByValue, "ByValue"},
		{"a function called func1", "it is declared, not numbered", func1, "func1"},
		{"a method called func1", "", receiver{}.func1, "func1"},
		{"a closure", "its number changes with the code above it", func() {}, ""},
		{"a closure in a closure", "", inner(), ""},
		{"a variable", "its function is a closure of init", variable, ""},
		{"an instantiated function", "all instances have one name", instantiated[int], ""},
		{"a method of an instantiated type", "", generic[int]{}.Method, ""},
		{"made by reflection", "all of them share one symbol", made, ""},
		{"a method by reflection", "", reflected, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := New(test.fn)
			switch {
			case test.want == "":
				wantParts(t, err, "no name that lasts", "WithName")
			case err != nil:
				t.Errorf("%v: %s", err, test.reason)
			case f.Name() != test.want:
				t.Errorf("name %q, want %q: %s", f.Name(), test.want, test.reason)
			}
			if f, err := New(test.fn, WithName("given")); err != nil || f.Name() != "given" {
				t.Errorf("WithName: %v", err)
			}
		})
	}
}

func TestLastingName(t *testing.T) {
	tests := []struct{ symbol, want, reason string }{
		{"example.com/a.b/pkg%2ev2.F", "F", "dots in the last part of the path are escaped"},
		{"example.com/pkg.(*T).M-fm", "M", ""},
		{"example.com/pkg.(*T).M", "M", "a method expression"},
		{"example.com/pkg.F.func1.2", "", "a closure in a closure"},
		{"example.com/pkg.glob..func3", "", "older compilers name closures of variables so"},
		{"example.com/pkg.F-range1", "", "the body of a range over a function"},
		{"example.com/pkg.function", "function", "only func and a number is a closure"},
		{"example.com/pkg.T.func2", "", "may be a closure in T: better refused than changed later"},
	}
	for _, test := range tests {
		if got := lastingName(test.symbol); got != test.want {
			t.Errorf("%s: %q, want %q: %s", test.symbol, got, test.want, test.reason)
		}
	}
}
