package program

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// manifest is what a program was built from: if all of it is still so, the program
// is the one that a build would give. Files in the module cache and in Go's own
// folder are not listed: which ones they are follows from the others.
type manifest struct {
	Program string            // the file beside it
	Whole   bool              // it serves the whole package
	Files   map[string]string // digest by name
	Listed  map[string]string // by folder, the digest of the names of source files in it
	All     map[string]string // the same of all files in it: where some are embedded
}

// holds reports whether everything is as it was.
func (m *manifest) holds() bool {
	for name, want := range m.Files {
		if fileDigest(name) != want {
			return false
		}
	}
	for dir, want := range m.Listed {
		if namesDigest(dir, isSource) != want {
			return false
		}
	}
	for dir, want := range m.All {
		if namesDigest(dir, isAny) != want {
			return false
		}
	}
	return true
}

// absent is the digest of what cannot be read: that a file is missing, go.sum for
// one, is a fact that may change as well.
const absent = "-"

func fileDigest(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return absent
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func namesDigest(dir string, counts func(string) bool) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return absent
	}
	h := sha256.New()
	for _, e := range entries {
		if counts(e.Name()) && !e.IsDir() {
			fmt.Fprintf(h, "%q\n", e.Name())
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func isAny(string) bool { return true }

func isSource(name string) bool {
	switch filepath.Ext(name) {
	case ".go":
		return !strings.HasSuffix(name, "_test.go")
	case ".s", ".S", ".c", ".cc", ".cpp", ".h", ".hpp", ".m", ".syso":
		return true
	}
	return false
}

// inputs lists what a program is built from, as the go command has it.
func inputs(w *workspace, e goEnv, pkg string, args []string) (*manifest, error) {
	m := &manifest{Files: map[string]string{}, Listed: map[string]string{}, All: map[string]string{}}
	args = append([]string{"list", "-deps", "-json=Dir,Standard,Module,GoFiles,CgoFiles,CFiles,CXXFiles,HFiles,SFiles,SysoFiles,EmbedFiles"}, args...)
	out, err := goCommand(w.host, w.env, append(args, pkg)...)
	if err != nil {
		return nil, err
	}
	add := func(name string) { m.Files[name] = fileDigest(name) }
	d := json.NewDecoder(strings.NewReader(string(out)))
	for d.More() {
		var p struct {
			Dir                                                                        string
			Standard                                                                   bool
			Module                                                                     *struct{ GoMod string }
			GoFiles, CgoFiles, CFiles, CXXFiles, HFiles, SFiles, SysoFiles, EmbedFiles []string
		}
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		if p.Standard || within(p.Dir, e.GOMODCACHE) || within(p.Dir, filepath.Dir(w.file)) {
			continue
		}
		if p.Module != nil && p.Module.GoMod != "" {
			add(p.Module.GoMod)
			add(filepath.Join(filepath.Dir(p.Module.GoMod), "go.sum"))
		}
		if _, err := os.Stat(p.Dir); err != nil {
			continue // the program itself, which is in no folder
		}
		m.Listed[p.Dir] = namesDigest(p.Dir, isSource)
		for _, list := range [][]string{p.GoFiles, p.CgoFiles, p.CFiles, p.CXXFiles, p.HFiles, p.SFiles, p.SysoFiles, p.EmbedFiles} {
			for _, name := range list {
				if !filepath.IsAbs(name) {
					name = filepath.Join(p.Dir, name)
				}
				add(name)
			}
		}
		for _, name := range p.EmbedFiles {
			dir := filepath.Dir(filepath.Join(p.Dir, name))
			m.All[dir] = namesDigest(dir, isAny)
		}
	}
	for _, name := range []string{e.GOWORK, e.GOMOD} {
		if name != "" && name != "off" && name != os.DevNull {
			add(name)
			add(strings.TrimSuffix(name, filepath.Ext(name)) + map[bool]string{true: ".work.sum", false: ".sum"}[name == e.GOWORK])
		}
	}
	return m, nil
}

func within(name, dir string) bool {
	return dir != "" && strings.HasPrefix(name, dir+string(filepath.Separator))
}

// setting identifies what a build depends on beside files: the go command, its
// settings, and the fscheck that asks.
func setting() string {
	var list []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if name == "GOCACHE" || name == "GOTMPDIR" {
			continue // where the go command keeps things changes nothing
		}
		if strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_") || name == "CC" || name == "CXX" {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	for _, find := range []func() (string, error){goBinary, os.Executable, goEnvFile} {
		name, err := find()
		info, statErr := os.Stat(name)
		if err != nil || statErr != nil {
			list = append(list, absent)
			continue
		}
		list = append(list, fmt.Sprint(name, info.Size(), info.ModTime().UnixNano()))
	}
	return strings.Join(list, "\x00")
}

func goEnvFile() (string, error) {
	if name := os.Getenv("GOENV"); name != "" {
		return name, nil
	}
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "go", "env"), err
}

// roots lists the go.mod and go.work files that hold for a folder, so that one that
// is added later is noticed.
func roots(dir string) []string {
	found := map[string]string{}
	for {
		for _, name := range []string{"go.mod", "go.work"} {
			file := filepath.Join(dir, name)
			if _, err := os.Stat(file); err == nil && found[name] == "" {
				found[name] = file
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return slices.Sorted(maps.Values(found))
		}
		dir = up
	}
}
