// Package decimal does exact arithmetic on JSON number tokens: comparison,
// integrality, multiples, and the one spelling of rule 30. Nothing here rounds.
package decimal

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Decimal is the exact value of a JSON number: ± digits × 10^exp, where digits
// has neither leading nor trailing zeros. The zero Decimal is 0; there is no
// negative zero.
type Decimal struct {
	neg    bool
	digits string
	exp    int
}

// Parse returns the value of a token in JSON's number grammar. The strict reader
// bounds digits and exponent before any token comes here (rule 9).
func Parse(token string) Decimal {
	var d Decimal
	if token[0] == '-' {
		d.neg = true
		token = token[1:]
	}
	if i := strings.IndexAny(token, "eE"); i >= 0 {
		// Atoi saturates beyond its range, which no bounded token reaches.
		d.exp, _ = strconv.Atoi(strings.TrimPrefix(token[i+1:], "+"))
		token = token[:i]
	}
	if whole, fraction, ok := strings.Cut(token, "."); ok {
		d.exp -= len(fraction)
		token = whole + fraction
	}
	token = strings.TrimLeft(token, "0")
	d.digits = strings.TrimRight(token, "0")
	d.exp += len(token) - len(d.digits)
	if d.digits == "" {
		return Decimal{}
	}
	return d
}

// Double returns what a token is worth to whoever reads numbers as doubles, which may be
// more or less than Parse returns, and whether that is a number: beyond their range it is
// an infinity.
func Double(token string) (d Decimal, finite bool) {
	f, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return Decimal{}, false
	}
	return Parse(strconv.FormatFloat(f, 'g', -1, 64)), true
}

// IsInteger reports whether d has no fraction, as 2, 2.0 and 2e3 have none.
func (d Decimal) IsInteger() bool { return d.exp >= 0 || d.digits == "" }

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.neg:
		return -1
	}
	return 1
}

// Cmp returns -1, 0 or 1 as d is less than, equal to or greater than e.
func (d Decimal) Cmp(e Decimal) int {
	if s, t := d.Sign(), e.Sign(); s != t {
		if s < t {
			return -1
		}
		return 1
	} else if s == 0 {
		return 0
	}
	c := d.cmpAbs(e)
	if d.neg {
		return -c
	}
	return c
}

func (d Decimal) cmpAbs(e Decimal) int {
	// The position of the first digit decides, then the digits as text: both
	// start with a digit that is not zero, and a missing tail is zeros.
	if p, q := len(d.digits)+d.exp, len(e.digits)+e.exp; p != q {
		if p < q {
			return -1
		}
		return 1
	}
	return strings.Compare(d.digits, e.digits)
}

// MultipleOf reports whether d is an integer times e, which must not be 0.
func (d Decimal) MultipleOf(e Decimal) bool {
	switch {
	case d.digits == "":
		return true
	case d.exp < e.exp: // ten does not divide d's digits, which end in no zero
		return false
	case len(e.digits) <= maxDigits:
		m, _ := strconv.ParseUint(e.digits, 10, 64)
		return mulMod(d.mod(m), powMod(10, d.exp-e.exp, m), m) == 0
	}
	return new(big.Int).Rem(d.scaled(e.exp), e.scaled(e.exp)).Sign() == 0
}

// maxDigits is how many digits are computed with at once: two such numbers add up to less than 2^64.
const maxDigits = 18

// mod returns d's digits modulo m, without the numbers of a thousand digits that
// a hostile text has.
func (d Decimal) mod(m uint64) (r uint64) {
	for digits := d.digits; digits != ""; {
		n := min(len(digits), maxDigits)
		part, _ := strconv.ParseUint(digits[:n], 10, 64)
		r = (mulMod(r, powMod(10, n, m), m) + part%m) % m
		digits = digits[n:]
	}
	return r
}

func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a%m, b%m)
	_, r := bits.Div64(hi, lo, m)
	return r
}

func powMod(base uint64, exp int, m uint64) uint64 {
	r := 1 % m
	for ; exp > 0; exp >>= 1 {
		if exp&1 == 1 {
			r = mulMod(r, base, m)
		}
		base = mulMod(base, base, m)
	}
	return r
}

// scaled returns |d| / 10^low, which is an integer for low ≤ d.exp.
func (d Decimal) scaled(low int) *big.Int {
	i, _ := new(big.Int).SetString(d.digits, 10)
	return i.Mul(i, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.exp-low)), nil))
}

// BigInt returns d as an integer, or false if it has a fraction.
func (d Decimal) BigInt() (*big.Int, bool) {
	if !d.IsInteger() {
		return nil, false
	}
	if d.digits == "" {
		return new(big.Int), true
	}
	i := d.scaled(0)
	if d.neg {
		i.Neg(i)
	}
	return i, true
}

// Int64 returns d as an int64, or false if it has a fraction or is out of range.
func (d Decimal) Int64() (int64, bool) {
	if d.digits == "" {
		return 0, true
	}
	if d.exp < 0 || len(d.digits)+d.exp > 19 {
		return 0, false
	}
	s := d.digits + strings.Repeat("0", d.exp)
	if d.neg {
		s = "-" + s
	}
	i, err := strconv.ParseInt(s, 10, 64)
	return i, err == nil
}

// Uint64 is Int64 for unsigned integers.
func (d Decimal) Uint64() (uint64, bool) {
	if d.digits == "" {
		return 0, true
	}
	if d.neg || d.exp < 0 || len(d.digits)+d.exp > 20 {
		return 0, false
	}
	u, err := strconv.ParseUint(d.digits+strings.Repeat("0", d.exp), 10, 64)
	return u, err == nil
}

// Minus returns an integer less n, but not less than 0: a count of which n are
// not counted.
func (d Decimal) Minus(n int) Decimal {
	i, ok := d.BigInt()
	if !ok {
		return d
	}
	if i.Sub(i, big.NewInt(int64(n))); i.Sign() < 0 {
		return Decimal{}
	}
	return Parse(i.String())
}

// String returns the one spelling of d: the layout that ECMAScript's
// Number::toString gives to its digits, over the exact digits instead of the
// shortest that a double needs. It is a JSON number.
func (d Decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	var b strings.Builder
	if d.neg {
		b.WriteByte('-')
	}
	k, n := len(d.digits), len(d.digits)+d.exp
	switch {
	case k <= n && n <= 21:
		b.WriteString(d.digits)
		b.WriteString(strings.Repeat("0", n-k))
	case 0 < n && n <= 21:
		b.WriteString(d.digits[:n])
		b.WriteByte('.')
		b.WriteString(d.digits[n:])
	case -6 < n && n <= 0:
		b.WriteString("0.")
		b.WriteString(strings.Repeat("0", -n))
		b.WriteString(d.digits)
	default:
		b.WriteString(d.digits[:1])
		if k > 1 {
			b.WriteByte('.')
			b.WriteString(d.digits[1:])
		}
		b.WriteByte('e')
		if n > 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.Itoa(n - 1))
	}
	return b.String()
}
