package metadata_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/metadata"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden writes every schema in every dialect, has the checker judge it, and
// compares it with a golden file.
func TestGolden(t *testing.T) {
	for _, d := range metadata.Dialects() {
		t.Run(string(d), func(t *testing.T) {
			var b strings.Builder
			for _, tt := range schemas {
				fmt.Fprintf(&b, "== %s: %s\n", tt.name, tt.why)
				x, err := d.Export(tool(tt.schema))
				var e *metadata.Error
				if errors.As(err, &e) {
					for _, r := range e.Refused {
						fmt.Fprintf(&b, "refused %s %s: %s\n", r.Pointer, r.Keyword, r.Message)
					}
					continue
				}
				var pretty bytes.Buffer
				if err := json.Indent(&pretty, x.JSON, "", " "); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "%s\n", pretty.String())
				for _, l := range x.Dropped {
					fmt.Fprintf(&b, "dropped %s %s: %s\n", l.Pointer, l.Keyword, l.Note)
				}
				for _, found := range check(d, tool(tt.schema), x) {
					t.Errorf("%s: %s\n%s", tt.name, found, x.JSON)
				}
			}
			compare(t, filepath.Join("testdata", "export-"+string(d)+".golden"), b.String())
		})
	}
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs: -golden +now\n%s", file, diff)
	}
}
