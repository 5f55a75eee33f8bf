package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/functionschema/fscheck/conformance"
)

// builtIn is the name of the engine of this build among peers.
const builtIn = "go"

// implementation is a testee with its name.
type implementation struct {
	name   string
	testee conformance.Testee
}

// implementations are the engine of this build, unless it is not wanted, and peers
// written NAME=CMD.
func implementations(peers []string, peersOnly bool) ([]implementation, error) {
	var list []implementation
	if !peersOnly {
		list = append(list, implementation{builtIn, conformance.NewEngine()})
	}
	used := map[string]bool{builtIn: true}
	for _, peer := range peers {
		name, command, _ := strings.Cut(peer, "=")
		words, err := split(command)
		switch {
		case err != nil:
			return nil, usage("--peer %s: %v", peer, err)
		case name == "" || len(words) == 0:
			return nil, usage("--peer %s is not NAME=CMD, as in python=\"python3 peer.py\"", peer)
		case used[name]:
			return nil, usage("--peer %s: the name %q is taken", peer, name)
		}
		used[name] = true
		list = append(list, implementation{name, conformance.NewExternal(words[0], words[1:]...)})
	}
	if len(list) == 0 {
		return nil, usage("--peers-only leaves nothing to run: give a peer with --peer NAME=CMD")
	}
	return list, nil
}

// split splits a command into words at spaces, as a shell does: what stands in
// single or double quotes is taken as it is. There are no other rules, and no
// shell: sh -c '…' is one.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	started := false
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, started = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// sideBySide runs all implementations at once. The reports are in their order.
func sideBySide(ctx context.Context, list []implementation, run func(context.Context, implementation) (*conformance.Report, error)) (conformance.Reports, error) {
	reports, errs := make(conformance.Reports, len(list)), make([]error, len(list))
	var all sync.WaitGroup
	for i, each := range list {
		all.Go(func() {
			reports[i], errs[i] = run(ctx, each)
			if reports[i] != nil {
				reports[i].Name = each.name
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return reports, nil
}

// flushed hands on at once what is written.
type flushed struct{ w io.Writer }

func (f flushed) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	if out, ok := f.w.(*bufio.Writer); ok && err == nil {
		err = out.Flush()
	}
	return n, err
}
