package metadata_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/metadata"
)

// corpus is where published schemas lie beside the repository.
const corpus = "../../shared/corpus"

type published struct {
	ID     string
	Name   string
	Schema json.RawMessage
	Calls  []struct {
		Arguments json.RawMessage
		Valid     *bool
	}
}

func corpusRows(t *testing.T) []published {
	t.Helper()
	files, err := filepath.Glob(corpus + "/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no corpus in " + corpus)
	}
	var rows []published
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var r published
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func compiles(text []byte) bool {
	v, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return false
	}
	_, faults := schema.Compile(v, schema.Options{LenientDefaults: true})
	return len(faults) == 0
}

// TestCorpus exports every published schema that compiles to every dialect: nothing
// panics, and the checker refuses nothing. What is lost and refused is counted in a
// golden file, from which docs/dialects.md is made.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	type count struct {
		exported, exact int
		refused, losses map[string]int
	}
	counts := map[metadata.Dialect]*count{}
	total, bad := 0, 0
	for _, d := range metadata.Dialects() {
		counts[d] = &count{refused: map[string]int{}, losses: map[string]int{}}
	}
	for _, r := range corpusRows(t) {
		if !compiles(r.Schema) {
			continue
		}
		total++
		for _, d := range metadata.Dialects() {
			c := counts[d]
			source := metadata.Tool{Name: r.Name, Description: "Published.", InputSchema: r.Schema}
			x, err := d.Export(source)
			var e *metadata.Error
			if errors.As(err, &e) && e.Refused[0].Keyword == "name" {
				c.refused["name"]++
				source.Name = "f" // and what of its schema?
				x, err = d.Export(source)
			}
			if errors.As(err, &e) {
				kinds := map[string]bool{}
				for _, refused := range e.Refused {
					kinds[refused.Keyword] = true
				}
				for kind := range kinds {
					c.refused[kind]++
				}
				continue
			}
			c.exported++
			if len(x.Dropped) == 0 {
				c.exact++
			}
			for _, l := range x.Dropped {
				c.losses[l.Keyword]++
			}
			for _, found := range check(d, source, x) {
				if bad++; bad < 20 {
					t.Errorf("%s to %s: %s\n%s\n%s", r.ID, d, found, r.Schema, x.JSON)
				}
			}
			for _, call := range r.Calls { // what was never exported is changed by no Restore but by its rules
				if len(call.Arguments) > 0 && d != metadata.OpenAIStrict {
					if got, err := x.Restore(call.Arguments); err != nil || string(got) != string(call.Arguments) && !strings.Contains(string(r.Schema), "-") && !strings.Contains(string(r.Schema), "ñ") {
						t.Errorf("%s to %s: %s became %s, %v", r.ID, d, call.Arguments, got, err)
					}
				}
			}
		}
	}
	if total < 3000 {
		t.Errorf("only %d schemas compile", total)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d schemas\n", total)
	for _, d := range metadata.Dialects() {
		c := counts[d]
		fmt.Fprintf(&b, "\n%s: %d exported, %d of them without a loss\n", d, c.exported, c.exact)
		write(&b, "refused", c.refused)
		write(&b, "lost", c.losses)
	}
	compare(t, filepath.Join("testdata", "corpus-counts.golden"), b.String())
	t.Log(b.String())
}

// write writes counts, the greatest first.
func write(b *strings.Builder, what string, counts map[string]int) {
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y string) int {
		if counts[x] != counts[y] {
			return counts[y] - counts[x]
		}
		return strings.Compare(x, y)
	})
	for _, k := range keys {
		fmt.Fprintf(b, "  %s %s %d\n", what, k, counts[k])
	}
}
