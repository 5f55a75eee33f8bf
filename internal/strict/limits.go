package strict

// Limits bounds what a text may cost. Every limit is inclusive: what just
// reaches it is accepted. Zero stands for the default of rule 9, a negative
// number for 0.
type Limits struct {
	Bytes    int // length of the text
	Depth    int // containers around a value, itself included: a scalar root has 0, {} has 1
	Values   int // scalars and containers; names are not values
	Digits   int // characters 0 to 9 of one number token, those of its exponent included
	Exponent int // absolute value of a number token's written exponent
}

// Default returns the limits of rule 9.
func Default() Limits {
	return Limits{
		Bytes:    16 << 20,
		Depth:    128,
		Values:   1_000_000,
		Digits:   1_000,
		Exponent: 1_000,
	}
}

// Resolve returns the limits that [Parse] goes by: each zero replaced by its
// default, each negative number by 0.
func (l Limits) Resolve() Limits {
	d := Default()
	return Limits{
		Bytes:    resolve(l.Bytes, d.Bytes),
		Depth:    resolve(l.Depth, d.Depth),
		Values:   resolve(l.Values, d.Values),
		Digits:   resolve(l.Digits, d.Digits),
		Exponent: resolve(l.Exponent, d.Exponent),
	}
}

func resolve(limit, byDefault int) int {
	if limit == 0 {
		return byDefault
	}
	return max(limit, 0)
}
