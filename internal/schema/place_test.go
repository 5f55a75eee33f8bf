package schema

import (
	"strconv"
	"testing"
)

// An estimate by bits is off where a power of ten is near.
func TestDigits(t *testing.T) {
	check := func(n int) {
		if want := len(strconv.Itoa(n)); n >= 0 && digits(n) != want {
			t.Errorf("digits(%d) = %d, want %d", n, digits(n), want)
		}
	}
	for _, p := range powers {
		for n := p - 2; n <= p+2; n++ {
			check(n)
		}
	}
	for n := 1; n > 0; n *= 2 {
		check(n)
		check(n - 1)
	}
}
