package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/internal/repair"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// corpus is where published schemas and calls lie beside the repository.
const corpus = "../../../shared/corpus"

// corpusRow is a row with what four validators said of its calls.
type corpusRow struct {
	ID    string
	line  []byte
	Calls []struct {
		Valid       *bool `json:"valid"`
		ValidClosed *bool `json:"valid_closed"`
		Origin      string
	}
}

// label is what a call's answer should be, nil if nothing settles it.
func (r *corpusRow) label(call int, closed bool) *bool {
	c := r.Calls[call]
	if closed && c.ValidClosed != nil {
		return c.ValidClosed
	}
	return c.Valid
}

func corpusFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(corpus + "/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no corpus in " + corpus)
	}
	return files
}

func corpusRows(t *testing.T, file string) []corpusRow {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []corpusRow
	for line := range bytes.Lines(text) {
		r := corpusRow{line: line}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		rows = append(rows, r)
	}
	return rows
}

var modes = []struct {
	name string
	mode mode
}{
	{"plain", mode{}},
	{"closed", mode{closed: true}},
	{"lenient-defaults", mode{lenientDefaults: true}},
	{"closed lenient-defaults", mode{closed: true, lenientDefaults: true}},
}

// TestReplayCounts replays each file in each mode through the command and compares
// the summaries with a golden file.
func TestReplayCounts(t *testing.T) {
	var b strings.Builder
	b.WriteString("# file, mode: rows, schemas ok, schemas refused, calls, valid, invalid; go test ./cmd/fscheck -run ReplayCounts -update\n")
	for _, file := range corpusFiles(t) {
		for _, m := range modes {
			args := []string{"replay", file}
			for flag := range strings.FieldsSeq(m.name) {
				if flag != "plain" {
					args = append(args, "--"+flag)
				}
			}
			var out bytes.Buffer
			code := run(args, streams{nil, &out, &bytes.Buffer{}})
			lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
			var last struct{ Summary summary }
			if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
				t.Fatal(err)
			}
			s := last.Summary
			if s.Rows != len(lines)-1 || s.SchemasOK+s.SchemasRefused != s.Rows || s.Valid+s.Invalid != s.Calls {
				t.Errorf("%s: the summary does not add up: %+v", file, s)
			}
			if want := s.Invalid > 0 || s.SchemasRefused > 0; (code == finding) != want {
				t.Errorf("%s: exit code %d with %+v", file, code, s)
			}
			fmt.Fprintf(&b, "%s, %s: %d %d %d %d %d %d\n", filepath.Base(file), m.name, s.Rows, s.SchemasOK, s.SchemasRefused, s.Calls, s.Valid, s.Invalid)
		}
	}
	golden(t, "replay-counts.golden", b.String())
}

// TestRefusedSchemas lists the schemas that are refused though an invalid default
// is let pass, each with what is wrong, and demands that nothing but an invalid
// default is added when it is not.
func TestRefusedSchemas(t *testing.T) {
	var b strings.Builder
	b.WriteString("# id: keywords at fault; these are refused whatever the mode\n")
	defaults := 0
	for _, file := range corpusFiles(t) {
		for _, r := range corpusRows(t, file) {
			plain, lenient := mode{}.answer(r.line), mode{lenientDefaults: true}.answer(r.line)
			if !lenient.Schema.OK {
				fmt.Fprintf(&b, "%s: %s\n", r.ID, strings.Join(keywords(lenient), " "))
				continue
			}
			if plain.Schema.OK {
				if len(lenient.Schema.Violations) > 0 {
					t.Errorf("%s: lenient mode reports %v of a schema that is accepted", r.ID, lenient.Schema.Violations)
				}
				continue
			}
			defaults++
			if found := keywords(plain); !slices.Equal(found, []string{"default"}) {
				t.Errorf("%s is refused for %v and not in lenient mode", r.ID, found)
			}
			if diff := cmp.Diff(plain.Schema.Violations, lenient.Schema.Violations); diff != "" {
				t.Errorf("%s: lenient mode reports other faults: -plain +lenient\n%s", r.ID, diff)
			}
		}
	}
	if defaults != 142 {
		t.Errorf("%d schemas are refused for an invalid default, want 142", defaults)
	}
	golden(t, "replay-refused.golden", b.String())
}

