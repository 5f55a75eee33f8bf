package pattern

import (
	"fmt"
	"strings"
	"testing"
)

// All answers of the table are those of Node 20 with the u flag, except where the
// reason says otherwise.
func TestCompile(t *testing.T) {
	for _, tt := range []struct {
		name, reason, pattern string
		match, miss           []string
	}{
		{"digit is ASCII", "R01", `^\d+$`, []string{"0", "19"}, []string{"\u0663", ""}},
		{"word is ASCII", "R02", `^\w+$`, []string{"a_0Z"}, []string{"é", "ſ", "\u212a"}},
		{"category", "R03", `^\p{L}+$`, []string{"é", "\u4e2d"}, []string{"1"}},
		{"unanchored", "R05", `b`, []string{"abc"}, []string{"ac", ""}},
		{"dollar is the end of the text", "R06", `^a$`, []string{"a"}, []string{"a\n", "\na"}},
		{"control", "R08", `^\cC$`, []string{"\x03"}, []string{"C", `\cC`}},
		{"control of a small letter", "ECMA-262: code point mod 32", `^\cj$`, []string{"\n"}, nil},
		{"space", "R09, R22: ECMA WhiteSpace and LineTerminator", `^\s$`,
			[]string{"\t", "\v", "\f", " ", "\u00a0", "\u1680", "\u2003", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff"},
			[]string{"\u0085", "\u180e", "\u200b", "a"}},
		{"not space", "R22", `^\S$`, []string{"a", "\u0085"}, []string{"\ufeff", "\u00a0"}},
		{"emoji is one character", "R10", `^.$`, []string{"😀"}, []string{"\n", "\r", "ab"}},
		{"dot stops at line separators", "R20", `^.$`, []string{"\u0085", "\v"}, []string{"\u2028", "\u2029"}},
		{"any character", "R11", `^[^]$`, []string{"a", "\n", "\u2028"}, []string{""}},
		{"no character", "[] is empty in ECMA-262", `a|[]`, []string{"a"}, []string{"", "[]"}},
		{"named group", "R12", `^(?<y>[0-9]+)-(?<m$_\u0061>\d)$`, []string{"12-3"}, []string{"12"}},
		{"one name in two alternatives", "ECMA-262 2025; Node 20 refuses it", `^(?:(?<y>a)|(?<y>b))$`, []string{"a", "b"}, []string{"ab"}},
		{"linear time", "R14", `^(a+)+$`, []string{"aaa"}, []string{strings.Repeat("a", 10_000) + "!"}},
		{"surrogate pair", "R16", `^\ud83d\ude00$`, []string{"😀"}, []string{"a"}},
		{"braced escape", "leading zeros are allowed", `^\u{0001F600}\u{61}$`, []string{"😀a"}, nil},
		{"lone surrogate", "no text holds one; not U+FFFD either", `\ud83d`, nil, []string{"😀", "\ufffd", ""}},
		{"braced surrogates do not pair", "only \\uXXXX\\uXXXX does", `\ud83d\u{de00}|\u{d83d}\u{de00}`, nil, []string{"😀"}},
		{"lone surrogate in a class", "it adds nothing", `^[\ud83da]$`, []string{"a"}, []string{"\ufffd", "😀"}},
		{"range over the surrogates", "AWS has it", `^[\u0020-\uD7FF\uE000-\uFFFD\uD800\uDC00-\uDBFF\uDFFF]*$`, []string{"a😀\U0010ffff"}, []string{"\n", "\uffff"}},
		{"needless escape", "R17, rule 11; Node refuses it", `^\w\-\w\@\"\'\_\!$`, []string{`a-b@"'_!`}, []string{"ab"}},
		{"script", "R19", `^\p{Script=Greek}+\p{sc=Grek}$`, []string{"αβγ"}, []string{"a", "αa"}},
		{"long category", "R21", `^\p{Letter}\p{gc=Lu}\p{General_Category=Decimal_Number}\p{digit}$`, []string{"aA11"}, []string{"aa11"}},
		{"not a category", "", `^\P{L}[^\p{L}][\P{L}a]$`, []string{"11a", "111"}, []string{"11b", "a1a"}},
		{"binary property", "", `^\p{Alphabetic}\p{Upper}\p{White_Space}\p{ASCII}\p{Any}$`, []string{"aA\u0085a\n"}, []string{"aA\ufeffaa"}},
		{"controls", "", `^\t\n\v\f\r\0\x41\/$`, []string{"\t\n\v\f\r\x00A/"}, nil},
		{"word boundary", "ASCII", `\ba\b`, []string{"a", "éaé", "-a-"}, []string{"ab"}},
		{"no word boundary", "Node is wrong here: it looks inside the pair", `\B`, []string{"ab", "--"}, []string{"A😀0"}},
		{"backspace", "in a class only", `^[\b]$`, []string{"\b"}, []string{"b"}},
		{"class escapes in a class", "", `^[\s\d-]+$`, []string{"1 \ufeff-"}, []string{"a", "\u0663"}},
		{"negated escapes in a class", "", `^[\W\d]$`, []string{"1", "-", "é"}, []string{"a", "_"}},
		{"double negation", "", `^[^\S]$`, []string{" ", "\ufeff"}, []string{"a"}},
		{"hyphens", "first, last, after a range and as an end", `^[-a-c-_][--/][a-]$`, []string{"--a", "c.-", "_/a"}, []string{"d-a", "`-a"}},
		{"brackets in a class", "RE2 would see a POSIX class", `^[[:alpha:]$`, []string{"[", ":", "a", "p"}, []string{"z", "]"}},
		{"ampersands in a class", "other engines would intersect", `^[a-z&&b]$`, []string{"a", "&"}, []string{"A"}},
		{"caret in a class", "", `^[a^]$`, []string{"a", "^"}, []string{"b"}},
		{"quantifiers", "", `^a*b+c?d{2}e{2,}f{1,2}$`, []string{"bddeef", "aabbcddeeeff"}, []string{"bdeef", "bddeefff"}},
		{"lazy quantifiers", "laziness picks a match, it does not decide", `^a*?b+?c??d{2}?e{2,}?f{1,2}?$`, []string{"bddeef"}, []string{"bddeefff"}},
		{"quantified groups", "", `^(?:ab)+(c|d){2}()$`, []string{"ababcd"}, []string{"abbcd"}},
		{"nothing", "", ``, []string{"", "a"}, nil},
		{"empty alternatives", "", `^(|a|)$`, []string{"", "a"}, []string{"b"}},
		{"quantified empty", "", `^(){3}(?:){2,}(^)*(?:$)?$`, []string{""}, []string{"a"}},
		{"zero times", "", `^a{0}(b{3}){0,0}$`, []string{""}, []string{"a"}},
		{"RE2 syntax is literal", "", `^a,b=<!:#~$`, []string{"a,b=<!:#~"}, nil},
		{"anchors inside", "", `a^|$b|(?:^c)`, []string{"c"}, []string{"a", "b", "ac"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Compile(tt.pattern)
			if err != nil {
				t.Fatalf("Compile(%q): %v (%s)", tt.pattern, err, tt.reason)
			}
			if p.String() != tt.pattern {
				t.Errorf("String() = %q, want %q", p, tt.pattern)
			}
			for _, s := range tt.match {
				if !p.MatchString(s) {
					t.Errorf("%q does not match %q (%s)", tt.pattern, s, tt.reason)
				}
			}
			for _, s := range tt.miss {
				if p.MatchString(s) {
					t.Errorf("%q matches %q (%s)", tt.pattern, s, tt.reason)
				}
			}
		})
	}
}

func ExampleCompile() {
	p, err := Compile(`^\p{Letter}[\s\w]{0,4096}$`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.MatchString("Ünder way"), p.MatchString("1st"))
	_, err = Compile(`^abc(?=d)`)
	fmt.Println(err)
	// Output:
	// true false
	// look-ahead (?=…) at offset 4 cannot be checked in linear time: express it with allOf and a pattern for each condition
}

func ExampleCompilePortable() {
	_, err := CompilePortable(`^\s*[a-z]+$`)
	fmt.Println(err)
	// Output:
	// escape \s at offset 1 is not in the portable subset of declared functions: write [ \t\n\r] or the class that is meant
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{`^\d+$`, `[^\S\]a-z]{2,3}?`, `(?<n>a|\p{L})*`, `(?:a{500}){500}`, `\ud83d\ude00`, `[]`, `x{0,2048}`, `((`, `\`, `[\`, `\u{`, `(?<`} {
		f.Add(s, "aA1 é😀")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		p, err := Compile(pattern)
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Construct == "" || e.Reason == "" || e.Remedy == "" || e.Offset < 0 || e.Offset > len(pattern) {
				t.Fatalf("Compile(%q): incomplete error %#v", pattern, err)
			}
			if _, err := CompilePortable(pattern); err == nil {
				t.Fatalf("%q is portable but not ECMA-262", pattern)
			}
			return
		}
		checkTwin(t, p, strings.ToValidUTF8(text, ""))
	})
}

// checkTwin compares a pattern that is counted with the regexp it stands for.
func checkTwin(t *testing.T, p *Pattern, text string) {
	t.Helper()
	if p.run == nil || p.run.min > 1000 || p.run.max > 1000 {
		return
	}
	parser := parser{text: p.source}
	n, err := parser.parse()
	if err != nil {
		t.Fatal(err)
	}
	re, err := translate(n)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.MatchString(text), re.MatchString(text); got != want {
		t.Errorf("%q on %q: counted %v, regexp %v", p, text, got, want)
	}
}

func TestRunAnswersAsRegexp(t *testing.T) {
	texts := []string{"", "a", "aa", "aaa", "aaaa", "ba", "ab", "bab", "aba", "aabaaa", "éa", "é", "aé", "baaab"}
	for _, start := range []string{"", "^"} {
		for _, end := range []string{"", "$"} {
			for _, count := range []string{"", "*", "+", "?", "{2}", "{2,}", "{2,3}", "{0}"} {
				for _, set := range []string{"a", "[^b]", ".", "(a)", "[]"} {
					p, err := Compile(start + set + count + end)
					if err != nil {
						t.Fatal(err)
					}
					if p.run == nil && set != "[]" && count != "{0}" {
						t.Errorf("%q is not counted", p)
					}
					for _, s := range texts {
						checkTwin(t, p, s)
					}
				}
			}
		}
	}
}
