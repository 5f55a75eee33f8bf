package binding_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		name   string
		typ    reflect.Type
		want   string
		reason string
	}{
		{"order", reflect.TypeFor[struct {
			X string `jsonschema:"default=a,maxLength=3,description=d,minLength=1,title=t"`
		}](), `{"type":"string","title":"t","description":"d","maxLength":3,"minLength":1,"default":"a"}`,
			"type, title, description, constraints as written, default last"},
		{"escaped comma", reflect.TypeFor[struct {
			X string `jsonschema:"description=one\\, two,pattern=^\\d{1\\,3}$"`
		}](), `{"type":"string","description":"one, two","pattern":"^\\d{1,3}$"}`, "only a backslash before a comma is an escape"},
		{"jsonschema_description", reflect.TypeFor[struct {
			X string `jsonschema_description:"one, two"`
		}](), `{"type":"string","description":"one, two"}`, "commas need no escape here"},
		{"tighter bounds", reflect.TypeFor[struct {
			X int8 `jsonschema:"minimum=0,maximum=1000"`
		}](), `{"type":"integer","minimum":0,"maximum":127}`, "the tag's lower bound and the type's upper one"},
		{"bounds of a float", reflect.TypeFor[struct {
			X float64 `jsonschema:"exclusiveMinimum=0.5,multipleOf=0.1"`
		}](), `{"type":"number","exclusiveMinimum":0.5,"multipleOf":0.1}`, "tokens as written"},
		{"big default", reflect.TypeFor[struct {
			X uint64 `jsonschema:"default=18446744073709551615"`
		}](), `{"type":"integer","minimum":0,"maximum":18446744073709551615,"default":18446744073709551615}`, "never rounded"},
		{"examples", reflect.TypeFor[struct {
			X bool `jsonschema:"example=true,example=false"`
		}](), `{"type":"boolean","examples":[true,false]}`, "example repeats and is typed"},
		{"slice", reflect.TypeFor[struct {
			X []string `jsonschema:"minItems=1,minLength=2,enum=aa,enum=bb,description=d,uniqueItems" default:"[\"aa\"]"`
		}](), `{"type":"array","description":"d","items":{"type":"string","minLength":2,"enum":["aa","bb"]},"minItems":1,"uniqueItems":true,"default":["aa"]}`,
			"counts, description and default stay, the rest goes to the items"},
		{"slice of slices", reflect.TypeFor[struct {
			X [][]int8 `jsonschema:"maximum=5"`
		}](), `{"type":"array","items":{"type":"array","items":{"type":"integer","minimum":-128,"maximum":5}}}`, "to the innermost items"},
		{"array", reflect.TypeFor[struct {
			X [2]string `jsonschema:"minLength=1"`
		}](), `{"type":"array","items":{"type":"string","minLength":1},"minItems":2,"maxItems":2}`, "exactly N"},
		{"flags", reflect.TypeFor[struct {
			X string `jsonschema:"deprecated,readOnly=true,writeOnly=false"`
		}](), `{"type":"string","deprecated":true,"readOnly":true}`, "alone, =true, =false"},
		{"nullable enum", reflect.TypeFor[struct {
			X *string `jsonschema:"enum=a"`
		}](), `{"type":["string","null"],"enum":["a",null]}`, "null is added last"},
		{"nullable default", reflect.TypeFor[struct {
			X *string `default:"null"`
		}](), `{"type":["string","null"],"default":null}`, "null is a default"},
		{"map", reflect.TypeFor[struct {
			X map[string]bool `jsonschema:"minProperties=1,description=d"`
		}](), `{"type":"object","description":"d","additionalProperties":{"type":"boolean"},"minProperties":1}`, "words stay on the map"},
		{"nullable recursive", reflect.TypeFor[struct {
			X *genericList[bool] `jsonschema:"description=d,minProperties=1" default:"null"`
		}](), `{"anyOf":[{"$ref":"#/$defs/genericList_bool","minProperties":1},{"type":"null"}],"description":"d","default":null} ` +
			`$defs {"genericList_bool":{"type":"object","properties":{"Head":{"type":"boolean"},"Tail":{"anyOf":[{"$ref":"#/$defs/genericList_bool"},{"type":"null"}]}},"required":["Head","Tail"],"additionalProperties":false}}`,
			"annotations beside the choice, constraints within"},
		{"any", reflect.TypeFor[struct {
			X any `jsonschema:"description=d,maxLength=9" default:"{\"a\":1.0}"`
		}](), `{"description":"d","maxLength":9,"default":{"a":1.0}}`, "assertions bind what they can"},
		{"time", reflect.TypeFor[struct {
			X time.Time `jsonschema:"default=2024-01-01T00:00:00Z"`
		}](), `{"type":"string","format":"date-time","default":"2024-01-01T00:00:00Z"}`, "a text"},
		{"quoted", reflect.TypeFor[struct {
			X int8 `json:",string" jsonschema:"default=5,maxLength=2"`
		}](), `{"type":"string","pattern":"^(0|-?[1-9][0-9]*)$","maxLength":2,"default":"5"}`, "it is a string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, propertyOf(t, tt.typ, binding.Settings{})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestWordFaults(t *testing.T) {
	type wrong struct {
		keyword, message string
		typ              reflect.Type
	}
	for _, tt := range []struct {
		name string
		wrong
	}{
		{"unknown word", wrong{"jsonschema", "unknown word", reflect.TypeFor[struct {
			X int `jsonschema:"requierd"`
		}]()}},
		{"required", wrong{"jsonschema", "required unless", reflect.TypeFor[struct {
			X int `jsonschema:"required"`
		}]()}},
		{"wrong case", wrong{"jsonschema", "write minLength", reflect.TypeFor[struct {
			X string `jsonschema:"minlength=1"`
		}]()}},
		{"leading space", wrong{"jsonschema", "write maxLength, without spaces", reflect.TypeFor[struct {
			X string `jsonschema:"minLength=1, maxLength=2"`
		}]()}},
		{"comma in a description", wrong{"jsonschema", "jsonschema_description", reflect.TypeFor[struct {
			X string `jsonschema:"description=one, two"`
		}]()}},
		{"sentence", wrong{"jsonschema", "unknown word", reflect.TypeFor[struct {
			X string `jsonschema:"the city"`
		}]()}},
		{"empty word", wrong{"jsonschema", "empty word", reflect.TypeFor[struct {
			X string `jsonschema:"minLength=1,"`
		}]()}},
		{"no value", wrong{"minLength", "needs a value", reflect.TypeFor[struct {
			X string `jsonschema:"minLength"`
		}]()}},
		{"negative count", wrong{"minLength", "whole number", reflect.TypeFor[struct {
			X string `jsonschema:"minLength=-1"`
		}]()}},
		{"not a JSON number", wrong{"minimum", "number as in JSON", reflect.TypeFor[struct {
			X int `jsonschema:"minimum=01"`
		}]()}},
		{"multipleOf 0", wrong{"multipleOf", "above 0", reflect.TypeFor[struct {
			X int `jsonschema:"multipleOf=0"`
		}]()}},
		{"flag value", wrong{"deprecated", "=true or =false", reflect.TypeFor[struct {
			X int `jsonschema:"deprecated=yes"`
		}]()}},
		{"twice", wrong{"minimum", "twice", reflect.TypeFor[struct {
			X int `jsonschema:"minimum=1,minimum=2"`
		}]()}},
		{"same enum value", wrong{"enum", "twice", reflect.TypeFor[struct {
			X int `jsonschema:"enum=1,enum=1"`
		}]()}},
		{"does not fit", wrong{"minLength", "for strings, this is an integer", reflect.TypeFor[struct {
			X int `jsonschema:"minLength=1"`
		}]()}},
		{"does not fit a boolean", wrong{"minimum", "for numbers, this is a boolean", reflect.TypeFor[struct {
			X bool `jsonschema:"minimum=1"`
		}]()}},
		{"does not fit the items", wrong{"minLength", "this is an integer", reflect.TypeFor[struct {
			X []int `jsonschema:"minLength=1"`
		}]()}},
		{"enum of fractions", wrong{"enum", "an integer", reflect.TypeFor[struct {
			X int `jsonschema:"enum=1.5"`
		}]()}},
		{"default of another type", wrong{"default", "an integer", reflect.TypeFor[struct {
			X int `jsonschema:"default=abc"`
		}]()}},
		{"boolean default", wrong{"default", "true or false", reflect.TypeFor[struct {
			X bool `jsonschema:"default=yes"`
		}]()}},
		{"array default as a word", wrong{"default", "use the tag", reflect.TypeFor[struct {
			X []string `jsonschema:"default=a"`
		}]()}},
		{"two defaults", wrong{"default", "two defaults", reflect.TypeFor[struct {
			X int `jsonschema:"default=1" default:"1"`
		}]()}},
		{"two descriptions", wrong{"description", "two descriptions", reflect.TypeFor[struct {
			X int `jsonschema:"description=a" jsonschema_description:"b"`
		}]()}},
		{"default with a duplicate name", wrong{"default", "not JSON", reflect.TypeFor[struct {
			X any `default:"{\"a\":1,\"a\":2}"`
		}]()}},
		{"empty default", wrong{"default", "not JSON", reflect.TypeFor[struct {
			X string `default:""`
		}]()}},
		{"fixed pattern", wrong{"pattern", "fixes pattern already", reflect.TypeFor[struct {
			X int `json:",string" jsonschema:"pattern=1"`
		}]()}},
		{"fixed count", wrong{"minItems", "fixes minItems already", reflect.TypeFor[struct {
			X [2]int `jsonschema:"minItems=1"`
		}]()}},
		{"no value left", wrong{"minimum", "no value satisfies", reflect.TypeFor[struct {
			X int `jsonschema:"minimum=2,maximum=1"`
		}]()}},
		{"no value left by the type", wrong{"minimum", "no value satisfies", reflect.TypeFor[struct {
			X int8 `jsonschema:"minimum=200"`
		}]()}},
		{"no length left", wrong{"minLength", "no value satisfies", reflect.TypeFor[struct {
			X string `jsonschema:"minLength=2,maxLength=1"`
		}]()}},
		{"enum of structs", wrong{"enum", "JSONSchema method", reflect.TypeFor[struct {
			X pair `jsonschema:"enum=1"`
		}]()}},
		{"words on a union", wrong{"minLength", "this is a union", reflect.TypeFor[struct {
			X animal `jsonschema:"minLength=1"`
		}]()}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(tt.typ, binding.Settings{Unions: []binding.Union{animals}})
			if len(faults) != 1 {
				t.Fatalf("got %+v", faults)
			}
			f := faults[0]
			if f.Keyword != tt.keyword || !strings.Contains(f.Message, tt.message) || !strings.HasPrefix(f.Pointer, "/properties/X") || !strings.Contains(f.Message, "field struct.X") {
				t.Errorf("got %+v", f)
			}
		})
	}
}

