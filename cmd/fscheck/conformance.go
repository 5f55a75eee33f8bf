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
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/conformance"
	"github.com/functionschema/fscheck/fixtures"
)

func conformanceCommand(s streams) *cobra.Command {
	var file, jsonFile, junitFile string
	var groups, ids, peers, expect []string
	var progress, peersOnly bool
	c := &cobra.Command{
		Use:   "conformance",
		Short: "Run the shared cases against implementations",
		Long: `Conformance runs the cases that every implementation of the contract must answer alike
against the engine of this build, and against peers: commands that answer the protocol
fsc/1. It prints what failed and how, and how the cases of each group ended, side by side.
The cases are built in; --suite reads others of the same form. --group and --case select
some of them.

A peer is NAME=CMD. CMD is split into words at spaces, quotes keep words together, and
there is no shell: sh -c '…' is one. What is known to fail stands in a file of expected
failures, --expect NAME=FILE. A peer whose command cannot be started was not run, which is
an error if FSCHECK_REQUIRE_PEERS is 1.`,
		Example: `  fscheck conformance
  fscheck conformance --junit report.xml --json report.json
  fscheck conformance --group numbers --group 'in*'
  fscheck conformance --case numbers/integral-1e3 --json -
  fscheck conformance --suite cases.json
  fscheck conformance --peer 'python=python3 peer.py' --expect python=expected-failures.json`,
		Args: exactly(0, "flags only"),
		RunE: func(*cobra.Command, []string) error {
			cases := fixtures.Cases()
			if file != "" {
				text, err := s.readFile(file)
				if err != nil {
					return err
				}
				cases = text
			}
			suite, err := conformance.Load(cases)
			if err != nil {
				return fmt.Errorf("the suite cannot be used: %w", err)
			}
			whole := suite
			if suite, err = selected(suite, groups, ids); err != nil {
				return err
			}
			unselected := without(whole, suite)
			list, err := implementations(peers, peersOnly)
			if err != nil {
				return err
			}
			expected, err := expectations(s, expect, list)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			show := s.caseProgress(progress, len(list))
			reports, err := sideBySide(ctx, list, func(ctx context.Context, i implementation) (*conformance.Report, error) {
				return conformance.Run(ctx, suite, i.testee, show(i.name))
			})
			if err != nil {
				return err
			}
			for _, r := range reports {
				r.Expect(expected[r.Name], unselected)
			}
			if jsonFile == "-" {
				err = errors.Join(writeReport(junitFile, reports.WriteJUnit), reports.WriteJSON(s.out))
			} else {
				err = errors.Join(writeReport(jsonFile, reports.WriteJSON), writeReport(junitFile, reports.WriteJUnit), reports.WriteText(s.out))
			}
			if err != nil {
				return err
			}
			return verdict(reports)
		},
	}
	f := c.Flags()
	f.StringVar(&file, "suite", "", "`file` of cases, instead of those built in")
	f.StringArrayVar(&groups, "group", nil, "run the groups that match `pattern`, as in a shell; can be repeated")
	f.StringArrayVar(&ids, "case", nil, "run the case with this `id`; can be repeated")
	f.StringArrayVar(&peers, "peer", nil, "ask the peer that a command is, as `NAME=CMD`; can be repeated")
	f.BoolVar(&peersOnly, "peers-only", false, "do not ask the engine of this build")
	f.StringArrayVar(&expect, "expect", nil, "`NAME=FILE` of the cases that an implementation is known to fail; can be repeated")
	f.StringVar(&jsonFile, "json", "", "write the report as JSON to `file`, - for standard output instead of the text")
	f.StringVar(&junitFile, "junit", "", "write the report as JUnit XML to `file`")
	f.BoolVar(&progress, "progress", false, "show progress though standard error is no terminal")
	return c
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

// expectations reads the files of expected failures, written NAME=FILE, by name.
func expectations(s streams, files []string, list []implementation) (map[string][]conformance.ExpectedFailure, error) {
	all := map[string][]conformance.ExpectedFailure{}
	for _, f := range files {
		name, file, _ := strings.Cut(f, "=")
		if file == "" || !slices.ContainsFunc(list, func(i implementation) bool { return i.name == name }) {
			return nil, usage("--expect %s is not NAME=FILE with the name of an implementation that is run", f)
		}
		if all[name] != nil {
			return nil, usage("--expect %s: %q has a file of expected failures already", f, name)
		}
		text, err := s.readFile(file)
		if err != nil {
			return nil, err
		}
		entries, err := conformance.ReadExpected(text)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be used: %w", file, err)
		}
		all[name] = append([]conformance.ExpectedFailure{}, entries...)
	}
	return all, nil
}

// verdict is what reports come to: a finding, or nothing.
func verdict(reports conformance.Reports) error {
	strict := os.Getenv("FSCHECK_REQUIRE_PEERS") == "1"
	for _, r := range reports {
		if !r.OK() || strict && r.NotRun != "" {
			return errFinding
		}
	}
	return nil
}

// caseProgress says how far a run of n implementations is, as a replay does. It
// returns what one of them calls; that is nil if nobody looks.
func (s streams) caseProgress(wanted bool, n int) func(name string) func(done, all int) {
	overwrite := isTerminal(os.Stderr)
	if !wanted && !overwrite {
		return func(string) func(int, int) { return nil }
	}
	var mu sync.Mutex
	var last time.Time
	sum := map[string]int{}
	return func(name string) func(int, int) {
		return func(done, all int) {
			mu.Lock()
			defer mu.Unlock()
			sum[name] = done
			total := 0
			for _, done := range sum {
				total += done
			}
			all *= n
			if total < all && time.Since(last) < progressEvery {
				return
			}
			last = time.Now()
			switch {
			case !overwrite:
				fmt.Fprintf(s.err, "%d of %d cases\n", total, all)
			case total == all:
				fmt.Fprintf(s.err, "\r%d of %d cases\n", total, all)
			default:
				fmt.Fprintf(s.err, "\r%d of %d cases", total, all)
			}
		}
	}
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
