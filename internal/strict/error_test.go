package strict

import (
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	for _, test := range []struct {
		name, why, text string
		limits          Limits
		want            string
	}{
		{"duplicate", "the name is quoted", `{"city":"Ulm","city":"x"}`, Limits{},
			`duplicate name "city" at byte 14: give each member once`},
		{"long duplicate", "at most 40 characters are quoted", `{"` + strings.Repeat("é", 41) + `":1,"` + strings.Repeat("é", 41) + `":1}`, Limits{},
			`duplicate name "` + strings.Repeat("é", 39) + `…" at byte 88: give each member once`},
		{"duplicate of 40", "what fits is not cut", `{"` + strings.Repeat("a", 40) + `":1,"` + strings.Repeat("a", 40) + `":1}`, Limits{},
			`duplicate name "` + strings.Repeat("a", 40) + `" at byte 46: give each member once`},
		{"duplicate with escapes", "quoted as JSON", `{"\n\"":1,"\n\"":1}`, Limits{},
			`duplicate name "\n\"" at byte 10: give each member once`},
		{"empty", "names something that would do", ``, Limits{},
			`no value at byte 0: send one JSON value, such as {}`},
		{"truncated", "says what is open", `{"a":"b`, Limits{},
			`text ends inside a string at byte 7: send the whole text; this much of it is well-formed`},
		{"trailing comma", "names the comma", `{"a":1 , }`, Limits{},
			`unexpected brace where a name must stand at byte 9: no comma follows the last member or item`},
		{"code fence", "models wrap JSON in one", "```json\n{}\n```", Limits{},
			`unexpected backquote where a value must stand at byte 0: send the JSON alone, without a code fence around it`},
		{"apostrophe", "names the right quote", `{'a':1}`, Limits{},
			`unexpected apostrophe where a name must stand at byte 1: strings and names stand in straight double quotes`},
		{"bare word", "lists the words there are", `{"a":NaN}`, Limits{},
			`unexpected letter where a value must stand at byte 5: text stands in double quotes; the only bare words are true, false and null`},
		{"misspelt word", "lists the words there are", `{"a":nan}`, Limits{},
			`unexpected letter inside a bare word at byte 6: the only bare words are true, false and null; text stands in double quotes`},
		{"BOM", "names it", "\uFEFF{}", Limits{},
			`unexpected byte order mark where a value must stand at byte 0: send the text without it`},
		{"comment", "names it", "{} // done", Limits{},
			`unexpected comment sign after the value at byte 3: send exactly one JSON value and nothing after it`},
		{"line feed", "gives the escape", "\"a\nb\"", Limits{},
			`control character U+000A inside a string at byte 2: write it as an escape, such as \n, \t or \u000a`},
		{"escape", "lists the escapes", `"C:\dir"`, Limits{},
			`unknown escape at byte 4: the escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits; a backslash itself is \\`},
		{"leading zero", "says what to drop", `007`, Limits{},
			`unexpected digit after a leading zero at byte 1: write the number without leading zeros`},
		{"point", "says where the digit goes", `[1.]`, Limits{},
			`unexpected bracket inside a number at byte 3: a digit must follow a minus sign, a point and an exponent sign`},
		{"surrogate", "shows a pair", `"\ud83d"`, Limits{},
			`half of a surrogate pair at byte 1: write the character itself, or both halves as in \ud83d\ude00`},
		{"UTF-8", "names the encoding", "\"\xff\"", Limits{},
			`text is not UTF-8 at byte 1: encode the whole text as UTF-8`},
		{"size", "gives both numbers", `[1]`, Limits{Bytes: 1},
			`text of 3 bytes goes on at byte 1: a text has at most 1 byte`},
		{"depth", "gives both numbers", `[[[]]]`, Limits{Depth: 2},
			`depth of 3 at byte 2: objects and arrays may stand in one another 2 deep`},
		{"values", "gives the limit", `[1,2]`, Limits{Values: 2},
			`one value too many at byte 3: a text has at most 2 values, objects and arrays included`},
		{"digits", "gives both numbers", `[1234]`, Limits{Digits: 3},
			`number of 4 digits at byte 1: a number has at most 3 digits, its exponent's included`},
		{"exponent", "gives the limit", `[1e-99]`, Limits{Exponent: 50},
			`number whose exponent is out of bounds at byte 1: an exponent lies between -50 and 50`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse([]byte(test.text), test.limits)
			if err == nil {
				t.Fatalf("%q was accepted", test.text)
			}
			if got := err.Error(); got != test.want {
				t.Errorf("%s:\n got %s\nwant %s", test.why, got, test.want)
			}
		})
	}
}

// TestMessagesQuoteNoValues breaks a text at every byte: none of what it says is
// in any message.
func TestMessagesQuoteNoValues(t *testing.T) {
	const text = `{"a":"ZQXJ","b":["ZQXJ",7305719],"c":{"d":"ZQXJ"}}`
	for i := range len(text) {
		for _, wrong := range []string{"", "\x00", "\xff", "Z", "'", "}", `\`, `"`} {
			broken := text[:i] + wrong + text[min(i+1, len(text)):]
			_, err := Parse([]byte(broken), Limits{Digits: 6})
			if err == nil {
				continue
			}
			for _, secret := range []string{"ZQ", "QX", "XJ", "7305719"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q: %v", broken, err)
				}
			}
		}
	}
}
