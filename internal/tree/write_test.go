package tree

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestAppendString holds the rules of RFC 8785, section 3.2.2.2.
func TestAppendString(t *testing.T) {
	for _, test := range []struct{ name, why, s, want string }{
		{"empty", "two quotes", "", `""`},
		{"plain", "as it is", "abc", `"abc"`},
		{"quote and backslash", "JSON demands an escape", `a"b\c`, `"a\"b\\c"`},
		{"short escapes", "five have one", "\b\t\n\f\r", `"\b\t\n\f\r"`},
		{"other control characters", "in lower case", "\x00\x0b\x1f", `"\u0000\u000b\u001f"`},
		{"DEL", "is no control character to JSON", "\x7f", "\"\x7f\""},
		{"solidus", "needs no escape", "</script>", `"</script>"`},
		{"HTML", "is not escaped", "<&>", `"<&>"`},
		{"line separators", "are not escaped", "\u2028\u2029", "\"\u2028\u2029\""},
		{"beyond ASCII", "as it is", "é€😀", `"é€😀"`},
		{"U+FFFD", "is a character like any other", "\uFFFD", "\"\uFFFD\""},
		{"sample", "RFC 8785 section 3.2.2", "€$\x0f\nA'B\"\\\\\"/", `"€$\u000f\nA'B\"\\\\\"/"`},
		{"no UTF-8", "each byte is replaced", "a\xff\xe2\x82b", "\"a\uFFFD\uFFFD\uFFFDb\""},
		{"surrogate as bytes", "each byte is replaced", "\xed\xa0\x80", "\"\uFFFD\uFFFD\uFFFD\""},
		{"escape behind bytes", "nothing is written twice", "\xff\n\xff", "\"\uFFFD\\n\uFFFD\""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(AppendString([]byte("x"), test.s)); got != "x"+test.want {
				t.Errorf("%s: %s, want x%s", test.why, got, test.want)
			}
		})
	}
	for c := range rune(0x300) {
		got := AppendString(nil, string(c))
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != string(c) {
			t.Errorf("%U is written %s, which reads %q: %v", c, got, back, err)
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"", "a\"\\\n", "\x00\x1f\x7f", "é€😀", "\xff\xed\xa0\x80", strings.Repeat("long ", 9)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := AppendString(nil, s)
		var back string
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatalf("%q is written %s: %v", s, got, err)
		}
		want := string([]rune(s)) // replaces each byte that is not UTF-8
		if back != want || !utf8.Valid(got) {
			t.Errorf("%q is written %q, which reads %q, want %q", s, got, back, want)
		}
	})
}

func TestAppendJSON(t *testing.T) {
	read := &Value{Kind: Array, Raw: `[ 1.0 , "\u0041" ]`, Items: []*Value{
		{Kind: Number, Text: "1.0", Raw: "1.0", Offset: 2}, {Kind: String, Text: "A", Raw: `"\u0041"`, Offset: 8},
	}}
	for _, test := range []struct {
		name, why string
		v         *Value
		want      string
	}{
		{"null", "built", NewNull(), `null`},
		{"booleans", "built", NewArray(NewBool(true), NewBool(false)), `[true,false]`},
		{"number", "the token stays", NewNumber("-1.50E+2"), `-1.50E+2`},
		{"string", "is escaped", NewString("a\n"), `"a\n"`},
		{"empty containers", "built", NewArray(NewArray(), NewObject()), `[[],{}]`},
		{"object", "in order, names escaped", NewObject(M("b\n", NewNull()), M("", NewNull())), `{"b\n":null,"":null}`},
		{"read", "keeps its text", read, `[ 1.0 , "\u0041" ]`},
		{"read within built", "keeps its text", NewObject(M("a", read)), `{"a":[ 1.0 , "\u0041" ]}`},
		{"compact", "keeps numbers only", read.Compact(), `[1.0,"A"]`},
		{"name as read", "stays", NewObject(Member{"A", `"\u0041"`, NewNull()}), `{"\u0041":null}`},
		{"compact name", "has one spelling", NewObject(Member{"A", `"\u0041"`, read}).Compact(), `{"A":[1.0,"A"]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.v.AppendJSON([]byte("x"))); got != "x"+test.want {
				t.Errorf("%s: %s, want x%s", test.why, got, test.want)
			}
			if got := test.v.String(); got != test.want {
				t.Errorf("%s: String is %s, want %s", test.why, got, test.want)
			}
		})
	}
	if read.Raw == "" || read.Items[1].Raw == "" {
		t.Error("Compact changed the original")
	}
	for _, v := range []*Value{read, NewObject(Member{"A", `"\u0041"`, read}), NewArray(NewObject(), NewNull(), NewBool(true), read)} {
		if got, want := string(v.AppendCompact([]byte("x"))), "x"+v.Compact().String(); got != want {
			t.Errorf("AppendCompact: %s, want %s", got, want)
		}
	}
	large := object(2 * indexFrom).Compact()
	for i, m := range large.Members {
		if large.Find(m.Name) != i {
			t.Errorf("the compact object finds %s at %d, want %d", m.Name, large.Find(m.Name), i)
		}
	}
}
