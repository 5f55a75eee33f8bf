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
	"time"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/conformance"
	"github.com/functionschema/fscheck/fixtures"
)

func conformanceCommand(s streams) *cobra.Command {
	var file, jsonFile, junitFile string
	var groups, ids []string
	var progress bool
	c := &cobra.Command{
		Use:   "conformance",
		Short: "Run the shared cases against the engine",
		Long: `Conformance runs the cases that every implementation of the contract must answer alike
against the engine of this build, and prints what failed and how, and the counts of each
group. The cases are built in; --suite reads others of the same form. --group and --case
select some of them.`,
		Example: `  fscheck conformance
  fscheck conformance --junit report.xml --json report.json
  fscheck conformance --group numbers --group 'in*'
  fscheck conformance --case numbers/integral-1e3 --json -
  fscheck conformance --suite cases.json`,
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
			if suite, err = selected(suite, groups, ids); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			report, err := conformance.Run(ctx, suite, conformance.NewEngine(), s.caseProgress(progress))
			if err != nil {
				return err
			}
			write := report.WriteText
			if jsonFile == "-" {
				write, jsonFile = report.WriteJSON, ""
			}
			if err := errors.Join(writeReport(jsonFile, report.WriteJSON), writeReport(junitFile, report.WriteJUnit), write(s.out)); err != nil {
				return err
			}
			if report.Failed > 0 {
				return errFinding
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&file, "suite", "", "`file` of cases, instead of those built in")
	f.StringArrayVar(&groups, "group", nil, "run the groups that match `pattern`, as in a shell; can be repeated")
	f.StringArrayVar(&ids, "case", nil, "run the case with this `id`; can be repeated")
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

// caseProgress says how far a run is, as a replay does; nil if nobody looks.
func (s streams) caseProgress(wanted bool) func(done, all int) {
	overwrite := isTerminal(os.Stderr)
	if !wanted && !overwrite {
		return nil
	}
	var last time.Time
	return func(done, all int) {
		if done < all && time.Since(last) < progressEvery {
			return
		}
		last = time.Now()
		switch {
		case !overwrite:
			fmt.Fprintf(s.err, "%d of %d cases\n", done, all)
		case done == all:
			fmt.Fprintf(s.err, "\r%d of %d cases\n", done, all)
		default:
			fmt.Fprintf(s.err, "\r%d of %d cases", done, all)
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