func keywords(a answer) []string {
	var list []string
	for _, v := range a.Schema.Violations {
		list = append(list, v.Keyword)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestReplayAgreesWithLabels compares every call of every schema that is not
// refused with what four validators agreed on. The lenient modes refuse fewest.
func TestReplayAgreesWithLabels(t *testing.T) {
	compared := 0
	for _, file := range corpusFiles(t) {
		for _, r := range corpusRows(t, file) {
			for _, m := range modes[len(modes)-2:] {
				a := m.mode.answer(r.line)
				for i, c := range a.Calls {
					want := r.label(i, m.mode.closed)
					if want == nil {
						continue
					}
					compared++
					if c.Valid != *want {
						t.Errorf("%s call %d (%s), %s: valid %t, want %t: %v", r.ID, i, r.Calls[i].Origin, m.name, c.Valid, *want, c.Violations)
					}
				}
			}
		}
	}
	if compared < 30_000 {
		t.Errorf("only %d answers were compared", compared)
	}
}

// TestNoCallIsSlow judges every call on its own: the slowest takes a millisecond, and may
// take a hundred.
func TestNoCallIsSlow(t *testing.T) {
	if pace.Raced {
		t.Skip("the race detector makes everything slow")
	}
	const bound = 100 * time.Millisecond
	var slowest time.Duration
	for _, file := range corpusFiles(t) {
		for _, r := range corpusRows(t, file) {
			read, faults := readRow(r.line)
			if len(faults) > 0 {
				t.Fatalf("%s: %v", r.ID, faults)
			}
			s, _ := mode{lenientDefaults: true}.compile(read.schema.String())
			if s == nil {
				continue
			}
			for i, text := range read.calls {
				took := pace.Within(t, bound, func() { judgeCall(s, repair.New(s, nil), []byte(text)) })
				if slowest = max(slowest, took); took > bound {
					t.Logf("%s call %d takes %v", r.ID, i, took)
				}
			}
		}
	}
	t.Logf("the slowest call took %v", slowest)
}

// TestReplayJudgesAsTheEngine: replay has a door of its own, for the sake of its
// lenient mode, and must answer as the public one does.
func TestReplayJudgesAsTheEngine(t *testing.T) {
	for _, file := range corpusFiles(t) {
		for n, r := range corpusRows(t, file) {
			if n%7 > 0 {
				continue // one row in seven is enough, and fast
			}
			read, _ := readRow(r.line)
			for _, repairs := range [][]functionschema.Repair{nil, {functionschema.ModelRepairs, functionschema.StringScalars}} {
				a := mode{repairs: repairs}.answer(r.line)
				for i, text := range read.calls {
					o := judge(read.schema.String(), []byte(text), false, repairs)
					got := callAnswer{Code: "INVALID_SCHEMA", Violations: a.Schema.Violations}
					if a.Schema.OK {
						got = a.Calls[i]
						if !got.Valid {
							got.Repairs = nil // the engine's error does not list them
						}
					}
					if diff := cmp.Diff(callAnswer{o.Valid, o.Code, o.Violations, o.Repairs}, got); diff != "" {
						t.Errorf("%s call %d, repairs %v: -validate +replay\n%s", r.ID, i, repairs, diff)
					}
				}
			}
		}
	}
}

// golden compares text with a file of testdata, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lines(string(want)), lines(got)); diff != "" {
		t.Errorf("%s differs: -golden +now\n%s", path, diff)
	}
}

func lines(text string) []string {
	var list []string
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		list = append(list, s.Text())
	}
	return list
}
