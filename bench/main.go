package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// settings are the flags of the command.
type settings struct {
	rounds    int
	each      time.Duration
	workloads []string // empty: all
	peers     []string
	scale     bool
	strict    bool
	document  string
	check     bool
}

// Exit codes: a must is missed; the command was used wrongly, or could not measure.
const (
	exitMissed = 1
	exitFailed = 2
)

func main() { os.Exit(command(os.Args[1:], os.Stdout, os.Stderr)) }

func command(args []string, out, log io.Writer) int {
	set, err := parse(args, log)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(log, "bench:", err)
		return exitFailed
	}
	missed, err := execute(set, out, log)
	if err != nil {
		fmt.Fprintln(log, "bench:", err)
		return exitFailed
	}
	if set.check && missed > 0 {
		fmt.Fprintf(log, "bench: %d demands are missed\n", missed)
		return exitMissed
	}
	return 0
}

func parse(args []string, log io.Writer) (settings, error) {
	var set settings
	var loads, peers string
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.IntVar(&set.rounds, "rounds", 10, "`number` of interleaved rounds")
	flags.DurationVar(&set.each, "time", 30*time.Millisecond, "`duration` that each peer runs in a round of a workload")
	flags.StringVar(&loads, "workloads", "", "only these workloads, a comma-separated `list`")
	flags.StringVar(&peers, "peers", "", "only these peers beside ours, a comma-separated `list`; references are measured and not all shown")
	flags.BoolVar(&set.scale, "scale", true, "measure the time a byte by size, and retained memory")
	flags.BoolVar(&set.strict, "strict", true, "print the table of strictness")
	flags.StringVar(&set.document, "md", "", "write the tables into this `file` too, between its marks")
	flags.BoolVar(&set.check, "check", false, "exit 1 if a must is missed")
	if err := flags.Parse(args); err != nil {
		return set, err
	}
	if flags.NArg() > 0 {
		return set, fmt.Errorf("there are no arguments beside flags: %q", flags.Args())
	}
	if set.rounds < 1 || set.each <= 0 {
		return set, fmt.Errorf("rounds and time must be positive")
	}
	set.peers = peerNames
	if peers != "" {
		asked := strings.Split(peers, ",")
		for _, name := range asked {
			if !slices.Contains(peerNames, name) {
				return set, fmt.Errorf("there is no peer %q: choose of %s", name, strings.Join(peerNames, ","))
			}
		}
		set.peers = slices.DeleteFunc(slices.Clone(peerNames), func(name string) bool {
			return name != oursName && name != referenceName && !slices.Contains(asked, name)
		})
	}
	if loads != "" {
		set.workloads = strings.Split(loads, ",")
	}
	return set, nil
}

// chosen keeps the workloads and peers that the flags ask for, and every reference.
func (set settings) chosen(all []*workload) ([]*workload, error) {
	var names []string
	for _, w := range all {
		names = append(names, w.name)
	}
	for _, name := range set.workloads {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no workload %q: choose of %s", name, strings.Join(names, ","))
		}
	}
	if len(set.workloads) > 0 {
		all = slices.DeleteFunc(all, func(w *workload) bool { return !slices.Contains(set.workloads, w.name) })
	}
	for _, w := range all {
		w.tasks = slices.DeleteFunc(w.tasks, func(t *task) bool { return t.peer != w.reference && !slices.Contains(set.peers, t.peer) })
	}
	return all, nil
}

// execute measures, prints, and returns how many demands are missed.
func execute(set settings, out, log io.Writer) (missed int, err error) {
	all, err := workloads()
	if err != nil {
		return 0, err
	}
	r := &run{settings: set, machine: thisMachine()}
	if r.loads, err = set.chosen(all); err != nil {
		return 0, err
	}
	if set.scale {
		if r.retains, err = retention(); err != nil {
			return 0, err
		}
	}
	progress := func(what string) func(int) {
		return func(n int) { fmt.Fprintf(log, "%s, round %d\n", what, n+1) }
	}
	if r.found, err = rounds(r.loads, set.rounds, set.each, progress("workloads")); err != nil {
		return 0, err
	}
	if set.scale {
		if r.scales, err = scaling(); err != nil {
			return 0, err
		}
		if r.scaled, err = rounds(r.scales, set.rounds, set.each, progress("sizes")); err != nil {
			return 0, err
		}
	}
	if set.strict {
		if r.strict, err = strictness(set.peers); err != nil {
			return 0, err
		}
	}
	var b bytes.Buffer
	if err := write(&b, r.sections()); err != nil {
		return 0, err
	}
	if _, err := out.Write(b.Bytes()); err != nil {
		return 0, err
	}
	if set.document != "" {
		if err := update(set.document, b.Bytes()); err != nil {
			return 0, err
		}
	}
	_, missed = r.checked()
	return missed, nil
}
