package pattern

import (
	"unicode"
	"unicode/utf8"
)

// names are the names of capturing groups in a part of a pattern.
type names map[string]bool

// merge returns the union, and a name that both hold or "". It may change either
// set; adding the smaller to the larger keeps deep nesting cheap.
func (n names) merge(o names) (names, string) {
	if len(n) < len(o) {
		n, o = o, n
	}
	twice := ""
	for name := range o {
		if n[name] && (twice == "" || name < twice) {
			twice = name
		}
		n[name] = true
	}
	return n, twice
}

// refusedGroups are the beginnings of groups that are refused, the longer first.
var refusedGroups = []struct{ start, construct, reason, remedy string }{
	{"(?=", "look-ahead (?=…)", notLinear, "express it with allOf and a pattern for each condition"},
	{"(?!", "negative look-ahead (?!…)", notLinear, "express it with not and a pattern of what is excluded"},
	{"(?<=", "look-behind (?<=…)", notLinear, "express it with allOf and a pattern for each condition"},
	{"(?<!", "negative look-behind (?<!…)", notLinear, "express it with not and a pattern of what is excluded"},
	{"(?P<", "group (?P<…>…)", notECMA, "write (?<name>…)"},
	{"(?P=", "back-reference (?P=…)", notLinear, "write the repeated part out"},
	{"(?>", "atomic group (?>…)", notECMA, "write (?:…)"},
	{"(?#", "comment (?#…)", notECMA, "remove it"},
	{"(?|", "branch reset (?|…)", notECMA, "write (?:…)"},
}

// group reads a parenthesised group. Nothing refers to captures, so all groups are
// translated to plain ones.
func (p *parser) group() (*node, names, error) {
	at := p.pos
	for _, r := range refusedGroups {
		if p.skip(r.start) {
			return nil, nil, &Error{r.construct, at, r.reason, r.remedy}
		}
	}
	var own string
	switch {
	case p.skip("(?:"):
	case p.skip("(?<"):
		name, err := p.groupName(at)
		if err == nil {
			err = p.notPortable("named group (?<…>…)", at)
		}
		if err != nil {
			return nil, nil, err
		}
		own = name
	case p.skip("(?"):
		if c := p.peek(0); c == '-' || c == '^' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return nil, nil, &Error{"inline flags (?" + string(c) + "…)", at, "cannot be used in a schema", "write both cases, as in [Aa], or what the flag would mean"}
		}
		return nil, nil, &Error{"group (?", at, notECMA, "write (?:…), or \\? if the character is meant"}
	default:
		p.pos++
	}
	if p.depth++; p.depth > maxDepth {
		return nil, nil, &Error{"group (…)", at, "is nested deeper than 200", "flatten the groups"}
	}
	n, in, err := p.disjunction()
	if err != nil {
		return nil, nil, err
	}
	p.depth--
	if !p.skip(")") {
		return nil, nil, &Error{"unpaired (", at, notECMA, `close it, or write \(`}
	}
	if own != "" {
		merged, twice := in.merge(names{own: true})
		if twice != "" {
			return nil, nil, &Error{"group name " + twice, at, "stands twice in one alternative", "rename one"}
		}
		in = merged
	}
	return n, in, nil
}

// groupName reads a name up to its >. at is where the group starts.
func (p *parser) groupName(at int) (string, error) {
	start := p.pos
	var name []rune
	for p.pos < len(p.text) {
		if p.skip(">") {
			break
		}
		var r rune
		here := p.pos
		if p.skip(`\u`) {
			escaped, err := p.unicodeEscape(here)
			if err != nil {
				return "", err
			}
			r = escaped
		} else {
			c, size := utf8.DecodeRuneInString(p.text[p.pos:])
			r, p.pos = c, p.pos+size
		}
		if !identifier(r, len(name) == 0) {
			return "", &Error{"group name", here, "has a character that no identifier has", "use letters, digits and _"}
		}
		name = append(name, r)
	}
	if p.pos == start || p.text[p.pos-1] != '>' || len(name) == 0 {
		return "", &Error{"group (?<", at, "has no name ended by >", "write (?<name>…)"}
	}
	return string(name), nil
}

func identifier(r rune, first bool) bool {
	switch {
	case r == '$' || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		return true
	case unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space):
		return false
	case unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start):
		return true
	case first:
		return false
	}
	return r == 0x200C || r == 0x200D || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}
