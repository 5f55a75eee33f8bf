package pattern

import (
	"errors"
	"testing"
)

func TestCompilePortable(t *testing.T) {
	for _, tt := range []struct {
		name, pattern string
		match, miss   []string
	}{
		{"literals", `^ab é😀$`, []string{"ab é😀"}, []string{"ab"}},
		{"integer keys", `^(0|-?[1-9][0-9]*)$`, []string{"0", "-12"}, []string{"-0", "01"}},
		{"classes", `^[a-z_][^\d\w\-]$`, []string{"a "}, []string{"aa"}},
		{"ASCII", `^\d\w$`, []string{"1a"}, []string{"\u0663a", "1é"}},
		{"groups and alternation", `^(a|(?:bc)+){1,2}$`, []string{"a", "bcbca"}, []string{"b"}},
		{"counts", `^[ab]{1000}c{0,1000}d{2,}$`, nil, []string{"abdd"}},
		{"escapes", `^\t\n\v\f\r\x41\u0042\ud83d\ude00\.\/\-\[$`, []string{"\t\n\v\f\rAB😀./-["}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := CompilePortable(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range tt.match {
				if !p.MatchString(s) {
					t.Errorf("%q does not match %q", p, s)
				}
			}
			for _, s := range tt.miss {
				if p.MatchString(s) {
					t.Errorf("%q matches %q", p, s)
				}
			}
		})
	}
}

// Every refusal of the table of remedies has a pattern that reaches it, which is
// ECMA-262 nevertheless.
func TestCompilePortableRefuses(t *testing.T) {
	rows := map[string]struct {
		pattern string
		offset  int
	}{
		"dot .":                 {`^.$`, 1},
		`escape \s`:             {`[a\s]`, 2},
		`escape \S`:             {`\S`, 0},
		`escape \D`:             {`a\D`, 1},
		`escape \W`:             {`[\W]`, 1},
		`escape \b`:             {`a\b`, 1},
		`escape \B`:             {`a\B`, 1},
		`escape \p`:             {`\p{L}`, 0},
		`escape \P`:             {`[\P{L}]`, 1},
		`escape \c`:             {`\cA`, 0},
		`escape \0`:             {`\0`, 0},
		`escape \u{`:            {`\u{61}`, 0},
		"lone surrogate escape": {`a\ud83d`, 1},
		"empty class []":        {`a[]`, 1},
		"class [^]":             {`a[^]`, 1},
		"named group (?<…>…)":   {`a(?<n>b)`, 1},
		"lazy quantifier":       {`a+?`, 2},
		"count over 1000":       {`a{0,1001}`, 1},
	}
	for construct := range portableRemedies {
		row, ok := rows[construct]
		if !ok {
			t.Errorf("no row for %q", construct)
			continue
		}
		t.Run(construct, func(t *testing.T) {
			_, err := CompilePortable(row.pattern)
			var e *Error
			if !errors.As(err, &e) || e.Construct != construct || e.Offset != row.offset || e.Remedy == "" {
				t.Errorf("CompilePortable(%q) = %v, want %q at %d", row.pattern, err, construct, row.offset)
			}
			if _, err := Compile(row.pattern); err != nil {
				t.Errorf("Compile(%q) = %v", row.pattern, err)
			}
		})
	}
	if len(rows) != len(portableRemedies) {
		t.Errorf("%d rows for %d remedies", len(rows), len(portableRemedies))
	}
}
