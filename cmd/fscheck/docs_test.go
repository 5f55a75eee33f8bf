package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	docFile    = regexp.MustCompile("(?ms)^File `([^`]+)`:\n\n```\\w+\n(.*?)^```")
	docConsole = regexp.MustCompile("(?ms)^```console\n(.*?)^```")
)

// TestDocs runs every command of a page in a folder with the files that stand
// there, and compares what it prints.
func TestDocs(t *testing.T) {
	t.Run("fscheck", func(t *testing.T) { testPage(t, "../../docs/fscheck.md", 10) })
	t.Run("targets", func(t *testing.T) {
		if testing.Short() {
			t.Skip("it builds programs")
		}
		testPage(t, "../../docs/targets.md", 10)
	})
	t.Run("repairs", func(t *testing.T) {
		if testing.Short() {
			t.Skip("it builds a program")
		}
		testPage(t, "../../docs/repairs.md", 10)
	})
}

func testPage(t *testing.T, name string, least int) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell to run the commands")
	}
	dir := t.TempDir()
	for _, m := range docFile.FindAllSubmatch(text, -1) {
		file := filepath.Join(dir, string(m[1]))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, m[2], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ran, page := 0, string(text)
	for _, m := range docConsole.FindAllSubmatch(text, -1) {
		for session := range strings.SplitSeq("\n"+string(m[1]), "\n$ ") {
			command, want, _ := strings.Cut(session, "\n")
			if command == "" {
				continue
			}
			ran++
			c := exec.Command(shell, "-c", command)
			c.Dir = dir
			c.Env = append(os.Environ(), "NO_COLOR=1", "COLUMNS=", "GOWORK=", "GOFLAGS=") // TestMain has put fscheck on PATH
			out, err := c.CombinedOutput()
			if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
				t.Fatalf("%s: %v", command, err)
			}
			if *update {
				was, is := "$ "+session, "$ "+strings.TrimSuffix(command+"\n"+string(out), "\n")
				if !strings.HasSuffix(was, "\n") {
					was += "\n" // one command may begin as another does
				}
				page = strings.Replace(page, was, is+"\n", 1)
				continue
			}
			if diff := cmp.Diff(lines(want), lines(string(out))); diff != "" {
				t.Errorf("%s prints something else: -%s +now\n%s", command, name, diff)
			}
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if ran < least {
		t.Errorf("only %d commands were found in %s", ran, name)
	}
}

// TestCommandsAreDocumented: whatever the command can do stands in its page.
func TestCommandsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/fscheck.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range root(streams{}).Commands() {
		if !strings.Contains(string(text), "fscheck "+c.Name()) {
			t.Errorf("docs/fscheck.md does not name the command %s", c.Name())
		}
		if c.Example == "" || c.Short == "" {
			t.Errorf("%s has no example or no description", c.Name())
		}
		for line := range strings.Lines(c.LocalFlags().FlagUsages()) {
			if name := regexp.MustCompile(`--[a-z-]+`).FindString(line); name != "" && !strings.Contains(string(text), name) {
				t.Errorf("docs/fscheck.md does not name the flag %s of %s", name, c.Name())
			}
		}
	}
}
