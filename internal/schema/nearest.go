package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// visibleNames lists the names that n gives to members, its own and those of the
// schemas that certainly apply to the same instance, each once.
func (n *node) visibleNames() []string {
	var names []string
	seen := map[*node]bool{}
	var add func(*node)
	add = func(n *node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		names = append(names, n.propertyOrder...)
		add(n.ref)
		for _, part := range n.allOf {
			add(part)
		}
	}
	add(n)
	if len(seen) > 1 {
		return distinct(names)
	}
	return names
}

const (
	// longestName is how long a name is to be compared, in bytes.
	longestName = 100
	// mostNames is how many names are compared with one that is not known.
	mostNames = 1_000
)

// nearest returns the name that is most like the one given, or "" if none is
// like it: the same without case, underscores and hyphens, or few edits away.
func nearest(name string, names []string) string {
	if len(name) > longestName {
		return ""
	}
	lower := []rune(strings.ToLower(name))
	best, distance := "", 1+len(lower)/3 // none for one or two letters: any other is near them
	for _, candidate := range names[:min(len(names), mostNames)] {
		if len(candidate) > longestName {
			continue
		}
		if alike(name, candidate) {
			return candidate
		}
		if n := utf8.RuneCountInString(candidate); max(n-len(lower), len(lower)-n) >= distance {
			continue // so many edits it takes at least
		}
		if d := edits(lower, []rune(strings.ToLower(candidate))); d < distance {
			best, distance = candidate, d
		}
	}
	return best
}

// alike reports whether two names are the same without case and separators.
func alike(a, b string) bool {
	for {
		var x, y rune
		x, a = letter(a)
		if y, b = letter(b); x != y || x < 0 {
			return x == y
		}
	}
}

// letter takes the first character from s that is no separator; -1 is the end.
func letter(s string) (rune, string) {
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if s = s[n:]; !strings.ContainsRune("_- .", r) {
			return unicode.ToLower(r), s
		}
	}
	return -1, ""
}

// edits is the Levenshtein distance.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Names lists the properties that the root certainly has: its own, and those
// behind its $ref and allOf.
func (s *Schema) Names() []string { return s.root.visibleNames() }
