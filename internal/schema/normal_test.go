package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// TestNormalForm holds rule 12, keyword by keyword.
func TestNormalForm(t *testing.T) {
	for _, test := range []struct{ name, why, schema, instance, want string }{
		// One violation a name, at the object.
		{"required", "the object's pointer, one a name", `{"required":["x","y"]}`, `{"o":1}`, `required "x"; required "y"`},
		{"required below", "the object's pointer, not the name's", `{"properties":{"o":{"required":["x"]}}}`, `{"o":{}}`, `/o required "x"`},
		{"required empty name", `property is "" for an empty name`, `{"required":[""]}`, `{}`, `required ""`},
		{"additionalProperties", "one a name, sorted", `{"additionalProperties":false}`, `{"b":1,"a":2}`, `additionalProperties "a"; additionalProperties "b"`},
		{"additionalProperties empty name", `property is ""`, `{"additionalProperties":false}`, `{"":1}`, `additionalProperties ""`},
		{"additionalProperties known", "names that properties or patternProperties give are known", `{"properties":{"a":{}},"patternProperties":{"^p":{}},"additionalProperties":false}`, `{"a":1,"p1":1,"z":1}`, `additionalProperties "z"`},
		{"additionalProperties siblings only", "it does not see into allOf", `{"allOf":[{"properties":{"a":{}}}],"additionalProperties":false}`, `{"a":1}`, `additionalProperties "a"`},
		{"additionalProperties schema", "reports the leaf at the member", `{"additionalProperties":{"type":"string"}}`, `{"a":1}`, `/a type`},
		{"additionalProperties empty schema", "{} accepts", `{"additionalProperties":{}}`, `{"a":1}`, ``},
		{"additionalProperties not", "a schema that refuses all reports its own keyword", `{"additionalProperties":{"not":{}}}`, `{"a":1}`, `/a not`},
		{"additionalProperties reference to false", "a $ref object is no false schema: its leaf is reported", `{"$defs":{"no":false},"additionalProperties":{"$ref":"#/$defs/no"}}`, `{"a":1}`, `/a false`},
		{"propertyNames", "the object's pointer, the name in property", `{"propertyNames":{"maxLength":1}}`, `{"ab":1,"c":1,"de":1}`, `propertyNames "ab"; propertyNames "de"`},
		{"propertyNames false", "every name", `{"propertyNames":false}`, `{"a":1}`, `propertyNames "a"`},
		{"propertyNames empty", `property is ""`, `{"propertyNames":{"minLength":1}}`, `{"":1}`, `propertyNames ""`},
		{"propertyNames and value", "both count", `{"propertyNames":{"maxLength":1},"additionalProperties":{"type":"string"}}`, `{"ab":1}`, `propertyNames "ab"; /ab type`},
		{"dependentRequired", "property is the missing one, not the trigger", `{"dependentRequired":{"a":["b","c"]}}`, `{"a":1}`, `dependentRequired "b"; dependentRequired "c"`},
		{"dependentRequired twice", "equal triples count once", `{"dependentRequired":{"a":["z"],"b":["z"]}}`, `{"a":1,"b":1}`, `dependentRequired "z"`},
		{"dependencies", "name lists are dependentRequired", `{"dependencies":{"a":["b"]}}`, `{"a":1}`, `dependentRequired "b"`},
		{"dependencies and dependentRequired", "one triple", `{"dependencies":{"a":["b"]},"dependentRequired":{"a":["b"]}}`, `{"a":1}`, `dependentRequired "b"`},
		{"dependencies schema", "is dependentSchemas: transparent", `{"dependencies":{"a":{"required":["b"]}}}`, `{"a":1}`, `required "b"`},
		{"dependencies false", "false at the object", `{"dependencies":{"a":false}}`, `{"a":1}`, `false`},

		// Hiding.
		{"type hides", "a failed type hides the rest of its schema object", `{"type":"string","const":"a","enum":["b"],"minimum":5,"not":{},"allOf":[{"minimum":9}]}`, `1`, `type`},
		{"const hides", "else a failed const", `{"const":2,"enum":[3],"minimum":5}`, `1`, `const`},
		{"enum hides", "else a failed enum", `{"enum":[3],"minimum":5,"$ref":"#/$defs/x","$defs":{"x":{"minimum":7}}}`, `1`, `enum`},
		{"hiding is of one schema object", "another object's keywords are reported", `{"allOf":[{"type":"string"},{"minimum":5}]}`, `1`, `minimum; type`},
		{"hiding within the object", "members of a hidden schema are hidden too", `{"enum":[1],"required":["a"],"properties":{"b":{"type":"null"}}}`, `{"b":1}`, `enum`},
		{"all bounds", "nothing else hides", `{"minimum":5,"exclusiveMinimum":5,"multipleOf":4}`, `1`, `exclusiveMinimum; minimum; multipleOf`},
		{"length and pattern", "nothing else hides", `{"minLength":3,"pattern":"^b"}`, `"a"`, `minLength; pattern`},
		{"upper bounds", "nothing else hides", `{"maximum":5,"exclusiveMaximum":5,"maxLength":1}`, `7`, `exclusiveMaximum; maximum`},
		{"maxLength", "in code points", `{"maxLength":1}`, `"😀é"`, `maxLength`},
		{"minItems", "the array's pointer", `{"properties":{"a":{"minItems":2,"uniqueItems":true}}}`, `{"a":[1]}`, `/a minItems`},
		{"maxItems and uniqueItems", "nothing hides", `{"maxItems":1,"uniqueItems":true}`, `[1,1.0]`, `maxItems; uniqueItems`},
		{"minProperties", "the object's pointer", `{"minProperties":1}`, `{}`, `minProperties`},
		{"maxProperties", "the object's pointer", `{"maxProperties":1}`, `{"a":1,"b":1}`, `maxProperties`},

		// Arrays.
		{"contains", "too few without minContains", `{"contains":{"type":"string"}}`, `[1]`, `contains`},
		{"contains of nothing", "an empty array has none", `{"contains":{}}`, `[]`, `contains`},
		{"minContains", "if the schema has it", `{"contains":{"type":"string"},"minContains":2}`, `["a",1]`, `minContains`},
		{"minContains 1", "even if it says what contains says", `{"contains":{"type":"string"},"minContains":1}`, `[1]`, `minContains`},
		{"minContains 0", "nothing is too few", `{"contains":{"type":"string"},"minContains":0}`, `[1]`, ``},
		{"maxContains", "too many", `{"contains":{"type":"string"},"maxContains":1}`, `["a","b"]`, `maxContains`},
		{"maxContains below contains", "both, as they are two keywords", `{"contains":{"type":"string"},"maxContains":0,"minContains":1}`, `["a"]`, `maxContains`},
		{"minContains alone", "means nothing without contains", `{"minContains":2}`, `[]`, ``},
		{"items", "the leaf at the item", `{"items":{"type":"string"}}`, `["a",1,2]`, `/1 type; /2 type`},
		{"items false", "the array's pointer, once", `{"items":false}`, `[1,2]`, `items`},
		{"items false empty", "no item is no violation", `{"items":false}`, `[]`, ``},
		{"items false behind prefixItems", "the array's pointer, once", `{"prefixItems":[{}],"items":false}`, `[1,2,3]`, `items`},
		{"items false, prefix kept", "nothing beyond", `{"prefixItems":[{}],"items":false}`, `[1]`, ``},
		{"items reference to items false", "the false schema at a $ref's target is false at the instance", `{"properties":{"a":{"items":false},"b":{"$ref":"#/properties/a/items"}}}`, `{"b":1}`, `/b false`},
		{"items reference to false", "a $ref object is no false schema", `{"items":{"$ref":"#/$defs/no"},"$defs":{"no":false}}`, `[1]`, `/0 false`},
		{"prefixItems", "the leaf at the item", `{"prefixItems":[{"type":"string"},{"type":"null"}]}`, `[1,2]`, `/0 type; /1 type`},

		// A false schema anywhere else.
		{"property false", "keyword false at the instance", `{"properties":{"v":false}}`, `{"v":1}`, `/v false`},
		{"patternProperties false", "keyword false at the instance", `{"patternProperties":{"^v":false}}`, `{"v":1}`, `/v false`},
		{"prefixItems false", "keyword false at the instance", `{"prefixItems":[false]}`, `[1]`, `/0 false`},
		{"then false", "keyword false at the instance", `{"if":{"required":["a"]},"then":false}`, `{"a":1}`, `false`},
		{"else false", "keyword false at the instance", `{"if":{"required":["a"]},"else":false}`, `{}`, `false`},
		{"dependentSchemas false", "keyword false at the instance", `{"dependentSchemas":{"a":false}}`, `{"a":1}`, `false`},
		{"allOf false", "keyword false at the instance", `{"allOf":[false]}`, `{}`, `false`},
		{"contains false", "is too few", `{"contains":false}`, `[1]`, `contains`},
		{"root false behind a reference", "keyword false at the instance", `{"$ref":"#/$defs/no","$defs":{"no":false}}`, `{}`, `false`},

		// Transparent applicators and the reported ones.
		{"allOf", "the leaf", `{"allOf":[{"required":["a"]},{"required":["a","b"]}]}`, `{}`, `required "a"; required "b"`},
		{"$ref", "the leaf", `{"properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string"}}}`, `{"a":1}`, `/a type`},
		{"$ref with siblings", "both apply", `{"$ref":"#/$defs/s","maximum":1,"$defs":{"s":{"minimum":5}}}`, `3`, `maximum; minimum`},
		{"$dynamicRef", "the leaf", `{"$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}},"required":["x"]}`, `{"x":1,"a":{}}`, `/a required "x"`},
		{"if then", "the leaf of then, nothing of if", `{"if":{"minimum":1},"then":{"minimum":5}}`, `3`, `minimum`},
		{"if else", "the leaf of else, nothing of if", `{"if":{"minimum":9},"else":{"multipleOf":2}}`, `3`, `multipleOf`},
		{"if alone", "asserts nothing", `{"if":false}`, `3`, ``},
		{"then alone", "asserts nothing", `{"then":false}`, `3`, ``},
		{"dependentSchemas", "the leaf", `{"dependentSchemas":{"a":{"required":["b"],"properties":{"a":{"type":"string"}}}}}`, `{"a":1}`, `required "b"; /a type`},
		{"anyOf", "itself, no branch", `{"anyOf":[{"type":"string"},{"minimum":5}]}`, `1`, `anyOf`},
		{"oneOf none", "itself", `{"oneOf":[{"type":"string"},{"minimum":5}]}`, `1`, `oneOf`},
		{"oneOf two", "itself", `{"oneOf":[{"minimum":0},{"maximum":5}]}`, `1`, `oneOf`},
		{"not", "itself", `{"properties":{"v":{"not":{"minimum":0}}}}`, `{"v":1}`, `/v not`},
		{"not beside others", "nothing hides", `{"not":{},"minimum":5,"anyOf":[false]}`, `1`, `anyOf; minimum; not`},

		// unevaluated*.
		{"unevaluatedProperties false", "as an extra field, its own keyword", `{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"a":1,"c":1,"b":1}`, `unevaluatedProperties "b"; unevaluatedProperties "c"`},
		{"unevaluatedProperties sees applicators", "allOf, $ref, then and a branch that holds", `{"allOf":[{"properties":{"a":{}}}],"$ref":"#/$defs/b","if":{"properties":{"c":{"const":1}},"required":["c"]},"then":{"properties":{"d":{}}},"anyOf":[{"properties":{"e":{}}},{"required":["no"],"properties":{"f":{}}}],"unevaluatedProperties":false,"$defs":{"b":{"properties":{"b":{}}}}}`, `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`, `unevaluatedProperties "f"`},
		{"unevaluatedItems false", "the array's pointer, once", `{"prefixItems":[{}],"unevaluatedItems":false}`, `[1,2,3]`, `unevaluatedItems`},
		{"unevaluatedItems schema", "the leaf at the item", `{"prefixItems":[{}],"unevaluatedItems":{"type":"string"}}`, `[1,2,"a"]`, `/1 type`},
		{"unevaluatedProperties schema", "the leaf at the member", `{"properties":{"a":{}},"unevaluatedProperties":{"type":"string"}}`, `{"a":1,"b":1}`, `/b type`},
		{"unevaluated yields at the place", "nothing else may fail at P", `{"properties":{"a":{}},"required":["x"],"unevaluatedProperties":false}`, `{"b":1}`, `required "x"`},
		{"unevaluated yields below", "nothing else may fail below P", `{"properties":{"a":{"type":"string"}},"unevaluatedProperties":false}`, `{"a":1,"b":1}`, `/a type`},
		{"unevaluated yields to a deeper one", "another unevaluated* deeper down included", `{"properties":{"a":{"unevaluatedProperties":false}},"unevaluatedProperties":false}`, `{"a":{"x":1},"b":1}`, `/a unevaluatedProperties "x"`},
		{"unevaluated of another kind deeper", "another unevaluated* deeper down included", `{"properties":{"a":{"unevaluatedItems":false}},"unevaluatedProperties":false}`, `{"a":[1],"b":1}`, `/a unevaluatedItems`},
		{"unevaluated beside another place", "what fails elsewhere does not matter", `{"properties":{"o":{"unevaluatedProperties":false},"n":{"type":"string"}}}`, `{"o":{"x":1},"n":1}`, `/n type; /o unevaluatedProperties "x"`},
		{"unevaluated and a name that is like the place", "/ab is not below /a", `{"properties":{"a":{"unevaluatedProperties":false},"ab":{"type":"string"}}}`, `{"a":{"x":1},"ab":1}`, `/a unevaluatedProperties "x"; /ab type`},
		{"two unevaluated at one place", "neither is deeper", `{"allOf":[{"unevaluatedProperties":false}],"unevaluatedProperties":false}`, `{"x":1}`, `unevaluatedProperties "x"`},

		// The set.
		{"equal triples once", "the same violation through two schemas", `{"allOf":[{"required":["a"]},{"required":["a"]}],"required":["a"]}`, `{}`, `required "a"`},
		{"two patterns", "the same leaf through two patterns", `{"patternProperties":{"a":{"type":"string"},"b":{"type":"string"}}}`, `{"ab":1}`, `/ab type`},
		{"order of pointers", `by bytes: "/a!" < "/a/b" < "/a0"`, `{"additionalProperties":{"type":"object","additionalProperties":{"type":"null"}}}`, `{"a0":1,"a":{"b":1},"a!":1}`, `/a! type; /a/b type; /a0 type`},
		{"order of escapes", `by the pointer's own bytes: ~0 < ~1`, `{"additionalProperties":{"type":"null"}}`, `{"/":1,"~":1,"}":1}`, `/} type; /~0 type; /~1 type`},
		{"order of items", "by bytes: /10 before /2", `{"items":{"type":"null"}}`, `[1,1,1,1,1,1,1,1,1,1,1]`, `/0 type; /1 type; /10 type; /2 type; /3 type; /4 type; /5 type; /6 type; /7 type; /8 type; /9 type`},
		{"order of UTF-8", "U+FF5A before U+1F600, unlike UTF-16", `{"additionalProperties":{"type":"null"}}`, `{"😀":1,"ｚ":1,"z":1}`, `/z type; /ｚ type; /😀 type`},
		{"order of properties", "absent first, then by bytes", `{"required":["b",""],"minProperties":3}`, `{}`, `minProperties; required ""; required "b"`},
		{"escaped pointer", "RFC 6901", `{"properties":{"a/b":{"properties":{"m~n":{"properties":{"":{"type":"null"}}}}}}}`, `{"a/b":{"m~n":{"":1}}}`, `/a~1b/m~0n/ type`},
		{"format", "is an annotation of a foreign schema", `{"format":"date-time","contentEncoding":"base64"}`, `"x"`, ``},
		{"enum of nothing", "refuses everything", `{"properties":{"a":{"enum":[]}}}`, `{"a":1}`, `/a enum`},
		{"count beyond 64 bits", "is exact: no array is that long", `{"properties":{"a":{"minItems":18446744073709551617}}}`, `{"a":[1]}`, `/a minItems`},
		{"maximum count beyond 64 bits", "is exact: every array is shorter", `{"properties":{"a":{"maxItems":18446744073709551616}}}`, `{"a":[1]}`, ``},
		{"large bound", "1e400 is a number", `{"minimum":1e400}`, `1e399`, `minimum`},
		{"exact bound", "2^53+1 stays 2^53+1", `{"maximum":9007199254740992}`, `9007199254740993`, `maximum`},
		{"exact multiple", "0.3 is a multiple of 0.1", `{"multipleOf":0.1}`, `0.3`, ``},
		{"integral spelling", "2.0 and 1e3 are integers", `{"items":{"type":"integer"}}`, `[2.0,1e3,1.5]`, `/2 type`},
		{"numeric string", "is never a number", `{"type":["number","boolean"]}`, `"2"`, `type`},
		{"equality", "by value, whatever order or spelling", `{"const":{"a":1,"b":[1e0]}}`, `{"b":[1.0],"a":1}`, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compiled(t, test.schema, Options{AnyRoot: true})
			report := s.Validate(read(t, test.instance), Budget{})
			if got := list(report.Violations); got != test.want || report.More != 0 || report.Cost {
				t.Errorf("%s:\n%s\n%s\n got %s\nwant %s", test.why, test.schema, test.instance, got, test.want)
			}
			remembering(s)
			if got := list(s.Validate(read(t, test.instance), Budget{}).Violations); got != test.want {
				t.Errorf("remembering from the start: %s", got)
			}
		})
	}
}

