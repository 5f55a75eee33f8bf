package main

import (
	"context"
	"fmt"
	"reflect"
	"runtime"

	"github.com/functionschema/fscheck/functionschema"
)

// sizes of the texts at which the time a byte is measured.
var sizes = []int{1_000, 10_000, 100_000, 1_000_000, 10_000_000}

// scaling returns W3's kind of text in several sizes, for ours and the reference.
func scaling() ([]*workload, error) {
	peers, err := declared[records]("records")
	if err != nil {
		return nil, err
	}
	empty, one := len(text(sampleRecords(0))), len(text(sampleRecords(2)))
	each := (one - empty) / 2
	var all []*workload
	for _, size := range sizes {
		c := &calls{name: fmt.Sprintf("%d B", size), texts: [][]byte{text(sampleRecords(max(1, (size-empty)/each)))}}
		for _, p := range peers {
			if p.name == oursName || p.name == referenceName {
				c.peers = append(c.peers, p)
			}
		}
		all = append(all, c.workload())
	}
	return all, nil
}

// retained is how many bytes a schema that is kept keeps alive.
type retained struct {
	name, peer string
	bytes      int
}

// retention measures what compiled schemas of W1 and W2 retain once each has been
// called: the plan is built at the first call.
func retention() ([]retained, error) {
	var list []retained
	for _, of := range []struct {
		name string
		in   reflect.Type
		call []byte
	}{{"W1", reflect.TypeFor[weather](), []byte(weatherText)}, {"W2", reflect.TypeFor[order](), text(sampleOrder())}} {
		var schema []byte
		n, err := retains(func(kept []any) error {
			functions := make([]any, len(kept))
			for i := range functions {
				functions[i] = takes(fresh(of.in))
			}
			return grow(kept, func(i int) (any, error) {
				f, err := functionschema.New(functions[i], functionschema.WithName("retained"))
				if err != nil {
					return nil, err
				}
				schema = f.Schema()
				return f, f.Decode(context.Background(), of.call, reflect.New(reflect.TypeOf(functions[i]).In(1)).Interface())
			})
		})
		if err != nil {
			return nil, err
		}
		list = append(list, retained{of.name, oursName, n})
		n, err = retains(func(kept []any) error {
			return grow(kept, func(int) (any, error) { return compileSanthosh(schema) })
		})
		if err != nil {
			return nil, err
		}
		list = append(list, retained{of.name, "santhosh", n})
	}
	return list, nil
}

// grown is the growth of the heap that the last call of grow saw.
var grown int

// grow fills kept and notes by how much the live heap grew meanwhile.
func grow(kept []any, build func(i int) (any, error)) error {
	before := live()
	for i := range kept {
		v, err := build(i)
		if err != nil {
			return err
		}
		kept[i] = v
	}
	grown = live() - before
	return nil
}

// retains returns the bytes a value. The first fills are for what is made once. There
// are so few that no schema leaves the cache of functionschema meanwhile: what that
// frees would be taken off.
func retains(fill func(kept []any) error) (int, error) {
	const count = 100
	if err := fill(make([]any, 2)); err != nil {
		return 0, err
	}
	values := make([]any, count)
	if err := fill(values); err != nil {
		return 0, err
	}
	runtime.KeepAlive(values)
	return grown / count, nil
}

// live returns the bytes that are in use after a collection.
func live() int {
	for range 3 { // finalizers and pools outlive one
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// perByte returns the median nanoseconds a byte of a peer, by size.
func perByte(all []*workload, found results, peer string) []float64 {
	var list []float64
	for _, w := range all {
		list = append(list, found[w.name][peer].time().median/float64(w.bytes))
	}
	return list
}

// unevenness returns how many times as dear a byte is at the size where its median is
// highest as where it is lowest: the ratio within each round, for the machine's speed
// changes more between rounds than the time a byte does between sizes.
func unevenness(all []*workload, found results, peer string) summary {
	list := perByte(all, found, peer)
	low, high := 0, 0
	for i, v := range list {
		if v < list[low] {
			low = i
		}
		if v > list[high] {
			high = i
		}
	}
	of := func(i, round int) float64 {
		return found[all[i].name][peer].nanoseconds[round] / float64(all[i].bytes)
	}
	ratios := make([]float64, len(found[all[low].name][peer].nanoseconds))
	for round := range ratios {
		ratios[round] = of(high, round) / of(low, round)
	}
	return summarise(ratios)
}
