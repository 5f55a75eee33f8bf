package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/functionschema"
)

// Peers spell numbers in a map as they like: float64, json.Number.
var anyNumbers = cmp.Transformer("number", func(v any) any {
	if n, ok := v.(json.Number); ok {
		f, err := n.Float64()
		if err != nil {
			return err
		}
		return f
	}
	return v
})

// asWhole does not search a megabyte for what differs.
var asWhole = cmp.Comparer(bytes.Equal)

// numbersInMaps applies anyNumbers where it changes something, so that it ends.
var numbersInMaps = cmp.FilterPath(func(p cmp.Path) bool {
	a, b := p.Last().Values()
	return isNumber(a) || isNumber(b)
}, anyNumbers)

func isNumber(v interface {
	IsValid() bool
	CanInterface() bool
	Interface() any
}) bool {
	if !v.IsValid() || !v.CanInterface() {
		return false
	}
	_, ok := v.Interface().(json.Number)
	return ok
}

func loaded(t testing.TB) []*calls {
	t.Helper()
	all, err := allCalls()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is timed is worth comparing only if all peers arrive at one value.
func TestPeersBindEqualValues(t *testing.T) {
	for _, c := range loaded(t) {
		if c.refused {
			continue
		}
		for _, p := range c.peers {
			t.Run(c.name+"/"+p.name, func(t *testing.T) {
				want := c.want
				if c.bare != nil && !p.fills {
					want = c.bare
				}
				if why, ok := c.unequal[p.name]; ok {
					got, err := p.opened(p.messages(c.texts)[0])
					if err == nil && cmp.Equal(want, got, asWhole) {
						t.Errorf("it binds the right value, and %q is said of it", why)
					}
					return
				}
				for i, m := range p.messages(c.texts) {
					got, err := p.opened(m)
					if err != nil {
						t.Fatalf("%s is refused: %v", c.texts[i][:min(len(c.texts[i]), 200)], err)
					}
					if diff := cmp.Diff(want, got, numbersInMaps, asWhole); diff != "" {
						t.Fatalf("%s (-want +got):\n%.2000s", c.texts[i][:min(len(c.texts[i]), 200)], diff)
					}
				}
			})
		}
	}
}

func TestFaultsAreFound(t *testing.T) {
	for _, c := range loaded(t) {
		if !c.refused {
			continue
		}
		for _, p := range c.peers {
			_, err := p.opened(p.messages(c.texts)[0])
			if p.validates != (err != nil) {
				t.Errorf("%s/%s: validates is %t and the error %v", c.name, p.name, p.validates, err)
			}
			if p.name != oursName {
				continue
			}
			var e *functionschema.Error
			if !errors.As(err, &e) {
				t.Fatalf("%s is no *functionschema.Error: %v", c.name, err)
			}
			var got [][2]string
			for _, v := range e.Violations {
				got = append(got, [2]string{v.Pointer, v.Keyword})
			}
			want := [][2]string{
				{"/customer/address/country", "maxLength"}, {"/items/2/category", "enum"}, {"/items/3/quantity", "maximum"},
			}
			if diff := cmp.Diff(want, got); diff != "" || e.More != 0 {
				t.Errorf("%s: and %d more (-want +got):\n%s", c.name, e.More, diff)
			}
		}
	}
}

// The sizes are part of what a workload is.
func TestSizes(t *testing.T) {
	for _, c := range loaded(t) {
		w := c.workload()
		want, ok := map[string][2]int{
			"W1": {45, 70}, "W2": {900, 1300}, "W3": {80_000, 90_000}, "W4": {1 << 20, 1<<20*4/3 + 200},
		}[w.name]
		if ok && (w.bytes < want[0] || w.bytes > want[1]) {
			t.Errorf("%s has %d bytes, not %d to %d", w.name, w.bytes, want[0], want[1])
		}
	}
}

func TestSpellings(t *testing.T) {
	texts := spellings(1024)
	distinct := map[string]bool{}
	for _, s := range texts {
		distinct[string(s)] = true
		var got weather
		if err := json.Unmarshal(s, &got); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if diff := cmp.Diff(sampleWeather(), &got); diff != "" {
			t.Fatalf("%s means something else (-want +got):\n%s", s, diff)
		}
	}
	if len(distinct) != 1024 {
		t.Errorf("of 1,024 spellings %d are distinct", len(distinct))
	}
	for i, s := range spellings(1024) {
		if string(s) != string(texts[i]) {
			t.Fatalf("spelling %d is another the second time", i)
		}
	}
}

// The other workloads do what they say, once.
func TestTasksRun(t *testing.T) {
	all, err := workloads()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range all {
		if len(w.tasks) == 0 || w.task(w.reference) == nil {
			t.Errorf("%s has no reference %s", w.name, w.reference)
		}
		for _, task := range w.tasks {
			if _, _, err := measure(task, 3); err != nil {
				t.Errorf("%s/%s: %v", w.name, task.peer, err)
			}
		}
	}
}
