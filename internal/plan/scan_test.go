package plan

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/lexical"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
)

// reading returns a decoder of a text.
func reading(text string) *decoder {
	d := &decoder{}
	limits := strict.Limits{}.Resolve()
	d.begin([]byte(text), &limits, true)
	return d
}

// TestRun looks for the end of a run where it stands at any distance from an end of
// the text, and behind any byte.
func TestRun(t *testing.T) {
	for c := range 256 {
		for before := range 20 {
			for after := range 10 {
				text := strings.Repeat("a", before) + string([]byte{byte(c)}) + strings.Repeat("b", after)
				want := len(text)
				if c < ' ' || c == '"' || c == '\\' {
					want = before
				}
				end, high := run([]byte(text), 0)
				if end != want || (high != 0) != (c >= utf8.RuneSelf) {
					t.Fatalf("%q ends at %d, high bits %x; want %d", text, end, high, want)
				}
			}
		}
	}
}

func TestSpace(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"none", "x", 0}, {"end", "", 0}, {"one of each", " \n\t\rx", 4}, {"all of it", "   ", 3},
		{"indented", "\n" + strings.Repeat(" ", 21) + "x", 22}, {"control", "\x00", 0}, {"no-break", "\u00a0", 0}, {"form feed", " \fx", 1},
	} {
		if got := reading(test.text).space(0); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// TestAround looks for what is no white space behind any two bytes, wherever in a word
// they are.
func TestAround(t *testing.T) {
	blank := func(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
	for a := range 256 {
		for b := range 256 {
			for before := range 9 {
				text := "   \n\t\r   "[:before] + string([]byte{byte(a)}) + "\r\n\t "[:a%5] + string([]byte{byte(b)}) + "x         "[:b%10]
				after := func(pos int) int {
					for pos < len(text) && blank(text[pos]) {
						pos++
					}
					return pos
				}
				at, next := reading(text).around(0)
				if want := after(0); at != want || want < len(text) && next != after(want+1) {
					t.Fatalf("%q: %d and %d, want %d and %d", text, at, next, want, after(want+1))
				}
			}
		}
	}
}

// TestExponents compares what is too large an exponent with what the strict reader says,
// for a number of bits that an exponent may wrap around, and for limits beyond them.
func TestExponents(t *testing.T) {
	for _, limit := range []int{0, 1 << 30, math.MaxInt32, math.MaxInt} {
		for _, text := range []string{"1e0000000000000001000", "1e1001", "1e2147483648", "1e4294967296", "1e-4294967297", "1e18446744073709551617", "1e9223372036854775807"} {
			limits := strict.Limits{Exponent: limit}.Resolve()
			_, err := strict.Parse([]byte(text), limits)
			d := reading(text)
			d.limits = &limits
			if end := d.skip(0); (end < 0) != (err != nil) {
				t.Errorf("%s with a limit of %d: read to %d, the strict reader says %v", text, limit, end, err)
			}
		}
	}
}

// TestChars compares strings with what the strict reader makes of them.
func TestChars(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{`a`, `bcdefghijk`, `é`, `😀`, `\n`, `\"`, `\\`, `\/`, `\u0041`, `\u00e9`, `\uD83D\uDE00`, `\ud83d`, `\udE00`, `\u12`, `\x`, "\x01", "\x80", "\xff", `\u00zz`, `\`, "\xc3"}
	for range 20_000 {
		text := `"`
		for range r.IntN(6) {
			text += parts[r.IntN(len(parts))]
		}
		if r.IntN(10) > 0 {
			text += `"`
		}
		d := reading(text)
		c, end := d.chars(1)
		v, err := strict.Parse([]byte(text), strict.Limits{})
		switch {
		case (err == nil) != (end == len(text)) && (err == nil || end >= 0 && err.Reason != strict.TrailingData):
			t.Fatalf("%q: read to %d, the strict reader says %v", text, end, err)
		case err == nil && (string(c.text) != v.Text || c.ascii != (utf8.RuneCountInString(v.Text) == len(v.Text))):
			t.Fatalf("%q: %q, ascii %t; want %q", text, c.text, c.ascii, v.Text)
		case err == nil && d.own(&c) != v.Text:
			t.Fatalf("%q: kept as %q", text, d.own(&c))
		}
	}
}

// TestNumber compares numbers with the strict reader, with strconv and with exact
// decimals.
func TestNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	digits := func(n int) string {
		b := make([]byte, r.IntN(n+1))
		for i := range b {
			b[i] = '0' + byte(r.IntN(10))
		}
		return string(b)
	}
	for range 50_000 {
		text := []string{"", "-", "--", "+"}[min(3, r.IntN(20)/6)] + digits(20)
		if r.IntN(2) == 0 {
			text += "." + digits(8)
		}
		if r.IntN(3) == 0 {
			text += []string{"e", "E"}[r.IntN(2)] + []string{"", "+", "-"}[r.IntN(3)] + digits(3)
		}
		if text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
			continue
		}
		d := reading(text)
		end := d.number(0)
		v, err := strict.Parse([]byte(text), strict.Limits{})
		if (err == nil) != (end == len(text)) {
			t.Fatalf("%q: read to %d, the strict reader says %v", text, end, err)
		}
		if err != nil {
			continue
		}
		exact := decimal.Parse(v.Text)
		if d.integral() != exact.IsInteger() {
			t.Fatalf("%q: integral %t", text, d.integral())
		}
		f, ok := d.float()
		want, err2 := strconv.ParseFloat(text, 64)
		if ok != (err2 == nil) || ok && math.Float64bits(f) != math.Float64bits(want) {
			t.Fatalf("%q: %v, want %v", text, f, want)
		}
		i, ok := d.signed()
		wantInt, fits := exact.Int64()
		if ok != fits || i != wantInt {
			t.Fatalf("%q: %d %t, want %d %t", text, i, ok, wantInt, fits)
		}
		u, ok := d.unsigned()
		wantUint, fits := exact.Uint64()
		if ok != fits || u != wantUint {
			t.Fatalf("%q: %d %t, want %d %t", text, u, ok, wantUint, fits)
		}
	}
}

