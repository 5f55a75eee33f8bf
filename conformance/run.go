package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// restarts is how often in a row a testee is started again without having answered
// a case.
const restarts = 5

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
	r := runner{suite: suite, testee: patient{testee, Patience, grace}, progress: progress}
	return r.run(ctx)
}

type runner struct {
	suite    *Suite
	testee   patient
	progress func(done, all int)

	capabilities []string
	breaks       int        // cases in a row at which the testee broke
	last         CaseReport // the case asked last
}

func (r *runner) run(ctx context.Context) (*Report, error) {
	suite := r.suite
	report := &Report{Suite: suite.Version}
	hello, err := r.testee.Hello(ctx, HelloRequest{Protocol: []int{Protocol}, Format: suite.Format, Suite: suite.Version})
	var not *notRun
	var b *broken
	switch {
	case err == nil && hello.Protocol != Protocol:
		report.NotRun = fmt.Sprintf("it speaks version %d of the protocol, not %d", hello.Protocol, Protocol)
		return report, nil
	case errors.As(err, &not):
		report.NotRun = not.why
		return report, nil
	case errors.As(err, &b):
		r.breaks, r.last = restarts+1, CaseReport{Outcome: b.outcome, Reason: "at hello: " + b.how}
	case err != nil:
		return report, err
	}
	report.Implementation, report.Capabilities, r.capabilities = hello.Implementation, hello.Capabilities, hello.Capabilities
	defer r.close()
	done, all := 0, len(suite.Cases())
	for _, g := range suite.Groups {
		group := GroupReport{ID: g.ID}
		for i := range g.Cases {
			if err := ctx.Err(); err != nil {
				report.add(group)
				return report, err
			}
			group.Cases = append(group.Cases, r.one(ctx, &g.Cases[i]))
			if done++; r.progress != nil {
				r.progress(done, all)
			}
		}
		if len(report.Groups) == len(suite.Groups)-1 {
			r.end(&group)
		}
		report.add(group)
	}
	return report, nil
}

// end tells the testee good-bye. That it broke the protocol at the last case may
// show only then.
func (r *runner) end(g *GroupReport) {
	err := r.close()
	var b *broken
	if last := &g.Cases[len(g.Cases)-1]; errors.As(err, &b) && last.Outcome == Pass {
		last.Outcome, last.Reason = b.outcome, b.how
	}
}

// close ends a testee in another process. The second time it does nothing.
func (r *runner) close() error {
	if c, ok := r.testee.Testee.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}

// one asks one case, if the testee can have an answer.
func (r *runner) one(ctx context.Context, c *Case) CaseReport {
	result := CaseReport{ID: c.ID, Outcome: Pass}
	for _, name := range c.Requires {
		if !slices.Contains(r.capabilities, name) {
			result.Missing = append(result.Missing, name)
		}
	}
	switch {
	case r.breaks > restarts:
		result.Outcome, result.Reason, result.Missing = r.last.Outcome, notAsked+r.last.Reason, nil
		return result
	case len(result.Missing) > 0:
		result.Outcome = Skip
		return result
	}
	r.ask(ctx, c, &result)
	if result.broke() {
		r.breaks++
		r.last = result
	} else {
		r.breaks = 0
	}
	return result
}

// notAsked begins the reason of a case that a testee was not asked.
const notAsked = "not asked: "

// broke reports whether the testee broke at a case, and not only failed it.
func (c CaseReport) broke() bool {
	return c.Outcome == Timeout || c.Outcome == Crash || c.Outcome == ProtocolError
}

// ask asks one case.
func (r *runner) ask(ctx context.Context, c *Case, result *CaseReport) {
	a := asking{suite: r.suite, testee: r.testee, c: c}
	err := r.testee.ready(ctx)
	if err == nil {
		err = a.ask(ctx)
	}
	result.Differences = a.found
	result.settle(err, c.Requires)
}

// settle says what an error of the testee means for a case.
func (c *CaseReport) settle(err error, requires []string) {
	var b *broken
	var s *skipped
	switch {
	case errors.As(err, &b) && b.outcome != Fail:
		c.Outcome, c.Reason, c.Differences = b.outcome, b.how, nil
		return
	case errors.As(err, &s) && slices.Contains(requires, s.Capability):
		c.Outcome, c.Missing, c.Differences = Skip, []string{s.Capability}, nil
		return
	case errors.As(err, &s):
		c.differ("testee", "an answer", "it skips for want of "+s.Capability+", which the case does not require: "+s.Reason)
	case err != nil:
		c.differ("testee", "an answer", err.Error())
	}
	if len(c.Differences) > 0 {
		c.Outcome = Fail
	}
}

func (c *CaseReport) differ(member, want, got string) {
	c.Differences = append(c.Differences, Difference{member, want, got})
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
	var b *broken
	if errors.As(err, &b) && b.outcome != Fail {
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
