package strict

import "strings"

// From this many bytes on, room for all values is made at once: in pieces, the
// garbage collector would look at the first of them again and again while the
// others are read.
const estimateFrom = 32 << 10

// Separators is how many values a text has at most, as far as it is well-formed: one more
// than it has commas and opening brackets outside strings.
func Separators(text string) int {
	values, _ := estimate(text)
	return values
}

// estimate counts the commas and opening brackets of a text that stand outside strings,
// as far as it is well-formed: it has no more values than these and one. A value follows
// a bracket, a comma or a colon, and an object has one comma less than colons. Members
// is how many an object has, if one has nearly all; else 0.
func estimate(s string) (values, members int) {
	commas, arrays, objects, colons := 0, 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ',':
			commas++
		case '[':
			arrays++
		case '{':
			objects++
		case ':':
			colons++
		case '"':
			i = afterString(s, i+1)
		}
	}
	if colons > ownFrom*objects {
		members = colons
	}
	return 1 + commas + arrays + objects, members
}

// afterString returns where the string ends that begins before i: at its quote, or
// at the end of a text that lacks it.
func afterString(s string, i int) int {
	for {
		quote := strings.IndexByte(s[i:], '"')
		if quote < 0 {
			return len(s)
		}
		end := i + quote
		back := end
		for back > i && s[back-1] == '\\' {
			back--
		}
		if (end-back)%2 == 0 {
			return end
		}
		i = end + 1
	}
}
