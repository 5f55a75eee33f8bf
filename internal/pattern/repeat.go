package pattern

import (
	"strconv"
	"strings"
)

const (
	unlimited = -1
	hugeCount = 1 << 30 // no text is as long
	maxRepeat = 1000    // of Go's regexp, for the product of nested counts
)

// quantified reads the quantifier that may follow the atom n. Whether it is lazy
// decides which match is found, not whether there is one.
func (p *parser) quantified(n *node) (*node, error) {
	at := p.pos
	low, high := 0, unlimited
	switch {
	case p.skip("*"):
	case p.skip("+"):
		low = 1
	case p.skip("?"):
		high = 1
	case p.peek(0) == '{':
		var err error
		if low, high, err = p.counts(); err != nil {
			return nil, err
		}
	default:
		return n, nil
	}
	if lazy := p.pos; p.skip("?") {
		if err := p.notPortable("lazy quantifier", lazy); err != nil {
			return nil, err
		}
	}
	if low > maxRepeat || high > maxRepeat {
		if err := p.notPortable("count over 1000", at); err != nil {
			return nil, err
		}
	}
	return repeated(n, low, high, at), nil
}

// counts reads {n}, {n,} or {n,m}.
func (p *parser) counts() (low, high int, err error) {
	at := p.pos
	p.pos++
	from := p.decimal()
	to := from
	if from != "" && p.skip(",") {
		to = p.decimal()
	}
	if from == "" || !p.skip("}") {
		return 0, 0, &Error{"lone {", at, notECMA, `write \{`}
	}
	if to == "" {
		return count(from), unlimited, nil
	}
	from, to = strings.TrimLeft(from, "0"), strings.TrimLeft(to, "0")
	if len(from) > len(to) || len(from) == len(to) && from > to {
		return 0, 0, &Error{"quantifier {n,m}", at, "is out of order", "swap its counts"}
	}
	return count(from), count(to), nil
}

func (p *parser) decimal() string {
	start := p.pos
	for c := p.peek(0); '0' <= c && c <= '9'; c = p.peek(0) {
		p.pos++
	}
	return p.text[start:p.pos]
}

func count(digits string) int {
	n, err := strconv.Atoi("0" + digits)
	if err != nil || n > hugeCount { // Atoi fails on nothing but range here
		return hugeCount
	}
	return n
}

// repeated is n, low to high times, by a quantifier that stands at a place. The
// sizes are upper estimates of what writer.repeat writes.
func repeated(n *node, low, high, at int) *node {
	if high == 0 || n == empty {
		return empty
	}
	r := &node{kind: repeat, subs: []*node{n}, min: low, max: high, at: at}
	per := maxRepeat / n.product
	optional := high - low
	if high == unlimited {
		optional = 1
	}
	copies := int64(1)
	r.size = int64(low)*n.size + int64(optional)*(n.size+1)
	if low > per || high > per {
		blocks, rest := int64(optional/per), int64(optional%per)
		copies = int64(low/per) + 2*blocks + 3
		if blocks > 0 {
			whole := blocks * int64(per) * n.size
			r.size = int64(low)*n.size + whole + blocks + int64(per)*(n.size+1)
			if rest != int64(per-1) {
				r.size += whole + rest*(n.size+1)
			}
		}
	}
	r.size = min(r.size, tooMuch)
	r.bytes = min(copies*(n.bytes+20), tooMuch)
	r.product = n.product * min(max(low, high, 1), per)
	return r
}

// writer writes RE2 text.
type writer struct{ strings.Builder }

// repeat writes n, low to high times, with counts that Go takes: for a language x,
// x{a+b} is x{a}x{b} and x{0,a+b} is x{0,a}x{0,b}.
func (w *writer) repeat(n *node, low, high int) {
	per := maxRepeat / n.product
	if low <= per && high <= per {
		w.operand(n)
		w.counts(low, high)
		return
	}
	w.times(n, low, per)
	if high == unlimited {
		w.operand(n)
		w.counts(0, unlimited)
		return
	}
	w.optional(n, high-low, per)
}

// times writes n, count times.
func (w *writer) times(n *node, count, per int) {
	for ; count > 0; count -= per {
		w.operand(n)
		w.counts(min(count, per), min(count, per))
	}
}

// optional writes n, up to count times. As a flat sequence of n{0,per} a text
// could be divided among the parts in many ways, and a matcher would follow them
// all; nested blocks leave it one. maxSize keeps them below the 1000 levels that
// Go's parser takes: a block is at least 500 instructions.
func (w *writer) optional(n *node, count, per int) {
	blocks, rest := count/per, count%per
	upTo := func(count int) {
		if count > 0 {
			w.operand(n)
			w.counts(0, count)
		}
	}
	nested := func(blocks int) {
		for range blocks {
			w.WriteString("(?:")
			w.times(n, per, per)
		}
		w.WriteString(strings.Repeat(")?", blocks))
		upTo(per - 1)
	}
	switch {
	case blocks == 0:
		upTo(rest)
	case rest == per-1:
		nested(blocks)
	default: // fewer than blocks*per, or so many and up to rest more
		w.WriteString("(?:")
		nested(blocks - 1)
		w.WriteByte('|')
		w.times(n, blocks*per, per)
		upTo(rest)
		w.WriteByte(')')
	}
}

func (w *writer) counts(low, high int) {
	switch {
	case low == 1 && high == 1:
	case low == high:
		w.WriteString("{" + strconv.Itoa(low) + "}")
	case low == 0 && high == 1:
		w.WriteByte('?')
	case low == 0 && high == unlimited:
		w.WriteByte('*')
	case low == 1 && high == unlimited:
		w.WriteByte('+')
	case high == unlimited:
		w.WriteString("{" + strconv.Itoa(low) + ",}")
	default:
		w.WriteString("{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}")
	}
}
