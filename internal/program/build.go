package program

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// keep is how many programs are kept; beyond it the one that was used the longest
// time ago is removed.
const keep = 20

// Source is what a program is to consist of.
type Source struct {
	Dir  string // the folder of the target's package
	Path string // its import path
	Text []byte // of main.go

	Whole bool // it serves every part of the package
}

// Reader reads the package that a program is for. It is given the environment of
// the workspace, so that it sees what will be built.
type Reader func(env []string) (*Source, error)

// Find returns the program for a package, which is named by its folder or, in a
// folder, by an import path. Of a large package part is the type or variable whose
// methods are wanted. It builds the program unless there is one that was built from
// the same.
func Find(dir, path, part string, read Reader) (file string, err error) {
	key := []string{dir, path, setting()}
	key = append(key, roots(dir)...)
	whole := cacheFolder(append(key, ""))
	if file, ok := kept(whole, part != ""); ok {
		return file, nil
	}
	alone := whole
	if part != "" {
		alone = cacheFolder(append(key, part))
		if file, ok := kept(alone, false); ok {
			return file, nil
		}
	}
	return build(whole, alone, dir, read)
}

// cacheFolder is where one program is kept; where there is no place for caches,
// among temporary files.
func cacheFolder(key []string) string {
	h := sha256.New()
	for _, s := range key {
		fmt.Fprintf(h, "%q\n", s)
	}
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "fscheck", hex.EncodeToString(h.Sum(nil))[:32])
}

// kept returns the program in a folder if everything that it was built from is as
// it was, and it serves the whole package if that is wanted.
func kept(folder string, whole bool) (file string, ok bool) {
	text, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return "", false
	}
	var m manifest
	if json.Unmarshal(text, &m) != nil || whole && !m.Whole || !m.holds() {
		return "", false
	}
	file = filepath.Join(folder, filepath.Base(m.Program))
	if _, err := os.Stat(file); err != nil {
		return "", false
	}
	now := time.Now()
	_ = os.Chtimes(folder, now, now) // used: if that cannot be noted it goes the sooner
	return file, true
}

// build builds a program and keeps it.
func build(whole, alone, dir string, read Reader) (string, error) {
	temp, err := os.MkdirTemp("", "fscheck-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if temp, err = filepath.EvalSymlinks(temp); err != nil {
		return "", err
	}
	e, err := readEnv(dir)
	if err != nil {
		return "", err
	}
	w, err := newWorkspace(temp, dir, e)
	if err != nil {
		return "", err
	}
	source, err := read(w.env)
	if err != nil {
		return "", err
	}
	folder := alone
	if source.Whole {
		folder = whole
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("cannot keep programs: %w", err)
	}
	pkg, overlay, err := w.overlay(temp, source)
	if err != nil {
		return "", err
	}
	binary, err := os.CreateTemp(folder, "program-*.exe")
	if err != nil {
		return "", err
	}
	binary.Close()
	name := binary.Name()
	var m *manifest
	listed := make(chan error, 1)
	go func() {
		var err error
		m, err = inputs(w, e, pkg, []string{overlay})
		listed <- err
	}()
	args := []string{"build", "-buildvcs=false", overlay, "-o", name}
	if !strings.Contains(e.GOFLAGS, "-ldflags") {
		args = append(args, "-ldflags=-w") // nobody debugs it, and linking is most of the time
	}
	_, err = goCommand(w.host, w.env, append(args, pkg)...)
	err = errors.Join(err, <-listed)
	if err != nil {
		os.Remove(name)
		var g *GoError
		if errors.As(err, &g) {
			return "", g
		}
		return "", err
	}
	m.Program, m.Whole = filepath.Base(name), source.Whole
	if err := m.write(folder); err != nil {
		return "", err
	}
	tidy(folder, m.Program)
	return name, nil
}

// overlay places the program: below the target's package where that is part of a
// module of the workspace, else below the module that asks.
func (w *workspace) overlay(temp string, s *Source) (pkg, flag string, err error) {
	const name = "fscheck_program"
	dir, path := filepath.Join(w.host, name), w.path+"/"+name
	if within(s.Dir+string(filepath.Separator), w.host) && (s.Path == w.path || strings.HasPrefix(s.Path, w.path+"/")) {
		dir, path = filepath.Join(s.Dir, name), s.Path+"/"+name
	}
	main := filepath.Join(temp, "main.go")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(dir, "main.go"): main}})
	if err == nil {
		err = os.WriteFile(main, s.Text, 0o600)
	}
	file := filepath.Join(temp, "overlay.json")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	return path, "-overlay=" + file, err
}

// write puts a manifest in its place at once, so that nobody reads half of it.
func (m *manifest) write(folder string) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "manifest-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(folder, "manifest.json"))
	}
	return err
}

// tidy removes what a newer program replaces, and the programs beyond those that
// are kept.
func tidy(folder, program string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		info, err := e.Info()
		if name := e.Name(); err == nil && name != program && strings.HasPrefix(name, "program-") && time.Since(info.ModTime()) > time.Minute {
			os.Remove(filepath.Join(folder, name)) // a younger one may be another fscheck's, about to run
		}
	}
	type aged struct {
		name string
		used time.Time
	}
	var list []aged
	entries, _ = os.ReadDir(filepath.Dir(folder))
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() {
			list = append(list, aged{filepath.Join(filepath.Dir(folder), e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b aged) int { return b.used.Compare(a.used) })
	for _, old := range list[min(keep, len(list)):] {
		os.RemoveAll(old.name)
	}
}

func goBinary() (string, error) { return exec.LookPath("go") }
