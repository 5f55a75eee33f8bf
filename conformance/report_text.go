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
)

// WriteText writes the report for people: what failed and how, what was skipped
// and for want of what, the counts of each group, and as the last line
//
//	N passed, N failed, N skipped
func (r *Report) WriteText(w io.Writer) error {
	var b bytes.Buffer
	for _, c := range r.results(Fail) {
		fmt.Fprintf(&b, "FAIL %s\n", c.ID)
		for _, d := range c.Differences {
			fmt.Fprintf(&b, "  %s\n%s%s", d.Member, quoted("want", d.Want), quoted("got ", d.Got))
		}
	}
	missing := map[string]int{}
	for _, c := range r.results(Skip) {
		for _, name := range c.Missing {
			missing[name]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		fmt.Fprintf(&b, "SKIP %d cases that require %s\n", missing[name], name)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "passed\tfailed\tskipped\t\n")
	for _, g := range r.Groups {
		fmt.Fprintf(table, "%d\t%d\t%d\t  %s\n", g.Passed, g.Failed, g.Skipped, g.ID)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s\n", r.Summary())
	_, err := w.Write(b.Bytes())
	return err
}

// Summary is the report in one line: N passed, N failed, N skipped.
func (r *Report) Summary() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", r.Passed, r.Failed, r.Skipped)
}

// longest bounds a text of a report for people, in bytes.
const longest = 2000

// quoted lays out a text of an expectation or an answer, which may hold anything.
func quoted(label, text string) string {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + " … and " + strconv.Itoa(len(text)-longest) + " bytes"
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
		text = strconv.Quote(text)
	}
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(&b, "    %s %s\n", label, line)
		label = "    "
	}
	return b.String()
}
