package schema

import (
	"strings"
	"unicode/utf8"
)

// visibleNames lists the names that n gives to members, its own and those of the
// schemas that certainly apply to the same instance.
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
	return names
}

// nearest returns the name that is most like the one given, or "" if none is
// like it: the same without case, underscores and hyphens, or few edits away.
func nearest(name string, names []string) string {
	if utf8.RuneCountInString(name) > 100 {
		return ""
	}
	best, distance := "", 1+max(1, utf8.RuneCountInString(name)/3)
	for _, candidate := range names {
		if fold(candidate) == fold(name) {
			return candidate
		}
		if len(candidate) > 100 {
			continue
		}
		if d := edits([]rune(strings.ToLower(name)), []rune(strings.ToLower(candidate))); d < distance {
			best, distance = candidate, d
		}
	}
	return best
}

func fold(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(strings.ToLower(s))
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