// remembering makes a schema remember verdicts from the first application on.
func remembering(s *Schema) { s.rememberAfter = 0 }

// TestAssertedFormats holds that a failed format hides nothing and is asserted
// only where it was asked for.
func TestAssertedFormats(t *testing.T) {
	const schema = `{"properties":{"a":{"format":"ipv4","minLength":5},"b":{"format":"no-such"},"c":{"format":"regex"}}}`
	s := compiled(t, schema, Options{AssertFormats: true})
	got := list(s.Validate(read(t, `{"a":"x","b":"x","c":"\\A"}`), Budget{}).Violations)
	if want := `/a format; /a minLength; /c format`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := list(s.Validate(read(t, `{"a":1,"c":{}}`), Budget{}).Violations); got != "" {
		t.Errorf("a format is of strings only: %s", got)
	}
	declared := read(t, `{"type":"object","properties":{"t":{"type":"string","format":"date-time"},"b":{"type":"string","contentEncoding":"base64"}}}`)
	s, faults := Compile(declared, Options{Declared: true, Asserted: map[*tree.Value]Assertion{
		declared.At("/properties/t"): DateTime, declared.At("/properties/b"): Base64,
	}})
	if faults != nil {
		t.Fatal(list(faults))
	}
	got = list(s.Validate(read(t, `{"t":"2024-01-01 00:00:00Z","b":"YQ"}`), Budget{}).Violations)
	if want := `/b contentEncoding; /t format`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCut holds that the first of the whole sorted set are reported and the others
// counted, equal ones once.
func TestCut(t *testing.T) {
	hundred := `[` + strings.Repeat(`1,`, 99) + `1]`
	for _, test := range []struct {
		name, why, schema, instance string
		limit, first, more          int
	}{
		{"default", "32", `{"items":{"type":"null"}}`, hundred, 0, 32, 68},
		{"just as many", "nothing is left", `{"items":{"type":"null"}}`, hundred, 100, 100, 0},
		{"one less", "one is left", `{"items":{"type":"null"}}`, hundred, 99, 99, 1},
		{"one", "the first", `{"items":{"type":"null"}}`, hundred, 1, 1, 99},
		{"twice", "equal triples count once in More too", `{"items":{"allOf":[{"type":"null"},{"type":"null"}]}}`, hundred, 0, 32, 68},
		{"two each", "different ones count each", `{"items":{"allOf":[{"type":"null"},{"minimum":5}]}}`, hundred, 0, 32, 168},
		{"unevaluated", "held ones count", `{"unevaluatedItems":{"unevaluatedProperties":false}}`, `[` + strings.Repeat(`{"a":1,"b":2},`, 49) + `{"a":1,"b":2}]`, 0, 32, 68},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compiled(t, test.schema, Options{AnyRoot: true})
			all := s.Validate(read(t, test.instance), Budget{Violations: 1000})
			r := s.Validate(read(t, test.instance), Budget{Violations: test.limit})
			if len(r.Violations) != test.first || r.More != test.more {
				t.Errorf("%s: %d and %d more, want %d and %d", test.why, len(r.Violations), r.More, test.first, test.more)
			}
			if got, want := list(r.Violations), list(all.Violations[:len(r.Violations)]); got != want {
				t.Errorf("not the first of the whole set:\n got %s\nwant %s", got, want)
			}
		})
	}
}

