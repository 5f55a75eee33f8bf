package functionschema

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

func TestDigestEqual(t *testing.T) {
	tests := []struct{ name, reason, a, b string }{
		{"order of members", "an object has none", `{"a":1,"b":2}`, `{"b":2,"a":1}`},
		{"white space", "", ` { "a" : [ 1 , 2 ] } `, `{"a":[1,2]}`},
		{"escapes", "", `{"\u0061":"\u00e9\/"}`, `{"a":"é/"}`},
		{"a pair of surrogates", "", `{"a":"\ud83d\ude00"}`, `{"a":"😀"}`},
		{"integral spellings", "", `{"a":1}`, `{"a":1.0}`},
		{"exponents", "", `{"a":100}`, `{"a":1e2}`},
		{"trailing zeros", "", `{"a":0.1}`, `{"a":0.1000}`},
		{"minus zero", "it is 0", `{"a":-0.0}`, `{"a":0}`},
		{"nested", "", `[{"b":{"d":1,"c":2}}]`, `[{"b":{"c":2,"d":1}}]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, errA := Digest([]byte(test.a))
			b, errB := Digest([]byte(test.b))
			if a != b || errA != nil || errB != nil {
				t.Errorf("%s and %s differ: %s (%v, %v)", test.a, test.b, test.reason, errA, errB)
			}
		})
	}
}

func TestDigestDiffers(t *testing.T) {
	tests := []struct{ name, reason, a, b string }{
		{"beyond 2^53", "a double takes both for one", `{"a":9007199254740992}`, `{"a":9007199254740993}`},
		{"many digits", "", `{"a":0.1}`, `{"a":0.1000000000000000055511151231257827}`},
		{"beyond a double", "", `{"a":1e400}`, `{"a":1e401}`},
		{"null and absent", "", `{"a":null}`, `{}`},
		{"string and number", "", `{"a":"1"}`, `{"a":1}`},
		{"order of items", "", `[1,2]`, `[2,1]`},
		{"composed and not", "texts are not normalised", `"é"`, `"e\u0301"`},
		{"nesting", "", `[[],1]`, `[[1]]`},
		{"true and its text", "", `true`, `"true"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, _ := Digest([]byte(test.a))
			b, _ := Digest([]byte(test.b))
			if a == b {
				t.Errorf("%s and %s are one: %s", test.a, test.b, test.reason)
			}
		})
	}
}

// The canonical form of RFC 8785, section 3.2.2, where a double holds the numbers.
func TestDigestIsOfRFC8785(t *testing.T) {
	args := `{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`
	canonical := `{"literals":[null,true,false],"numbers":[333333333.33333329,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
	sum := sha256.Sum256([]byte(canonical))
	if got, err := Digest([]byte(args)); got != hex.EncodeToString(sum[:]) {
		t.Errorf("%s %v", got, err)
	}
}

func TestDigestRefuses(t *testing.T) {
	for args, want := range map[string]string{
		``: "INVALID_ARGUMENT :parse!syntax", `{"a":1,"a":1}`: "INVALID_ARGUMENT :parse(a)!duplicate-key", `"\ud800"`: "INVALID_ARGUMENT :parse!surrogate",
		"\"\xff\"": "INVALID_ARGUMENT :parse!utf8", `1e1001`: "INVALID_ARGUMENT :parse!number", `1 2`: "INVALID_ARGUMENT :parse!trailing-data",
	} {
		if got, err := Digest([]byte(args)); got != "" || brief(err) != want {
			t.Errorf("%q: %q %v; want %s", args, got, err, want)
		}
	}
}
