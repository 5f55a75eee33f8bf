package pattern

// portableRemedies says, for each construct that ECMA-262 has and the portable
// subset lacks, what to write instead. Engines differ on every one of them: on
// what it matches or on whether they know it.
var portableRemedies = map[string]string{
	"dot .":                 `write [^\n\r] or the class that is meant`,
	`escape \s`:             `write [ \t\n\r] or the class that is meant`,
	`escape \S`:             `write [^ \t\n\r] or the class that is meant`,
	`escape \D`:             `write [^0-9]`,
	`escape \W`:             `write [^0-9A-Za-z_]`,
	`escape \b`:             "write out the characters that may stand there",
	`escape \B`:             "write out the characters that may stand there",
	`escape \p`:             "write a class of ranges",
	`escape \P`:             "write a class of ranges",
	`escape \c`:             `write \xHH`,
	`escape \0`:             `write \x00`,
	`escape \u{`:            `write \uXXXX, a pair of them, or the character itself`,
	"lone surrogate escape": "remove it, no text holds one",
	"empty class []":        "remove it, nothing matches it",
	"class [^]":             `write [\x00-\uFFFF] or the class that is meant`,
	"named group (?<…>…)":   "write (…)",
	"lazy quantifier":       "remove the ?, it decides nothing here",
	"count over 1000":       "use minLength and maxLength, or a smaller count",
}

// notPortable refuses a construct of ECMA-262 in a portable pattern.
func (p *parser) notPortable(construct string, at int) error {
	if !p.portable {
		return nil
	}
	return &Error{construct, at, "is not in the portable subset of declared functions", portableRemedies[construct]}
}
