package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/conformance"
	"github.com/functionschema/fscheck/fixtures"
)

func conformanceCommand(s streams) *cobra.Command {
	var a examination
	var o outputs
	c := &cobra.Command{
		Use:   "conformance",
		Short: "Run the shared cases against implementations",
		Long: `Conformance runs the cases that every implementation of the contract must answer alike
against the engine of this build, and against peers: commands that answer the protocol
fsc/1. It prints what failed and how, and how the cases of each group ended, side by side.
The cases are built in; --suite reads others of the same form. --release runs exactly those
that a release froze, if none was changed since; --group and --case select some of them.

A peer is NAME=CMD. CMD is split into words at spaces, quotes keep words together, and
there is no shell: sh -c '…' is one. What is known to fail stands in a file of expected
failures, --expect NAME=FILE. A peer whose command cannot be started was not run, which is
an error if FSCHECK_REQUIRE_PEERS is 1.

--html writes the report as one page that a browser opens without a network, with what
each case asks, wants and got.

With --calls, peers are asked recorded calls instead, in the form that replay reads: they
have to answer as the engine of this build does.`,
		Example: `  fscheck conformance
  fscheck conformance --junit report.xml --json report.json --html report.html
  fscheck conformance --group numbers --group 'in*'
  fscheck conformance --case numbers/integral-1e3 --json -
  fscheck conformance --suite cases.json
  fscheck conformance --peer 'python=python3 peer.py' --expect python=expected-failures.json
  fscheck conformance --peer 'python=python3 peer.py' --calls calls.jsonl`,
		Args: exactly(0, "flags only"),
		RunE: func(*cobra.Command, []string) error {
			run, err := a.run(s)
			if err != nil {
				return err
			}
			list, err := implementations(a.peers, a.peersOnly || len(a.calls) > 0)
			if err != nil {
				return err
			}
			expected, err := expectations(s, a.expect, list)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			show := s.caseProgress(o.progress, len(list))
			reports, err := sideBySide(ctx, list, func(ctx context.Context, i implementation) (*conformance.Report, error) {
				return run.ask(ctx, conformance.WithPatience(i.testee, a.timeout), show(i.name))
			})
			if err != nil {
				return err
			}
			for _, r := range reports {
				r.Expect(expected[r.Name], run.unasked)
			}
			if err := o.write(s, reports, run.cases); err != nil {
				return err
			}
			return verdict(reports)
		},
	}
	f := c.Flags()
	f.StringVar(&a.suite, "suite", "", "`file` of cases, instead of those built in")
	f.StringVar(&a.release, "release", "", "run exactly the cases that this `version` froze")
	f.StringArrayVar(&a.groups, "group", nil, "run the groups that match `pattern`, as in a shell; can be repeated")
	f.StringArrayVar(&a.cases, "case", nil, "run the case with this `id`; can be repeated")
	f.StringArrayVar(&a.calls, "calls", nil, "ask the recorded calls of `file` instead; can be repeated")
	f.StringArrayVar(&a.peers, "peer", nil, "ask the peer that a command is, as `NAME=CMD`; can be repeated")
	f.BoolVar(&a.peersOnly, "peers-only", false, "do not ask the engine of this build")
	f.DurationVar(&a.timeout, "timeout", conformance.Patience, "how long to wait for one answer")
	f.StringArrayVar(&a.expect, "expect", nil, "`NAME=FILE` of the cases that an implementation is known to fail; can be repeated")
	f.StringVar(&o.json, "json", "", "write the report as JSON to `file`, - for standard output instead of the text")
	f.StringVar(&o.junit, "junit", "", "write the report as JUnit XML to `file`")
	f.StringVar(&o.html, "html", "", "write the report as one page for a browser to `file`")
	f.BoolVar(&o.progress, "progress", false, "show progress though standard error is no terminal")
	return c
}

// examination says what is asked, and whom.
type examination struct {
	suite, release       string
	groups, cases, calls []string
	peers, expect        []string
	peersOnly            bool
	timeout              time.Duration
}

// asking asks one implementation.
type asking struct {
	ask     func(context.Context, conformance.Testee, func(done, all int)) (*conformance.Report, error)
	unasked []string // ids of cases that were not selected
	cases   []byte   // the case file; nil for recorded calls
}

