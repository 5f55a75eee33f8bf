package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// series is what the rounds measured of one peer in one workload.
type series struct {
	nanoseconds []float64 // of one operation, a round each
	ratios      []float64 // to the reference of the same round
	allocations []float64 // of one operation
}

// results are the series by workload and peer.
type results map[string]map[string]*series

// rounds measures workloads. Each task runs for about the given time a round. progress
// is told of every round.
func rounds(all []*workload, count int, each time.Duration, progress func(round int)) (results, error) {
	found := results{}
	sizes := map[*task]int{}
	for _, w := range all {
		found[w.name] = map[string]*series{}
		for _, t := range w.tasks {
			n, err := calibrate(t, each)
			if err != nil {
				return nil, fmt.Errorf("%s/%s: %w", w.name, t.peer, err)
			}
			sizes[t] = n
			found[w.name][t.peer] = &series{}
		}
	}
	for r := range count {
		progress(r)
		for _, w := range all {
			for i := range w.tasks {
				t := w.tasks[(i+r)%len(w.tasks)]
				ns, allocs, err := measure(t, sizes[t])
				if err != nil {
					return nil, fmt.Errorf("%s/%s: %w", w.name, t.peer, err)
				}
				s := found[w.name][t.peer]
				s.nanoseconds = append(s.nanoseconds, ns)
				s.allocations = append(s.allocations, allocs)
			}
			reference, ok := found[w.name][w.reference]
			if !ok {
				continue
			}
			for _, s := range found[w.name] {
				s.ratios = append(s.ratios, s.nanoseconds[r]/reference.nanoseconds[r])
			}
		}
	}
	return found, nil
}

// calibrate returns how many operations of a task take about the given time.
func calibrate(t *task, each time.Duration) (int, error) {
	for n := 1; ; {
		ns, _, err := measure(t, n)
		if err != nil {
			return 0, err
		}
		took := ns * float64(n)
		want := float64(each)
		if took >= want/4 {
			return max(1, int(math.Round(want/ns))), nil
		}
		n = min(n*100, max(2*n, int(want/3/max(ns, 1))))
	}
}

// slots is into how many equal parts a measurement is cut. Its time is the median of
// theirs, so that another process taking the core for a moment does not count.
const slots = 5

// measure runs n operations of a task and returns what one took and allocated.
func measure(t *task, n int) (ns, allocs float64, err error) {
	if t.prepare != nil {
		if err := t.prepare(n); err != nil {
			return 0, 0, err
		}
	}
	var took []float64
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range slots {
		share := n*(i+1)/slots - n*i/slots
		if share == 0 {
			continue
		}
		start := time.Now()
		if err := t.run(share); err != nil {
			return 0, 0, err
		}
		took = append(took, float64(time.Since(start))/float64(share))
	}
	runtime.ReadMemStats(&after)
	return summarise(took).median, float64(after.Mallocs-before.Mallocs) / float64(n), nil
}

// summary is the median of some numbers and half their interquartile range.
type summary struct{ median, spread float64 }

func summarise(numbers []float64) summary {
	s := slices.Sorted(slices.Values(numbers))
	return summary{quantile(s, 0.5), (quantile(s, 0.75) - quantile(s, 0.25)) / 2}
}

// quantile interpolates between the two nearest of sorted numbers; of none it is NaN.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (sorted[high]-sorted[low])*(at-float64(low))
}

func (s *series) time() summary  { return summarise(s.nanoseconds) }
func (s *series) ratio() summary { return summarise(s.ratios) }

// allocs returns the whole allocations of one operation: fractions are of pools that a
// collection emptied and of the runtime itself.
func (s *series) allocs() int { return int(summarise(s.allocations).median + 0.01) }
