package conformance

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"
)

// Reports are those of several testees that were asked the same.
type Reports []*Report

// WriteText writes reports for people: what failed and how, what was skipped and
// for want of what, for each group how its cases ended, side by side, and as the
// last lines, one for each testee,
//
//	NAME: N passed, N failed, N skipped
//
// and how many ended in another way, if any.
func (all Reports) WriteText(w io.Writer) error {
	var b bytes.Buffer
	for _, r := range all {
		r.appendFindings(&b)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	if err := all.appendTable(&b); err != nil {
		return err
	}
	for _, r := range all {
		fmt.Fprintf(&b, "%s: %s\n", r.Name, r.Summary())
	}
	_, err := w.Write(b.Bytes())
	return err
}

// appendTable writes a line for each group and a column for each testee.
func (all Reports) appendTable(b *bytes.Buffer) error {
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "GROUP")
	var groups []string
	for _, r := range all {
		fmt.Fprint(table, "\t", r.Name)
		for _, g := range r.Groups {
			if !slices.Contains(groups, g.ID) {
				groups = append(groups, g.ID)
			}
		}
	}
	fmt.Fprintln(table)
	for _, id := range groups {
		fmt.Fprint(table, id)
		for _, r := range all {
			cell := "not run"
			if i := slices.IndexFunc(r.Groups, func(g GroupReport) bool { return g.ID == id }); i >= 0 {
				cell = strings.Join(r.Groups[i].parts(false), ", ")
			}
			fmt.Fprint(table, "\t", cell)
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	b.WriteByte('\n')
	return nil
}

// outcomes are those that are shown, in this order.
var outcomes = []struct {
	of      Outcome
	counted string
	always  bool // though none ended so
}{
	{Pass, "passed", true}, {Fail, "failed", true}, {Skip, "skipped", true},
	{Timeout, "timeout", false}, {Crash, "crash", false}, {ProtocolError, "protocol-error", false},
	{Known, "expected-fail", false}, {Stale, "unexpected-pass", false},
}

// parts are the counts in words: those that are not zero, or also the first three.
func (c *Counts) parts(always bool) []string {
	var parts []string
	for _, o := range outcomes {
		if n := *c.count(o.of); n > 0 || always && o.always {
			parts = append(parts, fmt.Sprintf("%d %s", n, o.counted))
		}
	}
	return parts
}

// Summary is the report in one line: N passed, N failed, N skipped, and how many
// ended otherwise, if any; or that and why it was not run.
func (r *Report) Summary() string {
	if r.NotRun != "" {
		return "not run: " + printable(r.NotRun)
	}
	parts := r.parts(true)
	if n := len(r.StaleExpectations); n > 0 {
		parts = append(parts, fmt.Sprintf("%d stale expectations", n))
	}
	return strings.Join(parts, ", ")
}

// appendFindings writes what is to be said of single cases.
func (r *Report) appendFindings(b *bytes.Buffer) {
	for _, c := range r.results(Fail) {
		fmt.Fprintf(b, "FAIL %s %s\n", r.Name, c.ID)
		for _, d := range c.Differences {
			fmt.Fprintf(b, "  %s\n%s%s", d.Member, quoted("want", d.Want), quoted("got ", d.Got))
		}
	}
	for _, o := range []Outcome{Timeout, Crash, ProtocolError, Stale, Known} {
		unasked := map[string]int{}
		for _, c := range r.results(o) {
			if strings.HasPrefix(c.Reason, notAsked) {
				unasked[c.Reason]++
				continue
			}
			fmt.Fprintf(b, "%s %s %s\n%s", strings.ToUpper(string(o)), r.Name, c.ID, quoted("", c.Reason))
		}
		for _, reason := range slices.Sorted(maps.Keys(unasked)) {
			fmt.Fprintf(b, "%s %s %s\n%s", strings.ToUpper(string(o)), r.Name, cases(unasked[reason]), quoted("", reason))
		}
	}
	for _, e := range r.StaleExpectations {
		fmt.Fprintf(b, "STALE %s %s\n%s", r.Name, e.Case, quoted("", "no case of the run meets this expected failure: take it out of its file"))
	}
	missing := map[string]int{}
	for _, c := range r.results(Skip) {
		for _, name := range c.Missing {
			missing[name]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		require := "require"
		if missing[name] == 1 {
			require = "requires"
		}
		fmt.Fprintf(b, "SKIP %s %s that %s %s\n", r.Name, cases(missing[name]), require, printable(name))
	}
}

// cases says how many cases n are.
func cases(n int) string {
	if n == 1 {
		return "1 case"
	}
	return fmt.Sprintf("%d cases", n)
}

// longest bounds a text of a report for people, in bytes.
const longest = 2000

// printable is a text, shortened; quoted if it holds what a terminal might act on.
func printable(text string) string {
	text = shortened(text)
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// quoted lays out a text of an expectation or an answer, which may hold anything.
func quoted(label, text string) string {
	text = printable(text)
	indent := "    "
	if label != "" {
		label += " "
	}
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(&b, "%s%s%s\n", indent, label, line)
		label = strings.Repeat(" ", len(label))
	}
	return b.String()
}
