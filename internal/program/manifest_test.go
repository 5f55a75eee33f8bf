package program

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestHolds: a program is the right one as long as nothing that it was built from
// has changed, whatever the clock says.
func TestHolds(t *testing.T) {
	dir := t.TempDir()
	file, missing, other := filepath.Join(dir, "a.go"), filepath.Join(dir, "go.sum"), filepath.Join(dir, "b.go")
	set := func() *manifest {
		write(t, file, "package a")
		os.Remove(missing)
		os.Remove(other)
		os.Remove(filepath.Join(dir, "page.html"))
		return &manifest{
			Files:  map[string]string{file: fileDigest(file), missing: fileDigest(missing)},
			Listed: map[string]string{dir: namesDigest(dir, isSource)},
		}
	}
	for _, tt := range []struct {
		name   string
		change func()
		holds  bool
	}{
		{"nothing", func() {}, true},
		{"a time alone", func() { _ = os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)) }, true},
		{"a content", func() { write(t, file, "package b") }, false},
		{"a content of the same size at the same time", func() {
			info, _ := os.Stat(file)
			write(t, file, "package c")
			_ = os.Chtimes(file, info.ModTime(), info.ModTime())
		}, false},
		{"a file is gone", func() { os.Remove(file) }, false},
		{"a file that was missing", func() { write(t, missing, "x") }, false},
		{"a new source file", func() { write(t, other, "package a") }, false},
		{"a new test", func() { write(t, filepath.Join(dir, "a_test.go"), "package a") }, true},
		{"a new file that is no source", func() { write(t, filepath.Join(dir, "page.html"), "x") }, true},
	} {
		m := set()
		tt.change()
		if m.holds() != tt.holds {
			t.Errorf("%s: holds is %t", tt.name, !tt.holds)
		}
	}
	m := set()
	m.All = map[string]string{dir: namesDigest(dir, isAny)}
	write(t, filepath.Join(dir, "page.html"), "x")
	if m.holds() {
		t.Error("a new file beside embedded ones is not noticed")
	}
}

// TestTidy: only so many programs are kept, the ones that were used last.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	for i := range keep + 3 {
		folder := filepath.Join(dir, fmt.Sprintf("p%02d", i))
		write(t, filepath.Join(folder, "program-1.exe"), "")
		at := time.Now().Add(time.Duration(i-100) * time.Minute)
		if err := os.Chtimes(folder, at, at); err != nil {
			t.Fatal(err)
		}
	}
	newest := filepath.Join(dir, fmt.Sprintf("p%02d", keep+2))
	old := filepath.Join(newest, "program-0.exe")
	write(t, old, "")
	past := time.Now().Add(-time.Hour)
	_ = os.Chtimes(old, past, past)
	tidy(newest, "program-1.exe")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != keep || entries[0].Name() != "p03" {
		t.Errorf("%d are kept, from %s on", len(entries), entries[0].Name())
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("a program that another one replaced is still there")
	}
}

func TestWorkspaceFlags(t *testing.T) {
	for _, tt := range []struct{ flags, want, reason string }{
		{"", "", "nothing"},
		{"-mod=vendor -tags=x,y", "-tags=x,y", "a workspace has no -mod=vendor"},
		{"--modfile=a.mod -race", "-race", "two hyphens are one"},
		{"-overlay=o.json -trimpath", "-trimpath", "the program is in an overlay of its own"},
	} {
		if got := workspaceFlags(tt.flags); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.reason, got, tt.want)
		}
	}
}
