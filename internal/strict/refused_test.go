package strict

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		name, why, text string
		reason          Reason
		offset          int
	}{
		{"empty", "no value, and nothing begun that could end", "", Syntax, 0},
		{"white space", "as empty", " \n\t", Syntax, 3},
		{"BOM", "RFC 8259 section 8.1: none is sent", "\uFEFF{}", Syntax, 0},
		{"BOM alone", "is not white space", "\uFEFF", Syntax, 0},
		{"NBSP", "is not JSON's white space", "\u00A0{}", Syntax, 0},
		{"form feed", "is not JSON's white space", "\f{}", Syntax, 0},
		{"NaN", "malformed, not beyond a limit", `NaN`, Syntax, 0},
		{"Infinity", "malformed, not beyond a limit", `{"v":Infinity}`, Syntax, 5},
		{"-Infinity", "a minus sign takes a digit", `-Infinity`, Syntax, 1},
		{"nan", "begins as null does", `nan`, Syntax, 1},
		{"True", "words are lower case", `True`, Syntax, 0},
		{"nul in array", "a word cut short inside", `[nul]`, Syntax, 4},
		{"leading zero", "malformed, not data behind 0", `01`, Syntax, 1},
		{"minus leading zero", "malformed", `{"v":-01}`, Syntax, 7},
		{"no fraction", "malformed", `[1.]`, Syntax, 3},
		{"no whole part", "malformed", `.5`, Syntax, 0},
		{"plus", "malformed", `+1`, Syntax, 0},
		{"no exponent", "malformed", `[1e]`, Syntax, 3},
		{"no exponent behind sign", "malformed", `[1e+]`, Syntax, 4},
		{"two points", "an item ends at the second", `[1.2.3]`, Syntax, 4},
		{"hexadecimal", "an item ends at the x", `[0x10]`, Syntax, 2},
		{"minus alone in array", "malformed", `[-]`, Syntax, 2},
		{"apostrophes", "strings stand in double quotes", `{'v':1}`, Syntax, 1},
		{"bare name", "names are strings", `{v:1}`, Syntax, 1},
		{"number as name", "names are strings", `{1:2}`, Syntax, 1},
		{"comment", "JSON has none", `{"v":1/*c*/}`, Syntax, 6},
		{"comma before brace", "a comma is followed by a member", `{"v":1,}`, Syntax, 7},
		{"comma before bracket", "a comma is followed by an item", `[1, ]`, Syntax, 4},
		{"comma first", "a comma follows an item", `[,1]`, Syntax, 1},
		{"two commas", "an item stands between", `[1,,2]`, Syntax, 3},
		{"no comma", "items are apart", `[1 2]`, Syntax, 3},
		{"no colon", "a colon follows the name", `{"a" 1}`, Syntax, 5},
		{"no value", "a value follows the colon", `{"a":}`, Syntax, 5},
		{"no value before comma", "a value follows the colon", `{"a":,"b":1}`, Syntax, 5},
		{"bracket for brace", "each closes its own", `{"a":1]`, Syntax, 6},
		{"brace for bracket", "each closes its own", `[1}`, Syntax, 2},
		{"closing alone", "nothing is open", `]`, Syntax, 0},
		{"tab in string", "control characters are escaped", "\"a\tb\"", Syntax, 2},
		{"NUL in string", "control characters are escaped", "\"abcdefghij\x00\"", Syntax, 11},
		{"control character in name", "names are strings", "{\"a\n\":1}", Syntax, 3},
		{"control character behind an escape", "found as before it", "\"\\n\x1f\"", Syntax, 3},
		{"unknown escape", "there are eight, and u", `"a\x41"`, Syntax, 3},
		{"escaped apostrophe", "there are eight, and u", `"\'"`, Syntax, 2},
		{"short u", "four digits", `"\u12"`, Syntax, 5},
		{"no hexadecimal digit", "four digits", `"\u12g4"`, Syntax, 5},

		{"object begun", "lacks its end", `{`, Truncated, 1},
		{"name", "lacks its end", `{"a`, Truncated, 3},
		{"colon missing", "lacks its end", `{"a"`, Truncated, 4},
		{"value missing", "lacks its end", `{"a":`, Truncated, 5},
		{"word begun", "lacks its end", `{"a":tru`, Truncated, 8},
		{"word begun at root", "lacks its end", `f`, Truncated, 1},
		{"brace missing", "lacks its end", `{"a":1`, Truncated, 6},
		{"next member missing", "lacks its end", `{"a":1, `, Truncated, 8},
		{"array begun", "lacks its end", `[ `, Truncated, 2},
		{"item missing", "lacks its end", `[1,`, Truncated, 3},
		{"bracket missing", "lacks its end", `[[1]`, Truncated, 4},
		{"string", "lacks its end", `"abc`, Truncated, 4},
		{"long string", "lacks its end", `"abcdefghijklmnop`, Truncated, 17},
		{"string behind an escape", "lacks its end", `"\nabc`, Truncated, 6},
		{"backslash", "lacks its end", `"\`, Truncated, 2},
		{"u", "lacks its end", `"\u`, Truncated, 3},
		{"half an escape", "lacks its end", `"\u12`, Truncated, 5},
		{"high surrogate", "the low one may follow", `"\ud83d`, Truncated, 7},
		{"high surrogate, backslash", "the low one may follow", `"\ud83d\`, Truncated, 8},
		{"high surrogate, u", "the low one may follow", `"\ud83d\u`, Truncated, 9},
		{"high surrogate, most of the low", "the low one may follow", `"\ud83d\ude0`, Truncated, 12},
		{"minus", "lacks its digits", `-`, Truncated, 1},
		{"point", "lacks its digits", `{"v":1.`, Truncated, 7},
		{"e", "lacks its digits", `1e`, Truncated, 2},
		{"exponent sign", "lacks its digits", `1e-`, Truncated, 3},

		{"text", "one value only", `{"v":1} x`, TrailingData, 8},
		{"second value", "one value only", `{"v":1}{"v":2}`, TrailingData, 7},
		{"brace", "nothing is open", `{}}`, TrailingData, 2},
		{"comma", "one value only", `1,`, TrailingData, 1},
		{"NUL", "is not white space", "{}\x00", TrailingData, 2},
		{"BOM behind", "is not white space", "{}\uFEFF", TrailingData, 2},
		{"letter behind a word", "the word is complete", `nullx`, TrailingData, 4},
		{"letter behind a number", "the number is complete", `1x`, TrailingData, 1},
		{"hexadecimal root", "the number is complete", `0x10`, TrailingData, 1},

		{"0xFF", "is in no UTF-8 text", "\"\xff\"", UTF8, 1},
		{"continuation alone", "begins no character", "\"é\x80\"", UTF8, 3},
		{"overlong", "has a shorter spelling", "\"\xc0\xaf\"", UTF8, 1},
		{"surrogate as bytes", "is in no UTF-8 text", "\"\xed\xa0\x80\"", UTF8, 1},
		{"pair as bytes", "CESU-8 is not UTF-8", "\"\xed\xa0\xbd\xed\xb8\x80\"", UTF8, 1},
		{"beyond U+10FFFF", "is in no UTF-8 text", "\"\xf4\x90\x80\x80\"", UTF8, 1},
		{"character cut", "UTF-8 is judged before the missing end", "\"\xe2\x82", UTF8, 1},
		{"behind a replacement character", "which is valid itself", "\"\uFFFD\xff\"", UTF8, 4},
		{"Latin-1 space", "judged before the grammar", "\xa0{}", UTF8, 0},
		{"UTF-16", "its byte order mark is no UTF-8", "\xff\xfe{\x00}\x00", UTF8, 0},
		{"behind the value", "the whole text is judged first", "{} \xff", UTF8, 3},
		{"behind a syntax error", "the whole text is judged first", "x\xff", UTF8, 1},

		{"high alone", "lacks its low half", `"\ud800"`, Surrogate, 1},
		{"low alone", "lacks its high half", `"a\udc00"`, Surrogate, 2},
		{"turned round", "the low half is the second", `"\udc00\ud800"`, Surrogate, 1},
		{"two high", "the first is alone", `"\ud800\ud800"`, Surrogate, 1},
		{"high before another escape", "is alone", `"\ud800\n"`, Surrogate, 1},
		{"high before a letter", "is alone", `"\ud800\u0041"`, Surrogate, 1},
		{"high before a broken escape", "the earlier offence", `"\ud800\u00"`, Surrogate, 1},
		{"high behind a pair", "a pair is complete", `"\ud83d\ude00\ud83d"`, Surrogate, 13},
		{"in a name", "names are strings", `{"\udfff":1}`, Surrogate, 2},
		{"high before what is no low half, then the end", "no end makes it well-formed", `"\ud800\u0`, Surrogate, 1},

		{"syntax before duplicate", "reading order", `{"a":x,"a":1,"a":2}`, Syntax, 5},
		{"surrogate before the missing end", "reading order", `["\udc00"`, Surrogate, 2},
		{"end before trailing data", "nothing is complete", `{"a":1`, Truncated, 6},
	} {
		t.Run(test.name, func(t *testing.T) {
			refuse(t, test.why, test.text, Limits{}, &Error{Reason: test.reason, Offset: test.offset})
		})
	}
}

func TestDuplicates(t *testing.T) {
	many := strings.TrimSuffix(object(40), "}")
	for _, test := range []struct {
		name, why, text string
		offset          int
		pointer, twice  string
	}{
		{"root", "the pointer is the object's", `{"v":1,"v":"x"}`, 7, "", "v"},
		{"escaped", "names are compared after unescaping", `{"v":1,"\u0076":"x"}`, 7, "", "v"},
		{"empty", "is a name", `{"":1,"":2}`, 6, "", ""},
		{"same value", "values do not matter", `{"a":1,"a":1}`, 7, "", "a"},
		{"nested", "every depth", `{"a":{"b":{},"b":1}}`, 13, "/a", "b"},
		{"in an array", "an index is a token", `{"x":1,"a":[0,[],{"b":1,"b":2}]}`, 24, "/a/2", "b"},
		{"array in array", "each with its own index", `[[],[0,0,{"b":1,"b":2}]]`, 16, "/1/2", "b"},
		{"token", "RFC 6901 escapes", `{"a/~":{"b":1,"b":2}}`, 14, "/a~1~0", "b"},
		{"at the name", "what comes behind is not read", `{"a":1,"a"`, 7, "", "a"},
		{"first of two", "reading order", `{"a":{"c":1,"c":2},"a":3}`, 12, "/a", "c"},
		{"outer behind inner", "inner objects do not hide it", `{"a":{"c":1},"a":3}`, 13, "", "a"},
		{"first of many", "the set knows the names before it", many + `,"n0":1}`, len(many) + 1, "", "n0"},
		{"last of many", "the set knows the latest", many + `,"n39":1}`, len(many) + 1, "", "n39"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refuse(t, test.why, test.text, Limits{},
				&Error{Reason: DuplicateKey, Offset: test.offset, Pointer: test.pointer, Property: test.twice})
		})
	}
	// The change from comparing to a set must lose no name, wherever it falls.
	for n := 1; n < 3*scanNames; n++ {
		text := strings.TrimSuffix(object(n), "}")
		for i := range n {
			name := names[i]
			refuse(t, "each name of "+plural(n, "member"), text+`,"`+name+`":0}`, Limits{},
				&Error{Reason: DuplicateKey, Offset: len(text) + 1, Property: name})
		}
	}
}

func refuse(t *testing.T, why, text string, limits Limits, want *Error) {
	t.Helper()
	v, err := Parse([]byte(text), limits)
	if v != nil {
		t.Errorf("%s: %s was accepted", why, text)
	}
	if diff := cmp.Diff(want, err, cmpopts.IgnoreUnexported(Error{})); diff != "" {
		t.Errorf("%s: %.80q (-want +got):\n%s%v", why, text, diff, err)
	}
}
