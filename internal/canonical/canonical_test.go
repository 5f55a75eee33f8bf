package canonical

import (
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

func parse(t *testing.T, text string) *tree.Value {
	t.Helper()
	v, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestAppend(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"literals", ` [ null , true , false ] `, `[null,true,false]`, "white space goes"},
		{"empty", `{"b":{},"a":[]}`, `{"a":[],"b":{}}`, "empty containers stay"},
		{
			"RFC 8785 section 3.2.2, its sample",
			`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.33333329,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
			"as in the RFC but for 333333333.33333329, which a double cannot hold: there it is rounded to 333333333.3333333",
		},
		{
			"RFC 8785 section 3.2.3, within the BMP",
			`{"\u20ac":"Euro Sign","\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\ufb33":"Hebrew Letter Dalet With Dagesh"}`,
			`{"\r":"Carriage Return","1":"One","` + "\u0080" + `":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","` + "\ufb33" + `":"Hebrew Letter Dalet With Dagesh"}`,
			"UTF-8 and UTF-16 sort alike there",
		},
		{
			"beyond the BMP", `{"\ufb33":1,"\ud83d\ude00":2}`, `{"` + "\ufb33" + `":1,"😀":2}`,
			"RFC 8785 puts U+1F600 first, for its surrogates sort below U+FB33",
		},
		{"names by byte", `{"b":1,"a":2,"A":3,"":4,"aa":5}`, `{"":4,"A":3,"a":2,"aa":5,"b":1}`, "shorter first, upper case first"},
		{"escaped name", `{"\u0062":1,"a":2}`, `{"a":2,"b":1}`, "the decoded name is sorted"},
		{"one", `[1,1.0,1e0,10e-1,0.1E+1]`, `[1,1,1,1,1]`, "one value, one spelling"},
		{"zero", `[0,-0,0.0,-0e5]`, `[0,0,0,0]`, "-0 is 0"},
		{"beyond a double", `[9007199254740993,1e400,0.1000000000000000055511151231257827]`, `[9007199254740993,1e+400,0.1000000000000000055511151231257827]`, "RFC 8785 would collide"},
		{"layout", `[1e20,1e21,0.000001,0.0000001,123456789012345678901]`, `[100000000000000000000,1e+21,0.000001,1e-7,123456789012345678901]`, "ECMAScript's borders"},
		{"short escapes", `"\b\f\n\r\t\u001f\u007f\/"`, "\"\\b\\f\\n\\r\\t\\u001f\u007f/\"", "DEL and solidus are not escaped"},
		{"nested", `[{"b":[{"d":1,"c":2}],"a":0}]`, `[{"a":0,"b":[{"c":2,"d":1}]}]`, "every depth is sorted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := parse(t, tt.in)
			got := string(Append(nil, v))
			if got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.reason, got, tt.want)
			}
			if again := string(Append(nil, parse(t, got))); again != got {
				t.Errorf("not its own canonical form: %s", again)
			}
			if v.String() != parse(t, tt.in).String() {
				t.Error("the value was changed")
			}
		})
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte(`{"b":1.0,"a":[-0,1e2,"\u00e9"],"c":{"z":null,"y":true}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := strict.Parse(text, strict.Limits{})
		if err != nil {
			return
		}
		once := Append(nil, v)
		// Writing exponents of 1,000 as digits may pass the reader's own limits.
		w, err := strict.Parse(once, strict.Limits{Bytes: 1 << 30, Digits: 1 << 20, Exponent: 1 << 20})
		if err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice := Append(nil, w); string(twice) != string(once) {
			t.Errorf("%s\n%s", once, twice)
		}
	})
}
