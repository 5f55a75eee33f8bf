package fscheck_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/fixtures"
)

// elsewhere have tests of their own, which know what their commands need.
var elsewhere = map[string]bool{"docs/fscheck.md": true, "docs/targets.md": true, "docs/repairs.md": true}

// itself is the command that runs this test.
const itself = "go test ./..."

// texts returns the documents that people read, by name.
func texts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.ToSlash(name)] = string(text)
		}
	}
	for _, name := range []string{"README.md", "docs/design.md", "docs/differences.md"} {
		if all[name] == "" {
			t.Fatalf("there is no %s", name)
		}
	}
	return all
}

// blocks returns the fenced blocks of a language.
func blocks(text, language string) []string {
	var found []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

// The README's program is an example that runs, and prints what stands below it.
func TestReadmeProgram(t *testing.T) {
	readme := texts(t)["README.md"]
	programs, outputs := blocks(readme, "go"), blocks(readme, "text")
	if len(programs) != 2 || len(outputs) != 1 {
		t.Fatalf("the README has %d pieces of Go and %d outputs: a function, a program and what that prints", len(programs), len(outputs))
	}
	function, err := os.ReadFile("examples/booking/booking.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(function), programs[0]) {
		t.Errorf("the function is not the one of examples/booking:\n%s", programs[0])
	}
	source, err := os.ReadFile("examples/first/main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(source), "\n") // the doc comment is for the folder
	if diff := cmp.Diff(program, programs[1]); diff != "" {
		t.Errorf("the program is not examples/first (-example +README):\n%s", diff)
	}
	if lines := strings.Count(programs[1], "\n"); lines > 25 {
		t.Errorf("the program has %d lines: 25 are a screen", lines)
	}
	if diff := cmp.Diff(run(t, "go run ./examples/first"), outputs[0]); diff != "" {
		t.Errorf("it prints something else (-example +README):\n%s", diff)
	}
}

// Every command in the documents runs, and prints what is shown. A line of … stands
// for any lines.
func TestDocumentedCommands(t *testing.T) {
	ran := 0
	for name, text := range texts(t) {
		if elsewhere[name] {
			continue
		}
		for _, block := range blocks(text, "console") {
			for _, session := range strings.Split("\n"+block, "\n$ ")[1:] {
				command, shown, _ := strings.Cut(session, "\n")
				if command == itself {
					continue
				}
				ran++
				if out := run(t, command); !matches(shown, out) {
					t.Errorf("%s: $ %s prints\n%s\nand not\n%s", name, command, out, shown)
				}
			}
		}
	}
	if ran == 0 {
		t.Error("no document shows a command")
	}
}

// run runs a go command in the module's folder and returns what it prints.
func run(t *testing.T, command string) string {
	t.Helper()
	if !strings.HasPrefix(command, "go ") {
		t.Fatalf("%q is not a go command: a reader may not have it", command)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command) // as a reader types it
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, log.String())
	}
	return string(out)
}

