package pace

import (
	"testing"
	"time"
)

// recorder is a test that only notes whether it failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestWithin(t *testing.T) {
	if Raced {
		t.Skip("under the race detector nothing is judged")
	}
	yard := timed(yardstick)
	t.Logf("the yardstick takes %v", yard)
	for _, tt := range []struct {
		name, reason string
		bound        time.Duration
		do           func()
		fails        bool
	}{
		{"fast", "is within any bound", time.Second, func() {}, false},
		{"the yardstick", "is as slow as the machine is", 3 * Reference, yardstick, false},
		{"four yardsticks", "are slow on every machine", min(yard, Reference), func() {
			for range 4 {
				yardstick()
			}
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{TB: t}
			if took := Within(r, tt.bound, tt.do); r.failed != tt.fails {
				t.Errorf("%s: took %v, failed %v", tt.reason, took, r.failed)
			}
		})
	}
}

// One slow turn, which something else may have caused, decides nothing.
func TestTheFastestTurnCounts(t *testing.T) {
	if Raced {
		t.Skip("under the race detector nothing is judged")
	}
	n := 0
	r := &recorder{TB: t}
	Within(r, 100*time.Millisecond, func() {
		if n++; n == 1 {
			time.Sleep(time.Second)
		}
	})
	if r.failed || n != 2 {
		t.Errorf("failed %v after %d turns", r.failed, n)
	}
}

func TestScaled(t *testing.T) {
	for yard, want := range map[time.Duration]time.Duration{Reference / 2: time.Second, Reference: time.Second, 3 * Reference: 3 * time.Second} {
		if got := scaled(time.Second, yard); got != want {
			t.Errorf("where the yardstick takes %v: %v, want %v", yard, got, want)
		}
	}
}
