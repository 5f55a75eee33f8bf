package decimal

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestParseAndString(t *testing.T) {
	for _, test := range []struct{ name, why, token, want string }{
		{"zero", "one spelling", "0", "0"},
		{"minus zero", "-0 is 0", "-0", "0"},
		{"zero with fraction", "one spelling", "-0.000", "0"},
		{"zero with exponent", "one spelling", "0e99", "0"},
		{"one", "as it is", "1", "1"},
		{"one with fraction", "1, 1.0 and 1e0 are alike", "1.0", "1"},
		{"one with exponent", "1, 1.0 and 1e0 are alike", "1e0", "1"},
		{"ten tenths", "trailing zeros of the digits go", "10e-1", "1"},
		{"leading zeros", "of a fraction are no digits", "0.0012", "0.0012"},
		{"negative", "the sign leads", "-12.50", "-12.5"},
		{"E and plus", "are no part of the value", "1.5E+3", "1500"},
		{"exponent with zeros", "its value counts", "1e0003", "1000"},
		{"2^53+1", "nothing is rounded", "9007199254740993", "9007199254740993"},
		{"more than a double holds", "nothing is rounded", "0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"},
		{"21 digits", "the last number without exponent", "1e20", "100000000000000000000"},
		{"22 digits", "the first with one", "1e21", "1e+21"},
		{"22 digits, none zero", "the first with one", "1234567890123456789012", "1.234567890123456789012e+21"},
		{"21 digits and a fraction", "the point is still written", "123456789012345678901.5", "123456789012345678901.5"},
		{"six zeros", "the last fraction without exponent", "0.000001", "0.000001"},
		{"seven zeros", "the first with one", "0.0000001", "1e-7"},
		{"seven zeros, more digits", "a point after the first", "0.00000012", "1.2e-7"},
		{"large exponent", "the limit of rule 9", "1e1000", "1e+1000"},
		{"small exponent", "the limit of rule 9", "-25e-1000", "-2.5e-999"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Parse(test.token).String(); got != test.want {
				t.Errorf("%s: %s is %s, want %s", test.why, test.token, got, test.want)
			}
			if got := Parse(test.want).String(); got != test.want {
				t.Errorf("%s is spelt %s: not one spelling", test.want, got)
			}
		})
	}
}

