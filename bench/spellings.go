package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// spellings returns n texts of the weather call that all mean the same: they differ
// in the order of members, white space, escapes and the spelling of a number.
//
//  1. encoding/json reads them all. It refuses 5.0 for an int, so that number keeps
//     its spelling.
//  2. No two are alike, and they are the same in every run.
//  3. At most half of the characters of a string are escaped, as senders that escape
//     do so here and there.
func spellings(n int) [][]byte {
	r := rand.New(rand.NewPCG(4, 1024))
	seen := map[string]bool{}
	var texts [][]byte
	for len(texts) < n {
		members := [][2]string{
			{"city", escaped(r, "San Francisco")},
			{"days", "5"},
			{"radius_km", pick(r, "12.5", "12.50", "1.25e1", "125e-1", "1.25E+1", "0.125e2", "12.500", "1250e-2")},
		}
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		style := r.IntN(3) // compact, spaced after punctuation, anywhere
		space := func(after bool) string {
			switch {
			case style == 1 && after:
				return " "
			case style == 2:
				return pick(r, "", " ", "\n  ", "\t", "\r\n")
			}
			return ""
		}
		var b strings.Builder
		b.WriteString(space(false) + "{" + space(false))
		for j, m := range members {
			if j > 0 {
				b.WriteString(space(false) + "," + space(true))
			}
			fmt.Fprintf(&b, `"%s"%s:%s%s`, name(r, m[0]), space(false), space(true), m[1])
		}
		b.WriteString(space(false) + "}" + space(false))
		if s := b.String(); !seen[s] {
			seen[s] = true
			texts = append(texts, []byte(s))
		}
	}
	return texts
}

func pick(r *rand.Rand, choices ...string) string { return choices[r.IntN(len(choices))] }

// name spells a member's name, one in eight times with an escape in it.
func name(r *rand.Rand, s string) string {
	if r.IntN(8) > 0 {
		return s
	}
	i := r.IntN(len(s))
	return s[:i] + fmt.Sprintf(`\u%04x`, s[i]) + s[i+1:]
}

// escaped spells a string, every second time with escapes in it.
func escaped(r *rand.Rand, s string) string {
	if r.IntN(2) == 0 {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, `\u%04x`, c)
		case 1:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