// TestFaults collects what no schema can be made of: all at once.
func TestFaults(t *testing.T) {
	//lint:ignore U1000 only unexported fields, which is the point
	type unexported struct{ a, b int }
	type base struct{ A int }
	type P *P
	type nested struct {
		Deep struct {
			C chan int
			D string `inject:"app"`
		}
	}
	for _, tt := range []struct {
		name string
		typ  reflect.Type
		want []string // pointer, keyword and a part of the message
	}{
		{"several", reflect.TypeFor[struct {
			A chan int
			B func()
			C complex64
			D uintptr
			E []map[string]*chan int
			F animal
			G error
		}](), []string{"/properties/A type chan int", "/properties/B type func()", "/properties/C type complex64", "/properties/D type uintptr",
			"/properties/E/items/additionalProperties type chan int", "/properties/F type no union", "/properties/G type no union"}},
		{"only unexported fields", reflect.TypeFor[struct{ X unexported }](), []string{"/properties/X type only unexported"}},
		{"only unexported fields at the root", reflect.TypeFor[unexported](), []string{" type only unexported"}},
		{"embedded pointer to an unexported struct", reflect.TypeFor[struct {
			*base
			B int
		}](), []string{" type unexported type cannot be filled"}},
		{"nested", reflect.TypeFor[nested](), []string{"/properties/Deep/properties/C type chan int", "/properties/Deep/properties/D inject nested"}},
		{"pointer to itself", reflect.TypeFor[struct{ X P }](), []string{"/properties/X type pointer to itself"}},
		{"map key", reflect.TypeFor[struct{ X map[float64]int }](), []string{"/properties/X type keyed"}},
		{"no object", reflect.TypeFor[time.Time](), []string{" type no object"}},
		{"map with integer keys", reflect.TypeFor[map[int]int](), []string{" type no object"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(tt.typ, binding.Settings{})
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
