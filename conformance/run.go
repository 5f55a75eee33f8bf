package conformance

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"
)

// patience is how long a testee may take for one case.
const patience = 10 * time.Second

// grace is how much longer it may take to say that it gave up.
const grace = time.Second

// Run asks a testee every case of a suite, one after the other, and compares.
//
//  1. A case is skipped if and only if it requires a capability that the testee
//     does not declare.
//  2. A testee that panics, fails or does not answer within ten seconds fails the
//     case it was asked, and the next case is asked.
//  3. Progress, if it is not nil, is called after each case with how many are done
//     and how many there are.
//  4. The error is not nil if the testee cannot be asked at all, or if the context
//     is done; the report then holds what was asked until then.
func Run(ctx context.Context, suite *Suite, testee Testee, progress func(done, all int)) (*Report, error) {
	r := runner{suite: suite, testee: testee, progress: progress, patience: patience, grace: grace}
	return r.run(ctx)
}

type runner struct {
	suite           *Suite
	testee          Testee
	progress        func(done, all int)
	patience, grace time.Duration
}

func (r *runner) run(ctx context.Context) (*Report, error) {
	suite := r.suite
	hello, err := r.testee.Hello(ctx, HelloRequest{Protocol: []int{Protocol}, Format: suite.Format, Suite: suite.Version})
	if err != nil {
		return nil, fmt.Errorf("conformance: the testee does not begin: %w", err)
	}
	if hello.Protocol != Protocol {
		return nil, fmt.Errorf("conformance: the testee speaks version %d of the protocol, not %d", hello.Protocol, Protocol)
	}
	report := &Report{Suite: suite.Version, Implementation: hello.Implementation, Capabilities: hello.Capabilities}
	done, all := 0, len(suite.Cases())
	for _, g := range suite.Groups {
		group := GroupReport{ID: g.ID}
		for i := range g.Cases {
			if err := ctx.Err(); err != nil {
				report.add(group)
				return report, err
			}
			c := &g.Cases[i]
			group.Cases = append(group.Cases, r.one(ctx, c, hello.Capabilities))
			if done++; r.progress != nil {
				r.progress(done, all)
			}
		}
		report.add(group)
	}
	return report, nil
}

// one asks one case, if the testee can have an answer.
func (r *runner) one(ctx context.Context, c *Case, capabilities []string) CaseReport {
	result := CaseReport{ID: c.ID, Outcome: Pass}
	for _, name := range c.Requires {
		if !slices.Contains(capabilities, name) {
			result.Missing = append(result.Missing, name)
		}
	}
	if len(result.Missing) > 0 {
		result.Outcome = Skip
	} else if result.Differences = r.ask(ctx, c); len(result.Differences) > 0 {
		result.Outcome = Fail
	}
	return result
}

// ask asks one case and gives up on a testee that does not answer. What it is
// doing cannot be ended from here, but it is told so by its context.
func (r *runner) ask(ctx context.Context, c *Case) []Difference {
	ctx, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	answer := make(chan []Difference, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				answer <- broken(fmt.Sprintf("panic: %v\n%s", p, debug.Stack()))
			}
		}()
		a := asking{suite: r.suite, testee: r.testee, c: c}
		if err := a.ask(ctx); err != nil {
			a.found = append(a.found, broken(err.Error())...)
		}
		answer <- a.found
	}()
	select {
	case found := <-answer:
		return found
	case <-ctx.Done():
	}
	// An answer that came at the last moment counts.
	select {
	case found := <-answer:
		return found
	case <-time.After(r.grace):
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return broken(fmt.Sprintf("no answer within %v", r.patience))
		}
		return broken("no answer before the run was cancelled")
	}
}

// broken is a testee that gave no answer.
func broken(how string) []Difference {
	return []Difference{{Member: "testee", Want: "an answer", Got: how}}
}

// asking is one case on its way.
type asking struct {
	suite  *Suite
	testee Testee
	c      *Case
	found  []Difference
}

func (a *asking) ask(ctx context.Context) error {
	if a.c.Op == Digest {
		answer, err := a.testee.Digest(ctx, DigestRequest{Arguments: NewPayload(a.c.Arguments.Bytes())})
		if err == nil {
			a.failure(answer.Error)
			a.text("digest", a.c.Expect.Digest, answer.Digest)
		}
		return err
	}
	built, err := a.testee.Construct(ctx, ConstructRequest{Subject: a.c.Subject})
	if err != nil {
		return err
	}
	if built.Error != nil || a.c.Op != Call {
		a.failure(built.Error)
	}
	if built.Error != nil {
		return nil
	}
	if a.c.Op == Call {
		err = a.calls(ctx, built.Handle)
	} else {
		a.metadata(built)
	}
	return errors.Join(err, a.testee.Release(ctx, built.Handle))
}

// calls makes the same call as often as the case says.
func (a *asking) calls(ctx context.Context, handle string) error {
	runs := 0
	for n := 1; n <= a.c.Repeat; n++ {
		args := a.c.Arguments.Bytes()
		answer, err := a.testee.Call(ctx, CallRequest{
			Handle: handle, Arguments: NewPayload(args), Context: a.c.Context,
			Injected: a.c.Injected, InjectedFailing: a.c.InjectedFailing,
		})
		if err != nil {
			return err
		}
		runs += answer.Invocations
		before := len(a.found)
		a.call(string(args), answer)
		if len(a.found) > before {
			if n > 1 {
				a.found[before].Member += fmt.Sprintf(" of call %d", n)
			}
			break
		}
	}
	if want := a.c.Expect.Invocations; want != nil && len(a.found) == 0 && runs != *want {
		a.differ("invocations", *want, runs)
	}
	return nil
}
