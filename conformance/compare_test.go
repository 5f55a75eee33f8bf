package conformance

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/functionschema/fscheck/content"
)

func TestValuesAreMet(t *testing.T) {
	tests := []struct {
		want, got, reason string
		met               bool
	}{
		{`{"int":"1"}`, `{"int":"1"}`, "the same", true},
		{`{"int":"1"}`, `{"number":"1"}`, "another kind", false},
		{`{"int":"9007199254740993"}`, `{"int":"9007199254740992"}`, "one apart", false},
		{`{"number":"1.50"}`, `{"number":"15e-1"}`, "a number by value", true},
		{`{"number":"9007199254740993"}`, `{"number":"9007199254740992"}`, "exactly", false},
		{`{"float":"0x1.8p+1"}`, `{"float":"0x1.8p+01"}`, "two spellings of a float", true},
		{`{"float":"0x0p+0"}`, `{"float":"-0x0p+00"}`, "0 and -0", false},
		{`{"float":"nan"}`, `{"float":"nan"}`, "every NaN", true},
		{`{"datetime":"2024-01-02T03:04:05Z"}`, `{"datetime":"2024-01-02T03:04:05.000Z"}`, "one instant", true},
		{`{"datetime":"2024-01-02T03:04:05Z"}`, `{"datetime":"2024-01-02T04:04:05+01:00"}`, "another offset", false},
		{`{"list":[{"bool":true}]}`, `{"list":[{"bool":false}]}`, "an item", false},
		{`{"list":[{"bool":true}]}`, `{"list":[]}`, "an item less", false},
		{`{"map":{"a":{"null":true}}}`, `{"map":{"b":{"null":true}}}`, "another name", false},
		{`{"model":"A","fields":{}}`, `{"model":"B","fields":{}}`, "another model", false},
		{`{"null":true}`, `{"absent":true}`, "absent is not null", false},
		{`{"absent":true}`, `{"null":true}`, "null may stand for absent", true},
		{`{"absent":true}`, `{"int":"0"}`, "the zero value", true},
		{`{"absent":true}`, `{"int":"1"}`, "no zero value", false},
		{`{"absent":true}`, `{"float":"-0x0p+00"}`, "-0 is not what a field starts with", false},
		{`{"absent":true}`, `{"list":[{"list":[{"int":"0"}]}]}`, "a fixed array of zeros", true},
		{`{"absent":true}`, `{"model":"A","fields":{"x":{"string":"y"}}}`, "a record with something in it", false},
		{`{"absent":true}`, `{"datetime":"0001-01-01T00:00:00Z"}`, "no time", true},
	}
	for _, test := range tests {
		var want, got Value
		if err := json.Unmarshal([]byte(test.want), &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(test.got), &got); err != nil {
			t.Fatal(err)
		}
		if want.met(got) != test.met {
			t.Errorf("%s: %s is met by %s: %v", test.reason, test.want, test.got, !test.met)
		}
	}
}

func TestErrorsAreCompared(t *testing.T) {
	name := func(s string) *string { return &s }
	got := &ErrorAnswer{Code: "INVALID_ARGUMENT", More: 1, Violations: []content.Violation{
		{Pointer: "", Keyword: "required", Property: name("a"), Message: "m"}, {Pointer: "/b", Keyword: "type", Reason: "r"},
	}}
	both := []Violation{{Pointer: name("/b"), Keyword: "type"}, {Pointer: name(""), Keyword: "required", Property: name("a")}}
	tests := []struct {
		reason string
		want   *ExpectedError
		equal  bool
	}{
		{"the set in another order", &ExpectedError{Code: got.Code, Violations: both, More: 1}, true},
		{"the code alone", &ExpectedError{Code: got.Code}, true},
		{"another code", &ExpectedError{Code: bindingError}, false},
		{"no error is wanted", nil, false},
		{"one more is reported than wanted", &ExpectedError{Code: got.Code, Violations: both[:1], More: 1}, false},
		{"another number is cut", &ExpectedError{Code: got.Code, Violations: both}, false},
		{"a property is reported and none wanted", &ExpectedError{Code: got.Code, More: 1, Violations: []Violation{both[0], {Pointer: name(""), Keyword: "required"}}}, false},
		{"none is wanted", &ExpectedError{Code: got.Code, Violations: []Violation{}, More: 1}, false},
		{"one of them", &ExpectedError{Code: got.Code, Match: Contains, Violations: []Violation{{Keyword: "type"}}}, true},
		{"one that is not there", &ExpectedError{Code: got.Code, Match: Contains, Violations: []Violation{{Pointer: name("/c")}}}, false},
		{"one of them, with its reason", &ExpectedError{Code: got.Code, Match: Contains, Violations: []Violation{{Keyword: "type", Reason: "s"}}}, false},
		{"the second alternative", &ExpectedError{Code: got.Code, Match: AnyOf, Alternatives: [][]Violation{both[:1], both}}, true},
		{"no alternative", &ExpectedError{Code: got.Code, Match: AnyOf, Alternatives: [][]Violation{both[:1], both[1:]}}, false},
	}
	for _, test := range tests {
		a := asking{c: &Case{Expect: Expect{Error: test.want}}}
		if a.failure(got); (len(a.found) == 0) != test.equal {
			t.Errorf("%s: %+v", test.reason, a.found)
		}
	}
}