// TestStringIsRFC8785 holds the samples of RFC 8785, appendix B, whose text is the
// exact value or, as a decimal, is spelt there as it is here.
func TestStringIsRFC8785(t *testing.T) {
	for _, test := range []struct {
		bits uint64
		want string
	}{
		{0x0000000000000000, "0"},
		{0x8000000000000000, "0"},
		{0x0000000000000001, "5e-324"},
		{0x8000000000000001, "-5e-324"},
		{0x7fefffffffffffff, "1.7976931348623157e+308"},
		{0xffefffffffffffff, "-1.7976931348623157e+308"},
		{0x4340000000000000, "9007199254740992"},
		{0xc340000000000000, "-9007199254740992"},
		{0x4430000000000000, "295147905179352830000"},
		{0x44b52d02c7e14af5, "9.999999999999997e+22"},
		{0x44b52d02c7e14af6, "1e+23"},
		{0x44b52d02c7e14af7, "1.0000000000000001e+23"},
		{0x444b1ae4d6e2ef4e, "999999999999999700000"},
		{0x444b1ae4d6e2ef4f, "999999999999999900000"},
		{0x444b1ae4d6e2ef50, "1e+21"},
		{0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
		{0x3eb0c6f7a0b5ed8d, "0.000001"},
		{0x41b3de4355555553, "333333333.3333332"},
		{0x41b3de4355555554, "333333333.33333325"},
		{0x41b3de4355555555, "333333333.3333333"},
		{0x41b3de4355555556, "333333333.3333334"},
		{0x41b3de4355555557, "333333333.33333343"},
		{0xbecbf647612f3696, "-0.0000033333333333333333"},
		{0x43143ff3c1cb0959, "1424953923781206.2"},
	} {
		f := math.Float64frombits(test.bits)
		// Go's shortest digits are ECMAScript's; only the layout is in question.
		for _, format := range []byte{'g', 'e', 'f'} {
			token := strconv.FormatFloat(f, format, -1, 64)
			if got := Parse(token).String(); got != test.want {
				t.Errorf("%016x as %s is %s, want %s", test.bits, token, got, test.want)
			}
		}
	}
}

// ecmaScript lays out a double as ECMAScript's Number::toString does, from
// strconv's shortest digits, by another way than String.
func ecmaScript(f float64) string {
	if f == 0 {
		return "0"
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}

func TestStringIsECMAScript(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		f := math.Float64frombits(random.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		if got, want := Parse(strconv.FormatFloat(f, 'e', -1, 64)).String(), ecmaScript(f); got != want {
			t.Errorf("%b is %s, want %s", f, got, want)
		}
		// Numbers of few digits lie about the bounds of the layouts.
		f = float64(random.IntN(100_000)) * math.Pow10(random.IntN(60)-30)
		if got, want := Parse(strconv.FormatFloat(f, 'g', -1, 64)).String(), ecmaScript(f); got != want {
			t.Errorf("%b is %s, want %s", f, got, want)
		}
	}
}

func TestMultipleOf(t *testing.T) {
	for _, test := range []struct {
		name, why, d, e string
		want            bool
	}{
		{"tenths", "0.3 is three tenths, whatever doubles say", "0.3", "0.1", true},
		{"hundredths", "19.99 as doubles is not", "19.99", "0.01", true},
		{"no multiple", "35 is not a multiple of 20", "0.35", "0.2", false},
		{"zero", "is a multiple of everything", "0", "7", true},
		{"negative", "signs do not matter", "-9", "3", true},
		{"negative divisor", "signs do not matter", "9", "-4", false},
		{"smaller", "is no multiple", "1", "2", false},
		{"itself", "is one", "1.5", "1.50", true},
		{"trailing zeros", "are digits of the value", "100", "25", true},
		{"large exponents", "exact beyond 64 bits", "1e1000", "3", false},
		{"large multiple", "exact beyond 64 bits", "1e1000", "1e-1000", true},
		{"beyond a double", "2^53+1 is odd", "9007199254740993", "2", false},
		{"many digits", "exact beyond 64 bits", "123456789012345678901234567890", "10", true},
		{"many digits, no multiple", "exact beyond 64 bits", "123456789012345678901234567891", "10", false},
		{"eighteen digits", "the last that fit the short way", "999999999999999999", "111111111111111111", true},
		{"nineteen digits", "the first that do not", "9999999999999999999", "1111111111111111111", true},
		{"shift to eighteen digits", "at the bound of the short way", "1e17", "7", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Parse(test.d).MultipleOf(Parse(test.e)); got != test.want {
				t.Errorf("%s: %s of %s: %v", test.why, test.d, test.e, got)
			}
		})
	}
}

func TestIntegers(t *testing.T) {
	for _, test := range []struct {
		name, why, token string
		integer          bool
		i                string // "" = out of range
		u                string
	}{
		{"zero", "the least Uint64", "0", true, "0", "0"},
		{"minus zero", "is 0", "-0.0", true, "0", "0"},
		{"fraction of zeros", "2.0 is 2", "2.0", true, "2", "2"},
		{"exponent", "1e3 is 1000", "1e3", true, "1000", "1000"},
		{"cancelled exponent", "1500e-2 is 15", "1500e-2", true, "15", "15"},
		{"fraction", "is no integer", "1.5", false, "", ""},
		{"small fraction", "is no integer", "1e-400", false, "", ""},
		{"negative", "no Uint64", "-1", true, "-1", ""},
		{"largest Int64", "in range", "9223372036854775807", true, "9223372036854775807", "9223372036854775807"},
		{"Int64 and one", "out of range", "9223372036854775808", true, "", "9223372036854775808"},
		{"least Int64", "in range", "-9223372036854775808", true, "-9223372036854775808", ""},
		{"below the least Int64", "out of range", "-9223372036854775809", true, "", ""},
		{"largest Uint64", "in range", "18446744073709551615", true, "", "18446744073709551615"},
		{"Uint64 and one", "out of range", "18446744073709551616", true, "", ""},
		{"1e18", "19 digits by exponent", "1e18", true, "1000000000000000000", "1000000000000000000"},
		{"1e19", "20 digits by exponent", "1e19", true, "", "10000000000000000000"},
		{"1e20", "out of range", "1e20", true, "", ""},
		{"1e1000", "an integer far out of range", "1e1000", true, "", ""},
		{"-1e1000", "an integer far out of range", "-1e1000", true, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := Parse(test.token)
			if d.IsInteger() != test.integer {
				t.Errorf("%s: %s IsInteger %v", test.why, test.token, d.IsInteger())
			}
			i, ok := d.Int64()
			if ok != (test.i != "") || ok && strconv.FormatInt(i, 10) != test.i {
				t.Errorf("%s: %s Int64 %d, %v", test.why, test.token, i, ok)
			}
			u, ok := d.Uint64()
			if ok != (test.u != "") || ok && strconv.FormatUint(u, 10) != test.u {
				t.Errorf("%s: %s Uint64 %d, %v", test.why, test.token, u, ok)
			}
		})
	}
	for _, i := range []int64{0, 1, -1, 10, -100, math.MaxInt64, math.MinInt64} {
		if got, ok := Parse(strconv.FormatInt(i, 10)).Int64(); !ok || got != i {
			t.Errorf("%d is %d, %v", i, got, ok)
		}
	}
}

