package pattern

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const shared = "../../../shared"

// patterns collects the regular expressions of a schema.
func patterns(schema any, into map[string]bool) {
	switch v := schema.(type) {
	case map[string]any:
		if p, ok := v["pattern"].(string); ok {
			into[p] = true
		}
		if of, ok := v["patternProperties"].(map[string]any); ok {
			for p := range of {
				into[p] = true
			}
		}
		for _, m := range v {
			patterns(m, into)
		}
	case []any:
		for _, m := range v {
			patterns(m, into)
		}
	}
}

// refusals compiles each pattern and lists the refused ones by construct.
func refusals(found map[string]bool, compile func(string) (*Pattern, error)) map[string]int {
	refused := map[string]int{}
	for p := range found {
		var e *Error
		if _, err := compile(p); errors.As(err, &e) {
			refused[e.Construct]++
		}
	}
	return refused
}

func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(shared + "/corpus/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Skip("no ../shared/corpus beside the repository")
	}
	found := map[string]bool{}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var row struct{ Schema any }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			patterns(row.Schema, found)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if len(found) != 131 {
		t.Errorf("%d distinct patterns, want 131", len(found))
	}
	want := map[string]int{
		"look-ahead (?=…)":            2,
		"negative look-ahead (?!…)":   5,
		"negative look-behind (?<!…)": 1,
		`escape \A`:                   1,
	}
	if d := cmp.Diff(want, refusals(found, Compile)); d != "" {
		t.Errorf("refused patterns (-want +got):\n%s", d)
	}
}

func TestSuite(t *testing.T) {
	dir := shared + "/json-schema-test-suite/tests/draft2020-12/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/json-schema-test-suite beside the repository")
	}
	for _, name := range []string{"pattern", "patternProperties", "optional/ecmascript-regex", "optional/non-bmp-regex"} {
		text, err := os.ReadFile(dir + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Description string
			Schema      map[string]any
			Tests       []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			found := map[string]bool{}
			patterns(g.Schema, found)
			for p := range found {
				if _, err := Compile(p); err != nil {
					t.Errorf("%s, %s: %v", name, g.Description, err)
				}
			}
			p, ok := g.Schema["pattern"].(string)
			if !ok {
				continue
			}
			compiled, err := Compile(p)
			if err != nil {
				continue // reported above
			}
			for _, test := range g.Tests {
				if s, ok := test.Data.(string); ok && compiled.MatchString(s) != test.Valid {
					t.Errorf("%s, %s, %s: %q on %q is not %v", name, g.Description, test.Description, p, s, test.Valid)
				}
			}
		}
	}
}
