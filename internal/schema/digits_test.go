package schema

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Indexes are ordered as the texts that they are in a pointer.
func TestCompareDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		a, b := r.IntN(1<<r.IntN(40)+1), r.IntN(1<<r.IntN(40)+1)
		x, y := strconv.Itoa(a), strconv.Itoa(b)
		want := strings.Compare(x, y)
		if strings.HasPrefix(x, y) || strings.HasPrefix(y, x) {
			want = 0
		}
		if got := compareDigits(a, b); got != want {
			t.Fatalf("%s and %s: %d, want %d", x, y, got, want)
		}
	}
}
