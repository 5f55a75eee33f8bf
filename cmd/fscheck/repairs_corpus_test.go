package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/repair"
	"github.com/functionschema/fscheck/internal/schema"
)

// repairRuns are what the calls of the corpus are mended by: nothing, each repair
// alone, the usual ones, all.
func repairRuns() []mode {
	runs := []mode{{}}
	for _, n := range repair.Names() {
		runs = append(runs, mode{repairs: []functionschema.Repair{functionschema.Repair(n)}})
	}
	runs = append(runs, mode{repairs: []functionschema.Repair{functionschema.ModelRepairs}})
	return append(runs, mode{repairs: []functionschema.Repair{functionschema.ModelRepairs, functionschema.StringScalars, functionschema.Base64Spelling}})
}

// TestRepairsOfTheCorpus replays the calls that somebody recorded or published, as
// they were and repaired: a call that was valid is changed by nothing, and what the
// repairs are good for is the table of docs/repairs.md (-update writes it). It needs
// the corpus beside the repository.
func TestRepairsOfTheCorpus(t *testing.T) {
	files := corpusFiles(t)
	runs := repairRuns()
	names := []string{"as sent"}
	for _, n := range repair.Names() {
		names = append(names, string(n))
	}
	names = append(names, "ModelRepairs", "all eight")
	header := []string{"calls of", "calls"}
	rows := [][]string{}
	total := make([]int, 1+len(runs))
	for _, file := range files {
		counts := make([]int, 1+len(runs))
		for _, r := range corpusRows(t, file) {
			answers := make([]answer, len(runs))
			for i, m := range runs {
				m.lenientDefaults = true
				answers[i] = m.answer(r.line)
			}
			if !answers[0].Schema.OK {
				continue // nothing judges its calls
			}
			for c := range r.Calls {
				source := r.Calls[c].Origin == "source"
				if source {
					counts[0]++
				}
				for i, a := range answers {
					if answers[0].Calls[c].Valid && (!a.Calls[c].Valid || a.Calls[c].Repairs != nil) {
						t.Errorf("%s call %d is valid, and changed by %s: %v", r.ID, c, names[i], a.Calls[c])
					}
					if source && a.Calls[c].Valid {
						counts[1+i]++
					}
				}
			}
		}
		if counts[0] > 0 {
			rows = append(rows, figures(strings.TrimSuffix(filepath.Base(file), ".jsonl"), counts))
		}
		for i := range counts {
			total[i] += counts[i]
		}
	}
	rows = append(rows, figures("all", total))
	got := markdown(append(header, names...), rows)

	page := "../../docs/repairs.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	between := regexp.MustCompile(`(?s)(<!-- figures -->\n).*?(<!-- end -->)`)
	want := between.FindString(string(text))
	now := "<!-- figures -->\n" + got + "<!-- end -->"
	if *update {
		if err := os.WriteFile(page, []byte(strings.Replace(string(text), want, now, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(lines(want), lines(now)); diff != "" {
		t.Errorf("docs/repairs.md has other figures: -page +now\n%s", diff)
	}
}

// figures is a row of the table: of the runs that differ from the first, by how much.
func figures(name string, counts []int) []string {
	row := []string{name, fmt.Sprint(counts[0]), fmt.Sprint(counts[1])}
	for _, n := range counts[2:] {
		cell := ""
		if n != counts[1] {
			cell = fmt.Sprintf("%+d", n-counts[1])
		}
		row = append(row, cell)
	}
	return row
}

// markdown is a table turned on its side: the runs below each other.
func markdown(header []string, rows [][]string) string {
	var b strings.Builder
	for i, h := range header {
		b.WriteString("| " + h)
		for _, r := range rows {
			b.WriteString(" | " + r[i])
		}
		b.WriteString(" |\n")
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|---:", len(rows)) + "|\n")
		}
	}
	return b.String()
}

// TestValidCallsOfTheCorpusStay: under all repairs a call that is valid binds to the
// same value, and its arguments are the same text, in the one pass and as a tree.
// It needs the corpus beside the repository.
func TestValidCallsOfTheCorpusStay(t *testing.T) {
	all := repairRuns()[len(repairRuns())-1].repairs
	bound := 0
	for _, file := range corpusFiles(t) {
		for n, r := range corpusRows(t, file) {
			if n%3 > 0 {
				continue // one row in three is enough
			}
			read, _ := readRow(r.line)
			plain, err := functionschema.FromSchema(callee, []byte(read.schema.String()))
			if err != nil {
				continue
			}
			mending := functionschema.Must(functionschema.FromSchema(callee, []byte(read.schema.String()), functionschema.WithRepairs(all...)))
			tree := functionschema.Must(functionschema.FromSchema(callee, []byte(read.schema.String()), functionschema.WithRepairs(all...),
				functionschema.WithLimits(functionschema.Limits{Applications: schema.DefaultApplications - 1}))) // counted, which the plan is not
			for i, text := range read.calls {
				want, err := plain.Bind(t.Context(), []byte(text))
				if err != nil {
					continue
				}
				bound++
				for _, f := range []*functionschema.FunctionSchema{mending, tree} {
					got, err := f.Bind(t.Context(), []byte(text))
					if err != nil {
						t.Errorf("%s call %d: %v", r.ID, i, err)
						continue
					}
					if diff := cmp.Diff(want.Values(), got.Values()); diff != "" || !bytes.Equal(want.Arguments(), got.Arguments()) || got.Repairs() != nil {
						t.Errorf("%s call %d is changed: %v\n%s", r.ID, i, got.Repairs(), diff)
					}
				}
			}
		}
	}
	t.Logf("%d valid calls are bound as ever", bound)
}
