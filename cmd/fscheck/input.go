package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/functionschema/fscheck/internal/source"
)

// longestFile bounds what is read of a schema, a file of tools or arguments; one
// byte more is read, so that the engine can say that there is too much.
const longestFile = 16 << 20

// readFile reads a file, or what is on s.in if name is "-".
func (s streams) readFile(name string) ([]byte, error) {
	if name == "-" {
		s.awaitInput()
		text, err := io.ReadAll(io.LimitReader(s.in, longestFile+1))
		if err != nil {
			return nil, fmt.Errorf("cannot read standard input: %w", err)
		}
		return text, nil
	}
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, longestFile+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, cause(err))
	}
	return text, nil
}

func openFile(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && source.LooksLike(name) {
			return nil, goTarget(name)
		}
		return nil, fmt.Errorf("cannot open %s: %w", name, cause(err))
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		f.Close()
		return nil, usage("%s is a folder, and a file is wanted here: inspect, call and export take folders of Go code", name)
	}
	if strings.HasSuffix(name, ".go") {
		f.Close()
		return nil, usage("%s is Go source, and a file of JSON is wanted here: inspect, call and export take what is in it as ./folder.Function", name)
	}
	return f, nil
}

// cause is an error without the name of the file, which is said already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func goTarget(name string) error {
	return usage("%s looks like Go code, and a JSON Schema or a file of tools is wanted here: inspect, call and export take Go code", name)
}

// awaitInput says in a terminal what the command waits for.
func (s streams) awaitInput() {
	if f, ok := s.in.(*os.File); ok && isTerminal(f) {
		fmt.Fprintln(s.err, "fscheck: reading standard input: Ctrl-D ends it")
	}
}

// readArguments reads the value of --args: JSON itself, @FILE, or - for standard
// input.
func (s streams) readArguments(value string) ([]byte, error) {
	if name, ok := strings.CutPrefix(value, "@"); ok {
		if name == "" || name == "-" {
			return nil, usage("--args %s names no file: write --args @FILE, or --args - for standard input", value)
		}
		return s.readFile(name)
	}
	if value == "-" {
		return s.readFile(value)
	}
	return []byte(value), nil
}
