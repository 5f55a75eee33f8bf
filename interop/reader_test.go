package interop_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// recorded holds arguments that were measured with parsers of several languages.
const recorded = "../../shared/research/divergence-measured.jsonl"

// seeds are texts on both sides of every rule that the two readers share.
var seeds = []string{
	``, ` `, `null`, ` true `, `[false]`, `0`, `-0`, `01`, `-`, `1.`, `.5`, `+1`, `1e`, `1e+`, `-1.50E-07`, `1e400`, `NaN`, `-Infinity`,
	`9007199254740993`, `1x`, `nul`, `nullx`, `tru`, `True`,
	`""`, `"abc`, `"a\`, `"\u12`, `"\u12g4"`, `"\x"`, `"\"\\\/\b\f\n\r\t\u0000"`, "\"a\tb\"", "\"\x7f\"", `"é€😀"`, `"\u00e9"`,
	`"\ud83d\ude00"`, `"\ud83d\uDE00`, `"\ud83d"`, `"\ude00"`, `"\ud83d\ud83d"`, `"\ud83d\u0041"`, `"\ud83d\n"`, `"\ud83d\u`, `"\ud83d\u00`,
	"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82", "\xff\xfe", "\uFEFF{}", "{}\xff",
	`[]`, `[ ]`, `[1,2]`, `[1,]`, `[,1]`, `[1 2]`, `[`, `[1`, `[1,`, `]`, `[1}`, `[[[[[[[[]]]]]]]]`,
	`{}`, `{ }`, `{"a":1,"b":[{"c":null}]}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{a:1}`, `{'a':1}`, `{1:2}`, `{`, `{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`,
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":{"b":1,"b":2}}`, `{"a":{"b":1},"b":{"b":2}}`, `{"":1,"":2}`, `{"a":1,"A":2}`,
	`{} {}`, `{}x`, `{},`, `1 2`, "{}\x00", `{"v":1/*c*/}`, " \t\r\n{}\n", "\u00a0{}", "\f1",
}

// TestReader compares the seeds and every text that was recorded.
func TestReader(t *testing.T) {
	for _, seed := range seeds {
		t.Run("", func(t *testing.T) { compare(t, []byte(seed)) })
	}
	names := make([]string, 100)
	for i := range names {
		names[i] = fmt.Sprintf(`"name %d":%d`, i, i)
	}
	many := strings.Join(names, ",")
	compare(t, []byte("{"+many+"}"))
	compare(t, []byte("{"+many+`,"name 50":0}`))
}

func TestReaderOnRecordedArguments(t *testing.T) {
	file, err := os.Open(recorded)
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("no recorded arguments at %s", recorded)
	} else if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	n := 0
	for lines.Scan() {
		var row struct {
			ID     string
			Text   *string `json:"arguments_text"`
			Base64 *string `json:"arguments_base64"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		var text []byte
		switch {
		case row.Text != nil:
			text = []byte(*row.Text)
		case row.Base64 != nil:
			if text, err = base64.StdEncoding.DecodeString(*row.Base64); err != nil {
				t.Fatalf("%s: %v", row.ID, err)
			}
		default:
			continue
		}
		n++
		t.Run(row.ID, func(t *testing.T) { compare(t, text) })
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Errorf("%s has no arguments", recorded)
	}
}

// FuzzReader: both readers accept the same texts and read the same values.
func FuzzReader(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { compare(t, text) })
}

// theirDepth is how deep jsontext reads; it has no option for more.
const theirDepth = 10_000

// compare fails t unless both readers agree about text.
func compare(t *testing.T, text []byte) {
	t.Helper()
	const unlimited = 1 << 30
	v, refused := strict.Parse(text, strict.Limits{
		Bytes: unlimited, Depth: theirDepth, Values: unlimited, Digits: unlimited, Exponent: unlimited,
	})
	if refused != nil && (refused.Reason == strict.Number || refused.Reason == strict.Depth) {
		return // an exponent or a depth beyond what can be compared
	}
	tokens, err := read(text)
	switch {
	case refused == nil && err != nil:
		t.Errorf("%q is accepted here and refused by jsontext: %v", text, err)
	case refused != nil && err == nil:
		t.Errorf("%q is refused here and accepted by jsontext: %v", text, refused)
	case refused != nil:
		// Their end of text is our truncated; where a text has two offences the
		// readers may name either.
		if refused.Reason == strict.Truncated && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%q: here %v; by jsontext %v", text, refused, err)
		}
	default:
		ours := flatten(nil, v)
		for i := range max(len(ours), len(tokens)) {
			if i >= len(ours) || i >= len(tokens) || ours[i] != tokens[i] {
				t.Fatalf("%q: token %d differs:\nours   %q\ntheirs %q", text, i, ours, tokens)
			}
		}
	}
}

// read returns the tokens of jsontext, each as its kind and its text.
func read(text []byte) ([]string, error) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(false), jsontext.AllowInvalidUTF8(false))
	var tokens []string
	for {
		token, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, token.Kind().String()+" "+token.String())
		if d.StackDepth() > 0 {
			continue
		}
		if _, err := d.ReadToken(); err != io.EOF {
			return nil, fmt.Errorf("more than one value: %v", err)
		}
		return tokens, nil
	}
}

// flatten appends v as the tokens that read returns for the same text.
func flatten(tokens []string, v *tree.Value) []string {
	token := func(kind jsontext.Kind, text string) { tokens = append(tokens, kind.String()+" "+text) }
	switch v.Kind {
	case tree.Null:
		token('n', "null")
	case tree.Bool:
		if v.Bool {
			token('t', "true")
		} else {
			token('f', "false")
		}
	case tree.Number:
		token('0', v.Text)
	case tree.String:
		token('"', v.Text)
	case tree.Array:
		token('[', "[")
		for _, item := range v.Items {
			tokens = flatten(tokens, item)
		}
		token(']', "]")
	case tree.Object:
		token('{', "{")
		for _, m := range v.Members {
			token('"', m.Name)
			tokens = flatten(tokens, m.Value)
		}
		token('}', "}")
	}
	return tokens
}