// matches reports whether out is what is shown.
func matches(shown, out string) bool {
	quoted := regexp.QuoteMeta(strings.TrimRight(shown, "\n") + "\n")
	return regexp.MustCompile(`^(?s:` + strings.ReplaceAll(quoted, "…\n", `.*`) + `)$`).MatchString(out)
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		shown, out, reason string
		want               bool
	}{
		{"a\nb\n", "a\nb\n", "the same", true},
		{"a\nb", "a\nb\n", "the last line end is the block's", true},
		{"a\n", "a\nb\n", "a line is missing", false},
		{"a\n…\n", "a\nb\nc\n", "the rest", true},
		{"a\n…\nc\n", "a\nb\nb\nc\n", "some between", true},
		{"a\n…\nc\n", "a\nb\n", "c never comes", false},
		{"a.c\n", "abc\n", "a point is a point", false},
	} {
		if got := matches(tt.shown, tt.out); got != tt.want {
			t.Errorf("%s: %q against %q is %t", tt.reason, tt.shown, tt.out, got)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)]+)\)`)

// A link leads to a file of this repository, or out of it.
func TestDocumentedLinks(t *testing.T) {
	for name, text := range texts(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), target)); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
	}
}

// Every package that a user imports is in the README's table.
func TestReadmeNamesThePackages(t *testing.T) {
	readme := texts(t)["README.md"]
	for _, names := range layers {
		for _, name := range names {
			if _, err := os.Stat(name); err == nil && !strings.Contains(readme, "["+name+"]("+name+")") {
				t.Errorf("the README's table of packages lacks %s", name)
			}
		}
	}
}

// Every page of docs is found from the README.
func TestReadmeLinksThePages(t *testing.T) {
	all := texts(t)
	for name := range all {
		if strings.HasPrefix(name, "docs/") && !strings.Contains(all["README.md"], "]("+name+")") {
			t.Errorf("the README links nowhere to %s: say under \"Where to go next\" what it is", name)
		}
	}
}

// The counts that the README gives are of all cases that there are, and none failed.
func TestReadmeCounts(t *testing.T) {
	all := len(fixtureRules(t))
	rows := regexp.MustCompile(`(?m)^\| \[?(\w+)[^|]*\| (\d+) \| (\d+) \| (\d+) \|`).FindAllStringSubmatch(texts(t)["README.md"], -1)
	if len(rows) != 4 {
		t.Fatalf("the README counts for %d languages", len(rows))
	}
	for _, row := range rows {
		sum := 0
		for _, count := range row[2:] {
			n, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		if sum != all || row[3] != "0" {
			t.Errorf("%s: passed, failed and skipped are %v, of %d cases: take them from make conformance", row[1], row[2:], all)
		}
	}
}

// What docs/differences.md says shows a rule is there: a Go test, or a case of the
// fixtures that carries the rule.
func TestDifferencesAreShown(t *testing.T) {
	_, all := sources(t)
	var tests strings.Builder
	for _, s := range all {
		if s.isTest() {
			tests.Write(s.text)
		}
	}
	cases := fixtureRules(t)
	shown := 0
	for _, line := range strings.Split(texts(t)["docs/differences.md"], "\n") {
		cells := strings.Split(line, " | ")
		for _, m := range regexp.MustCompile("`(Test[A-Za-z]+|[a-z0-9]+/[a-z0-9.-]+)`").FindAllStringSubmatch(line, -1) {
			name := m[1]
			rules, isCase := cases[name]
			switch {
			case strings.HasPrefix(name, "Test"):
				if !strings.Contains(tests.String(), "func "+name+"(") {
					t.Errorf("there is no %s", name)
				}
			case !isCase:
				t.Errorf("the fixtures have no case %s", name)
			case len(cells) > 2 && !slices.ContainsFunc(strings.Split(cells[len(cells)-2], ", "), func(r string) bool { return slices.Contains(rules, r) }):
				t.Errorf("the case %s has the rules %v, not those of its row: %s", name, rules, cells[len(cells)-2])
			}
			shown++
		}
	}
	if shown == 0 {
		t.Error("docs/differences.md names nothing that shows a rule")
	}
}

// fixtureRules returns the rules of every case.
func fixtureRules(t *testing.T) map[string][]string {
	t.Helper()
	var file struct {
		Groups []struct {
			Cases []struct {
				ID    string        `json:"id"`
				Rules []json.Number `json:"rules"`
			} `json:"cases"`
		} `json:"groups"`
	}
	if err := json.Unmarshal(fixtures.Cases(), &file); err != nil {
		t.Fatal(err)
	}
	rules := map[string][]string{}
	for _, g := range file.Groups {
		for _, c := range g.Cases {
			for _, r := range c.Rules {
				rules[c.ID] = append(rules[c.ID], r.String())
			}
		}
	}
	return rules
}
