package pattern

// node is a part of a parsed pattern. It is not changed once made, and leaves may
// be shared.
type node struct {
	kind     kind
	text     string // leaf: RE2 text
	set      set    // leaf: the characters, if it is one character long
	subs     []*node
	min, max int // repeat: counts, max may be unlimited
	at       int // repeat: where the quantifier stands in the pattern

	// Of the RE2 text of this node: instructions, bytes, and the largest product
	// of nested counts, which Go limits to 1000.
	size, bytes int64
	product     int
}

type kind int

const (
	leaf kind = iota
	sequence
	alternatives
	repeat
)

var (
	textStart   = assertion(`\A`)
	textEnd     = assertion(`\z`)
	boundary    = assertion(`\b`)
	notBoundary = assertion(`\B`)
	empty       = assertion(`(?:)`)
)

func assertion(text string) *node {
	return &node{kind: leaf, text: text, size: 1, bytes: int64(len(text)), product: 1}
}

// charsNode is the leaf for one character out of s.
func charsNode(s set) *node {
	s = s.scalar()
	text := s.text()
	return &node{kind: leaf, text: text, set: s, size: 1, bytes: int64(len(text)), product: 1}
}

// join makes a sequence or the alternatives out of subs; a single one is itself.
func join(k kind, subs []*node) *node {
	switch {
	case len(subs) == 1:
		return subs[0]
	case len(subs) == 0:
		return empty
	}
	n := &node{kind: k, subs: subs, bytes: 4, product: 1}
	for _, s := range subs {
		n.size += s.size
		n.bytes += s.bytes
		n.product = max(n.product, s.product)
		if k == alternatives {
			n.size++
			n.bytes++
		}
	}
	n.size, n.bytes = min(n.size, tooMuch), min(n.bytes, tooMuch)
	return n
}