// TestHidden holds what is said of parameters that the framework fills in.
func TestHidden(t *testing.T) {
	const schema = `{"type":"object","properties":{"h":{"type":"object","properties":{"secret":{"type":"string"}},"additionalProperties":false,"unevaluatedProperties":false},"v":{"type":"string"}},"required":["h"],"additionalProperties":false}`
	s := compiled(t, schema, Options{})
	for _, test := range []struct {
		name, why, instance, want string
		hidden                    bool
	}{
		{"fine", "nothing is said", `{"h":{"secret":"a"}}`, ``, false},
		{"visible", "is as ever", `{"h":{},"v":1}`, `/v type`, false},
		{"below", "at the parameter itself", `{"h":{"secret":1}}`, `/h type`, true},
		{"member names", "are values too", `{"h":{"a":1,"b":1}}`, `/h additionalProperties`, true},
		{"named", "by property", `{}`, `required "h"`, true},
		{"refused", "whatever the schema says, once", `{"h":{},"r":1}`, `additionalProperties "r"`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := s.Validate(read(t, test.instance), Budget{Hidden: []string{"h"}, Refused: []string{"r"}})
			if got := list(r.Violations); got != test.want || r.Hidden != test.hidden {
				t.Errorf("%s: %s, hidden %v; want %s, hidden %v", test.why, got, r.Hidden, test.want, test.hidden)
			}
			for _, v := range r.Violations {
				if strings.HasPrefix(v.Pointer, "/h") && v.Message != HiddenMessage {
					t.Errorf("of a hidden value it is said: %s", v.Message)
				}
			}
		})
	}
	if r := compiled(t, `{}`, Options{}).Validate(read(t, `{"r":1}`), Budget{Refused: []string{"r"}}); list(r.Violations) != `additionalProperties "r"` {
		t.Errorf("an open schema lets a refused name pass: %s", list(r.Violations))
	}
}

func ExampleCompile() {
	text, _ := strict.Parse([]byte(`{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"]}`), strict.Limits{})
	schema, faults := Compile(text, Options{})
	if len(faults) > 0 {
		fmt.Println(faults)
		return
	}
	args, _ := strict.Parse([]byte(`{"n":0}`), strict.Limits{})
	for _, v := range schema.Validate(args, Budget{}).Violations {
		fmt.Println(v.Pointer, v.Keyword, v.Message)
	}
	// Output: /n minimum must be at least 1, not 0
}
