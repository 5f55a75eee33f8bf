package comments

import (
	"fmt"
	"slices"
	"strings"
)

// Unknown is the error of a name that a package does not have: what is most like it
// is named.
func Unknown(what, pkg, name string, names []string) error {
	text := fmt.Sprintf("there is no %s in %s", what, pkg)
	if list := near(name, names); len(list) > 0 {
		text += ": perhaps " + strings.Join(list, " or ")
	}
	return fmt.Errorf("%s", text)
}

// near lists the names that look most like one, at most three.
func near(name string, names []string) []string {
	type found struct {
		name     string
		distance int
	}
	var list []found
	for _, other := range names {
		d := distance(strings.ToLower(name), strings.ToLower(other))
		if strings.HasSuffix(other, "."+name) {
			d = 0 // a method whose type was not said
		}
		if d <= max(2, len(name)/3) && d < len(name) { // a name of one letter is like every other
			list = append(list, found{other, d})
		}
	}
	slices.SortFunc(list, func(a, b found) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.name, b.name)
	})
	var nearest []string
	for _, f := range list[:min(3, len(list))] {
		nearest = append(nearest, f.name)
	}
	return nearest
}

// distance is how many letters have to be changed, added or taken away.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	return row[len(b)]
}
