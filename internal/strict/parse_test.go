package strict

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/functionschema/fscheck/internal/tree"
)

func TestAccepted(t *testing.T) {
	for _, test := range []struct {
		name, why, text string
		want            *tree.Value
	}{
		{"null", "a scalar may be the root", `null`, tree.NewNull()},
		{"true", "a scalar may be the root", `true`, tree.NewBool(true)},
		{"false", "a scalar may be the root", `false`, tree.NewBool(false)},
		{"zero", "0 is the one number that may begin with 0", `0`, tree.NewNumber("0")},
		{"minus zero", "a token stays as written", `-0`, tree.NewNumber("-0")},
		{"fraction", "a token stays as written", `10.50`, tree.NewNumber("10.50")},
		{"zero fraction", "a 0 before the point is no leading zero", `-0.0`, tree.NewNumber("-0.0")},
		{"exponent", "e and E, with and without sign", `[1e2,1E+2,1.5e-02]`,
			tree.NewArray(tree.NewNumber("1e2"), tree.NewNumber("1E+2"), tree.NewNumber("1.5e-02"))},
		{"big number", "nothing is rounded", `9007199254740993`, tree.NewNumber("9007199254740993")},
		{"empty string", "has no characters", `""`, tree.NewString("")},
		{"plain string", "longer than a word of eight bytes", `"abcdefghijklmnopq"`, tree.NewString("abcdefghijklmnopq")},
		{"UTF-8", "of two, three and four bytes", `"é€😀"`, tree.NewString("é€😀")},
		{"DEL", "only bytes below 0x20 need an escape", "\"\x7f\"", tree.NewString("\x7f")},
		{"replacement character", "is a character like any other", `"�"`, tree.NewString("\uFFFD")},
		{"noncharacter", "is valid UTF-8", "\"\uFFFF\"", tree.NewString("\uFFFF")},
		{"short escapes", "all eight", `"\"\\\/\b\f\n\r\t"`, tree.NewString("\"\\/\b\f\n\r\t")},
		{"escape amid text", "text before and behind is kept", `"before \n behind it"`, tree.NewString("before \n behind it")},
		{"NUL", "may be escaped", `"\u0000"`, tree.NewString("\x00")},
		{"hexadecimal", "digits of both cases", `"\u00e9\u00E9"`, tree.NewString("éé")},
		{"pair", "is one character", `"\ud83d\uDE00a"`, tree.NewString("😀a")},
		{"first and last pair", "the bounds of the surrogates", `"\ud800\udc00\udbff\udfff"`, tree.NewString("\U00010000\U0010FFFF")},
		{"beside surrogates", "one below and one above", `"\ud7ff\ue000"`, tree.NewString("\uD7FF\uE000")},
		{"backslash before u", "an escaped backslash escapes nothing", `"\\ud800"`, tree.NewString(`\ud800`)},
		{"empty containers", "white space may stand in them", "[ {\t} ,[\r\n]]", tree.NewArray(tree.NewObject(), tree.NewArray())},
		{"white space", "of four kinds, everywhere", " \t\r\n{ \"a\" :\t1\r\n, \"b\" : [ 2 ] } ",
			tree.NewObject(tree.M("a", tree.NewNumber("1")), tree.M("b", tree.NewArray(tree.NewNumber("2"))))},
		{"order", "members stay in order", `{"b":1,"a":2}`,
			tree.NewObject(tree.M("b", tree.NewNumber("1")), tree.M("a", tree.NewNumber("2")))},
		{"case", "names differ byte for byte", `{"a":1,"A":2}`,
			tree.NewObject(tree.M("a", tree.NewNumber("1")), tree.M("A", tree.NewNumber("2")))},
		{"normal form", "é and e with an accent are two names", "{\"\u00e9\":1,\"e\u0301\":2}",
			tree.NewObject(tree.M("\u00e9", tree.NewNumber("1")), tree.M("e\u0301", tree.NewNumber("2")))},
		{"same name elsewhere", "names are compared within one object", `{"a":{"a":[{"a":1},{"a":2}]}}`,
			tree.NewObject(tree.M("a", tree.NewObject(tree.M("a", tree.NewArray(
				tree.NewObject(tree.M("a", tree.NewNumber("1"))), tree.NewObject(tree.M("a", tree.NewNumber("2"))))))))},
		{"empty name", "is a name", `{"":1}`, tree.NewObject(tree.M("", tree.NewNumber("1")))},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse([]byte(test.text), Limits{})
			if err != nil {
				t.Fatalf("%s: %v", test.why, err)
			}
			if diff := cmp.Diff(test.want, got, valuesOnly...); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.why, diff)
			}
		})
	}
}

