package pattern

import "unicode/utf8"

// class reads […]. RE2 never sees its text, only the set it stands for, so what
// RE2 would take for more than a literal, as in [[:alpha:]], cannot reach it.
func (p *parser) class() (*node, error) {
	start := p.pos
	p.pos++
	not := p.skip("^")
	var spans []span
	// A class escape counts once, so that a long class of them stays small.
	seen := map[*node]bool{}
	add := func(e escaped) {
		if e.leaf == nil {
			spans = append(spans, span{e.char, e.char})
		} else if !seen[e.leaf] {
			seen[e.leaf] = true
			spans = append(spans, e.leaf.set...)
		}
	}
	if p.peek(0) == ']' {
		construct := "empty class []"
		if not {
			construct = "class [^]"
		}
		if err := p.notPortable(construct, start); err != nil {
			return nil, err
		}
	}
	for !p.skip("]") {
		at := p.pos
		lo, err := p.classAtom(start)
		if err != nil {
			return nil, err
		}
		if p.peek(0) != '-' || p.peek(1) == ']' {
			add(lo)
			continue
		}
		p.pos++
		hi, err := p.classAtom(start)
		if err != nil {
			return nil, err
		}
		switch {
		case lo.leaf != nil || hi.leaf != nil:
			return nil, &Error{"class range " + p.text[at:p.pos], at, "has a class for an end", `write \- if the character is meant`}
		case lo.char > hi.char:
			return nil, &Error{"class range " + p.text[at:p.pos], at, "is out of order", "swap its ends"}
		}
		spans = append(spans, span{lo.char, hi.char})
	}
	s := ordered(spans)
	if not {
		s = s.negate()
	}
	return charsNode(s), nil
}

// classAtom reads one character or class escape of the class that began at start.
func (p *parser) classAtom(start int) (escaped, error) {
	if p.pos == len(p.text) {
		return escaped{}, &Error{"unpaired [", start, notECMA, `close it, or write \[`}
	}
	if p.text[p.pos] != '\\' {
		r, size := utf8.DecodeRuneInString(p.text[p.pos:])
		p.pos += size
		return escaped{char: r}, nil
	}
	at := p.pos
	if p.skip(`\b`) {
		return escaped{char: '\b'}, p.notPortable(`escape \b`, at)
	}
	return p.escape()
}
