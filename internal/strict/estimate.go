package strict

import "strings"

// From this many bytes on, room for all values is made at once: in pieces, the
// garbage collector would look at the first of them again and again while the
// others are read.
const estimateFrom = 32 << 10

// separators counts the commas and opening brackets of a text that stand outside
// strings, as far as it is well-formed: it has no more values than these and one. A value
// follows a bracket, a comma or a colon, and an object has one comma less than colons.
func separators(s string) int {
	count := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ',', '[', '{':
			count++
		case '"':
			i = afterString(s, i+1)
		}
	}
	return count
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
