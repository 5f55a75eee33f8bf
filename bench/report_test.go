package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestSummarise(t *testing.T) {
	for _, tt := range []struct {
		numbers        []float64
		median, spread float64
		reason         string
	}{
		{[]float64{3}, 3, 0, "one number has no spread"},
		{[]float64{4, 1, 2, 3, 5}, 3, 1, "quartiles 2 and 4"},
		{[]float64{1, 2}, 1.5, 0.25, "quartiles between numbers: 1.25 and 1.75"},
		{[]float64{1, 1, 1, 1, 100}, 1, 0, "one that is far off changes nothing"},
	} {
		if got := summarise(tt.numbers); got.median != tt.median || got.spread != tt.spread {
			t.Errorf("%s: %v is %v", tt.reason, tt.numbers, got)
		}
	}
	if got := summarise(nil); !math.IsNaN(got.median) {
		t.Errorf("the median of nothing is %v", got)
	}
}

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		value  summary
		allocs int
		want   string
		reason string
	}{
		{summary{0.16, 0.01}, 2, "aim met", "under the aim"},
		{summary{0.20, 0.01}, 2, "met", "between aim and must"},
		{summary{0.225, 0.01}, 2, "met", "over the must by less than the spread"},
		{summary{0.44, 0.01}, 2, "missed by 2.0×", "over it by more"},
		{summary{0.16, 0.01}, 3, "missed: allocations", "fast, and allocates too much"},
	} {
		if got := ratioDemand("W1", 0.22, 0.17, 2).verdict(tt.value, tt.allocs); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.reason, got, tt.want)
		}
	}
}

// The denominator of a round is the reference of that round.
func TestRatiosAreOfOneRound(t *testing.T) {
	round := 0
	paced := func(factor time.Duration) func(int) error {
		return func(n int) error {
			time.Sleep(time.Duration(n) * factor * time.Duration(1+round%2) * 10 * time.Millisecond)
			return nil
		}
	}
	w := &workload{name: "W", reference: "r", tasks: []*task{{peer: "r", run: paced(1)}, {peer: "p", run: paced(3)}}}
	found, err := rounds([]*workload{w}, 4, 10*time.Millisecond, func(n int) { round = n })
	if err != nil {
		t.Fatal(err)
	}
	for i, ratio := range found["W"]["p"].ratios {
		if ratio < 2 || ratio > 4 {
			t.Errorf("round %d: the ratio is %.2f, not 3", i, ratio)
		}
	}
}

func TestDocument(t *testing.T) {
	doc := []byte("before\n" + beginMark + "old\n" + endMark + "after\n")
	got, err := replaced(doc, []byte("new\n"))
	if want := "before\n" + beginMark + "\nnew\n" + endMark + "after\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	again, err := replaced(got, []byte("new\n"))
	if err != nil || string(again) != string(got) {
		t.Errorf("a second time: %q, %v", again, err)
	}
	if _, err := replaced([]byte("no marks"), nil); err == nil {
		t.Error("a document without marks is changed")
	}
	if _, err := replaced([]byte(preface), nil); err != nil {
		t.Error(err)
	}
}

func TestFlags(t *testing.T) {
	for _, tt := range []struct{ args, want, reason string }{
		{"-peers sonik", "there is no peer", "a name that is none"},
		{"-rounds 0", "must be positive", "no round"},
		{"W1", "no arguments", "an argument"},
		{"-workloads W0", "there is no workload", "a workload that is none"},
	} {
		var out, log strings.Builder
		if code := command(strings.Fields(tt.args), &out, &log); code != exitFailed || !strings.Contains(log.String(), tt.want) {
			t.Errorf("%s: exit %d, %s", tt.reason, code, log.String())
		}
	}
}

// The command in small: it prints what it was asked for.
func TestCommand(t *testing.T) {
	var out, log strings.Builder
	code := command(strings.Fields("-rounds 2 -time 1ms -workloads W1,W5 -peers santhosh -scale=false"), &out, &log)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, log.String())
	}
	for _, want := range []string{"## Time of a call", "| ours ", "| santhosh ", "## Strictness", "## What is demanded"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it does not print %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "| kaptinlin |") {
		t.Error("it prints a peer that nobody asked for")
	}
}

// What the table of strictness says of us is the contract.
func TestOursIsStrict(t *testing.T) {
	table, err := strictness(peerNames)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table[1 : len(table)-1] {
		if row[1] != bound && row[1] != refused {
			t.Errorf("%s: %s", row[0], row[1])
		}
	}
}
