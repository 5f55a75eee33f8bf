package conformance

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// farewell is how long a testee may take to end after bye, before it is ended.
const farewell = 2 * time.Second

// External is a [Testee] in another process: a command that reads requests from
// its standard input and writes answers to its standard output, as
// docs/protocol.md says.
//
//  1. The command is started by Hello, in a process group of its own, without a
//     shell.
//  2. Every line of it is held against the protocol: closed members, the id that
//     was asked, one line of at most 64 MiB.
//  3. When it breaks, or when the context of a request is done, its group is
//     killed; the next request that needs no handle starts it again.
//  4. It is safe for concurrent use: requests are sent one after the other.
type External struct {
	command []string

	mu           sync.Mutex
	hello        HelloRequest
	capabilities []string
	process      *process // nil: it has to be started
	id           int      // of the last request
}

// NewExternal returns the testee that a command is. Close ends it.
func NewExternal(name string, args ...string) *External {
	return &External{command: append([]string{name}, args...)}
}

// Hello starts the command.
func (e *External) Hello(ctx context.Context, r HelloRequest) (HelloAnswer, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hello = r
	return e.begin(ctx)
}

// begin starts the command and says hello.
func (e *External) begin(ctx context.Context) (HelloAnswer, error) {
	e.end()
	p, err := start(e.command)
	if err != nil {
		var of *exec.Error
		if errors.As(err, &of) {
			err = of.Err
		}
		return HelloAnswer{}, &notRun{fmt.Sprintf("%s cannot be started: %v", e.command[0], err)}
	}
	e.process = p
	a, err := e.exchange(ctx, &request{Cmd: cmdHello, Protocol: e.hello.Protocol, Format: e.hello.Format, Suite: e.hello.Suite})
	if err != nil {
		return HelloAnswer{}, err
	}
	if !slices.Contains(e.hello.Protocol, a.Protocol) {
		return HelloAnswer{}, e.fault("it chose version %d of the protocol, which was not offered", a.Protocol)
	}
	e.capabilities = a.Capabilities
	return HelloAnswer{Protocol: a.Protocol, Implementation: *a.Implementation, Capabilities: a.Capabilities}, nil
}

// ready starts the command again if it has ended.
func (e *External) ready(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.process != nil {
		return nil
	}
	_, err := e.begin(ctx)
	return err
}

// ask sends a request and returns the result in its answer.
func (e *External) ask(ctx context.Context, q *request) (*result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.process == nil {
		return nil, &broken{Crash, "it is not running"}
	}
	a, err := e.exchange(ctx, q)
	switch {
	case err != nil:
		return nil, err
	case a.Internal != nil:
		return nil, &broken{Fail, "the testee broke: " + a.Internal.Message + traced(a.Internal.Trace)}
	case a.Skipped != nil && slices.Contains(e.capabilities, a.Skipped.Capability):
		return nil, e.fault("it skips for want of %q, which it declared", a.Skipped.Capability)
	case a.Skipped != nil:
		return nil, a.Skipped
	case a.Error != nil && a.Error.Code == unknownCommand:
		return nil, &broken{Fail, "the testee does not know the command " + q.Cmd}
	case a.Error != nil:
		return nil, e.fault("it answers %s with the code %q", q.Cmd, a.Error.Code)
	}
	return a.Result, nil
}

func traced(trace string) string {
	if trace == "" {
		return ""
	}
	return "\n" + trace
}

// exchange sends a request and waits for its answer.
func (e *External) exchange(ctx context.Context, q *request) (*answer, error) {
	p := e.process
	e.id++
	q.ID = e.id
	line, err := appendLine(q)
	if err != nil {
		return nil, err
	}
	select {
	case l, ok := <-p.lines:
		if ok {
			return nil, e.fault("it wrote a line that nobody asked for: %s", excerpt(l.line))
		}
	default:
	}
	unread := make(chan struct{})
	go func() {
		if _, err := p.in.Write(line); err != nil {
			close(unread)
		}
	}()
	exited := p.exited
	var late <-chan time.Time
	for {
		select {
		case l, ok := <-p.lines:
			if !ok {
				return nil, e.broke(Crash, p.end())
			}
			return e.check(l, q)
		case <-exited: // what it wrote before may be on its way
			exited, late = nil, time.After(drain)
		case <-unread:
			unread, late = nil, time.After(drain)
		case <-late:
			return nil, e.broke(Crash, p.end())
		case <-ctx.Done():
			return nil, e.overdue(ctx, q)
		}
	}
}

// check holds a line against the protocol.
func (e *External) check(l output, q *request) (*answer, error) {
	if l.err != nil {
		return nil, e.fault("%v", l.err)
	}
	a, err := readAnswer(l.line, q)
	switch {
	case err != nil:
		return nil, e.fault("%v", err)
	case q.Cmd == cmdHello && a.Error != nil && a.Error.Code == unsupportedProtocol:
		e.end()
		return nil, &notRun{"it speaks no version of the protocol that the runner speaks"}
	case q.Cmd == cmdHello && a.Error != nil:
		return nil, e.fault("it answers hello with the code %q", a.Error.Code)
	case q.Cmd == cmdHello && a.Internal != nil:
		return nil, e.broke(Crash, "the testee broke: "+a.Internal.Message+traced(a.Internal.Trace))
	}
	return a, nil
}

func (e *External) fault(format string, args ...any) error {
	return e.broke(ProtocolError, fmt.Sprintf(format, args...))
}

// broke kills the process.
func (e *External) broke(outcome Outcome, how string) error {
	p := e.process
	last := p.last()
	e.end()
	return &broken{outcome, how + last}
}

// overdue is a request whose context is done.
func (e *External) overdue(ctx context.Context, q *request) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return e.broke(Timeout, "no answer to "+q.Cmd+" in time")
	}
	e.end()
	return ctx.Err()
}

// end kills the process, if there is one.
func (e *External) end() {
	if e.process != nil {
		e.process.kill()
		<-e.process.exited
		e.process = nil
	}
}

// Close says bye and ends the process, whether it ends by itself or not. An error
// means that it did not keep to the protocol until then.
func (e *External) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.process == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if _, err := e.exchange(ctx, &request{Cmd: cmdBye}); err != nil {
		return err
	}
	defer e.end()
	exited, late := e.process.exited, time.After(farewell)
	for {
		select {
		case l, ok := <-e.process.lines:
			if ok {
				return e.fault("it wrote a line after bye: %s", excerpt(l.line))
			}
			return nil
		case <-exited: // what it wrote before may be on its way
			exited, late = nil, time.After(drain)
		case <-late:
			return nil
		}
	}
}
