package main

import "fmt"

// demand is one bound that the project sets itself.
type demand struct {
	what      string
	must, aim float64 // at most; an aim of 0 is none
	allocs    int     // at most; negative: none demanded
	unit      string
	// measured returns the value, and the allocations where those are demanded; it is
	// false if this run did not measure it.
	measured func(*run) (value summary, allocs int, ok bool)
}

// demands are those of the project, in the order of the workloads.
func demands() []demand {
	list := []demand{
		ratioDemand("W1", 0.22, 0.17, 2), ratioDemand("W1varied", 0.28, 0.22, 2), ratioDemand("W2", 0.24, 0.19, 16),
		ratioDemand("W3", 0.24, 0.17, 60), ratioDemand("W4", 0.12, 0.05, 4), ratioDemand("W5", 0.50, 0.25, 40),
	}
	return append(list,
		demand{what: "W6, building, to santhosh's compile", must: 1.5, allocs: -1, unit: "×", measured: func(r *run) (summary, int, bool) {
			s, ok := r.of("W6", oursName)
			if !ok || len(s.ratios) == 0 {
				return summary{}, 0, false
			}
			return s.ratio(), 0, true
		}},
		demand{what: "W6cached, a cached build", must: 2, allocs: -1, unit: "µs", measured: func(r *run) (summary, int, bool) {
			s, ok := r.of("W6cached", oursName)
			if !ok {
				return summary{}, 0, false
			}
			t := s.time()
			return summary{t.median / 1000, t.spread / 1000}, 0, true
		}},
		demand{what: "W7, allocations that Call adds to Decode", must: 2, allocs: -1, measured: func(r *run) (summary, int, bool) {
			call, ok := r.of("W7", oursName)
			decode, ok2 := r.of("W7decode", oursName)
			if !ok || !ok2 {
				return summary{}, 0, false
			}
			return summary{median: float64(call.allocs() - decode.allocs())}, 0, true
		}},
		demand{what: "W9, to santhosh + encoding/json", must: 0.2, allocs: -1, unit: "×", measured: func(r *run) (summary, int, bool) {
			ours, ok := r.of("W9", oursName)
			theirs, ok2 := r.of("W9", "santhosh")
			if !ok || !ok2 {
				return summary{}, 0, false
			}
			ratios := make([]float64, len(ours.nanoseconds))
			for i := range ratios {
				ratios[i] = ours.nanoseconds[i] / theirs.nanoseconds[i]
			}
			return summarise(ratios), 0, true
		}},
		demand{what: "the dearest byte to the cheapest, 1 KB to 10 MB", must: flat, allocs: -1, unit: "×", measured: func(r *run) (summary, int, bool) {
			if r.scaled == nil {
				return summary{}, 0, false
			}
			return unevenness(r.scales, r.scaled, oursName), 0, true
		}},
	)
}

// flat is by how much the time a byte may differ between sizes and still count as
// flat. A quadratic step would show as thousands.
const flat = 1.5

func ratioDemand(workload string, must, aim float64, allocs int) demand {
	return demand{what: workload, must: must, aim: aim, allocs: allocs, unit: "×", measured: func(r *run) (summary, int, bool) {
		s, ok := r.of(workload, oursName)
		if !ok || len(s.ratios) == 0 {
			return summary{}, 0, false
		}
		return s.ratio(), s.allocs(), true
	}}
}

// verdict says how a measured value stands to a demand. A must is missed if the median
// is over it by more than the spread, or if there are more allocations.
func (d demand) verdict(value summary, allocs int) string {
	switch {
	case value.median-value.spread > d.must:
		return fmt.Sprintf("missed by %.1f×", value.median/d.must)
	case d.allocs >= 0 && allocs > d.allocs:
		return "missed: allocations"
	case d.aim > 0 && value.median <= d.aim:
		return "aim met"
	}
	return "met"
}

// checked returns the table of demands, and how many are missed.
func (r *run) checked() (table [][]string, missed int) {
	table = [][]string{{"demand", "must", "aim", "measured", "verdict"}}
	for _, d := range demands() {
		value, allocs, ok := d.measured(r)
		if !ok {
			continue
		}
		must, measured, aim := number(d.must)+d.unit, number(value.median)+d.unit, "–"
		if value.spread > 0 {
			measured = fmt.Sprintf("%s ± %s%s", number(value.median), number(value.spread), d.unit)
		}
		if d.allocs >= 0 {
			must += fmt.Sprintf(" (%d)", d.allocs)
			measured += fmt.Sprintf(" (%d)", allocs)
		}
		if d.aim > 0 {
			aim = number(d.aim) + d.unit
		}
		verdict := d.verdict(value, allocs)
		if verdict != "met" && verdict != "aim met" {
			missed++
		}
		table = append(table, []string{d.what, must, aim, measured, verdict})
	}
	return table, missed
}