// run reads what is asked.
func (a examination) run(s streams) (asking, error) {
	if a.timeout <= 0 {
		return asking{}, usage("--timeout %v leaves no time to answer: give 10s or more", a.timeout)
	}
	if len(a.calls) > 0 {
		return a.recorded(s)
	}
	cases, name := fixtures.Cases(), "built in"
	if a.suite != "" {
		name = a.suite
		text, err := s.readFile(a.suite)
		if err != nil {
			return asking{}, err
		}
		cases = text
	}
	suite, err := conformance.Load(cases)
	if err != nil {
		return asking{}, fmt.Errorf("the suite %s cannot be used: %w", name, err)
	}
	if suite, err = released(suite, a.release); err != nil {
		return asking{}, err
	}
	part, err := selected(suite, a.groups, a.cases)
	if err != nil {
		return asking{}, err
	}
	return asking{cases: cases, unasked: without(suite, part), ask: func(ctx context.Context, t conformance.Testee, progress func(int, int)) (*conformance.Report, error) {
		return conformance.Run(ctx, part, t, progress)
	}}, nil
}

func (a examination) recorded(s streams) (asking, error) {
	switch {
	case len(a.peers) == 0:
		return asking{}, usage("--calls compares peers with the engine of this build: give one with --peer NAME=CMD")
	case a.suite+a.release != "" || len(a.groups)+len(a.cases) > 0:
		return asking{}, usage("--calls asks recorded calls and no cases: leave out --suite, --release, --group and --case")
	}
	files, err := readRecorded(s, a.calls)
	return asking{ask: func(ctx context.Context, t conformance.Testee, progress func(int, int)) (*conformance.Report, error) {
		return conformance.Compare(ctx, files, t, progress)
	}}, err
}

// outputs are where reports go.
type outputs struct {
	json, junit, html string
	progress          bool
}

func (o outputs) write(s streams, reports conformance.Reports, cases []byte) error {
	page := func(w io.Writer) error { return reports.WriteHTML(w, cases) }
	files := errors.Join(writeReport(o.junit, reports.WriteJUnit), writeReport(o.html, page))
	if o.json == "-" {
		return errors.Join(files, reports.WriteJSON(s.out))
	}
	return errors.Join(writeReport(o.json, reports.WriteJSON), files, reports.WriteText(s.out))
}

// released returns the cases of a release, or all of them without one.
func released(suite *conformance.Suite, version string) (*conformance.Suite, error) {
	if version == "" {
		return suite, nil
	}
	text := fixtures.Release(version)
	if text == nil {
		return nil, usage("there is no release %q: there are %s", version, strings.Join(append(fixtures.Releases(), "no others"), ", "))
	}
	r, err := conformance.ReadRelease(text)
	if err != nil {
		return nil, err
	}
	return suite.Released(r)
}

// selected returns the cases of groups that match a pattern, and those named by
// their id; all of them if there is neither. What selects nothing is a mistake.
func selected(suite *conformance.Suite, groups, ids []string) (*conformance.Suite, error) {
	if len(groups)+len(ids) == 0 {
		return suite, nil
	}
	used := map[string]bool{}
	part := suite.Select(func(c *conformance.Case) bool {
		group, _, _ := strings.Cut(c.ID, "/")
		keep := slices.Contains(ids, c.ID)
		used[c.ID] = keep
		for _, pattern := range groups {
			if ok, err := path.Match(pattern, group); err == nil && ok {
				keep, used[pattern] = true, true
			}
		}
		return keep
	})
	for _, id := range ids {
		if !used[id] {
			return nil, usage("the suite has no case %q: its ids are group/name", id)
		}
	}
	for _, pattern := range groups {
		if !used[pattern] {
			return nil, usage("the suite has no group that matches %q: a run of all cases lists the groups", pattern)
		}
	}
	return part, nil
}

// without lists the ids of a suite's cases that are not in a part of it.
func without(suite, part *conformance.Suite) []string {
	in := map[string]bool{}
	for _, c := range part.Cases() {
		in[c.ID] = true
	}
	var ids []string
	for _, c := range suite.Cases() {
		if !in[c.ID] {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// writeReport writes a report to a file; no name, no report.
func writeReport(name string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	return nil
}
