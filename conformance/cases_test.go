package conformance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/fixtures"
)

// oneCase is a suite with one case, whose members are those given.
func oneCase(members string) string {
	return `{"$schema":"x","format":"1.0","suite":"0.1.0","capabilities":{"int64":"x"},"types":{"int64":"x","list:T":"x"},"behaviours":{},` +
		`"models":{},"unions":{},"functions":{"ping":{"about":"x","params":[]}},"groups":[{"id":"g","about":"x","cases":[{"id":"g/c","since":"0.1.0","rules":[1],"source":["contract"],` +
		members + `}]}]}`
}

const called = `,"expect":{"outcome":"ok","invocations":1,"requestUnchanged":true}`

func TestLoadRefuses(t *testing.T) {
	tests := []struct {
		name, file, want string
	}{
		{"a misspelt member would never be compared", oneCase(`"function":"ping","argumets":{"text":"{}"}` + called), "argumets"},
		{"a misspelt member of an expectation", oneCase(`"function":"ping","arguments":{"text":"{}"},"expect":{"outcome":"ok","invocation":1}`), "invocation"},
		{"text after the file", oneCase(`"function":"ping","arguments":{"text":"{}"}`+called) + " x", "goes on"},
		{"no arguments", oneCase(`"function":"ping"` + called), "needs arguments"},
		{"two forms of a text", oneCase(`"function":"ping","arguments":{"text":"{}","base64":"e30="}` + called), "exactly one"},
		{"a function that is not there", oneCase(`"function":"pong","arguments":{"text":"{}"}` + called), `function called "pong"`},
		{"a type that is not there", oneCase(`"schemaText":"{}","bind":{"v":"list:int65"},"arguments":{"text":"{}"}` + called), `type called "int65"`},
		{"a list that is bytes elsewhere", oneCase(`"schemaText":"{}","bind":{"v":"list:uint8"},"arguments":{"text":"{}"}` + called), "raw bytes"},
		{"a prefix that is not there", oneCase(`"schemaText":"{}","bind":{"v":"set:int64"},"arguments":{"text":"{}"}` + called), `prefix called "set"`},
		{"a capability that is not there", oneCase(`"function":"ping","requires":["int65"],"arguments":{"text":"{}"}` + called), `capability called "int65"`},
		{"a function and a schema", oneCase(`"function":"ping","schemaText":"{}","arguments":{"text":"{}"}` + called), "2"},
		{"a call that does not say how often the function ran", oneCase(`"function":"ping","arguments":{"text":"{}"},"expect":{"outcome":"ok","requestUnchanged":true}`), "invocations"},
		{"an error without an error", oneCase(`"function":"ping","arguments":{"text":"{}"},"expect":{"outcome":"error","invocations":0,"requestUnchanged":true}`), "if and only if"},
		{"a violation without a place", oneCase(`"function":"ping","arguments":{"text":"{}"},"expect":{"outcome":"error","error":{"code":"INVALID_ARGUMENT","violations":[{"keyword":"type"}]},"invocations":0,"requestUnchanged":true}`), "needs a pointer"},
		{"a value of two kinds", oneCase(`"function":"ping","arguments":{"text":"{}"},"expect":{"outcome":"ok","bound":{"a":{"int":"1","float":"0x1p+0"}},"invocations":1,"requestUnchanged":true}`), "one member"},
		{"a value of an unknown kind", oneCase(`"function":"ping","arguments":{"text":"{}"},"expect":{"outcome":"ok","bound":{"a":{"integer":"1"}},"invocations":1,"requestUnchanged":true}`), `"integer"`},
		{"a key of two sources", oneCase(`"schemaText":"{}","inject":{"a":{"source":"x","key":"k"},"b":{"source":"y","key":"k"}},"arguments":{"text":"{}"}` + called), "by key alone"},
		{"another format", strings.Replace(oneCase(`"function":"ping","arguments":{"text":"{}"}`+called), `"1.0"`, `"2.0"`, 1), `"2.0"`},
		{"an id of another group", strings.Replace(oneCase(`"function":"ping","arguments":{"text":"{}"}`+called), `"g/c"`, `"h/c"`, 1), `"g/"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Load([]byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Load: %v; want an error that says %s", err, test.want)
			}
		})
	}
	if _, err := Load([]byte(oneCase(`"function":"ping","arguments":{"text":"{}"}` + called))); err != nil {
		t.Errorf("the case that all of the above break: %v", err)
	}
}

func TestLoadFillsDefaults(t *testing.T) {
	suite, err := Load([]byte(oneCase(`"function":"ping","arguments":{"parts":[{"text":"{"},{"text":" ","times":3},{"text":"x","times":0},{"text":"}"}]}` + called)))
	if err != nil {
		t.Fatal(err)
	}
	c := suite.Cases()[0]
	if c.Op != Call || c.Level != "required" || c.Repeat != 1 {
		t.Errorf("op %q, level %q, repeat %d", c.Op, c.Level, c.Repeat)
	}
	if got := string(c.Arguments.Bytes()); got != "{   }" {
		t.Errorf("parts are %q", got)
	}
}

func TestLoadFixtures(t *testing.T) {
	suite, err := Load(fixtures.Cases())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(suite.Cases()); n < 350 {
		t.Errorf("only %d cases", n)
	}
}

// A testee answers with values, so what is read has to be written again as it was.
func TestValuesAndPlansSurviveTheWire(t *testing.T) {
	for _, text := range []string{
		`{"int":"-9007199254740993"}`, `{"float":"-0x0p+0"}`, `{"number":"1.50"}`, `{"string":""}`, `{"bytes":"AQI="}`, `{"bool":false}`,
		`{"null":true}`, `{"absent":true}`, `{"list":[]}`, `{"map":{}}`, `{"list":[{"map":{"k":{"raw":"{ }"}}}]}`,
		`{"model":"User","fields":{"id":{"int":"1"},"roles":{"list":[]}}}`, `{"datetime":"2024-01-02T03:04:05Z"}`, `{"duration":"5"}`, `{"opaque":"client-1"}`,
	} {
		var v Value
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := json.Marshal(v); err != nil || string(got) != text {
			t.Errorf("%s became %s (%v)", text, got, err)
		}
	}
	const plan = `{"b":"list:nullable:int64","a":"array:2:model:User","c":"opaque:Client"}`
	var p Plan
	if err := json.Unmarshal([]byte(plan), &p); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(p); err != nil || string(got) != plan {
		t.Errorf("%s became %s (%v)", plan, got, err)
	}
}

func TestParseType(t *testing.T) {
	int8Type := Type{Name: "int8"}
	tests := []struct {
		text, reason string
		want         *Type // nil is an error
	}{
		{"int8", "a name", &int8Type},
		{"array:2:int8", "a prefix with a count", &Type{Name: "array", Len: 2, Elem: &int8Type}},
		{"map:union:Shape", "a prefix before a reference", &Type{Name: "map", Elem: &Type{Name: "union", Ref: "Shape"}}},
		{"", "nothing", nil},
		{"list:", "a prefix of nothing", nil},
		{"list", "a prefix alone", nil},
		{"array:0:int8", "an array of nothing", nil},
		{"array:int8", "an array without a count", nil},
		{"model:", "a reference to nothing", nil},
		{"model:a:b", "a reference is one name", nil},
		{"int8:int8", "a name is no prefix", nil},
	}
	for _, test := range tests {
		got, err := ParseType(test.text)
		if test.want == nil {
			if err == nil {
				t.Errorf("%q (%s): no error", test.text, test.reason)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q (%s): %v", test.text, test.reason, err)
		} else if diff := cmp.Diff(*test.want, got); diff != "" {
			t.Errorf("%q (%s): %s", test.text, test.reason, diff)
		} else if got.String() != test.text {
			t.Errorf("%q is written as %q", test.text, got)
		}
	}
}
