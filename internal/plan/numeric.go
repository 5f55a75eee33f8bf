package plan

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// numberRules are the bounds of numbers. What is plainly within them is accepted
// by machine numbers, everything else is judged by exact ones.
type numberRules struct {
	bounds []bound
	// low and high are integers between which, inclusive, every bound holds.
	low, high int64
	// above and below are the floats between which, exclusive, every bound holds:
	// rounding to the nearest never turns an order round, it only makes equal.
	above, below float64
	whole        int64 // multipleOf as an integer; 0 if there is none
	multiple     bool  // there is a multipleOf
}

// bound is one keyword of numbers.
type bound struct {
	keyword string
	value   decimal.Decimal
	ok      func(d, bound decimal.Decimal) bool
}

var boundChecks = map[string]func(d, bound decimal.Decimal) bool{
	"minimum":          func(d, b decimal.Decimal) bool { return d.Cmp(b) >= 0 },
	"maximum":          func(d, b decimal.Decimal) bool { return d.Cmp(b) <= 0 },
	"exclusiveMinimum": func(d, b decimal.Decimal) bool { return d.Cmp(b) > 0 },
	"exclusiveMaximum": func(d, b decimal.Decimal) bool { return d.Cmp(b) < 0 },
	"multipleOf":       func(d, b decimal.Decimal) bool { return d.MultipleOf(b) },
}

func newNumberRules(r *schema.Rules) *numberRules {
	n := &numberRules{low: math.MinInt64, high: math.MaxInt64, above: math.Inf(-1), below: math.Inf(1)}
	for _, k := range []struct {
		keyword string
		value   *decimal.Decimal
	}{
		{"minimum", r.Minimum}, {"maximum", r.Maximum}, {"exclusiveMinimum", r.ExclusiveMinimum},
		{"exclusiveMaximum", r.ExclusiveMaximum}, {"multipleOf", r.MultipleOf},
	} {
		if k.value != nil {
			n.bounds = append(n.bounds, bound{k.keyword, *k.value, boundChecks[k.keyword]})
			n.narrow(k.keyword, *k.value)
		}
	}
	if n.bounds == nil {
		return nil
	}
	return n
}

// narrow takes from the quick ranges what the keyword may refuse.
func (n *numberRules) narrow(keyword string, value decimal.Decimal) {
	i, isInt := value.Int64()
	f, _ := strconv.ParseFloat(value.String(), 64) // infinite if it is out of range
	switch keyword {
	case "minimum", "exclusiveMinimum":
		n.above = max(n.above, f)
		switch {
		case !isInt || i > math.MaxInt64/2 || i < math.MinInt64/2:
			n.low = max(n.low, beyond(f, 1))
		case keyword == "exclusiveMinimum":
			n.low = max(n.low, i+1)
		default:
			n.low = max(n.low, i)
		}
	case "maximum", "exclusiveMaximum":
		n.below = min(n.below, f)
		switch {
		case !isInt || i > math.MaxInt64/2 || i < math.MinInt64/2:
			n.high = min(n.high, beyond(f, -1))
		case keyword == "exclusiveMaximum":
			n.high = min(n.high, i-1)
		default:
			n.high = min(n.high, i)
		}
	case "multipleOf":
		n.multiple = true
		if isInt && i > 0 {
			n.whole = i
		}
	}
}

// beyond returns an integer that is certainly on one side of the number that f is
// nearest to, though not the first such.
func beyond(f float64, side float64) int64 {
	f += side * (2 + math.Abs(f)/(1<<50))
	switch {
	case f >= 1<<62:
		return math.MaxInt64
	case f <= -1<<62:
		return math.MinInt64
	}
	return int64(f)
}

// bounded judges the last number.
func (d *decoder) bounded(n *node, pos int) bool {
	r := n.number
	if d.num.whole && d.num.exact {
		if i := d.num.int64(); i >= r.low && i <= r.high && (!r.multiple || r.whole > 0 && i%r.whole == 0) {
			return true
		}
	} else if !r.multiple {
		if f, ok := d.float(); ok && f > r.above && f < r.below {
			return true
		}
	}
	exact, before := decimal.Parse(d.token()), len(d.found)
	for i := range r.bounds {
		if b := &r.bounds[i]; !b.ok(exact, b.value) {
			d.fail(n.at, pos, b.keyword)
		}
	}
	return len(d.found) == before
}

// judgeNumber reads and judges a number.
func (d *decoder) judgeNumber(n *node, pos int) (end int, ok bool) {
	if end = d.number(pos); end < 0 {
		return -1, false
	}
	switch {
	case n.types != 0 && n.types&(1<<tree.Number) == 0 && !(n.types&schema.Integer != 0 && (d.num.whole || d.integral())):
		d.fail(n.at, pos, "type")
		return end, false
	case n.enum != nil && !n.enum.number(d.token()):
		d.fail(n.at, pos, n.enum.keyword)
		return end, false
	}
	return end, n.number == nil || d.bounded(n, pos)
}

