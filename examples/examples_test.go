// Package examples_test builds the programs in the folders below, runs each and
// compares what it prints with its output.txt. After a wanted change:
//
//	go test ./examples -update
package examples_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the programs print to their output.txt")

func TestExamplesPrintTheirOutput(t *testing.T) {
	mains, err := filepath.Glob("*/main.go")
	if err != nil || len(mains) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	bin := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin+string(filepath.Separator), "./...").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, main := range mains {
		name := filepath.Dir(main)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, log bytes.Buffer
			cmd := exec.CommandContext(t.Context(), filepath.Join(bin, name))
			cmd.Dir, cmd.Stdout, cmd.Stderr = t.TempDir(), &out, &log
			if err := cmd.Run(); err != nil || log.Len() > 0 {
				t.Fatalf("%v\n%s", err, log.Bytes())
			}
			golden := filepath.Join(name, "output.txt")
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("what it prints is not what output.txt says (-want +got):\n%s", diff)
			}
		})
	}
}
