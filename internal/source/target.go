package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Target is what a target names: a package, by its folder or its import path, and
// perhaps something in it.
type Target struct {
	Text  string
	Dir   string   // the package's folder, absolute; empty if it is given by its path
	Path  string   // its import path; empty if it is given by its folder
	Names []string // of a function or variable; of a type or variable, and its method
}

// Name is what the target names in its package.
func (t Target) Name() string { return strings.Join(t.Names, ".") }

// Owner is the type or variable whose method the target names, or "".
func (t Target) Owner() string {
	if len(t.Names) == 2 {
		return t.Names[0]
	}
	return ""
}

// LooksLike reports whether a text has the form of a target: a folder, with or
// without a name, or an import path and a name.
func LooksLike(text string) bool {
	if info, err := os.Stat(text); err == nil {
		return info.IsDir()
	}
	_, err := split(text)
	return err == nil && !strings.HasSuffix(text, ".json") && !strings.HasSuffix(text, ".jsonl")
}

// split returns every way to take a text as a package and names in it, the longest
// package first.
func split(text string) ([]Target, error) {
	if text == "" || strings.ContainsAny(text, " \t\n\"'`\\*?") && !isFolder(text) {
		return nil, errNoTarget
	}
	var ways []Target
	from := strings.LastIndexAny(text, `/\`) + 1
	local := isLocal(text)
	for i := len(text); i >= from; i-- {
		if i < len(text) && text[i] != '.' {
			continue
		}
		t := Target{Text: text}
		if i < len(text) {
			t.Names = strings.Split(text[i+1:], ".")
		}
		if len(t.Names) > 2 || !identifiers(t.Names) {
			continue
		}
		switch {
		case local && i == from && text[from:] == "": // a folder with a slash behind it
			t.Dir = text
		case local:
			t.Dir = text[:i]
			if t.Dir == "" || t.Dir == "." && len(t.Names) == 0 {
				t.Dir = "."
			}
		case i == 0, len(t.Names) == 0 && !isPath(text):
			continue
		default:
			t.Path = text[:i]
		}
		ways = append(ways, t)
	}
	if len(ways) == 0 || !local && from == 0 && !token.IsExported(ways[len(ways)-1].Name()) {
		return nil, errNoTarget // report.txt is a file that is missing
	}
	return ways, nil
}

var errNoTarget = errors.New("names nothing in Go: write ./folder.Function, ./folder.Type.Method, or an import path instead of the folder")

// isLocal reports whether a text begins as a path of a folder.
func isLocal(text string) bool {
	return text == "." || text == ".." || strings.HasPrefix(text, ".") && !strings.HasPrefix(text, "..") && !strings.Contains(text, "/") ||
		strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || filepath.IsAbs(text)
}

// isPath reports whether a text alone is an import path: it begins with a domain,
// and does not end as the name of something exported does.
func isPath(text string) bool {
	host, rest, ok := strings.Cut(text, "/")
	last := rest[strings.LastIndexByte(rest, '/')+1:]
	dot := strings.LastIndexByte(last, '.')
	return ok && strings.Contains(host, ".") && rest != "" && (dot < 0 || !token.IsExported(last[dot+1:]))
}

func identifiers(names []string) bool {
	for _, n := range names {
		if !token.IsIdentifier(n) {
			return false
		}
	}
	return true
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Resolve finds the package of a target: the longest folder that exists, or the
// longest import path that the go command knows in the folder given.
func Resolve(text, dir string) (Target, error) {
	if text != "" && isFolder(filepath.Join(dir, text)) && !filepath.IsAbs(text) {
		return Target{Text: text, Dir: filepath.Join(dir, text)}, nil
	}
	ways, err := split(text)
	if err != nil {
		return Target{}, fmt.Errorf("%s %w", text, err)
	}
	if ways[0].Path != "" || len(ways) > 0 && ways[len(ways)-1].Path != "" {
		return resolvePath(ways, dir)
	}
	for _, t := range ways {
		if !filepath.IsAbs(t.Dir) {
			t.Dir = filepath.Join(dir, t.Dir)
		}
		if isFolder(t.Dir) {
			return t, nil
		}
	}
	last := ways[len(ways)-1]
	if _, err := os.Stat(filepath.Join(dir, text)); err == nil {
		return Target{}, fmt.Errorf("%s is a file: name what is in it by its folder, as ./folder.Function", text)
	}
	return Target{}, fmt.Errorf("there is no folder %s: a target is ./folder.Function, or an import path and a name", last.Dir)
}

// resolvePath asks the go command which of the import paths there is.
func resolvePath(ways []Target, dir string) (Target, error) {
	if len(ways) == 1 {
		return ways[0], nil // what is wrong with it the go command says when it is loaded
	}
	args := []string{"list", "-find", "-e", "-json=ImportPath,Dir,Incomplete"}
	for _, t := range ways {
		args = append(args, t.Path)
	}
	c := exec.Command("go", args...)
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		return Target{}, GoError(err)
	}
	found := map[string]bool{}
	d := json.NewDecoder(strings.NewReader(string(out)))
	for d.More() {
		var p struct {
			ImportPath, Dir string
			Incomplete      bool
		}
		if err := d.Decode(&p); err != nil {
			return Target{}, err
		}
		found[p.ImportPath] = p.Dir != "" && !p.Incomplete
	}
	for _, t := range ways {
		if found[t.Path] {
			return t, nil
		}
	}
	return ways[len(ways)-1], nil
}

// GoError is an error of the go command with what it printed.
func GoError(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	return fmt.Errorf("cannot run the go command: %w", err)
}