// TestBase64 compares with the one that declared schemas assert.
func TestBase64(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const alphabet = "ABCxyz019+/=-_\n\\\"é"
	for n := 4; n <= 40; n += 4 {
		for range 3_000 {
			text := make([]byte, n)
			for i := range text {
				text[i] = alphabet[r.IntN(12-r.IntN(2)*r.IntN(2))]
			}
			if r.IntN(3) == 0 {
				text[n-1] = '='
			}
			if r.IntN(4) == 0 {
				text[n-2] = alphabet[r.IntN(len(alphabet))]
			}
			want, ok := lexical.Base64(string(text))
			got := decodeBase64(text)
			if (got != nil) != ok || !bytes.Equal(got, want) || ok && cap(got) != len(got) {
				t.Fatalf("%q: %x, want %x %t", text, got, want, ok)
			}
		}
	}
}

// TestQuickBounds holds that what the quick ranges accept satisfies every bound, and
// that they accept what stands well within.
func TestQuickBounds(t *testing.T) {
	texts := []string{"0", "1", "-1", "0.5", "2.9999999999999999999", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
		"1e300", "-1e400", "1e400", "1e-400", "0.1", "0.30000000000000004", "123456789012345678"}
	for _, bound := range texts {
		b := decimal.Parse(bound)
		for _, r := range []schema.Rules{{Minimum: &b}, {Maximum: &b}, {ExclusiveMinimum: &b}, {ExclusiveMaximum: &b}, {MultipleOf: &b}} {
			if r.MultipleOf != nil && b.Sign() <= 0 {
				continue
			}
			rules := newNumberRules(&r)
			for _, text := range texts {
				d := reading(text)
				if d.number(0) < 0 {
					t.Fatalf("%s is not read", text)
				}
				ok := rules.bounds[0].ok(decimal.Parse(text), b)
				if got := d.bounded(&node{number: rules}, 0); got != ok {
					t.Errorf("%s under %s %s: %t", text, rules.bounds[0].keyword, bound, got)
				}
				if i, end := d.plainInt(&node{number: rules, low: math.MinInt64, high: math.MaxInt64}, 0); end == len(text) && (!ok || strconv.FormatInt(i, 10) != text) {
					t.Errorf("%s under %s %s: read at once as %d", text, rules.bounds[0].keyword, bound, i)
				}
				if _, end := d.plainFloat(&node{number: rules}, 0); end >= 0 && !ok {
					t.Errorf("%s under %s %s: read at once", text, rules.bounds[0].keyword, bound)
				}
			}
		}
	}
}

// TestWindow holds that strings are the text's, whatever shares their memory.
func TestWindow(t *testing.T) {
	text := strings.Repeat("0123456789", 10_000)
	d := reading(text)
	r := rand.New(rand.NewPCG(7, 8))
	for range 1_000 {
		start := r.IntN(len(text))
		end := start + r.IntN(min(len(text)-start, 30_000)+1)
		if got := d.string(start, end); got != text[start:end] {
			t.Fatalf("%d to %d is another text", start, end)
		}
	}
}

// TestSkip holds that what is skipped is read as strictly as what is kept.
func TestSkip(t *testing.T) {
	names := make([]string, 40)
	for i := range names {
		names[i] = strconv.Quote("n"+strconv.Itoa(i)) + ":0"
	}
	many := strings.Join(names, ",")
	for _, text := range []string{
		`{}`, `[]`, `[1,"a",{"b":[null,true,false]}]`, `{"a":1,"\u0061":2}`, `{"a":{"b":1},"c":{"b":2}}`, `[01]`, `[1,]`, `{"a"}`, `{"a":}`, `{,}`, `[tru]`, `[nul`, `{"a":1`,
		`[1 2]`, `{"a":1 "b":2}`, `{1:2}`, `{` + many + `}`, `{` + many + `,"n7":1}`, `{` + many + `,"n3\u0037":1}`, `[-]`, `[1e]`, `[1.]`, `["\ud800"]`, "[\"\x80\"]", `[{}}`,
		strings.Repeat("[", 128) + strings.Repeat("]", 128), strings.Repeat("[", 129) + strings.Repeat("]", 129), `[1e1001]`, `[1e1000]`,
	} {
		_, err := strict.Parse([]byte(text), strict.Limits{})
		if end := reading(text).skip(0); (end == len(text)) != (err == nil) {
			t.Errorf("%q: read to %d, the strict reader says %v", text, end, err)
		}
		if json.Valid([]byte(text)) && err == nil && reading(text+" ").skip(0) != len(text) {
			t.Errorf("%q: what follows was read too", text)
		}
	}
}
