package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// restarts is how often in a row a testee is started again without having answered
// a question.
const restarts = 5

// questions are a group of what a testee is asked.
type questions struct {
	id  string
	all []question
}

// question is one of them.
type question struct {
	id       string
	requires []string                     // capabilities
	maySkip  func(capability string) bool // though the testee declared all that it requires
	ask      func(context.Context, Testee) ([]Difference, error)
}

// runner asks one testee, and goes on when it breaks.
type runner struct {
	testee   patient
	progress func(done, all int)

	capabilities []string
	breaks       int        // questions in a row at which the testee broke
	last         CaseReport // of these
}

func (r *runner) run(ctx context.Context, hello HelloRequest, groups []questions) (*Report, error) {
	report := &Report{Suite: hello.Suite}
	defer r.close()
	answer, err := r.testee.Hello(ctx, hello)
	var not *notRun
	var b *broken
	switch {
	case err == nil && answer.Protocol != Protocol:
		report.NotRun = fmt.Sprintf("it speaks version %d of the protocol, not %d", answer.Protocol, Protocol)
		return report, nil
	case errors.As(err, &not):
		report.NotRun = not.why
		return report, nil
	case errors.As(err, &b):
		r.breaks, r.last = restarts+1, CaseReport{Outcome: b.outcome, Reason: "at hello: " + b.how}
	case err != nil:
		return report, err
	}
	report.Implementation, report.Capabilities, r.capabilities = answer.Implementation, answer.Capabilities, answer.Capabilities
	done, all := 0, 0
	for _, g := range groups {
		all += len(g.all)
	}
	for _, g := range groups {
		group := GroupReport{ID: g.id}
		for i := range g.all {
			if err := ctx.Err(); err != nil {
				report.add(group)
				return report, err
			}
			group.Cases = append(group.Cases, r.one(ctx, &g.all[i]))
			if done++; done == all {
				r.end(&group.Cases[i])
			}
			if r.progress != nil {
				r.progress(done, all)
			}
		}
		report.add(group)
	}
	return report, nil
}

// end tells the testee good-bye. That it broke the protocol at the last question
// may show only then.
func (r *runner) end(last *CaseReport) {
	var b *broken
	if err := r.close(); errors.As(err, &b) && last.Outcome == Pass {
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

// notAsked begins the reason of a case that a testee was not asked.
const notAsked = "not asked: "

// one asks one question, if the testee can have an answer.
func (r *runner) one(ctx context.Context, q *question) CaseReport {
	result := CaseReport{ID: q.id, Outcome: Pass}
	if r.breaks > restarts {
		result.Outcome, result.Reason = r.last.Outcome, notAsked+r.last.Reason
		return result
	}
	for _, name := range q.requires {
		if !slices.Contains(r.capabilities, name) {
			result.Missing = append(result.Missing, name)
		}
	}
	if len(result.Missing) > 0 {
		result.Outcome = Skip
		return result
	}
	err := r.testee.ready(ctx)
	if err == nil {
		said := &listener{Testee: r.testee}
		result.Differences, err = q.ask(ctx, said)
		result.answer = said.text()
	}
	result.settle(err, q.maySkip)
	if result.broke() {
		r.breaks++
		r.last = result
	} else {
		r.breaks = 0
	}
	return result
}

// settle says what an error of the testee means for a case.
func (c *CaseReport) settle(err error, maySkip func(capability string) bool) {
	var b *broken
	var s *skipped
	var not *notRun
	switch {
	case errors.As(err, &b) && b.outcome != Fail:
		c.Outcome, c.Reason, c.Differences = b.outcome, b.how, nil
		return
	case errors.As(err, &not): // it was, and is not any more
		c.Outcome, c.Reason, c.Differences = Crash, not.why, nil
		return
	case errors.As(err, &s) && maySkip(s.Capability):
		c.Outcome, c.Missing, c.Differences = Skip, []string{s.Capability}, nil
		return
	case errors.As(err, &s):
		c.differ("it skips for want of " + s.Capability + ", which the case does not require: " + s.Reason)
	case err != nil:
		c.differ(err.Error())
	}
	if len(c.Differences) > 0 {
		c.Outcome = Fail
	}
}

func (c *CaseReport) differ(got string) {
	c.Differences = append(c.Differences, Difference{"testee", "an answer", got})
}

// broke reports whether the testee broke at a case, and not only failed it.
func (c *CaseReport) broke() bool {
	return c.Outcome == Timeout || c.Outcome == Crash || c.Outcome == ProtocolError
}
