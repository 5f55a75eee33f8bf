package pattern

import (
	"strings"
	"unicode/utf8"
)

const maxDepth = 200

// parser reads a pattern by the grammar of ECMA-262 section 22.2.1, parameters
// +UnicodeMode and +NamedCaptureGroups.
type parser struct {
	text       string
	pos        int
	depth      int
	portable   bool
	bytes      int              // RE2 text of the leaves so far
	properties map[string]*node // by the escape as written
}

func (p *parser) parse() (*node, error) {
	n, _, err := p.disjunction()
	if err != nil {
		return nil, err
	}
	if p.pos < len(p.text) { // only ) ends a disjunction early
		return nil, &Error{"unpaired )", p.pos, notECMA, `write \)`}
	}
	return n, nil
}

// disjunction reads alternatives up to ) or the end of the pattern.
func (p *parser) disjunction() (*node, names, error) {
	var subs []*node
	var all names
	for {
		n, in, err := p.alternative()
		if err != nil {
			return nil, nil, err
		}
		subs = append(subs, n)
		// ECMA-262 2025: two alternatives may use one name.
		all, _ = all.merge(in)
		if !p.skip("|") {
			return join(alternatives, subs), all, nil
		}
	}
}

func (p *parser) alternative() (*node, names, error) {
	var subs []*node
	var all names
	for p.pos < len(p.text) && p.text[p.pos] != '|' && p.text[p.pos] != ')' {
		at := p.pos
		n, in, err := p.term()
		if err != nil {
			return nil, nil, err
		}
		merged, twice := all.merge(in)
		if twice != "" {
			return nil, nil, &Error{"group name " + twice, at, "stands twice in one alternative", "rename one"}
		}
		all = merged
		if n != empty {
			subs = append(subs, n)
		}
	}
	return join(sequence, subs), all, nil
}

// term reads an assertion, or an atom and its quantifier.
func (p *parser) term() (*node, names, error) {
	at := p.pos
	if n, err := p.assertion(); n != nil || err != nil {
		if err == nil && p.pos < len(p.text) && strings.IndexByte("*+?{", p.text[p.pos]) >= 0 {
			err = &Error{"quantifier " + p.text[p.pos:p.pos+1], p.pos, "stands after an assertion", "remove it"}
		}
		return n, nil, err
	}
	n, in, err := p.atom()
	if err != nil {
		return nil, nil, err
	}
	if n.kind == leaf {
		if p.bytes += len(n.text); p.bytes > maxText {
			return nil, nil, &Error{"pattern", at, "is too large from here on", "use fewer or smaller classes"}
		}
	}
	n, err = p.quantified(n)
	return n, in, err
}

// assertion reads ^, $, \b or \B, or returns nil. Look-around is refused where
// groups are read.
func (p *parser) assertion() (*node, error) {
	at := p.pos
	switch {
	case p.skip("^"):
		return textStart, nil
	case p.skip("$"):
		return textEnd, nil
	case p.skip(`\b`):
		return boundary, p.notPortable(`escape \b`, at)
	case p.skip(`\B`):
		return notBoundary, p.notPortable(`escape \B`, at)
	}
	return nil, nil
}

func (p *parser) atom() (*node, names, error) {
	at := p.pos
	switch c := p.text[at]; c {
	case '(':
		return p.group()
	case '[':
		n, err := p.class()
		return n, nil, err
	case '\\':
		n, err := p.atomEscape()
		return n, nil, err
	case '.':
		p.pos++
		return charsNode(dot), nil, p.notPortable("dot .", at)
	case '*', '+', '?':
		return nil, nil, &Error{"quantifier " + string(c), at, "has nothing to repeat", `write \` + string(c) + " if the character is meant"}
	case '{', '}', ']':
		return nil, nil, &Error{"lone " + string(c), at, notECMA, `write \` + string(c)}
	}
	r, size := utf8.DecodeRuneInString(p.text[at:])
	p.pos += size
	return charsNode(set{{r, r}}), nil, nil
}

// skip moves past prefix and reports whether it stood here.
func (p *parser) skip(prefix string) bool {
	if !strings.HasPrefix(p.text[p.pos:], prefix) {
		return false
	}
	p.pos += len(prefix)
	return true
}

// peek returns the byte n places ahead, 0 at the end of the pattern.
func (p *parser) peek(n int) byte {
	if p.pos+n >= len(p.text) {
		return 0
	}
	return p.text[p.pos+n]
}
