package schema

import (
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// A value of each kind, by its letter.
var kindLetters = map[string]*tree.Value{
	"0": tree.NewNull(), "b": tree.NewBool(true), "i": tree.NewNumber("1.0"), "n": tree.NewNumber("1.5"),
	"s": tree.NewString(""), "a": tree.NewArray(), "o": tree.NewObject(),
}

func TestKinds(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"nothing said", `{"minLength":1}`, "0binsao"},
		{"true", `true`, "0binsao"},
		{"false", `false`, ""},
		{"type", `{"type":"string"}`, "s"},
		{"types", `{"type":["array","null"]}`, "0a"},
		{"number", `{"type":"number"}`, "in"},
		{"integer", `{"type":"integer"}`, "i"},
		{"const", `{"const":2.0}`, "i"},
		{"enum", `{"enum":[1.5,"a",null]}`, "0ns"},
		{"enum of nothing", `{"enum":[]}`, ""},
		{"type and enum", `{"type":["string","integer"],"enum":["a",null,[]]}`, "s"},
		{"reference", `{"$ref":"#/$defs/d","$defs":{"d":{"type":"object"}}}`, "o"},
		{"a recursive reference", `{"$ref":"#/$defs/d","$defs":{"d":{"type":"object","properties":{"d":{"$ref":"#/$defs/d"}}}}}`, "o"},
		{"all of", `{"allOf":[{"type":["string","null"]},{"type":["null","array"]}]}`, "0"},
		{"any of", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, "0s"},
		{"one of", `{"oneOf":[{"type":"object"},{"const":[]}]}`, "ao"},
		{"any of, one of anything", `{"anyOf":[{"type":"string"},{}]}`, "0binsao"},
		{"type and any of", `{"type":["object","string"],"anyOf":[{"type":"object"},{"type":"array"}]}`, "o"},
		{"not", `{"not":{"type":"string"}}`, "0binsao"},
		{"if", `{"if":true,"then":{"type":"string"}}`, "0binsao"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, fault := strict.Parse([]byte(test.schema), strict.Limits{})
			if fault != nil {
				t.Fatal(fault)
			}
			s, faults := Compile(v, Options{AnyRoot: true})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			types := s.Kinds().At(s.Whole())
			got := ""
			for _, letter := range "0binsao" {
				if types&KindOf(kindLetters[string(letter)]) != 0 {
					got += string(letter)
				}
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	if got := (Kinds{}).At(Place{}); got != AnyType {
		t.Errorf("where no schema applies, %b is allowed", got)
	}
}
