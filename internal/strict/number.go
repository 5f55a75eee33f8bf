package strict

import (
	"math"
	"strconv"
)

// number reads the number token at pos and returns it. The grammar comes first:
// only a token that has it can exceed a limit.
func (r *reader) number() (string, bool) {
	src, start := r.src, r.pos
	i := start
	if src[i] == '-' {
		i++
	}
	first := i
	i = digits(src, i)
	switch {
	case i == first:
		return "", r.noDigit(i)
	case src[first] == '0' && i > first+1:
		r.pos = first + 1
		return "", r.fail(Syntax, "unexpected digit after a leading zero", "write the number without leading zeros")
	}
	count := i - first
	if i < len(src) && src[i] == '.' {
		fraction := i + 1
		if i = digits(src, fraction); i == fraction {
			return "", r.noDigit(i)
		}
		count += i - fraction
	}
	exponent := ""
	if i < len(src) && (src[i] == 'e' || src[i] == 'E') {
		i++
		if i < len(src) && (src[i] == '+' || src[i] == '-') {
			i++
		}
		begin := i
		if i = digits(src, begin); i == begin {
			return "", r.noDigit(i)
		}
		count += i - begin
		exponent = src[begin:i]
	}
	if count > r.limits.Digits {
		return "", r.fail(Number, "number of "+plural(count, "digit"),
			"a number has at most "+plural(r.limits.Digits, "digit")+", its exponent's included")
	}
	if exponent != "" && magnitude(exponent) > r.limits.Exponent {
		e := strconv.Itoa(r.limits.Exponent)
		return "", r.fail(Number, "number whose exponent is out of bounds", "an exponent lies between -"+e+" and "+e)
	}
	r.pos = i
	return src[start:i], true
}

// digits returns the index behind the digits that begin at i.
func digits(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

// noDigit fails at i, where a number token lacks a digit.
func (r *reader) noDigit(i int) bool {
	if i == len(r.src) {
		return r.truncated("inside a number")
	}
	r.pos = i
	return r.fail(Syntax, "unexpected "+describe(r.src[i:])+" inside a number",
		"a digit must follow a minus sign, a point and an exponent sign")
}

// magnitude returns the value of an exponent's digits, or math.MaxInt if that is
// less: leading zeros make no exponent larger, however many they are.
func magnitude(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		d := int(s[i] - '0')
		if n > (math.MaxInt-d)/10 {
			return math.MaxInt
		}
		n = n*10 + d
	}
	return n
}
