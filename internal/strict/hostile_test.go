package strict

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
)

// names are the names that object uses.
var names = func() (names [100_000]string) {
	for i := range names {
		names[i] = "n" + strconv.Itoa(i)
	}
	return names
}()

// object returns an object of n members.
func object(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"` + names[i] + `":0`)
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

func TestHostileTextsFailFast(t *testing.T) {
	const (
		limit  = 50 * time.Millisecond
		linear = 20 * limit // for what must be kept in memory: on a busy machine; quadratic takes far longer
	)
	large := strings.TrimSuffix(object(100_000), "}")
	var objects strings.Builder
	for objects.Len() < 1<<20 {
		objects.WriteString(object(scanNames+1) + ",")
	}
	for _, test := range []struct {
		name, why, text string
		reason          Reason
		limit           time.Duration
	}{
		{"brackets", "depth is judged where one opens", strings.Repeat("[", 100_000), Depth, limit},
		{"braces", "depth is judged where one opens", strings.Repeat(`{"":`, 100_000), Depth, limit},
		{"closed brackets", "depth is judged where one opens", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), Depth, limit},
		{"large object, duplicate last", "duplicates are found in linear time", large + `,"n0":0}`, DuplicateKey, linear},
		{"one large object, then small ones", "a set is not cleared for the next", "[" + object(20_000) + "," + objects.String(), Truncated, linear},
		{"17 MiB", "size is judged before anything is read", strings.Repeat(" ", 17<<20), Size, limit},
		{"white space", "is skipped once", strings.Repeat(" ", 8<<20), Syntax, limit},
		{"digits", "a token is read once", strings.Repeat("1", 8<<20), Number, limit},
		{"exponent", "is not computed", "1e" + strings.Repeat("9", 8<<20), Number, limit},
		{"escapes", "a string is built in linear time", `"` + strings.Repeat(`\u0041`, 1<<18), Truncated, limit},
		{"escaped names", "each is built once", "{" + strings.Repeat(`"\u0041":{`, 100_000), Depth, limit},
		{"long duplicate name", "the message is short", `{"` + strings.Repeat("é", 1<<20) + `":1,"` + strings.Repeat("é", 1<<20) + `":1}`, DuplicateKey, limit},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := []byte(test.text)
			pace.Within(t, test.limit, func() {
				_, err := Parse(text, Limits{})
				if err == nil || err.Reason != test.reason {
					t.Fatalf("%s: %v, want %s", test.why, err, test.reason)
				}
				if n := len(err.Error()); n > 300 {
					t.Fatalf("a message of %d bytes", n)
				}
			})
		})
	}
}

// TestRoomIsForTheLargeObject: smaller objects before the one that has nearly all members
// do not take the room that is made for it.
func TestRoomIsForTheLargeObject(t *testing.T) {
	large := object(100_000)
	alone := allocates(t, "["+large+"]")
	for _, before := range []int{scanNames, scanNames + 1, ownFrom, ownFrom + 1, 10_000} {
		small := object(before)
		more := allocates(t, "["+small+","+large+"]")
		if most := alone + uint64(400*before) + 100_000; more > most {
			t.Errorf("%d members before 100,000: %d bytes, want at most %d: alone they are %d", before, more, most, alone)
		}
	}
}

// allocates returns how many bytes the reading of a text allocates.
func allocates(t *testing.T, text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse([]byte(text), Limits{})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	return after.TotalAlloc - before.TotalAlloc
}

// TestDeep reads more levels than a stack of a frame each might hold.
func TestDeep(t *testing.T) {
	const depth = 1_000_000
	text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	v, err := Parse([]byte(text), Limits{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	n := 1
	for ; len(v.Items) == 1; v = v.Items[0] {
		n++
	}
	if n != depth {
		t.Errorf("%d levels, want %d", n, depth)
	}
}
