package conformance

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

const (
	// Patience is how long a testee may take for one answer.
	Patience = 10 * time.Second

	// startPatience is how long one in another process may take to begin.
	startPatience = 30 * time.Second

	// grace is how much longer one may take to say that it gave up.
	grace = time.Second
)

// WithPatience returns a testee that [Run] and [Compare] wait for as long as is said,
// for each answer, instead of [Patience].
func WithPatience(testee Testee, each time.Duration) Testee {
	return patient{testee, each, grace}
}

// patiently is what a runner asks.
func patiently(testee Testee) patient {
	if p, ok := testee.(patient); ok {
		return p
	}
	return patient{testee, Patience, grace}
}

// patient gives up on a testee that does not answer, and outlives one that panics.
// What a testee of this process is doing cannot be ended from here, but it is told
// so by its context.
type patient struct {
	Testee
	patience, grace time.Duration
}

func (p patient) Hello(ctx context.Context, r HelloRequest) (HelloAnswer, error) {
	p.patience = max(p.patience, startPatience)
	return within(ctx, p, "hello", r, p.Testee.Hello)
}

func (p patient) Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error) {
	return within(ctx, p, "construct", r, p.Testee.Construct)
}

func (p patient) Call(ctx context.Context, r CallRequest) (CallAnswer, error) {
	return within(ctx, p, "call", r, p.Testee.Call)
}

func (p patient) Digest(ctx context.Context, r DigestRequest) (DigestAnswer, error) {
	return within(ctx, p, "digest", r, p.Testee.Digest)
}

func (p patient) Release(ctx context.Context, handle string) error {
	_, err := within(ctx, p, "release", handle, func(ctx context.Context, handle string) (struct{}, error) {
		return struct{}{}, p.Testee.Release(ctx, handle)
	})
	return err
}

// ready starts a testee in another process again if it has ended.
func (p patient) ready(ctx context.Context) error {
	e, ok := p.Testee.(interface{ ready(context.Context) error })
	if !ok {
		return nil
	}
	p.patience = max(p.patience, startPatience)
	_, err := within(ctx, p, "hello", struct{}{}, func(ctx context.Context, _ struct{}) (struct{}, error) {
		return struct{}{}, e.ready(ctx)
	})
	return err
}

// within waits for one answer. Every error but that of a run that is cancelled is
// a *broken, a *skipped or a *notRun.
func within[Q, A any](ctx context.Context, p patient, what string, question Q, ask func(context.Context, Q) (A, error)) (A, error) {
	ctx, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	type reply struct {
		answer A
		err    error
	}
	answered := make(chan reply, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				answered <- reply{err: &broken{Fail, fmt.Sprintf("panic: %v\n%s", v, debug.Stack())}}
			}
		}()
		a, err := ask(ctx, question)
		answered <- reply{a, err}
	}()
	var r reply
	select {
	case r = <-answered:
	case <-ctx.Done():
		// An answer that came at the last moment counts.
		select {
		case r = <-answered:
		case <-time.After(p.grace):
			r.err = ctx.Err()
		}
	}
	return r.answer, p.sorted(r.err, what)
}

// sorted sorts out how a testee broke.
func (p patient) sorted(err error, what string) error {
	var b *broken
	var s *skipped
	var n *notRun
	switch {
	case err == nil:
		return nil
	case errors.As(err, &b), errors.As(err, &s), errors.As(err, &n), errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return &broken{Timeout, fmt.Sprintf("no answer to %s within %v", what, p.patience)}
	}
	return &broken{Fail, err.Error()}
}