func TestSchemasAreCompared(t *testing.T) {
	tests := []struct {
		want, got, reason string
		equal             bool
	}{
		{`{"a":1,"b":2.0}`, `{"b":2,"a":1}`, "members in any order, numbers by value", true},
		{`{"required":["a","b"],"type":["null","string"]}`, `{"required":["b","a"],"type":["string","null"]}`, "sets", true},
		{`{"dependentRequired":{"x":["a","b"]}}`, `{"dependentRequired":{"x":["b","a"]}}`, "sets by name", true},
		{`{"enum":["a","b"]}`, `{"enum":["b","a"]}`, "an enum is in order", false},
		{`{"properties":{"p":{"items":{"required":["a","b"]}}}}`, `{"properties":{"p":{"items":{"required":["b","a"]}}}}`, "at depth", true},
		{`{"allOf":[{"required":["a","b"]}]}`, `{"allOf":[{"required":["b","a"]}]}`, "in a list of schemas", true},
		{`{"properties":{"required":{"enum":[1,2]}}}`, `{"properties":{"required":{"enum":[2,1]}}}`, "a property called as a keyword", false},
		{`{"default":{"required":["a","b"]}}`, `{"default":{"required":["b","a"]}}`, "a value is no schema", false},
		{`{"maximum":9223372036854775807}`, `{"maximum":9223372036854775808}`, "exact numbers", false},
		{`{}`, `{`, "no JSON", false},
	}
	for _, test := range tests {
		var a asking
		if a.schema("schema", test.want, test.got); (len(a.found) == 0) != test.equal {
			t.Errorf("%s: %s and %s", test.reason, test.want, test.got)
		}
	}
}

func TestCallsAreCompared(t *testing.T) {
	one, zero, text, value := 1, 0, "ok", `{"a":1.0}`
	bound := map[string]Value{"a": {Kind: "int", Text: "1"}}
	failed := &ErrorAnswer{Code: "EXECUTION_ERROR", Text: "log", Violations: []content.Violation{{Pointer: "/secret"}}}
	tests := []struct {
		reason string
		expect Expect
		answer CallAnswer
		member string // that differs; "" is none
	}{
		{"all is well", Expect{Bound: bound, Completed: `{"a":1}`, RequestUnchanged: true, Invocations: &one},
			CallAnswer{Bound: bound, Completed: `{"a":1.0}`, Invocations: 1}, ""},
		{"another value", Expect{Bound: bound}, CallAnswer{Bound: map[string]Value{"a": {Kind: "int", Text: "2"}}}, "bound"},
		{"a parameter more", Expect{Bound: map[string]Value{}}, CallAnswer{Bound: bound}, "bound"},
		{"the order of members", Expect{Completed: `{"a":1,"b":2}`}, CallAnswer{Completed: `{"b":2,"a":1}`}, "completed"},
		{"no completed text", Expect{Completed: `{}`}, CallAnswer{}, "completed"},
		{"the request changed", Expect{RequestUnchanged: true}, CallAnswer{RequestAfter: Payload{Text: "{}"}}, "requestUnchanged"},
		{"it ran", Expect{Error: &ExpectedError{Code: failed.Code}, Invocations: &zero}, CallAnswer{Error: failed, Invocations: 1}, "invocations"},
		{"resolved twice", Expect{Resolutions: []string{"a"}}, CallAnswer{Resolutions: []string{"a", "a"}}, "resolutions"},
		{"resolved none", Expect{Resolutions: []string{}}, CallAnswer{Resolutions: nil}, ""},
		{"repaired elsewhere", Expect{Applied: []Applied{{"/a", "X"}}}, CallAnswer{Applied: []Applied{{"/b", "X"}}}, "applied"},
		{"another status", Expect{Response: &ExpectedResponse{Status: "success"}}, CallAnswer{Response: ResponseAnswer{Status: "failed"}}, "response.status"},
		{"another text", Expect{Response: &ExpectedResponse{Text: &text}}, CallAnswer{Response: ResponseAnswer{Text: "OK"}}, "response.text"},
		{"the same JSON", Expect{Response: &ExpectedResponse{JSON: &value}}, CallAnswer{Response: ResponseAnswer{Text: `{ "a": 1 }`}}, ""},
		{"other JSON", Expect{Response: &ExpectedResponse{JSON: &value}}, CallAnswer{Response: ResponseAnswer{Text: `{"a":"1"}`}}, "response.json"},
		{"a secret in the log", Expect{Error: &ExpectedError{Code: failed.Code}, AbsentFromTexts: []string{"log"}}, CallAnswer{Error: failed}, "absentFromTexts"},
		{"a secret in a violation", Expect{Error: &ExpectedError{Code: failed.Code}, AbsentFromTexts: []string{"secret"}}, CallAnswer{Error: failed}, "absentFromTexts"},
		{"a secret in the arguments", Expect{AbsentFromTexts: []string{"k"}}, CallAnswer{Completed: `"k"`}, "absentFromTexts"},
		{"the model may not read it", Expect{AbsentFromModel: []string{"k"}}, CallAnswer{Response: ResponseAnswer{Text: "k"}}, "absentFromModelText"},
		{"the model does not read it", Expect{PresentInModel: []string{"k"}}, CallAnswer{}, "presentInModelText"},
	}
	for _, test := range tests {
		a := asking{c: &Case{Expect: test.expect}}
		a.call("", test.answer)
		var members []string
		for _, d := range a.found {
			members = append(members, d.Member)
		}
		if test.member == "" && len(members) > 0 || test.member != "" && !slices.Contains(members, test.member) {
			t.Errorf("%s: %v differ, want %q", test.reason, members, test.member)
		}
	}
}
