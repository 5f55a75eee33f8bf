package conformance

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// drain is how long what a process wrote before it ended is waited for, and how
// long a process that closed its output may take to end.
const drain = 250 * time.Millisecond

// process is a command that speaks the protocol. It and its children are a group,
// which is killed as a whole.
type process struct {
	cmd    *exec.Cmd
	in     *os.File      // its input
	out    *os.File      // its output
	lines  chan output   // what it wrote; closed at the end of its output
	exited chan struct{} // closed when it has ended, and its group with it
	dead   chan struct{} // closed when it is killed: nobody listens any more
	kill   func()        // does nothing the second time
	stderr *tail

	mu     sync.Mutex
	reaped bool // its number may be another's by now
}

// output is a line of a process, or why there is none.
type output struct {
	line []byte
	err  error
}

// start starts a command. An error means that it could not be started.
func start(command []string) (*process, error) {
	p := &process{
		cmd: exec.Command(command[0], command[1:]...), stderr: &tail{ended: make(chan struct{})},
		lines: make(chan output), exited: make(chan struct{}), dead: make(chan struct{}),
	}
	var files []*os.File
	closeAll := func() {
		for _, f := range files {
			f.Close()
		}
	}
	pipe := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err == nil {
			files = append(files, r, w)
		}
		return r, w, err
	}
	in, inEnd, err1 := pipe()
	outEnd, out, err2 := pipe()
	errEnd, stderr, err3 := pipe()
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			closeAll()
			return nil, err
		}
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, stderr
	ownGroup(p.cmd)
	if err := p.cmd.Start(); err != nil {
		closeAll()
		return nil, err
	}
	for _, f := range []*os.File{in, out, stderr} {
		f.Close() // the process has its own
	}
	p.in, p.out = inEnd, outEnd
	p.kill = sync.OnceFunc(func() {
		close(p.dead)
		p.killGroup()
		inEnd.Close()
		outEnd.Close() // a child that left the group may still hold it open
		errEnd.Close()
	})
	go func() {
		p.reap()
		close(p.exited)
	}()
	go p.read(outEnd)
	go p.stderr.read(errEnd)
	return p, nil
}

// reap waits for the end of the process and kills what it left in its group. Both
// come before its number is given back, where the system lets a process be waited
// for without that; else right after.
func (p *process) reap() {
	ended := awaitEnd(p.cmd)
	if !ended {
		_ = p.cmd.Wait()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	killGroup(p.cmd)
	if ended {
		_ = p.cmd.Wait() // what it ended with is in cmd.ProcessState
	}
	p.reaped = true
}

func (p *process) killGroup() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		killGroup(p.cmd)
	}
}

// read hands on one line after the other; the next is read when the last was
// taken.
func (p *process) read(out *os.File) {
	defer close(p.lines)
	r := bufio.NewReaderSize(out, 64<<10)
	for {
		line, err := readLine(r)
		if err != nil && err != errLineTooLong {
			return
		}
		select {
		case p.lines <- output{line, err}:
		case <-p.dead:
			return
		}
		if err != nil {
			return
		}
	}
}

// end says how the process ended, as far as it has.
func (p *process) end() string {
	select {
	case <-p.exited:
		return "it ended with " + p.cmd.ProcessState.String()
	case <-time.After(drain):
		return "it closed its input or its output and lives on"
	}
}

// last is what the process last wrote to its standard error, to stand behind the
// text of an error.
func (p *process) last() string {
	select {
	case <-p.stderr.ended:
	case <-time.After(drain):
	}
	text := strings.TrimSpace(p.stderr.String())
	if text == "" {
		return ""
	}
	return fmt.Sprintf("\nthe end of its standard error:\n%s", text)
}

// longestTail bounds what is kept of standard error, in bytes.
const longestTail = 2000

// tail keeps the end of what is read.
type tail struct {
	ended chan struct{} // closed when there is no more

	mu   sync.Mutex
	text []byte
}

func (t *tail) read(from *os.File) {
	defer close(t.ended)
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		t.mu.Lock()
		t.text = append(t.text, b[:n]...)
		if cut := len(t.text) - longestTail; cut > 0 {
			t.text = append(t.text[:0], t.text[cut:]...)
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.text), "\uFFFD")
}
