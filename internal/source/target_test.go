package source_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/source"
)

func TestResolve(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pkg", "v1.2/api", "v1.2/api.v3", "pkg/Type"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ text, dir, path, names, reason string }{
		{"./pkg.Func", "pkg", "", "Func", "a function"},
		{"./pkg.Type.Method", "pkg", "", "Type.Method", "a method"},
		{"./pkg", "pkg", "", "", "a package"},
		{"./pkg/", "pkg", "", "", "a slash behind a folder means nothing"},
		{"pkg", "pkg", "", "", "a folder is a folder"},
		{".Func", "", "", "Func", "the folder itself"},
		{".Type.Method", "", "", "Type.Method", "a method in the folder itself"},
		{"./.Func", "", "", "Func", "the same in full"},
		{".", "", "", "", "the folder itself as a package"},
		{"./v1.2/api.v3.F", "v1.2/api.v3", "", "F", "the longest folder that exists"},
		{"./v1.2/api.F", "v1.2/api", "", "F", "dots before the last slash are the folder's"},
		{"./pkg/../pkg.F", "pkg", "", "F", "a way back"},
		{filepath.Join(dir, "pkg") + ".F", "pkg", "", "F", "an absolute folder"},
		{"strings.ToUpper", "", "strings", "ToUpper", "a package of one name"},
		{"example.com/x.F", "", "example.com/x", "F", "an import path"},
		{"example.com/x", "", "example.com/x", "", "an import path alone"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			got, err := source.Resolve(tt.text, dir)
			if err != nil {
				t.Fatalf("%s: %v", tt.reason, err)
			}
			want := source.Target{Text: tt.text, Path: tt.path}
			if tt.path == "" {
				want.Dir = filepath.Join(dir, tt.dir)
			}
			if tt.names != "" {
				want.Names = strings.Split(tt.names, ".")
			}
			got.Dir = clean(got.Dir)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", tt.reason, diff)
			}
		})
	}
	for text, part := range map[string]string{
		"./none.F":       "there is no folder",
		"./pkg.A.B.C":    "there is no folder",
		"./pkg.not-one":  "there is no folder",
		"report":         "names nothing in Go",
		"report.txt":     "names nothing in Go",
		"":               "names nothing in Go",
		"example.com/x ": "names nothing in Go",
	} {
		if got, err := source.Resolve(text, dir); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %+v, %v, want %s", text, got, err, part)
		}
	}
}

func clean(dir string) string {
	if dir == "" {
		return ""
	}
	return filepath.Clean(dir)
}

func TestLooksLike(t *testing.T) {
	for text, want := range map[string]bool{
		".": true, "./x.F": true, "strings.ToUpper": true, "a/b.F": true, "testdata": false,
		"x.json": false, "./x.json": false, "rows.jsonl": false, "report.txt": false, "-": false, "source.go": false, "x": false, "a/b": false, "example.com/x": true,
	} {
		if got := source.LooksLike(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