// plainInt reads an integer that is spelled as such, has at most 18 digits, and is
// plainly within the bounds of n and of its type; else it returns -1, and the number
// is read as any other is.
func (d *decoder) plainInt(n *node, pos int) (i int64, end int) {
	src := d.src
	negative := src[pos] == '-'
	if negative {
		pos++
	}
	first := pos
	for pos < len(src) && src[pos]-'0' <= 9 {
		i = i*10 + int64(src[pos]-'0')
		pos++
	}
	digits := pos - first
	if digits == 0 || digits > min(18, d.limits.Digits) || src[first] == '0' && digits > 1 || pos >= len(src) || src[pos] == '.' || src[pos]|0x20 == 'e' {
		return 0, -1
	}
	if negative {
		i = -i
	}
	if i < n.from || i > n.to || n.step > 0 && i%n.step != 0 {
		return 0, -1
	}
	return i, pos
}

// plainFloat reads a number that is within the quick bounds of n; else it returns -1.
// One of at most 15 digits and without an exponent is read here, for a float64 holds
// its digits.
func (d *decoder) plainFloat(n *node, pos int) (float64, int) {
	src, start := d.src, pos
	negative := src[pos] == '-'
	if negative {
		pos++
	}
	first, scale := pos, 0
	var value uint64
	for pos < len(src) && src[pos]-'0' <= 9 {
		value = value*10 + uint64(src[pos]-'0')
		pos++
	}
	digits := pos - first
	if digits == 0 || src[first] == '0' && digits > 1 {
		return 0, -1
	}
	if pos < len(src) && src[pos] == '.' {
		point := pos
		for pos++; pos < len(src) && src[pos]-'0' <= 9; pos++ {
			value = value*10 + uint64(src[pos]-'0')
		}
		if scale = pos - point - 1; scale == 0 {
			return 0, -1
		}
	}
	if digits+scale > min(15, d.limits.Digits) || pos >= len(src) || src[pos]|0x20 == 'e' {
		return d.scaledFloat(n, start)
	}
	f := float64(value) / powers[scale]
	if negative {
		f = -f
	}
	if !n.number.within(f) {
		return 0, -1
	}
	return f, pos
}

// scaledFloat is plainFloat for a number of many digits or with an exponent.
func (d *decoder) scaledFloat(n *node, pos int) (float64, int) {
	end := d.number(pos)
	if end < 0 {
		return 0, -1
	}
	f, ok := d.float()
	if !ok || !n.number.within(f) {
		return 0, -1
	}
	return f, end
}

// within reports whether every bound is sure to hold for the number that f is nearest to.
func (r *numberRules) within(f float64) bool {
	return r == nil || !r.multiple && f > r.above && f < r.below
}

// numeric reads a number into to.
func (d *decoder) numeric(n *node, pos int, to reflect.Value) int {
	end, ok := d.judgeNumber(n, pos)
	if !ok || !d.bind || n.target == nil {
		return end
	}
	t, to := d.settle(n, to)
	switch n.form {
	case Int:
		if i, ok := d.signed(); ok && i >= n.low && i <= n.high {
			to.SetInt(i)
			return end
		}
	case Uint:
		if u, ok := d.unsigned(); ok && u <= n.most {
			to.SetUint(u)
			return end
		}
	case Float:
		if n.wide {
			if f, ok := d.float(); ok {
				to.SetFloat(f)
				return end
			}
		} else if f, err := strconv.ParseFloat(d.token(), 32); err == nil {
			to.SetFloat(f)
			return end
		}
	case Number:
		to.SetString(d.string(d.num.start, d.num.end))
		return end
	case Scalar:
		d.scalar(t, tree.NewNumber(d.token()), to)
		return end
	}
	d.unbound = true
	return end
}

// scalar fills to, which reads one value by itself.
func (d *decoder) scalar(t *Target, v *tree.Value, to reflect.Value) {
	if !t.FromTree(v, to) {
		d.unbound = true
	}
}

func (d *decoder) signed() (int64, bool) {
	if d.num.whole && d.num.exact {
		return d.num.int64(), true
	}
	return decimal.Parse(d.token()).Int64()
}

func (d *decoder) unsigned() (uint64, bool) {
	if d.num.whole && d.num.exact && !d.num.negative {
		return d.num.digits, true
	}
	return decimal.Parse(d.token()).Uint64()
}

// jsonNumber is the last number as an Any holds it, never rounded.
func (d *decoder) jsonNumber() json.Number { return json.Number(d.string(d.num.start, d.num.end)) }
