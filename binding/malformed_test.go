package binding_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/binding"
)

func TestMalformedTags(t *testing.T) {
	for _, row := range []struct{ name, reason, tag, want string }{
		{"no quotes", "reflect sees no inject at all", `json:"a" inject:c,k`, "cannot be read"},
		{"a comma between", "reflect stops at it", `json:"a", inject:"c,k"`, "cannot be read"},
		{"a comma joined", "", `json:"a",inject:"c,k"`, "cannot be read"},
		{"a space behind the colon", "", `json: "a" jsonschema: "minimum=5"`, "cannot be read"},
		{"no closing quote", "", "json:\"a\" jsonschema:\"minimum=1", "no closing quote"},
		{"a bad escape", "", `json:"a" jsonschema:"pattern=\d"`, "no quoted Go string"},
		{"a key twice", "the second is ignored", `json:"a" jsonschema:"minimum=5" jsonschema:"minimum=9"`, "jsonschema twice"},
		{"another's key twice", "is none of our business", `json:"a" xml:"b" xml:"c"`, ""},
		{"another's words", "a tag without anything of ours is not read", `just words`, ""},
		{"no space between", "reflect reads it", `json:"a"jsonschema:"minimum=5"`, ""},
		{"well-formed", "", `json:"a,omitempty" yaml:"x" jsonschema:"minimum=5" default:"7"`, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			typ := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(row.tag)}})
			_, faults := binding.Struct(typ, binding.Settings{})
			_, again := binding.Positional([]binding.Param{{Name: "a", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(row.tag)}}, binding.Settings{})
			for _, list := range [][]binding.Fault{faults, again} {
				if (len(list) > 0) != (row.want != "") || len(list) > 0 && !strings.Contains(list[0].Message, row.want) {
					t.Errorf("%s: %v, want %q", row.reason, list, row.want)
				}
			}
		})
	}
}
