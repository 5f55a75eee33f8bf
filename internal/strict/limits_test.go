package strict

import (
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	digits := strings.Repeat("7", 1000)
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, test := range []struct {
		name, why, text string
		limits          Limits
		reason          Reason // "" = accepted
		offset          int
	}{
		{"bytes reached", "inclusive", `[1,2]`, Limits{Bytes: 5}, "", 0},
		{"bytes exceeded", "the offset is the limit", `[1,22]`, Limits{Bytes: 5}, Size, 5},
		{"size of white space", "the whole text counts", `[1,2] `, Limits{Bytes: 5}, Size, 5},
		{"size before UTF-8", "size is judged first", "\xff\xff", Limits{Bytes: 1}, Size, 1},
		{"size before syntax", "size is judged first", "xx", Limits{Bytes: 1}, Size, 1},
		{"no bytes", "a negative limit is 0", `1`, Limits{Bytes: -1}, Size, 0},

		{"depth reached", "{} has 1", `{}`, Limits{Depth: 1}, "", 0},
		{"depth of an item", "a scalar adds none", `[1]`, Limits{Depth: 1}, "", 0},
		{"depth exceeded", "at the inner bracket", `[1,[]]`, Limits{Depth: 1}, Depth, 3},
		{"depth of objects", "objects count as arrays do", `{"a":{}}`, Limits{Depth: 1}, Depth, 5},
		{"depth side by side", "what has closed is not around", `[[],{},[]]`, Limits{Depth: 2}, "", 0},
		{"no depth", "a scalar has 0", `1`, Limits{Depth: -1}, "", 0},
		{"no depth for {}", "a negative limit is 0", `{}`, Limits{Depth: -1}, Depth, 0},
		{"default depth reached", "rule 9", nested(128), Limits{}, "", 0},
		{"default depth exceeded", "rule 9", nested(129), Limits{}, Depth, 128},
		{"depth before the missing end", "reading order", strings.Repeat("[", 129), Limits{}, Depth, 128},
		{"missing end before depth", "the depth is not exceeded", strings.Repeat("[", 128), Limits{}, Truncated, 128},

		{"values reached", "containers count", `[1,{"a":2}]`, Limits{Values: 4}, "", 0},
		{"values exceeded", "at the value that is too many", `[1,{"a":2}]`, Limits{Values: 3}, Values, 8},
		{"names are no values", "members count once", `{"a":1,"b":2}`, Limits{Values: 3}, "", 0},
		{"values at the root", "the root counts", `1`, Limits{Values: -1}, Values, 0},
		{"values before the token", "a value counts where it begins", `[1,tru]`, Limits{Values: 2}, Values, 3},
		{"values before depth", "a value counts before it opens", `[[`, Limits{Values: 1, Depth: 1}, Values, 1},
		{"syntax at the limit", "what begins no value is no value", `[1,x]`, Limits{Values: 2}, Syntax, 3},
		{"end at the limit", "nothing is no value", `[1,`, Limits{Values: 2}, Truncated, 3},

		{"digits reached", "all parts count", `[-1.5e+20]`, Limits{Digits: 4}, "", 0},
		{"digits exceeded", "the exponent's count", `[-1.5e+20]`, Limits{Digits: 3}, Number, 1},
		{"zeros are digits", "characters 0 to 9", `0.00`, Limits{Digits: 2}, Number, 0},
		{"default digits reached", "rule 9", digits, Limits{}, "", 0},
		{"default digits exceeded", "rule 9", digits + "7", Limits{}, Number, 0},
		{"digits of a fraction", "rule 9", "0." + digits, Limits{}, Number, 0},
		{"digits in a string", "are no number", `"` + digits + `77"`, Limits{}, "", 0},
		{"malformed beyond digits", "number is for what is well-formed", digits + "7.x", Limits{}, Syntax, 1002},
		{"cut beyond digits", "number is for what is well-formed", digits + "7.", Limits{}, Truncated, 1002},
		{"digits before what follows", "the token is complete", digits + "7x", Limits{}, Number, 0},

		{"exponent reached", "inclusive", `1e10`, Limits{Exponent: 10}, "", 0},
		{"exponent exceeded", "inclusive", `[1e11]`, Limits{Exponent: 10}, Number, 1},
		{"negative exponent reached", "inclusive", `1e-10`, Limits{Exponent: 10}, "", 0},
		{"negative exponent exceeded", "inclusive", `1e-11`, Limits{Exponent: 10}, Number, 0},
		{"exponent with zeros", "its value counts", `1E+00010`, Limits{Exponent: 10}, "", 0},
		{"exponent of zero", "the written exponent counts, not the value", `0e11`, Limits{Exponent: 10}, Number, 0},
		{"no exponent", "a negative limit is 0", `1e0`, Limits{Exponent: -1}, "", 0},
		{"exponent but 0", "a negative limit is 0", `1e1`, Limits{Exponent: -1}, Number, 0},
		{"default exponent reached", "rule 9", `[1e1000,1e-1000]`, Limits{}, "", 0},
		{"default exponent exceeded", "rule 9", `{"v":1e1001}`, Limits{}, Number, 5},
		{"default negative exponent exceeded", "rule 9", `-1e-1001`, Limits{}, Number, 0},
		{"exponent beyond int", "does not wrap round", `1e18446744073709551617`, Limits{}, Number, 0},
		{"malformed beyond exponent", "an item ends at the point", `[1e5000.1]`, Limits{}, Number, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.reason != "" {
				refuse(t, test.why, test.text, test.limits, &Error{Reason: test.reason, Offset: test.offset})
				return
			}
			if _, err := Parse([]byte(test.text), test.limits); err != nil {
				t.Errorf("%s: %.80q: %v", test.why, test.text, err)
			}
		})
	}
}

func TestDefaultBytesAndValues(t *testing.T) {
	const bytes, values = 16 << 20, 1_000_000
	text := `"` + strings.Repeat("a", bytes-2) + `"`
	if _, err := Parse([]byte(text), Limits{}); err != nil {
		t.Errorf("16 MiB: %v", err)
	}
	refuse(t, "rule 9", text+" ", Limits{}, &Error{Reason: Size, Offset: bytes})

	text = "[" + strings.Repeat("0,", values-2) + "0"
	if _, err := Parse([]byte(text+"]"), Limits{}); err != nil {
		t.Errorf("1,000,000 values: %v", err)
	}
	refuse(t, "rule 9", text+",0]", Limits{}, &Error{Reason: Values, Offset: len(text) + 1})
}

func TestResolve(t *testing.T) {
	if got, want := (Limits{}).Resolve(), Default(); got != want {
		t.Errorf("zero limits resolve to %+v, want %+v", got, want)
	}
	got := Limits{Bytes: 1, Depth: -1, Values: 3, Exponent: -9}.Resolve()
	if want := (Limits{Bytes: 1, Depth: 0, Values: 3, Digits: 1000, Exponent: 0}); got != want {
		t.Errorf("resolved to %+v, want %+v", got, want)
	}
	if got.Bytes != 1 {
		t.Error("a set limit changed")
	}
}
