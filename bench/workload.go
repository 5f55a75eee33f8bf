package main

import (
	"fmt"
	"sync"
)

// workload is one kind of work and all who do it.
type workload struct {
	name, what string
	bytes      int // of one text, on average; 0 where there is none
	reference  string
	tasks      []*task
	notes      []string // what a reader of the times has to know
}

// task is one peer's share of a workload.
type task struct {
	peer string
	// prepare, if not nil, makes ready what the next n operations use up. It is not
	// timed.
	prepare func(n int) error
	// run does n operations.
	run func(n int) error
}

func (w *workload) task(peer string) *task {
	for _, t := range w.tasks {
		if t.peer == peer {
			return t
		}
	}
	return nil
}

// calls is a set of texts and the peers that answer them.
type calls struct {
	name, what string
	texts      [][]byte
	peers      []*peer
	want       any // what peers that lay defaults in bind to
	bare       any // what the others bind to; nil: the same
	// refused: the texts have faults. Peers that do not validate have no task then,
	// except the reference, whose time is that of reading it all.
	refused bool
	workers int // goroutines that call; 0: one
	// unequal names the peers that bind to something else and so have no time here,
	// with the reason.
	unequal map[string]string
}

// workload turns calls into tasks.
func (c *calls) workload() *workload {
	w := &workload{name: c.name, what: c.what, reference: referenceName}
	for _, t := range c.texts {
		w.bytes += len(t)
	}
	w.bytes /= len(c.texts)
	for _, p := range c.peers {
		if c.refused && !p.validates && p.name != referenceName {
			continue
		}
		if why, ok := c.unequal[p.name]; ok {
			w.notes = append(w.notes, fmt.Sprintf("%s has no time in %s: %s.", p.name, c.name, why))
			continue
		}
		texts := p.messages(c.texts)
		op := p.opened
		if c.refused && p.validates {
			op = refusal(op)
		}
		if c.workers > 1 {
			w.tasks = append(w.tasks, &task{peer: p.name, run: func(n int) error { return parallel(c.workers, n, op, texts) }})
		} else {
			w.tasks = append(w.tasks, &task{peer: p.name, run: serial(op, texts)})
		}
	}
	return w
}

// messages are the texts in the form that the peer takes them in.
func (p *peer) messages(texts [][]byte) [][]byte {
	if p.wrapped == nil {
		return texts
	}
	wrapped := make([][]byte, len(texts))
	for i, t := range texts {
		wrapped[i] = p.wrapped(t)
	}
	return wrapped
}

// refusal is a door at which every call is refused, with the text that says why.
func refusal(op door) door {
	return func(args []byte) (any, error) {
		_, err := op(args)
		if err == nil {
			return nil, fmt.Errorf("a call with faults was accepted")
		}
		if explain(err) == "" {
			return nil, fmt.Errorf("a refusal says nothing")
		}
		return nil, nil
	}
}

// kept holds the last value of a run, so that no call can be left out as unused.
var kept any

// serial returns a task's run: the texts in turn, going on where the last run ended.
func serial(op door, texts [][]byte) func(n int) error {
	next := 0
	return func(n int) error {
		for range n {
			v, err := op(texts[next])
			if err != nil {
				return err
			}
			kept = v
			if next++; next == len(texts) {
				next = 0
			}
		}
		return nil
	}
}

// parallel shares n operations out to workers and waits for all of them.
func parallel(workers, n int, op door, texts [][]byte) error {
	var wg sync.WaitGroup
	errs := make([]error, workers)
	for i := range workers {
		share := n / workers
		if i < n%workers {
			share++
		}
		wg.Go(func() {
			for j := range share {
				if _, err := op(texts[j%len(texts)]); err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
