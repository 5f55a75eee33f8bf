package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Run asks a testee every case of a suite, one after the other, and compares.
//
//  1. A case is skipped if and only if it requires a capability that the testee
//     does not declare.
//  2. A testee that says that it broke, or that panics, fails the case that it was
//     asked. One that gives no answer within ten seconds, ends, or breaks the
//     protocol, gives the case that outcome. Either way the next case is asked.
//  3. One that broke in the last six cases is not asked any more: the cases that
//     are left have the outcome of the last. One that breaks at hello is not asked
//     anything.
//  4. A testee that cannot be started, or that speaks no common version of the
//     protocol, has a report that says why it was not run.
//  5. Progress, if it is not nil, is called after each case with how many are done
//     and how many there are.
//  6. The error is not nil if the context is done; the report then holds what was
//     asked until then.
//  7. A testee in another process is told good-bye, and ended.
func Run(ctx context.Context, suite *Suite, testee Testee, progress func(done, all int)) (*Report, error) {
	r := runner{testee: patiently(testee), progress: progress}
	return r.suite(ctx, suite)
}

// suite asks the cases of a suite.
func (r *runner) suite(ctx context.Context, suite *Suite) (*Report, error) {
	var groups []questions
	for _, g := range suite.Groups {
		group := questions{id: g.ID}
		for i := range g.Cases {
			c := &g.Cases[i]
			group.all = append(group.all, question{
				id: c.ID, requires: c.Requires,
				maySkip: func(capability string) bool { return slices.Contains(c.Requires, capability) },
				ask: func(ctx context.Context, testee Testee) ([]Difference, error) {
					a := asking{suite: suite, testee: testee, c: c}
					err := a.ask(ctx)
					return a.found, err
				},
			})
		}
		groups = append(groups, group)
	}
	return r.run(ctx, HelloRequest{Protocol: []int{Protocol}, Format: suite.Format, Suite: suite.Version}, groups)
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
	if isGone(err) {
		return err // there is nothing to release
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

// isGone reports whether a testee broke so that it has lost all that it built.
func isGone(err error) bool {
	var b *broken
	return errors.As(err, &b) && b.outcome != Fail
}
