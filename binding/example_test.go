package binding_test

import (
	"fmt"
	"reflect"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/strict"
)

func ExampleStruct() {
	type weather struct {
		City string `json:"city" jsonschema:"minLength=1"`
		Days uint8  `json:"days" jsonschema:"maximum=14" default:"3"`
	}
	s, faults := binding.Struct(reflect.TypeFor[weather](), binding.Settings{})
	fmt.Println(s.Schema(), faults)

	args, _ := strict.Parse([]byte(`{"city":"Oslo","days":5.0}`), strict.Limits{})
	values, errs := s.DecodeParams(args, nil)
	fmt.Println(values[0], errs)
	// Output:
	// {"type":"object","properties":{"city":{"type":"string","minLength":1},"days":{"type":"integer","minimum":0,"maximum":14,"default":3}},"required":["city"],"additionalProperties":false} []
	// {Oslo 5} []
}

func ExampleStruct_faults() {
	type bad struct {
		Events chan int `json:"events"`
		Age    int      `json:"age" jsonschema:"minLength=1"`
	}
	_, faults := binding.Struct(reflect.TypeFor[bad](), binding.Settings{})
	for _, f := range faults {
		fmt.Println(f.Pointer, f.Keyword, f.Message)
	}
	// Output:
	// /properties/events type field bad.Events: chan int has no JSON form: tag the field json:"-", inject it as opaque, or use another type
	// /properties/age minLength field bad.Age: minLength does not fit: it is for strings, this is an integer
}

func ExampleOutput() {
	type reading struct {
		Name string `json:"name"`
		Data []byte `json:"data"`
	}
	r, _ := binding.Output(reflect.TypeFor[[]reading](), binding.Settings{})
	v, _, err := r.Content(reflect.ValueOf([]reading{{"a", []byte("hi")}}))
	fmt.Println(v, err)
	// Output: [{"name":"a","data":"aGk="}] <nil>
}
