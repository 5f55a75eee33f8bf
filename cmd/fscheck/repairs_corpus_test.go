package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/pace"
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

// TestValidCallsOfTheCorpusStay: under each repair, the usual ones and all of them a
// call that is valid binds to the same value, and its arguments are the same text; under
// all of them as a tree, too. It needs the corpus beside the repository.
func TestValidCallsOfTheCorpusStay(t *testing.T) {
	if pace.Raced || testing.Short() {
		t.Skip("every call of the corpus is bound eleven times")
	}
	runs := repairRuns()
	counted := functionschema.WithLimits(functionschema.Limits{Applications: schema.DefaultApplications - 1}) // which the plan is not
	bound := 0
	for _, file := range corpusFiles(t) {
		for _, r := range corpusRows(t, file) {
			read, _ := readRow(r.line)
			text := []byte(read.schema.String())
			plain, err := functionschema.FromSchema(callee, text)
			if err != nil {
				continue
			}
			mending := []*functionschema.FunctionSchema{
				functionschema.Must(functionschema.FromSchema(callee, text, functionschema.WithRepairs(runs[len(runs)-1].repairs...), counted)),
			}
			for _, run := range runs[1:] {
				mending = append(mending, functionschema.Must(functionschema.FromSchema(callee, text, functionschema.WithRepairs(run.repairs...))))
			}
			for i, text := range read.calls {
				want, err := plain.Bind(t.Context(), []byte(text))
				if err != nil {
					continue
				}
				bound++
				for _, f := range mending {
					got, err := f.Bind(t.Context(), []byte(text))
					if err != nil {
						t.Errorf("%s call %d: %v", r.ID, i, err)
						continue
					}
					if !reflect.DeepEqual(want.Values(), got.Values()) || !bytes.Equal(want.Arguments(), got.Arguments()) || got.Repairs() != nil {
						t.Errorf("%s call %d is changed: %v\n%s", r.ID, i, got.Repairs(), cmp.Diff(want.Values(), got.Values()))
					}
				}
			}
		}
	}
	if bound < 5_000 {
		t.Errorf("only %d calls are valid", bound)
	}
	t.Logf("%d valid calls are bound as ever, %d times", bound, len(runs))
}
