package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// caseProgress says how far a run of n implementations is, as a replay does. It
// returns what one of them calls; that is nil if nobody looks.
func (s streams) caseProgress(wanted bool, n int) func(name string) func(done, all int) {
	overwrite := isTerminal(os.Stderr)
	if !wanted && !overwrite {
		return func(string) func(int, int) { return nil }
	}
	var mu sync.Mutex
	var last time.Time
	sum := map[string]int{}
	return func(name string) func(int, int) {
		return func(done, all int) {
			mu.Lock()
			defer mu.Unlock()
			sum[name] = done
			total := 0
			for _, done := range sum {
				total += done
			}
			all *= n
			if total < all && time.Since(last) < progressEvery {
				return
			}
			last = time.Now()
			switch {
			case !overwrite:
				fmt.Fprintf(s.err, "%d of %d cases\n", total, all)
			case total == all:
				fmt.Fprintf(s.err, "\r%d of %d cases\n", total, all)
			default:
				fmt.Fprintf(s.err, "\r%d of %d cases", total, all)
			}
		}
	}
}