// check compares two tokens' decimals with math/big's exact fractions.
func check(t *testing.T, a, b string) {
	t.Helper()
	x, y := rat(t, a), rat(t, b)
	d, e := Parse(a), Parse(b)
	if got, want := d.Cmp(e), x.Cmp(y); got != want {
		t.Errorf("%s Cmp %s is %d, want %d", a, b, got, want)
	}
	if got := (d == e); got != (x.Cmp(y) == 0) {
		t.Errorf("%s == %s is %v: a value has two forms", a, b, got)
	}
	if got := (d.String() == e.String()); got != (x.Cmp(y) == 0) {
		t.Errorf("%s and %s are spelt %s and %s", a, b, d, e)
	}
	if y.Sign() != 0 {
		want := new(big.Rat).Quo(x, y).IsInt()
		if got := d.MultipleOf(e); got != want {
			t.Errorf("%s MultipleOf %s is %v", a, b, got)
		}
	}
	if back := rat(t, d.String()); back.Cmp(x) != 0 {
		t.Errorf("%s is spelt %s", a, d)
	}
	if got := d.Sign(); got != x.Sign() {
		t.Errorf("%s has sign %d", a, got)
	}
	if got := d.IsInteger(); got != x.IsInt() {
		t.Errorf("%s IsInteger is %v", a, got)
	}
	big, ok := d.BigInt()
	if ok != x.IsInt() || ok && big.Cmp(x.Num()) != 0 {
		t.Errorf("%s BigInt is %v, %v", a, big, ok)
	}
	i, ok := d.Int64()
	if want := x.IsInt() && x.Num().IsInt64(); ok != want || ok && i != x.Num().Int64() {
		t.Errorf("%s Int64 is %d, %v", a, i, ok)
	}
	u, ok := d.Uint64()
	if want := x.IsInt() && x.Num().IsUint64(); ok != want || ok && u != x.Num().Uint64() {
		t.Errorf("%s Uint64 is %d, %v", a, u, ok)
	}
}

func rat(t *testing.T, token string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(token)
	if !ok {
		t.Fatalf("%s is no number to math/big", token)
	}
	return r
}

// build makes a token of JSON's grammar out of any numbers.
func build(negative bool, whole, fraction uint64, zeros, exponent int8, shape uint8) string {
	var b strings.Builder
	if negative {
		b.WriteByte('-')
	}
	b.WriteString(strconv.FormatUint(whole, 10))
	if shape&1 != 0 && whole != 0 {
		b.WriteString(strings.Repeat("0", int(uint8(zeros)%40)))
	}
	if shape&2 != 0 {
		b.WriteByte('.')
		b.WriteString(strings.Repeat("0", int(uint8(zeros)%25)))
		b.WriteString(strconv.FormatUint(fraction, 10))
	}
	if shape&4 != 0 {
		b.WriteString([]string{"e", "E"}[shape>>3&1])
		if shape&16 != 0 && exponent >= 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.Itoa(int(exponent)))
	}
	return b.String()
}

func TestRandomTokens(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	token := func() string {
		return build(random.IntN(2) == 0, random.Uint64()>>random.IntN(65), random.Uint64()>>random.IntN(65),
			int8(random.IntN(256)-128), int8(random.IntN(60)-30), uint8(random.IntN(256)))
	}
	for range 20_000 {
		check(t, token(), token())
	}
}

// FuzzDecimal: every answer is math/big's.
func TestMinus(t *testing.T) {
	for _, row := range []struct {
		token string
		n     int
		want  string
	}{{"3", 1, "2"}, {"3.0", 3, "0"}, {"1", 2, "0"}, {"1e3", 1, "999"}, {"123456789012345678901234567890", 1, "1.23456789012345678901234567889e+29"}} {
		if got := Parse(row.token).Minus(row.n).String(); got != row.want {
			t.Errorf("%s less %d is %s, want %s", row.token, row.n, got, row.want)
		}
	}
}

func FuzzDecimal(f *testing.F) {
	f.Add(false, uint64(3), uint64(3), int8(0), int8(-1), uint8(4), false, uint64(1), uint64(1), int8(0), int8(-1), uint8(4))
	f.Add(true, uint64(0), uint64(0), int8(0), int8(99), uint8(7), false, uint64(10), uint64(0), int8(3), int8(-4), uint8(7))
	f.Add(false, uint64(math.MaxUint64), uint64(5), int8(9), int8(127), uint8(31), true, uint64(1)<<63, uint64(0), int8(0), int8(0), uint8(0))
	f.Fuzz(func(t *testing.T, n1 bool, w1, f1 uint64, z1, e1 int8, s1 uint8, n2 bool, w2, f2 uint64, z2, e2 int8, s2 uint8) {
		check(t, build(n1, w1, f1, z1, e1, s1), build(n2, w2, f2, z2, e2, s2))
	})
}

func TestDouble(t *testing.T) {
	for _, tt := range []struct{ token, want, why string }{
		{"1.50", "1.5", "held"},
		{"0.1", "0.1", "the shortest spelling, and not the exact worth"},
		{"-0", "0", "there is one zero"},
		{"9007199254740993", "9007199254740992", "between two doubles"},
		{"1e-400", "0", "too small"},
		{"5e-324", "5e-324", "the smallest"},
		{"1.7976931348623157e308", "1.7976931348623157e+308", "the largest"},
		{"1e309", "", "too large"},
		{"-1e400", "", "too large"},
	} {
		got, finite := Double(tt.token)
		if finite != (tt.want != "") || finite && got.String() != tt.want {
			t.Errorf("%s (%s): %s, %v, want %s", tt.token, tt.why, got, finite, tt.want)
		}
	}
}
