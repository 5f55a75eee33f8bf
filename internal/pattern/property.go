package pattern

import (
	"strings"
	"unicode"
)

// property reads what follows \p or \P; the escape begins at a place.
func (p *parser) property(at int) (*node, error) {
	not := p.text[p.pos-1] == 'P'
	end := strings.IndexByte(p.text[p.pos:], '}')
	if p.peek(0) != '{' || end < 0 {
		return nil, &Error{`escape \p`, at, "has no name in braces", `write \p{…}`}
	}
	expr := p.text[p.pos+1 : p.pos+end]
	p.pos += end + 1
	written := p.text[at:p.pos]
	if n, ok := p.properties[written]; ok {
		return n, nil
	}
	s, err := propertySet(expr, written, at)
	if err != nil {
		return nil, err
	}
	if not {
		s = s.negate()
	}
	if p.properties == nil {
		p.properties = map[string]*node{}
	}
	p.properties[written] = charsNode(s)
	return p.properties[written], nil
}

// propertySet is the set of Name or Name=Value, both spelled exactly as ECMA-262
// section 22.2.1 (Static Semantics: UnicodeMatchProperty) has them.
func propertySet(expr, written string, at int) (set, error) {
	name, value, pair := strings.Cut(expr, "=")
	if !pair {
		if s, ok := category(name); ok {
			return s, nil
		}
		if long, ok := binaryNames[name]; ok {
			name = long
		}
		if s, ok := binary(name); ok {
			return s, nil
		}
		if untranslated[name] {
			return nil, &Error{"property " + written, at, "has no exact table here", "write a class of ranges"}
		}
		return nil, &Error{"property " + written, at, "is unknown to ECMA-262",
			`write a General_Category as in \p{Letter}, Script=… or a class of ranges`}
	}
	switch name {
	case "General_Category", "gc":
		if s, ok := category(value); ok {
			return s, nil
		}
	case "Script", "sc":
		if long, ok := scriptCodes[value]; ok {
			value = long
		}
		if t, ok := unicode.Scripts[value]; ok {
			return tables(t), nil
		}
	case "Script_Extensions", "scx":
		return nil, &Error{"property " + written, at, "has no exact table here", `write \p{Script=…} or a class of ranges`}
	}
	return nil, &Error{"property " + written, at, "is unknown to ECMA-262 or to Unicode " + unicode.Version,
		`write a General_Category as in \p{Letter}, Script=… or a class of ranges`}
}

func category(name string) (set, bool) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	t, ok := unicode.Categories[name]
	if !ok {
		return nil, false
	}
	return tables(t), true
}

// binary is the set of a binary property by its long name.
func binary(name string) (set, bool) {
	if s, ok := derived(name); ok {
		return s, true
	}
	t, ok := unicode.Properties[name]
	if !ok || strings.HasPrefix(name, "Other_") || notBinary[name] {
		return nil, false
	}
	return tables(t), true
}

// notBinary are properties of Unicode that ECMA-262 leaves out. Those whose names
// begin with Other_ it leaves out, too.
var notBinary = map[string]bool{"Hyphen": true, "Prepended_Concatenation_Mark": true}

// derived is the set of a property that ECMA-262 adds, or of one in
// DerivedCoreProperties.txt that comes from Go's tables by the rules of that file.
func derived(name string) (set, bool) {
	switch name {
	case "Any":
		return everything, true
	case "ASCII":
		return set{{0, 0x7F}}, true
	case "Assigned":
		return unassigned().negate(), true
	case "Alphabetic":
		return tables(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Lm, unicode.Lo, unicode.Nl, unicode.Other_Alphabetic), true
	case "Lowercase":
		return tables(unicode.Ll, unicode.Other_Lowercase), true
	case "Uppercase":
		return tables(unicode.Lu, unicode.Other_Uppercase), true
	case "Cased":
		return tables(unicode.Ll, unicode.Other_Lowercase, unicode.Lu, unicode.Other_Uppercase, unicode.Lt), true
	case "Math":
		return tables(unicode.Sm, unicode.Other_Math), true
	case "ID_Start":
		return tables(unicode.L, unicode.Nl, unicode.Other_ID_Start).minus(syntax()), true
	case "ID_Continue":
		return tables(unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc,
			unicode.Other_ID_Continue).minus(syntax()), true
	case "Grapheme_Extend":
		return graphemeExtend(), true
	case "Grapheme_Base":
		return tables(unicode.Cc, unicode.Cf, unicode.Cs, unicode.Co, unicode.Zl, unicode.Zp).
			union(unassigned()).union(graphemeExtend()).negate(), true
	case "Default_Ignorable_Code_Point":
		return tables(unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector).
			minus(tables(unicode.White_Space, unicode.Prepended_Concatenation_Mark)).
			minus(set{{0xFFF9, 0xFFFB}, {0x13430, 0x13440}}), true
	}
	return nil, false
}

func unassigned() set     { return tables(unicode.Categories["Cn"]) }
func syntax() set         { return tables(unicode.Pattern_Syntax, unicode.Pattern_White_Space) }
func graphemeExtend() set { return tables(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend) }

// binaryNames are the short names of ECMA-262's binary properties.
var binaryNames = map[string]string{
	"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Bidi_M": "Bidi_Mirrored",
	"CI": "Case_Ignorable", "CWCF": "Changes_When_Casefolded", "CWCM": "Changes_When_Casemapped",
	"CWKCF": "Changes_When_NFKC_Casefolded", "CWL": "Changes_When_Lowercased", "CWT": "Changes_When_Titlecased",
	"CWU": "Changes_When_Uppercased", "DI": "Default_Ignorable_Code_Point", "Dep": "Deprecated", "Dia": "Diacritic",
	"EBase": "Emoji_Modifier_Base", "EComp": "Emoji_Component", "EMod": "Emoji_Modifier", "EPres": "Emoji_Presentation",
	"ExtPict": "Extended_Pictographic", "Ext": "Extender", "Gr_Base": "Grapheme_Base", "Gr_Ext": "Grapheme_Extend",
	"Hex": "Hex_Digit", "IDC": "ID_Continue", "IDS": "ID_Start", "IDSB": "IDS_Binary_Operator",
	"IDST": "IDS_Trinary_Operator", "Ideo": "Ideographic", "Join_C": "Join_Control", "LOE": "Logical_Order_Exception",
	"Lower": "Lowercase", "NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space",
	"QMark": "Quotation_Mark", "RI": "Regional_Indicator", "SD": "Soft_Dotted", "STerm": "Sentence_Terminal",
	"Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph", "Upper": "Uppercase", "VS": "Variation_Selector",
	"XIDC": "XID_Continue", "XIDS": "XID_Start", "space": "White_Space",
}

// untranslated are ECMA-262's binary properties that Go's tables do not give.
var untranslated = map[string]bool{
	"Bidi_Mirrored": true, "Case_Ignorable": true, "Changes_When_Casefolded": true, "Changes_When_Casemapped": true,
	"Changes_When_Lowercased": true, "Changes_When_NFKC_Casefolded": true, "Changes_When_Titlecased": true,
	"Changes_When_Uppercased": true, "Emoji": true, "Emoji_Component": true, "Emoji_Modifier": true,
	"Emoji_Modifier_Base": true, "Emoji_Presentation": true, "Extended_Pictographic": true, "XID_Continue": true,
	"XID_Start": true,
}
