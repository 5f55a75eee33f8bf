package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// suite is where the JSON-Schema-Test-Suite lies beside the repository. It is
// test data and not part of it.
const suite = "../../../shared/json-schema-test-suite"

// resources are the suite's remote documents, by the addresses it gives them.
func resources(t *testing.T) map[string]*tree.Value {
	t.Helper()
	docs := map[string]*tree.Value{}
	root := filepath.Join(suite, "remotes")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		if rel, _ := filepath.Rel(root, path); strings.HasPrefix(rel, "draft") && !strings.HasPrefix(rel, "draft2020-12") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		v, fault := strict.Parse(text, strict.Limits{})
		if fault != nil {
			return fault
		}
		rel, _ := filepath.Rel(root, path)
		docs["http://localhost:1234/"+filepath.ToSlash(rel)] = v
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// eachSuiteTest runs the suite's files below a folder of tests/draft2020-12.
func eachSuiteTest(t *testing.T, glob string, run func(id string, schema, data *tree.Value, valid bool)) {
	t.Helper()
	if _, err := os.Stat(suite); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the JSON-Schema-Test-Suite is not beside this repository: ../shared/json-schema-test-suite")
	}
	files, err := filepath.Glob(filepath.Join(suite, "tests/draft2020-12", glob))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s: %v", glob, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		groups, fault := strict.Parse(text, strict.Limits{})
		if fault != nil {
			t.Fatalf("%s: %v", file, fault)
		}
		name, _ := filepath.Rel(filepath.Join(suite, "tests/draft2020-12"), file)
		for i, g := range groups.Items {
			for j, test := range g.Lookup("tests").Items {
				id := fmt.Sprintf("%s/%d/%d", strings.TrimSuffix(filepath.ToSlash(name), ".json"), i, j)
				run(id, g.Lookup("schema"), test.Lookup("data"), test.Lookup("valid").Bool)
			}
		}
	}
}

// verdicts returns what we and the authority say of an instance; the reason is
// why a schema is refused.
func verdicts(schema, data *tree.Value, o Options) (ours, authority bool, refused string) {
	o.AnyRoot, o.LenientDefaults = true, true
	s, faults := Compile(schema, o)
	if len(faults) > 0 {
		return false, false, faults[0].Pointer + " " + faults[0].Keyword + ": " + faults[0].Message
	}
	c := compiler(&o, authorityPatterns(&o))
	if err := c.AddResource(base, plainSchema(schema, o.known)); err != nil {
		return false, false, err.Error()
	}
	a, err := c.Compile(base)
	if err != nil {
		return false, false, "the authority alone refuses it: " + err.Error()
	}
	return s.Validate(data, Budget{}).Valid(), a.Validate(plain(data)) == nil, ""
}

// eachSuiteGroup calls add with the suite's pairs, if it is there.
func eachSuiteGroup(f *testing.F, add func(schema, data *tree.Value)) {
	files, err := filepath.Glob(filepath.Join(suite, "tests/draft2020-12/*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		groups, fault := strict.Parse(text, strict.Limits{})
		if fault != nil {
			f.Fatal(fault)
		}
		for _, g := range groups.Items {
			for _, test := range g.Lookup("tests").Items {
				add(g.Lookup("schema"), test.Lookup("data"))
			}
		}
	}
}

func TestSuiteRequired(t *testing.T) {
	docs := map[string]*tree.Value{}
	count := 0
	eachSuiteTest(t, "*.json", func(id string, schema, data *tree.Value, valid bool) {
		if len(docs) == 0 {
			docs = resources(t)
		}
		count++
		ours, authority, refused := verdicts(schema, data, Options{Resources: docs})
		if refused != "" || ours != valid || authority != valid {
			t.Errorf("%s: valid is %v, we say %v, the authority %v %s", id, valid, ours, authority, refused)
		}
	})
	if count != 1299 {
		t.Errorf("%d tests ran, the suite at its pinned commit has 1299", count)
	}
}

// TestSuiteOptional counts what is not required. Each test that we do not pass is
// in testdata/suite-misses.txt with its reason; an entry that is not missed any
// more, or is missed and not there, fails.
func TestSuiteOptional(t *testing.T) {
	misses := readMisses(t)
	var docs map[string]*tree.Value
	for _, group := range []struct {
		glob    string
		formats bool
		total   int
	}{{"optional/*.json", false, 162}, {"optional/format/*.json", true, 764}} {
		count, missed := 0, 0
		eachSuiteTest(t, group.glob, func(id string, schema, data *tree.Value, valid bool) {
			if docs == nil {
				docs = resources(t)
			}
			count++
			ours, _, refused := verdicts(schema, data, Options{Resources: docs, AssertFormats: group.formats})
			if refused == "" && ours == valid {
				return
			}
			missed++
			if _, ok := misses[id]; !ok {
				t.Errorf("%s  # valid is %v, we say %v %s", id, valid, ours, refused)
			}
			delete(misses, id)
		})
		if count != group.total {
			t.Errorf("%s: %d tests ran, the suite at its pinned commit has %d", group.glob, count, group.total)
		}
		t.Logf("%s: %d of %d pass", group.glob, count-missed, count)
	}
	for _, id := range slices.Sorted(maps.Keys(misses)) {
		t.Errorf("testdata/suite-misses.txt: %s passes now: remove it", id)
	}
}

func readMisses(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/suite-misses.txt")
	if err != nil {
		t.Fatal(err)
	}
	misses := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		id, reason, ok := strings.Cut(line, "  # ")
		if !ok || reason == "" {
			t.Fatalf("testdata/suite-misses.txt: %q has no reason", line)
		}
		misses[strings.TrimSpace(id)] = reason
	}
	return misses
}
