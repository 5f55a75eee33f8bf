package agui

import "fmt"

// Profile says which clients an [Encoder] writes for.
type Profile uint8

// The two profiles.
const (
	// Before1 is for clients before protocol 1.0, whose results are one string. Those
	// of 1.0 accept it too.
	Before1 Profile = iota
	// Protocol1 is for clients of protocol 1.0 and later.
	Protocol1
)

func (p Profile) check() error {
	if p > Protocol1 {
		return fmt.Errorf("agui: profile %d is neither Before1 nor Protocol1", p)
	}
	return nil
}

// longest is how many characters an event may have unless Encoder.MaxEvent says
// otherwise. Clients of 1.0 end the run if more than 10 MiB, in UTF-16, stand in their
// buffer before the empty line that ends the event. Those before have no limit, but a
// server that does not know its client writes for them.
const longest = 10<<20 - len(before) - len("\n")

// characters is the length of s in JavaScript: a code point beyond the BMP is two.
func characters(s []byte) int {
	n := 0
	for _, c := range s {
		if c < 0x80 || c >= 0xc0 {
			n++
		}
		if c >= 0xf0 {
			n++
		}
	}
	return n
}
