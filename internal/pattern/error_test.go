package pattern

import (
	"errors"
	"testing"
)

func TestCompileRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, pattern, construct string
		offset                   int
	}{
		{"look-ahead (R04)", `^abc(?=.*x)`, "look-ahead (?=…)", 4},
		{"negative look-ahead", `(?!a)`, "negative look-ahead (?!…)", 0},
		{"look-behind", `a(?<=a)`, "look-behind (?<=…)", 1},
		{"negative look-behind", `é(?<!\.)`, "negative look-behind (?<!…)", 2},
		{"back-reference (R07)", `^(a)\1$`, `back-reference \1`, 4},
		{"named back-reference", `(?<n>a)\k<n>`, `back-reference \k<…>`, 7},
		{"inline flags (R13)", `(?i)abc`, "inline flags (?i…)", 0},
		{"modifiers of ES2025", `a(?i:b)`, "inline flags (?i…)", 1},
		{"removed modifiers", `(?-i:b)`, "inline flags (?-…)", 0},
		{"end of text (R15)", `^a\Z`, `escape \Z`, 2},
		{"start of text", `\Aa`, `escape \A`, 0},
		{"end of text, strictly", `a\z`, `escape \z`, 1},
		{"quoting", `\Qa\E`, `escape \Q`, 0},
		{"bell", `\a`, `escape \a`, 0},
		{"horizontal space", `\h`, `escape \h`, 0},
		{"needless escape of a letter", `\y`, `escape \y`, 0},
		{"escape beyond ASCII", `\é`, `escape \é`, 0},
		{"escaped space", `a\ b`, `escape \ `, 1},
		{"unclosed class (R18)", `a[unclosed`, "unpaired [", 1},
		{"unclosed class with escape", `[\]`, "unpaired [", 0},
		{"unclosed group", `a(b`, "unpaired (", 1},
		{"closing parenthesis", `a)b`, "unpaired )", 1},
		{"lone {", `a{`, "lone {", 1},
		{"lone { first", `{2}`, "lone {", 0},
		{"no lower count", `a{,2}`, "lone {", 1},
		{"lone }", `a}`, "lone }", 1},
		{"lone ]", `a]`, "lone ]", 1},
		{"POSIX class", `[[:alpha:]]`, "lone ]", 10},
		{"nothing to repeat", `*a`, "quantifier *", 0},
		{"nothing to repeat in a group", `(?:+)`, "quantifier +", 3},
		{"possessive", `a++`, "quantifier +", 2},
		{"thrice", `a*??`, "quantifier ?", 3},
		{"repeated assertion", `^*`, "quantifier *", 1},
		{"repeated boundary", `\b{2}`, "quantifier {", 2},
		{"counts out of order", `a{3,2}`, "quantifier {n,m}", 1},
		{"long counts out of order", `a{100000000000000000000,99999999999999999999}`, "quantifier {n,m}", 1},
		{"range out of order", `a[z-a]`, "class range z-a", 2},
		{"range to a class", `[a-\d]`, `class range a-\d`, 1},
		{"range from a class", `[\w-a]`, `class range \w-a`, 1},
		{"octal", `\01`, `octal escape \01`, 0},
		{"octal in a class", `[\1]`, `escape \1`, 1},
		{"boundary in a class", `[\B]`, `escape \B`, 1},
		{"control without a letter", `\c1`, `escape \c`, 0},
		{"short \\x", `\x1`, `escape \x`, 0},
		{"short \\u", `\u123`, `escape \u`, 0},
		{"braced beyond Unicode", `\u{110000}`, `escape \u{`, 0},
		{"braced and empty", `\u{}`, `escape \u{`, 0},
		{"braced and no hex", `\u{6g}`, `escape \u{`, 0},
		{"final backslash", `a\`, `backslash \`, 1},
		{"property without braces", `\pL`, `escape \p`, 0},
		{"property not closed", `\p{L`, `escape \p`, 0},
		{"POSIX property", `\p{Print}`, `property \p{Print}`, 0},
		{"block", `\p{IsGreek}`, `property \p{IsGreek}`, 0},
		{"bare script", `\p{Greek}`, `property \p{Greek}`, 0},
		{"wrong case", `\p{letter}`, `property \p{letter}`, 0},
		{"negated inside", `\p{^L}`, `property \p{^L}`, 0},
		{"property of Unicode, not of ECMA-262", `\p{Hyphen}`, `property \p{Hyphen}`, 0},
		{"contributory property", `\p{Other_Math}`, `property \p{Other_Math}`, 0},
		{"no table", `\P{Emoji}`, `property \P{Emoji}`, 0},
		{"no table of extensions", `\p{scx=Greek}`, `property \p{scx=Greek}`, 0},
		{"unknown script", `\p{Script=Klingon}`, `property \p{Script=Klingon}`, 0},
		{"script of a category", `\p{Script=Lu}`, `property \p{Script=Lu}`, 0},
		{"Python name", `(?P<n>a)`, "group (?P<…>…)", 0},
		{"atomic group", `(?>a)`, "atomic group (?>…)", 0},
		{"comment", `a(?#b)`, "comment (?#…)", 1},
		{"bare question", `(?)`, "group (?", 0},
		{"empty name", `(?<>a)`, "group (?<", 0},
		{"unclosed name", `(?<n`, "group (?<", 0},
		{"bad name", `(?<1>a)`, "group name", 3},
		{"name twice", `(?<n>a)(?<n>b)`, "group name n", 7},
		{"name within itself", `(?<n>(?<n>b))`, "group name n", 0},
		{"name twice, once in an alternative", `(?:(?<n>a)|b)(?<n>b)`, "group name n", 13},
		{"not UTF-8", "a\xff", "pattern", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile(tt.pattern)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("Compile(%q) = %v, want an *Error", tt.pattern, err)
			}
			if e.Construct != tt.construct || e.Offset != tt.offset {
				t.Errorf("Compile(%q): %q at %d, want %q at %d", tt.pattern, e.Construct, e.Offset, tt.construct, tt.offset)
			}
			if e.Reason == "" || e.Remedy == "" {
				t.Errorf("Compile(%q): no reason or no remedy: %v", tt.pattern, e)
			}
			if _, err := CompilePortable(tt.pattern); err == nil {
				t.Errorf("CompilePortable(%q) accepts it", tt.pattern)
			}
		})
	}
}
