// Package pace judges in tests whether something is fast enough, on machines that are
// slow or do other work meanwhile.
//
//  1. A bound is what something may take on a machine on which the yardstick takes
//     [Reference]: encoding/json, decoding a megabyte of small objects into any.
//  2. What exceeds its bound is run again, in turns with the yardstick. Where the
//     yardstick takes longer than Reference the bound grows with it; it never shrinks. The
//     fastest of all turns counts.
//  3. Memory is all that is allocated, whether or not it becomes garbage at once.
//  4. The race detector slows some code more than other code, so under it no
//     time is judged.
package pace

import (
	"bytes"
	"encoding/json"
	"runtime"
	"sync"
	"testing"
	"time"
)

// Reference is what the yardstick takes on the machine that bounds are meant for, when it
// is idle.
const Reference = 20 * time.Millisecond

const turns = 4

// Within runs do, up to five times, and fails the test if it takes longer than bound. It
// returns what the fastest took.
func Within(t testing.TB, bound time.Duration, do func()) time.Duration {
	t.Helper()
	took := timed(do)
	if took <= bound || Raced {
		return took
	}
	yard, may := time.Duration(1<<62), bound
	for range turns {
		yard = min(yard, timed(yardstick))
		took = min(took, timed(do))
		if may = scaled(bound, yard); took <= may {
			return took
		}
	}
	t.Errorf("took %v, and may take %v: %v on a machine on which encoding/json takes %v for a megabyte; here it takes %v", took, may, bound, Reference, yard)
	return took
}

// Frugal runs do as Within does, and fails the test if it allocates more than most bytes.
func Frugal(t testing.TB, bound time.Duration, most uint64, do func()) {
	t.Helper()
	var used uint64
	took := Within(t, bound, func() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		used = after.TotalAlloc - before.TotalAlloc
	})
	t.Logf("%v, %d MB", took.Round(time.Millisecond), used>>20)
	if used > most {
		t.Errorf("allocates %d bytes, and may allocate %d", used, most)
	}
}

func scaled(bound, yard time.Duration) time.Duration {
	return time.Duration(float64(bound) * max(1, float64(yard)/float64(Reference)))
}

func timed(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}

var text = sync.OnceValue(func() []byte {
	const unit = `{"id":12345,"name":"a short text","tags":["a","b"],"ok":true},`
	return append(append([]byte("["), bytes.Repeat([]byte(unit), 1<<20/len(unit))...), "null]"...)
})

func yardstick() {
	var v any
	if err := json.Unmarshal(text(), &v); err != nil {
		panic(err) // it is the text above
	}
}