// valuesOnly compares trees without the texts they were read from.
var valuesOnly = cmp.Options{
	cmpopts.IgnoreUnexported(tree.Value{}),
	cmpopts.IgnoreFields(tree.Value{}, "Offset", "Raw"),
	cmpopts.IgnoreFields(tree.Member{}, "Raw"),
}

func TestTextIsKept(t *testing.T) {
	const text = ` { "a" : [ 1.0 , "x\u0041" ] , "\u0062":{ } } `
	got, err := Parse([]byte(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := &tree.Value{Kind: tree.Object, Offset: 1, Raw: strings.TrimSpace(text), Members: []tree.Member{
		{Name: "a", Raw: `"a"`, Value: &tree.Value{Kind: tree.Array, Offset: 9, Raw: `[ 1.0 , "x\u0041" ]`, Items: []*tree.Value{
			{Kind: tree.Number, Offset: 11, Raw: "1.0", Text: "1.0"},
			{Kind: tree.String, Offset: 17, Raw: `"x\u0041"`, Text: "xA"},
		}}},
		{Name: "b", Raw: `"\u0062"`, Value: &tree.Value{Kind: tree.Object, Offset: 40, Raw: "{ }"}},
	}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(tree.Value{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTextMayBeReused(t *testing.T) {
	text := []byte(`{"name":["value",12]}`)
	v, err := Parse(text, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		text[i] = 'x'
	}
	if got, want := v.Compact().String(), `{"name":["value",12]}`; got != want {
		t.Errorf("after the caller's text changed: %s, want %s", got, want)
	}
}

func TestLargeObjectIsIndexed(t *testing.T) {
	v, err := Parse([]byte(object(1000)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range v.Members {
		if got := v.Find(m.Name); got != i {
			t.Fatalf("Find(%q) = %d, want %d", m.Name, got, i)
		}
	}
	if allocs := testing.AllocsPerRun(100, func() { v.Lookup("n999") }); allocs != 0 {
		t.Errorf("a lookup allocates %v times", allocs)
	}
}

func TestContainersHoldNoSpareRoom(t *testing.T) {
	v, err := Parse([]byte(`{"a":[1,2,3],"b":[],"c":{}}`), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if n, c := len(v.Members), cap(v.Members); n != c {
		t.Errorf("%d members in room for %d", n, c)
	}
	if a := v.Lookup("a"); len(a.Items) != cap(a.Items) {
		t.Errorf("%d items in room for %d", len(a.Items), cap(a.Items))
	}
}

// TestPlain runs the scan of eight bytes at a time against one byte at a time.
func TestPlain(t *testing.T) {
	special := []string{"\"", "\\", "\x00", "\x1f", "\n", " ", "!", "#", "[", "]", "\x7f", "\x80", "\xa0", "\xff", "é"}
	for before := range 18 {
		for _, a := range special {
			for _, b := range special {
				s := strings.Repeat("a", before) + a + b + strings.Repeat("b", 9)
				want := 0
				for want < len(s) && s[want] >= ' ' && s[want] != '"' && s[want] != '\\' {
					want++
				}
				if got := plain(s, 0); got != want {
					t.Errorf("plain(%q) = %d, want %d", s, got, want)
				}
			}
		}
	}
}

// What is used again for the next text is no part of a tree, and holds on to none.
func TestScratchIsNotKept(t *testing.T) {
	texts := []string{
		`{"type":"x"}`, `[]`, `5`, `"\n"`, `[1,2,3,4,5,6,7,8]`, `[1,2,3,4,5,6,7,8,9]`, `{"a":{"b":{"c":{"d":{"e":[{}]}}}}}`,
		`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}`, `[` + strings.Repeat("1,", 2_000) + `1]`, object(2_000),
	}
	var kept []*tree.Value
	for range 3 {
		for _, text := range texts {
			v, err := Parse([]byte(text), Limits{})
			if err != nil {
				t.Fatal(err)
			}
			kept = append(kept, v)
			if s := scratches.Get().(*scratch); *s != (scratch{}) {
				t.Errorf("after %.40s there is something left: %v", text, s)
			}
			for _, broken := range []string{text[:len(text)-1] + "?", "[[[[[" + text + ","} {
				if _, err := Parse([]byte(broken), Limits{}); err == nil {
					t.Errorf("accepted: %.40s", broken)
				}
			}
		}
	}
	for i, v := range kept {
		if got := string(v.Compact().AppendJSON(nil)); got != texts[i%len(texts)] {
			t.Errorf("%.40s became %.40s", texts[i%len(texts)], got)
		}
	}
}
