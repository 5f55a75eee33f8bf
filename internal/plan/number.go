package plan

import (
	"math"
	"strconv"

	"github.com/functionschema/fscheck/internal/decimal"
)

// numeral is a number token that has been read: ±digits × 10^exponent.
type numeral struct {
	start, end int
	digits     uint64 // if exact
	exponent   int
	negative   bool
	whole      bool // has neither point nor exponent
	exact      bool // digits holds all of them, and is below 10^18
}

// number reads the number token at pos into d.num: the grammar first, then its
// limits.
func (d *decoder) number(pos int) int {
	src := d.src
	n := numeral{start: pos, whole: true}
	if src[pos] == '-' {
		n.negative = true
		pos++
	}
	first := pos
	var value uint64
	for pos < len(src) && src[pos]-'0' <= 9 {
		value = value*10 + uint64(src[pos]-'0') // wraps where it is not used
		pos++
	}
	count := pos - first
	if count == 0 || src[first] == '0' && count > 1 {
		return -1
	}
	if pos < len(src) && (src[pos] == '.' || src[pos]|0x20 == 'e') {
		n.whole = false
		if pos, value, count = d.fraction(pos, &n, value, count); pos < 0 {
			return -1
		}
	}
	if count > d.limits.Digits {
		return -1
	}
	n.end, n.digits = pos, value
	if count <= 18 {
		n.exact = true
	}
	d.num = n
	return pos
}

// fraction reads what follows the whole part of a number. count counts the digits
// of the exponent as well: a number with many of them is not exact, which only
// costs time.
func (d *decoder) fraction(pos int, n *numeral, value uint64, count int) (int, uint64, int) {
	src := d.src
	if src[pos] == '.' {
		pos++
		first := pos
		for pos < len(src) && src[pos]-'0' <= 9 {
			value = value*10 + uint64(src[pos]-'0')
			pos++
		}
		if pos == first {
			return -1, 0, 0
		}
		count += pos - first
		n.exponent = first - pos
	}
	if pos < len(src) && src[pos]|0x20 == 'e' {
		pos++
		negative := false
		if pos < len(src) && (src[pos] == '+' || src[pos] == '-') {
			negative = src[pos] == '-'
			pos++
		}
		first, written := pos, 0
		for pos < len(src) && src[pos]-'0' <= 9 {
			if written > (math.MaxInt-9)/10 {
				written = math.MaxInt
			} else {
				written = written*10 + int(src[pos]-'0')
			}
			pos++
		}
		if pos == first || written > d.limits.Exponent {
			return -1, 0, 0
		}
		count += pos - first
		if negative {
			written = -written
		}
		n.exponent += written
	}
	return pos, value, count
}

// int64 returns the last number if it is a whole one of at most 18 digits.
func (n *numeral) int64() int64 {
	if n.negative {
		return -int64(n.digits)
	}
	return int64(n.digits)
}

// token is the text of the last number.
func (d *decoder) token() string { return string(d.src[d.num.start:d.num.end]) }

// integral reports whether the last number has no fraction.
func (d *decoder) integral() bool { return d.num.whole || decimal.Parse(d.token()).IsInteger() }

// powers holds the powers of ten that a float64 has exactly.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// float returns the float64 nearest to the last number, or false if that is out of
// range. Digits below 2^53 and a power of ten up to 10^22 are exact, so that one
// operation rounds once (Clinger 1990).
func (d *decoder) float() (float64, bool) {
	n := &d.num
	if n.exact && n.digits < 1<<53 && n.exponent >= -22 && n.exponent <= 22 {
		f := float64(n.digits)
		if n.negative {
			f = -f
		}
		if n.exponent < 0 {
			return f / powers[-n.exponent], true
		}
		return f * powers[n.exponent], true
	}
	f, err := strconv.ParseFloat(d.token(), 64)
	return f, err == nil
}
