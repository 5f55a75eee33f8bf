package agui_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/wire/agui"
)

// Integers that Python would make floats of, and lose, go out as digits, and come back
// as they were spelled.
func TestNumbers(t *testing.T) {
	for _, test := range []struct{ name, reason, value, content, numbers string }{
		{"no double", "infinity", `[1,1e400]`, `[1,1` + strings.Repeat("0", 400) + `]`, `"numbers":{"1":"1e400"}`},
		{"negative", "as well", `{"a":{"b":[-12E308]}}`, `{\"a\":{\"b\":[-12` + strings.Repeat("0", 308) + `]}}`, `"numbers":{"0":"-12E308"}`},
		{"rounded", "2^53+1", `[9007199254740993.0]`, `[9007199254740993]`, `"numbers":{"0":"9007199254740993.0"}`},
		{"a double", "a float holds it", `[1e22,1.50,-0.0,1e2]`, `[1e22,1.50,-0.0,1e2]`, ``},
		{"an integer", "is digits", `[9007199254740993,-0]`, `[9007199254740993,-0]`, ``},
		{"a fraction", "has no digits that are an integer", `[1e-400,0.10000000000000000000001]`, `[1e-400,0.10000000000000000000001]`, ``},
		{"1,000 digits", "are as many as there may be", `[1e999]`, `[1` + strings.Repeat("0", 999) + `]`, `"numbers":{"0":"1e999"}`},
		{"1,001 digits", "nobody would take them back", `[1e1000,-1e1000,12E999,1.5e1000]`, `[1e1000,-1e1000,12E999,1.5e1000]`, ``},
		{"some of 1,001 digits", "the others are digits", `[-12E998,12E999]`, `[-12` + strings.Repeat("0", 998) + `,12E999]`, `"numbers":{"0":"-12E998"}`},
		{"alone", "it is a text there", `1e400`, `1e400`, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			message, err := agui.Encoder{}.ResultMessage("m", "c", success(read(test.value)))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(message), `"content":"`+test.content+`"`) || strings.Contains(string(message), "numbers") != (test.numbers != "") || !strings.Contains(string(message), test.numbers) {
				t.Errorf("%s: %s", test.reason, message)
			}
			if diff := cmp.Diff(success(read(test.value)), response(t, string(message))); diff != "" {
				t.Error(diff)
			}
		})
	}
	// What a client says of numbers that are not there, or are others, is passed over.
	for _, numbers := range []string{`{"0":"2e0"}`, `{"0":" 1e0"}`, `{"0":"x"}`, `{"1":"1e0"}`, `{"7":"1e0","0":"1e0"}`, `["1e0"]`, `7`, `null`} {
		message := `{"id":"m","role":"tool","toolCallId":"c","content":"[1]","metadata":{"fscheck":{"numbers":` + numbers + `}}}`
		if diff := cmp.Diff(success(read(`[1]`)), response(t, message)); diff != "" {
			t.Errorf("%s: %s", numbers, diff)
		}
	}
}

func response(t *testing.T, message string) content.Response {
	t.Helper()
	h, err := agui.Decoder{}.History([]byte("[" + message + "]"))
	if err != nil {
		t.Fatal(err)
	}
	return h.Messages[0].Result.Response
}
