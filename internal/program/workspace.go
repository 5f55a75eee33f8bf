// Package program builds the small programs that call functions of a package that
// knows nothing of this module, and keeps them.
//
// A program is a main package below the target's own folder, so that internal
// packages can be imported. It exists in an overlay alone, and its module is joined
// with this one by a workspace in a temporary folder: nothing is written where the
// target is.
package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// modulePath is this module.
const modulePath = "github.com/functionschema/fscheck"

// goCommand runs the go command in a folder; its error has what that printed.
func goCommand(dir string, env []string, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Dir, c.Env = dir, env
	out, err := c.Output()
	if err == nil {
		return out, nil
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, &GoError{strings.TrimRight(string(exit.Stderr), "\n")}
	}
	return nil, fmt.Errorf("cannot run the go command: %w", err)
}

// GoError is what the go command printed when it failed.
type GoError struct{ Output string }

func (e *GoError) Error() string { return e.Output }

// goEnv is what the go command says of a folder.
type goEnv struct {
	GOWORK, GOMOD, GOMODCACHE, GOROOT, GOFLAGS, GOVERSION string
}

func readEnv(dir string) (goEnv, error) {
	var e goEnv
	out, err := goCommand(dir, nil, "env", "-json", "GOWORK", "GOMOD", "GOMODCACHE", "GOROOT", "GOFLAGS", "GOVERSION")
	if err != nil {
		return e, err
	}
	err = json.Unmarshal(out, &e)
	return e, err
}

// module is a go.mod file.
type module struct {
	dir, path, goVersion string
	ours                 string // the version of this module that it requires
}

func readModule(file string) (module, error) {
	var m struct {
		Module  struct{ Path string }
		Go      string
		Require []struct{ Path, Version string }
	}
	out, err := goCommand(filepath.Dir(file), nil, "mod", "edit", "-json", file)
	if err == nil {
		err = json.Unmarshal(out, &m)
	}
	found := module{dir: filepath.Dir(file), path: m.Module.Path, goVersion: m.Go}
	for _, r := range m.Require {
		if r.Path == modulePath {
			found.ours = r.Version
		}
	}
	return found, err
}

// workspace is a go.work file in a temporary folder that joins a module, or those
// of its own workspace, with this one.
type workspace struct {
	file string
	env  []string
	host string // the folder of the module that the program belongs to
	path string // and its path
}

// newWorkspace writes a workspace for a folder. A folder of no module gets one of
// its own, in which the standard library can be called.
func newWorkspace(temp, dir string, e goEnv) (*workspace, error) {
	ours, err := findOurs()
	if err != nil {
		return nil, err
	}
	w := &workspace{file: filepath.Join(temp, "go.work")}
	lines, modules, err := existing(e.GOWORK)
	if err != nil {
		return nil, err
	}
	if e.GOMOD == "" || e.GOMOD == os.DevNull {
		w.host, w.path = filepath.Join(temp, "host"), "fscheck.invalid/host"
		text := "module " + w.path + "\n\ngo " + ours.goVersion + "\n"
		if err := os.MkdirAll(w.host, 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(w.host, "go.mod"), []byte(text), 0o600); err != nil {
			return nil, err
		}
		modules = append(modules, module{dir: w.host, path: w.path, goVersion: ours.goVersion})
	} else {
		host, err := readModule(e.GOMOD)
		if err != nil {
			return nil, err
		}
		w.host, w.path = host.dir, host.path
		modules = append(modules, host)
	}
	modules = append(modules, ours)
	newest, seen, replaced := "", map[string]bool{}, map[string]bool{}
	for _, m := range modules {
		if seen[m.path] {
			continue
		}
		seen[m.path] = true
		if v := m.goVersion; v != "" && (newest == "" || version.Compare("go"+v, "go"+newest) > 0) {
			newest = v
		}
		lines = append(lines, "use "+quote(m.dir))
		if m.ours != "" && !replaced[m.ours] {
			// The module itself is there: its go.mod of that version need not be fetched.
			replaced[m.ours] = true
			lines = append(lines, "replace "+modulePath+" "+m.ours+" => "+quote(ours.dir))
		}
	}
	text := "go " + newest + "\n" + strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(w.file, []byte(text), 0o600); err != nil {
		return nil, err
	}
	w.env = append(os.Environ(), "GOWORK="+w.file, "GOFLAGS="+workspaceFlags(e.GOFLAGS))
	return w, nil
}

// existing returns the modules and the replacements of a workspace that there is.
func existing(file string) (lines []string, modules []module, err error) {
	if file == "" || file == "off" {
		return nil, nil, nil
	}
	var work struct {
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
		Godebug []struct{ Key, Value string }
	}
	out, err := goCommand(filepath.Dir(file), nil, "work", "edit", "-json", file)
	if err == nil {
		err = json.Unmarshal(out, &work)
	}
	if err != nil {
		return nil, nil, err
	}
	absolute := func(name string) string {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
		}
		return name
	}
	for _, u := range work.Use {
		m, err := readModule(filepath.Join(absolute(u.DiskPath), "go.mod"))
		if err != nil {
			return nil, nil, err
		}
		modules = append(modules, m)
	}
	for _, r := range work.Replace {
		if r.Old.Path == modulePath {
			continue // the one that fscheck was built from holds
		}
		to := quote(r.New.Path)
		if r.New.Version == "" {
			to = quote(absolute(r.New.Path))
		}
		lines = append(lines, strings.TrimSpace("replace "+r.Old.Path+" "+r.Old.Version)+" => "+strings.TrimSpace(to+" "+r.New.Version))
	}
	for _, g := range work.Godebug {
		lines = append(lines, "godebug "+g.Key+"="+g.Value)
	}
	return lines, modules, nil
}

func quote(name string) string { return strconv.Quote(filepath.ToSlash(name)) }

// workspaceFlags leaves out of GOFLAGS what a workspace and an overlay contradict.
func workspaceFlags(flags string) string {
	var kept []string
	for _, f := range strings.Fields(flags) {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "mod", "modfile", "overlay", "o", "json", "C":
		default:
			kept = append(kept, f)
		}
	}
	return strings.Join(kept, " ")
}

// findOurs finds this module's source: where this program was built from, or, if
// that is gone, the released version that it is.
func findOurs() (module, error) {
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		root := filepath.Dir(filepath.Dir(filepath.Dir(file)))
		if m, err := readModule(filepath.Join(root, "go.mod")); err == nil && m.path == modulePath {
			return m, nil
		}
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != modulePath || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return module{}, errors.New("the source of fscheck is gone from where it was built: install it with go install " + modulePath + "/cmd/fscheck@latest")
	}
	out, err := goCommand(os.TempDir(), append(os.Environ(), "GOWORK=off", "GOFLAGS="), "mod", "download", "-json", modulePath+"@"+info.Main.Version)
	if err != nil {
		return module{}, fmt.Errorf("cannot get the source of fscheck %s, which a call of Go code is built with: %w", info.Main.Version, err)
	}
	var got struct{ Dir string }
	if err := json.Unmarshal(out, &got); err != nil {
		return module{}, err
	}
	return readModule(filepath.Join(got.Dir, "go.mod"))
}
