package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escaped is what a backslash stands for: one character, or the set of a class
// escape, in which case leaf is its node.
type escaped struct {
	char rune
	leaf *node
}

// atomEscape reads an escape outside a class; \b and \B are read as assertions.
func (p *parser) atomEscape() (*node, error) {
	at := p.pos
	if c := p.peek(1); '1' <= c && c <= '9' {
		return nil, &Error{`back-reference \` + string(c), at, notLinear, "write the repeated part out"}
	} else if c == 'k' {
		return nil, &Error{`back-reference \k<…>`, at, notLinear, "write the repeated part out"}
	}
	e, err := p.escape()
	if err != nil {
		return nil, err
	}
	if e.leaf != nil {
		return e.leaf, nil
	}
	return charsNode(set{{e.char, e.char}}), nil
}

var controls = map[byte]rune{'t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r'}

var classEscapes = map[byte]*node{
	'd': charsNode(digits), 'D': charsNode(digits.negate()),
	'w': charsNode(words), 'W': charsNode(words.negate()),
	's': charsNode(spaces), 'S': charsNode(spaces.negate()),
}

// escape reads what inside and outside of classes have in common.
func (p *parser) escape() (escaped, error) {
	at := p.pos
	p.pos++
	if p.pos == len(p.text) {
		return escaped{}, &Error{`backslash \`, at, "escapes nothing", `write \\`}
	}
	c := p.text[p.pos]
	p.pos++
	construct := `escape \` + string(rune(c))
	if r, ok := controls[c]; ok {
		return escaped{char: r}, nil
	}
	if leaf, ok := classEscapes[c]; ok {
		if c != 'd' && c != 'w' {
			return escaped{leaf: leaf}, p.notPortable(construct, at)
		}
		return escaped{leaf: leaf}, nil
	}
	switch {
	case c == 'p' || c == 'P':
		if err := p.notPortable(construct, at); err != nil {
			return escaped{}, err
		}
		leaf, err := p.property(at)
		return escaped{leaf: leaf}, err
	case c == 'c':
		l := p.peek(0)
		if lower := l | 0x20; lower < 'a' || lower > 'z' {
			return escaped{}, &Error{construct, at, "is not followed by a letter A to Z", `write \\c if the characters are meant`}
		}
		p.pos++
		return escaped{char: rune(l % 32)}, p.notPortable(construct, at)
	case c == '0':
		if d := p.peek(0); '0' <= d && d <= '9' {
			return escaped{}, &Error{`octal escape \0` + string(d), at, notECMA, `write \xHH`}
		}
		return escaped{}, p.notPortable(construct, at)
	case c == 'x':
		r, ok := p.hex(2)
		if !ok {
			return escaped{}, &Error{construct, at, "is not followed by two hexadecimal digits", `write \xHH`}
		}
		return escaped{char: r}, nil
	case c == 'u':
		r, err := p.unicodeEscape(at)
		return escaped{char: r}, err
	case c < utf8.RuneSelf && (unicode.IsPunct(rune(c)) || unicode.IsSymbol(rune(c))):
		return escaped{char: rune(c)}, nil
	}
	return escaped{}, p.unknownEscape(at)
}

// remedies for the escapes that other engines have and ECMA-262 lacks.
var remedies = map[byte]string{
	'A': "write ^", 'z': "write $", 'Z': "write $",
	'a': `write \x07`, 'e': `write \x1B`,
	'h': `write [\t ]`, 'H': `write [^\t ]`, 'R': `write (?:\r\n|[\n\r])`,
	'Q': "escape each character by itself", 'E': "escape each character by itself",
	'X': "write out the characters", 'G': "remove it", 'K': "remove it", 'N': `write [^\n]`,
}

// unknownEscape refuses the escape at a place; in a class \1, \B and \k get here too.
func (p *parser) unknownEscape(at int) error {
	r, _ := utf8.DecodeRuneInString(p.text[at+1:])
	remedy := "write the character without the backslash"
	if r < utf8.RuneSelf && remedies[byte(r)] != "" {
		remedy = remedies[byte(r)]
	} else if '0' <= r && r <= '9' {
		remedy = `write \xHH`
	}
	return &Error{`escape \` + string(r), at, notECMA, remedy}
}

// unicodeEscape reads what follows \u at a place. A surrogate pair is one
// character; a lone surrogate is returned as it is.
func (p *parser) unicodeEscape(at int) (rune, error) {
	if p.peek(0) == '{' {
		end := strings.IndexByte(p.text[p.pos:], '}')
		r := rune(0)
		for i := 1; i < end && r <= unicode.MaxRune; i++ {
			d := hexDigit(p.text[p.pos+i])
			if d < 0 {
				end = -1
				break
			}
			r = r<<4 | d
		}
		if end < 2 || r > unicode.MaxRune {
			return 0, &Error{`escape \u{`, at, "is not followed by a hexadecimal number up to 10FFFF and }", `write \u{H…}`}
		}
		p.pos += end + 1
		return r, p.notPortable(`escape \u{`, at)
	}
	r, ok := p.hex(4)
	if !ok {
		return 0, &Error{`escape \u`, at, "is not followed by four hexadecimal digits", `write \uXXXX`}
	}
	if 0xD800 <= r && r <= 0xDBFF && p.peek(0) == '\\' && p.peek(1) == 'u' {
		after := p.pos
		p.pos += 2
		if low, ok := p.hex(4); ok && 0xDC00 <= low && low <= 0xDFFF {
			return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, nil
		}
		p.pos = after
	}
	if 0xD800 <= r && r <= 0xDFFF {
		return r, p.notPortable("lone surrogate escape", at)
	}
	return r, nil
}

// hex reads n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (rune, bool) {
	r := rune(0)
	for i := range n {
		d := hexDigit(p.peek(i))
		if d < 0 {
			return 0, false
		}
		r = r<<4 | d
	}
	p.pos += n
	return r, true
}

func hexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}
