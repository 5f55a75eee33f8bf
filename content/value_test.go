package content_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

func read(t *testing.T, text string) content.Value {
	t.Helper()
	v, err := content.JSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestValue(t *testing.T) {
	tests := []struct {
		name, reason string
		value        content.Value
		json, text   string
	}{
		{"none", "there is no JSON for nothing", content.Value{}, `null`, "null"},
		{"none from a tree", "a nil tree is none", content.Of(nil), `null`, "null"},
		{"null", "null reads the same", content.Of(tree.NewNull()), `null`, "null"},
		{"text", "a string as it is", content.Text("a \"b\"\n"), `"a \"b\"\n"`, "a \"b\"\n"},
		{"empty text", "no quotes either", content.Text(""), `""`, ""},
		{"text that looks like JSON", "a string is never read", content.Text("[1]"), `"[1]"`, "[1]"},
		{"text that is not UTF-8", "each byte is replaced", content.Text("a\xff\xfeb"), `"a��b"`, "a��b"},
		{"angle brackets", "no escapes for HTML", content.Text("<&>\u2028"), "\"<&>\u2028\"", "<&>\u2028"},
		{"bytes", "base64 once, bare", content.Bytes([]byte{0xfb, 0xff}), `"+/8="`, "+/8="},
		{"no bytes", "nil bytes are empty text", content.Bytes(nil), `""`, ""},
		{"order", "members stay where they were", read(t, ` { "b" : 1 , "a" : 2 } `), `{"b":1,"a":2}`, `{"b":1,"a":2}`},
		{"numbers", "exact, as written", read(t, `[1.0,1E2,-0,9007199254740993,1e400]`), `[1.0,1E2,-0,9007199254740993,1e400]`, `[1.0,1E2,-0,9007199254740993,1e400]`},
		{"escapes", "one spelling of strings", read(t, `"\u0041\/\u00e9"`), `"A/é"`, "A/é"},
		{"false", "a scalar is JSON", read(t, `false`), `false`, "false"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := tt.value.MarshalJSON()
			if err != nil || string(b) != tt.json {
				t.Errorf("%s: JSON %s, %v; want %s", tt.reason, b, err, tt.json)
			}
			if got := tt.value.Text(); got != tt.text {
				t.Errorf("%s: text %q, want %q", tt.reason, got, tt.text)
			}
			if tt.value.IsZero() {
				return
			}
			var again content.Value
			if err := json.Unmarshal(b, &again); err != nil || !again.Equal(tt.value) {
				t.Errorf("read again: %v, %v", again.Text(), err)
			}
		})
	}
}

func TestNoneIsNotNull(t *testing.T) {
	null := content.Of(tree.NewNull())
	if null.IsZero() || null.Equal(content.Value{}) || (content.Value{}).Equal(null) {
		t.Error("null is none")
	}
	if !(content.Value{}).Equal(content.Of(nil)) {
		t.Error("none differs from none")
	}
	type holder struct {
		V content.Value `json:"v,omitzero"`
	}
	for text, none := range map[string]bool{`{}`: true, `{"v":null}`: false} {
		var h holder
		if err := json.Unmarshal([]byte(text), &h); err != nil || h.V.IsZero() != none {
			t.Errorf("%s: none %v, %v", text, h.V.IsZero(), err)
		}
		if b, err := json.Marshal(h); err != nil || string(b) != text {
			t.Errorf("%s came back as %s, %v", text, b, err)
		}
	}
}

func TestJSONIsStrict(t *testing.T) {
	for text, reason := range map[string]string{
		``:                       "an empty text is no value",
		`{"a":1,"a":2}`:          "duplicate names",
		`{"a":1,"\u0061":2}`:     "duplicate names, escaped",
		`1 2`:                    "two values",
		`"\ud800"`:               "a lone surrogate",
		"\"\xff\"":               "not UTF-8",
		`NaN`:                    "not JSON",
		`1e1001`:                 "an exponent beyond the limit",
		strings.Repeat("[", 129): "too deep",
	} {
		v, err := content.JSON([]byte(text))
		if err == nil || !v.IsZero() {
			t.Errorf("%s: %q was read as %s", reason, text, v.Text())
		}
	}
}

func TestValueKeepsNothingOfItsSource(t *testing.T) {
	text := []byte(`{"name":"value"}`)
	v, err := content.JSON(text)
	if err != nil {
		t.Fatal(err)
	}
	raw := []byte("raw")
	b := content.Bytes(raw)
	clear(text)
	clear(raw)
	if v.Text() != `{"name":"value"}` || b.Text() != "cmF3" {
		t.Errorf("%s, %s", v.Text(), b.Text())
	}
}

func TestUnmarshalKeepsValueOnError(t *testing.T) {
	v := content.Text("kept")
	if err := v.UnmarshalJSON([]byte(`{"a":`)); err == nil || v.Text() != "kept" {
		t.Errorf("%s, %v", v.Text(), err)
	}
}

func ExampleText() {
	v := content.Text("12 °C")
	b, _ := v.MarshalJSON()
	fmt.Println(v.Text(), string(b))
	// Output: 12 °C "12 °C"
}

func ExampleBytes() {
	fmt.Println(content.Bytes([]byte("hello")).Text())
	// Output: aGVsbG8=
}

func ExampleJSON() {
	v, err := content.JSON([]byte(`{ "temperature": 12.50, "city": "Oslo" }`))
	fmt.Println(v.Text(), err)
	_, err = content.JSON([]byte(`{"city":"Oslo","city":"Rome"}`))
	fmt.Println(err != nil)
	// Output:
	// {"temperature":12.50,"city":"Oslo"} <nil>
	// true
}
