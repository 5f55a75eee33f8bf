package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/functionschema/fscheck/cmd/fscheck/serve"
	"github.com/functionschema/fscheck/internal/program"
	"github.com/functionschema/fscheck/internal/source"
)

// ask answers a request for a Go target by the program that is built for it. What
// that program prints, the function's own output, goes to standard error.
func (s streams) ask(text string, request serve.Request) (serve.Reply, error) {
	var reply serve.Reply
	here, err := os.Getwd()
	if err != nil {
		return reply, err
	}
	target, err := source.Resolve(text, here)
	if err != nil {
		return reply, usage("%v", err)
	}
	request.Function = target.Name()
	if request.Function == "" && request.Arguments != nil {
		return reply, usage("%s names a package: name a function in it, as %s.Function", text, strings.TrimSuffix(text, "/"))
	}
	file, err := find(target, here)
	var broken *program.GoError
	if errors.As(err, &broken) {
		fmt.Fprintln(s.err, broken.Output)
		if info, err := os.Stat(target.Path); target.Path != "" && err == nil && info.IsDir() {
			fmt.Fprintf(s.err, "fscheck: there is a folder %s: write ./%s for that\n", target.Path, text)
		}
		return reply, errFinding
	}
	if err != nil {
		return reply, err
	}
	return s.converse(file, request)
}

// find finds or builds the program of a target.
func find(target source.Target, here string) (string, error) {
	dir, pattern := target.Dir, "."
	if target.Path != "" {
		dir, pattern = here, target.Path
	}
	return program.Find(dir, target.Path, target.Owner(), func(env []string) (*program.Source, error) {
		p, err := source.Load(dir, pattern, target.Owner(), env)
		if errors.Is(err, source.ErrBroken) {
			at, pattern := asked(dir, pattern, here)
			return nil, program.Broken(at, pattern, env)
		}
		if err != nil {
			return nil, usage("%v", err)
		}
		text, err := p.Program()
		return &program.Source{Dir: p.Dir, Path: p.Path, Text: text, Whole: p.Whole}, err
	})
}

// asked names a package as somebody would who stands where fscheck was started, if
// that is in the same module: the go command then prints names of files that can be
// found from there.
func asked(dir, pattern, here string) (string, string) {
	rel, err := filepath.Rel(here, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return dir, pattern
	}
	for at := dir; at != here; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return dir, pattern
		}
	}
	if pattern == "." {
		pattern = "./" + filepath.ToSlash(rel)
	}
	return here, pattern
}

// converse runs a program for one request. An interrupt goes on to the program,
// which ends the call's context; a second one ends the program.
func (s streams) converse(file string, request serve.Request) (reply serve.Reply, err error) {
	temp, err := os.MkdirTemp("", "fscheck-")
	if err != nil {
		return reply, err
	}
	defer os.RemoveAll(temp)
	request.Reply = filepath.Join(temp, "reply.json")
	text, err := json.Marshal(request)
	if err != nil {
		return reply, err
	}
	interrupts := make(chan os.Signal, 2)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupts)

	c := exec.Command(file)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(text), s.err, s.err
	if err := c.Start(); err != nil {
		return reply, fmt.Errorf("cannot run the program of the target: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for asked := 0; ; asked++ {
		select {
		case err = <-ended:
		case sent := <-interrupts:
			if asked > 0 || c.Process.Signal(sent) != nil {
				_ = c.Process.Kill()
			}
			continue
		}
		break
	}
	answer, unread := os.ReadFile(request.Reply)
	if unread != nil {
		fmt.Fprintf(s.err, "fscheck: the program ended before it answered (%v): the function, or the start of its package, ended it\n", c.ProcessState)
		return reply, errFinding
	}
	if err != nil {
		return reply, fmt.Errorf("the program of the target: %w", err)
	}
	if err := json.Unmarshal(answer, &reply); err != nil {
		return reply, fmt.Errorf("cannot read the answer of the target's program: %w", err)
	}
	if reply.Misuse != "" {
		return reply, usage("%s", reply.Misuse)
	}
	return reply, nil
}

// near makes places in files relative to the working folder where that is shorter.
func near(place string) string {
	here, err := os.Getwd()
	if err != nil {
		return place
	}
	return strings.ReplaceAll(place, here+string(filepath.Separator), "")
}
