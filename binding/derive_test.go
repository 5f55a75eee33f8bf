package binding_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// FuzzDerive derives a struct of random fields, one of which has the tag that the
// fuzzer writes. What is derived is the same each time, reads strictly, and
// compiles, unless a default or a pattern of the tag is at fault; every fault says
// where it is and why.
func FuzzDerive(f *testing.F) {
	for _, tag := range []string{
		``, `jsonschema:"minLength=1,pattern=^a\\,b$"`, `jsonschema:"enum=1,enum=2,default=1"`, `default:"{\"a\":[1]}"`,
		`json:"x,string" jsonschema:"minimum=3"`, `inject:"a,b"`, `inject:"a,b,opaque"`, `jsonschema:"bogus=1"`,
		`jsonschema_description:"é\u2028"`, `jsonschema:"multipleOf=0.1,maximum=1e400"`, `jsonschema:"title=a,uniqueItems,minItems=2"`,
	} {
		for seed := range uint64(8) {
			f.Add(seed, tag)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, tag string) {
		r := rand.New(rand.NewPCG(seed, 7))
		fields := []reflect.StructField{
			{Name: "Fuzzed", Type: randomType(r, 2), Tag: reflect.StructTag(tag)},
			{Name: "Other", Type: randomStruct(r, 1)},
		}
		typ := reflect.StructOf(fields)
		shape, faults := binding.Struct(typ, binding.Settings{})
		again, faultsAgain := binding.Struct(typ, binding.Settings{})
		if len(faults) != len(faultsAgain) {
			t.Fatalf("%d faults, then %d", len(faults), len(faultsAgain))
		}
		if len(faults) > 0 {
			for i, fault := range faults {
				if fault != faultsAgain[i] || fault.Keyword == "" || fault.Message == "" || !utf8.ValidString(fault.Pointer) {
					t.Fatalf("fault %d: %+v, then %+v", i, fault, faultsAgain[i])
				}
			}
			return
		}
		text := shape.Schema().String()
		if again := again.Schema().String(); text != again {
			t.Fatalf("derived twice:\n%s\n%s", text, again)
		}
		if _, err := strict.Parse([]byte(text), strict.Limits{}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		_, refused := schema.Compile(shape.Schema(), schema.Options{Declared: true, Asserted: assertions(shape.Asserted())})
		for _, v := range refused {
			if v.Keyword != "default" && v.Keyword != "pattern" {
				t.Fatalf("%s\n%s", text, fmt.Sprint(v))
			}
		}
		out, faults := binding.Output(typ, binding.Settings{})
		if len(faults) > 0 {
			return
		}
		v, err := written(out, reflect.New(typ).Elem())
		if err != nil {
			return
		}
		rule, refused := schema.Compile(out.Schema(), schema.Options{Declared: true, AnyRoot: true, LenientDefaults: true})
		if len(refused) > 0 {
			if refused[0].Keyword == "pattern" {
				return
			}
			t.Fatalf("%s: %v", out.Schema(), refused)
		}
		_ = rule.Validate(v, schema.Budget{}) // a zero value need not satisfy its bounds
	})
}

func assertions(found map[*tree.Value]binding.Assertion) map[*tree.Value]schema.Assertion {
	m := map[*tree.Value]schema.Assertion{}
	for v, a := range found {
		m[v] = schema.Assertion(a)
	}
	return m
}
