// Package pattern compiles the regular expressions of `pattern` and
// `patternProperties` (rule 11). A pattern is parsed by the grammar of ECMA-262
// with the u flag and written out again for Go's regexp, so that what is not
// ECMA-262 is refused and nothing keeps a meaning by luck.
//
// # Exact
//
//  1. Matching is by code point, unanchored, in time linear in the text.
//  2. \d \w \b are ASCII. \s is ECMA white space with its line ends. The dot is
//     all but \n, \r, U+2028 and U+2029. ^ and $ are the ends of the text alone.
//  3. \uXXXX pairs are joined. JSON texts hold no lone surrogate, so an escape of
//     one matches nothing.
//  4. \p{…} knows General_Category, Script and the binary properties that Go's
//     tables give exactly, at the Unicode version of package unicode.
//  5. Counts are not limited one by one; the whole pattern is (below).
//
// # Lenient
//
// A needless escape of ASCII punctuation, as in \- or \@, is the character.
//
// # Refused
//
// Look-around, back-references, flags and whatever ECMA-262 with u refuses. Also
// patterns longer than 64 KiB, groups deeper than 200 and patterns that need more
// than 65,536 instructions or 1 MiB of RE2 text once their counts are written out.
// A pattern that is one character or class with a count, such as ^.{1,131072}$, is
// counted instead and needs neither.
package pattern

import (
	"regexp"
	"unicode/utf8"
)

const maxLength = 1 << 16

// Pattern is a compiled regular expression. It is immutable and safe for
// concurrent use.
type Pattern struct {
	source string
	run    *run // set if the pattern is one counted character set
	re     *regexp.Regexp
	size   int
}

// Compile compiles a pattern of a foreign schema: ECMA-262 with the u flag. The
// error is an *Error and speaks of the first offence in reading order; limits on
// the whole pattern come last.
func Compile(ecma string) (*Pattern, error) { return compile(ecma, false) }

// CompilePortable compiles a pattern of a declared function, which may use only
// what all languages agree on: literals, classes, \d, \w, ^, $, groups ( and (?:,
// alternation, greedy quantifiers with counts up to 1000, and the escapes \t \n
// \v \f \r \xHH \uXXXX and of punctuation. The error is an *Error as for Compile.
func CompilePortable(p string) (*Pattern, error) { return compile(p, true) }

func compile(source string, portable bool) (*Pattern, error) {
	if len(source) > maxLength {
		return nil, &Error{"pattern", 0, "is longer than 65536 bytes", "shorten it"}
	}
	if !utf8.ValidString(source) {
		return nil, &Error{"pattern", 0, "is not UTF-8", "write it in UTF-8"}
	}
	p := parser{text: source, portable: portable}
	n, err := p.parse()
	if err != nil {
		return nil, err
	}
	if r := runOf(n); r != nil {
		return &Pattern{source: source, run: r, size: 1}, nil
	}
	re, err := translate(n)
	if err != nil {
		return nil, err
	}
	return &Pattern{source: source, re: re, size: int(n.size)}, nil
}

// MatchString reports whether some part of s matches. s is UTF-8.
func (p *Pattern) MatchString(s string) bool {
	if p.run != nil {
		return p.run.match(s)
	}
	return p.re.MatchString(s)
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.source }

// Size is an upper estimate of the instructions that the compiled pattern holds,
// at most 65,536. One takes about 100 bytes; whoever compiles many patterns bounds
// the sum.
func (p *Pattern) Size() int { return p.size }
