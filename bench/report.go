package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// run is all that one run of the command measured.
type run struct {
	settings settings
	loads    []*workload
	found    results
	scales   []*workload
	scaled   results // nil: not measured
	retains  []retained
	strict   [][]string // nil: not asked
	machine  machine
}

func (r *run) of(workload, peer string) (*series, bool) {
	s, ok := r.found[workload][peer]
	return s, ok && len(s.nanoseconds) > 0
}

// section is one part of the report.
type section struct {
	title string
	text  []string
	table [][]string
}

// compared are the workloads whose times stand side by side; the others have a table
// of their own, for few peers have anything like them.
var compared = []string{"W1", "W1varied", "W2", "W3", "W4", "W5", "W8x1", "W8x2", "W9"}

func (r *run) sections() []section {
	list := []section{r.workloadSection(), r.timeSection(), r.otherSection()}
	if table, missed := r.checked(); len(table) > 1 {
		list = append(list, section{
			title: "What is demanded",
			text: []string{fmt.Sprintf("The bounds that this project sets itself for W1 to W9: a must for each, and an aim. %d of %d are missed. One is missed if the median is over it by more than its spread, or if there are more "+
				"allocations (in brackets) than it allows. That the time a byte is flat was taken as a factor of at most %s.", missed, len(table)-1, number(flat))},
			table: table,
		})
	}
	if r.scaled != nil {
		list = append(list, r.scaleSection())
	}
	if len(r.retains) > 0 {
		table := [][]string{{"schema", "peer", "bytes"}}
		for _, m := range r.retains {
			table = append(table, []string{m.name, m.peer, fmt.Sprint(m.bytes)})
		}
		list = append(list, section{title: "Memory that a compiled schema keeps", text: []string{
			"The growth of the live heap by a schema that has been called once. Ours has the schema, its texts and the plan of a Go type never seen before, and what " +
				"encoding/json keeps for that type because of the self-test; santhosh's has the schema alone."}, table: table})
	}
	if r.strict != nil {
		list = append(list, section{title: "Strictness", text: []string{
			"What each peer answered in this run. In capitals is what must not be: a call that has to be refused was accepted, one that is right was refused, or " +
				"what was bound is not what the text says (for an omitted default: it was not laid in). gosdk gets its arguments without the message around them, " +
				"which would refuse trailing data; mcpgo gets them in a message. Defaults are work of huma's HTTP layer, which is not measured."},
			table: r.strict})
	}
	return append(list, r.machine.section())
}

func (r *run) workloadSection() section {
	s := section{title: "Workloads", table: [][]string{{"workload", "bytes", "what"}}}
	for _, w := range r.loads {
		size := "–"
		if w.bytes > 0 {
			size = fmt.Sprint(w.bytes)
		}
		s.table = append(s.table, []string{w.name, size, w.what})
	}
	return s
}

func (r *run) timeSection() section {
	s := section{title: "Time of a call", text: []string{
		"Every cell is the time as a multiple of `encoding/json.Unmarshal` of the same bytes in the same round: the median of " +
			fmt.Sprint(r.settings.rounds) + " rounds ± half the interquartile range, and the allocations of one call in brackets. The peers from santhosh on validate, " +
			"as ours does; those before bind only, with their default options, and of a call with faults (W5) they have nothing to say. gosdk's W5 ends at the first " +
			"of the three faults."}}
	head := []string{"peer"}
	last := []string{"encodingjson, µs"}
	for _, w := range r.loads {
		if slices.Contains(compared, w.name) {
			head = append(head, w.name)
			cell := "–"
			if ref, ok := r.of(w.name, referenceName); ok {
				cell = number(ref.time().median / 1000)
			}
			last = append(last, cell)
			s.text = append(s.text, w.notes...)
		}
	}
	s.table = append(s.table, head)
	for _, name := range r.settings.peers {
		row := []string{name}
		for _, w := range head[1:] {
			cell := "–"
			if m, ok := r.of(w, name); ok && len(m.ratios) > 0 {
				cell = fmt.Sprintf("%s ± %s (%d)", number(m.ratio().median), number(m.ratio().spread), m.allocs())
			}
			row = append(row, cell)
		}
		s.table = append(s.table, row)
	}
	s.table = append(s.table, last)
	return s
}

func (r *run) otherSection() section {
	s := section{title: "Building and calling", text: []string{
		"W6 has for reference what santhosh takes to compile the same schema from its text, which is one part of what ours does. W7 has for reference " +
			"`encoding/json.Unmarshal` of the same bytes without any call or injected value."},
		table: [][]string{{"workload", "peer", "µs", "to the reference", "allocations"}}}
	for _, w := range r.loads {
		if slices.Contains(compared, w.name) {
			continue
		}
		for _, name := range r.settings.peers {
			m, ok := r.of(w.name, name)
			if !ok {
				continue
			}
			ratio := "–"
			if len(m.ratios) > 0 && len(w.tasks) > 1 {
				ratio = fmt.Sprintf("%s ± %s", number(m.ratio().median), number(m.ratio().spread))
			}
			s.table = append(s.table, []string{w.name, name, number(m.time().median / 1000), ratio, fmt.Sprint(m.allocs())})
		}
	}
	return s
}

func (r *run) scaleSection() section {
	s := section{title: "Time a byte by size", text: []string{"Nanoseconds a byte of W3's kind of text."}}
	head := []string{"peer"}
	for _, w := range r.scales {
		head = append(head, w.name)
	}
	s.table = append(s.table, head)
	for _, name := range []string{oursName, referenceName} {
		row := []string{name}
		for _, v := range perByte(r.scales, r.scaled, name) {
			row = append(row, number(v))
		}
		s.table = append(s.table, row)
	}
	return s
}

// number writes a number with three significant digits at most, two after the point.
func number(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	case v == math.Trunc(v):
		return fmt.Sprintf("%.0f", v)
	default:
		return fmt.Sprintf("%.2f", v)
	}
}

// write writes sections as Markdown that can be read as it is.
func write(out io.Writer, list []section) error {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "## %s\n\n", s.title)
		for _, p := range s.text {
			b.WriteString(p + "\n\n")
		}
		writeTable(&b, s.table)
		b.WriteString("\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func writeTable(b *strings.Builder, table [][]string) {
	if len(table) == 0 {
		return
	}
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for n, row := range table {
		for i, cell := range row {
			b.WriteString("| " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)) + " ")
		}
		b.WriteString("|\n")
		if n == 0 {
			for _, w := range widths {
				b.WriteString("| " + strings.Repeat("-", w) + " ")
			}
			b.WriteString("|\n")
		}
	}
}
