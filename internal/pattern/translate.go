package pattern

import "regexp"

const (
	// Go takes about 0.7 µs and 0.6 kB an instruction to compile a pattern, so this
	// is 50 ms and 40 MB.
	maxSize = 1 << 16
	// The RE2 text of a pattern; \p{L} alone is 6 kB.
	maxText = 1 << 20
	// Where estimates stop, so that they cannot overflow.
	tooMuch = 1 << 21
)

// translate compiles the RE2 text of n.
func translate(n *node) (*regexp.Regexp, error) {
	if n.size > maxSize || n.bytes > maxText {
		return nil, tooLarge(n)
	}
	var w writer
	w.node(n)
	re, err := regexp.Compile(w.String())
	if err != nil { // counts that nest so deep that Go's parser gives up
		return nil, &Error{"pattern", 0, "is nested too deep once its counts are written out", "use smaller counts"}
	}
	return re, nil
}

// tooLarge blames the innermost quantifier that makes n too large, if one does.
func tooLarge(n *node) *Error {
	e := &Error{"pattern", 0, "is too large to compile", "shorten it"}
	for {
		if n.kind == repeat {
			e = &Error{"quantifier", n.at, "makes the pattern too large to compile", "use a smaller count, or minLength and maxLength"}
		}
		var guilty *node
		for _, s := range n.subs {
			if s.size > maxSize || s.bytes > maxText {
				guilty = s
				break
			}
		}
		if guilty == nil {
			return e
		}
		n = guilty
	}
}

func (w *writer) node(n *node) {
	switch n.kind {
	case leaf:
		w.WriteString(n.text)
	case sequence:
		for _, s := range n.subs {
			w.node(s)
		}
	case alternatives:
		w.WriteString("(?:")
		for i, s := range n.subs {
			if i > 0 {
				w.WriteByte('|')
			}
			w.node(s)
		}
		w.WriteByte(')')
	case repeat:
		w.repeat(n.subs[0], n.min, n.max)
	}
}

// operand writes n so that a quantifier after it is about all of it.
func (w *writer) operand(n *node) {
	if n.set != nil || n.kind == alternatives {
		w.node(n)
		return
	}
	w.WriteString("(?:")
	w.node(n)
	w.WriteByte(')')
}
