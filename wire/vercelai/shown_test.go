package vercelai

import (
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

func tree1(t *testing.T, text string) *tree.Value {
	t.Helper()
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	if fault != nil {
		t.Fatal(fault)
	}
	return v.Compact()
}

func TestShown(t *testing.T) {
	for _, test := range []struct {
		name, why, text, want string
		same                  bool
	}{
		{"integer", "a double holds it", `7`, `7`, true},
		{"2^53", "a double holds it", `9007199254740992`, `9007199254740992`, true},
		{"2^53+1", "a double does not", `9007199254740993`, `"9007199254740993"`, false},
		{"-(2^53+1)", "a double does not", `-9007199254740993`, `"-9007199254740993"`, false},
		{"tenth", "JavaScript writes the same digits", `0.1`, `0.1`, true},
		{"18 digits", "are more than a double has", `0.123456789012345678`, `"0.123456789012345678"`, false},
		{"1.0", "comes back as 1", `1.0`, `1.0`, false},
		{"exponent", "comes back as 100", `1e2`, `1e2`, false},
		{"large exponent", "is spelled as JavaScript does", `1e+21`, `1e+21`, true},
		{"without sign", "is not", `1e21`, `1e21`, false},
		{"minus zero", "comes back as 0", `-0`, `-0`, false},
		{"too large", "is no double", `1e400`, `"1e400"`, false},
		{"too small", "is 0 as a double", `1e-400`, `"1e-400"`, false},
		{"smallest", "is a double", `5e-324`, `5e-324`, true},
		{"text", "of digits is a text", `"9007199254740993"`, `"9007199254740993"`, true},
		{"deep number", "around it all stays", `[{"a":[1,9007199254740993,{"b":2}]},true]`, `[{"a":[1,"9007199254740993",{"b":2}]},true]`, false},
		{"indices in order", "stay where they are", `{"0":1,"7":2,"a":3}`, `{"0":1,"7":2,"a":3}`, true},
		{"index behind a name", "goes to the front", `{"a":3,"7":2}`, `{"a":3,"7":2}`, false},
		{"indices out of order", "are sorted", `{"7":1,"0":2}`, `{"7":1,"0":2}`, false},
		{"no index", "01, -1, 1.0 and 2^32-1 are names", `{"a":0,"01":1,"-1":2,"1.0":3,"4294967295":4,"99999999999":5}`, `{"a":0,"01":1,"-1":2,"1.0":3,"4294967295":4,"99999999999":5}`, true},
		{"last index", "2^32-2 is one", `{"a":0,"4294967294":1}`, `{"a":0,"4294967294":1}`, false},
		{"deep order", "counts", `[{"x":{"b":1,"1":2}}]`, `[{"x":{"b":1,"1":2}}]`, false},
		{"__proto__", "would be refused", `{"a":{"__proto__":{"b":1.0}}}`, `{"a":"{\"__proto__\":{\"b\":1.0}}"}`, false},
		{"constructor", "with prototype would be refused", `{"constructor":{"prototype":null}}`, `"{\"constructor\":{\"prototype\":null}}"`, false},
		{"constructor null", "would be refused by ai 5.0.0", `{"constructor":null}`, `"{\"constructor\":null}"`, false},
		{"constructor alone", "is data", `{"constructor":{"a":{"prototype":1}},"prototype":2}`, `{"constructor":{"a":{"prototype":1}},"prototype":2}`, true},
		{"text of a name", "is a text", `["__proto__","{\"__proto__\":1}"]`, `["__proto__","{\"__proto__\":1}"]`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := tree1(t, test.text)
			got, same := javaScript.shown(v)
			if got.String() != test.want || same != test.same {
				t.Errorf("%s: %s %v", test.why, got, same)
			}
			if v.String() != test.text {
				t.Errorf("it was changed: %s", v)
			}
			if !alike(v, got) {
				t.Error("what was shown is not what it may come back as")
			}
		})
	}
}

func TestAlike(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{`1.0`, `1`, true}, {`-0`, `0`, true}, {`1e2`, `100`, true}, {`1`, `2`, false}, {`1`, `"1"`, false}, {`"a"`, `"b"`, false},
		{`true`, `false`, false}, {`null`, `false`, false}, {`{"a":1,"b":2}`, `{"b":2,"a":1}`, true}, {`{"a":1}`, `{"b":1}`, false},
		{`{"a":1}`, `{"a":2}`, false}, {`{"a":1}`, `{"a":1,"b":2}`, false}, {`[1,2]`, `[2,1]`, false}, {`[1]`, `[1,2]`, false}, {`[]`, `{}`, false}, {`[[1.0]]`, `[[1]]`, true},
		// What a client in JavaScript cannot hold was shown as a text, to another as it is.
		{`1e400`, `"1e400"`, true}, {`1e400`, `1e400`, true}, {`1e3`, `"1e3"`, false}, {`1e400`, `"1e401"`, false}, {`9007199254740993`, `9007199254740992`, false},
		{`[{"__proto__": 1}]`, `["{\"__proto__\":1}"]`, true}, {`{"__proto__":1}`, `{"__proto__":1}`, true}, {`""`, `null`, false},
	} {
		if got := alike(tree1(t, test.a), tree1(t, test.b)); got != test.want {
			t.Errorf("%s and %s: %v", test.a, test.b, got)
		}
	}
}
