package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// The exit codes.
const (
	fine    = 0
	finding = 1
	misused = 2 // or a file that could not be read or written
)

// errFinding ends a command that has printed what it found.
var errFinding = errors.New("something was found")

// usageError is a mistake in the command line; its text says what to do.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// run is the whole program but for its end.
func run(args []string, s streams) int {
	out := bufio.NewWriter(s.out)
	command := root(streams{s.in, out, s.err})
	command.SetArgs(args)
	err := command.Execute()
	if flushed := out.Flush(); flushed != nil && (err == nil || errors.Is(err, errFinding)) {
		err = fmt.Errorf("cannot write the result: %w", flushed)
	}
	switch {
	case err == nil:
		return fine
	case errors.Is(err, errFinding):
		return finding
	}
	// One line, whatever is in it.
	text, _, _ := strings.Cut(err.Error(), "\n")
	fmt.Fprintln(s.err, "fscheck: "+clean(text))
	return misused
}

func root(s streams) *cobra.Command {
	command := &cobra.Command{
		Use:   "fscheck",
		Short: "Check calls of functions against their schemas",
		Long: `Fscheck checks calls of functions against their schemas, as the engine does that runs them.

It takes a Go function of any package, a JSON Schema, or a file of tools in the form of
OpenAI, Anthropic, Gemini, MCP, Bedrock, Ollama or AG-UI, and knows them apart by itself.

Exit codes: 0 all is well; 1 something was found; 2 wrong usage, or a file could not be
read or written. Results go to standard output, all else to standard error.`,
		Example: `  fscheck inspect ./weather.Forecast
  fscheck call ./weather.Forecast --args '{"city":"Oslo"}'
  fscheck validate --schema weather.json --args '{"city":"Oslo"}'
  fscheck replay calls.jsonl
  fscheck inspect tools.json
  fscheck export ./weather.Forecast --dialect openai`,
		SilenceErrors: true, SilenceUsage: true, DisableSuggestions: true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("there is no command %q: fscheck help lists them", args[0])
			}
			return nil
		},
		PersistentPreRunE: named,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	command.SetIn(s.in)
	command.SetOut(s.out)
	command.SetErr(s.err)
	command.SetFlagErrorFunc(flagError)
	command.SetHelpCommand(&cobra.Command{
		Use:     "help [command]",
		Short:   "Show what a command does",
		Example: "  fscheck help validate",
		RunE: func(_ *cobra.Command, args []string) error {
			if about, rest, err := command.Find(args); err == nil && len(rest) == 0 {
				return about.Help()
			}
			return usage("there is no command %q: fscheck help lists them", strings.Join(args, " "))
		},
	})
	command.AddCommand(validateCommand(s), replayCommand(s), inspectCommand(s), callCommand(s), exportCommand(s), conformanceCommand(s), peerCommand(s), versionCommand(s))
	command.InitDefaultCompletionCmd()
	if completion, _, err := command.Find([]string{"completion"}); err == nil {
		completion.Args = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("there is no completion for %q: there is for bash, fish, powershell and zsh", args[0])
			}
			return nil
		}
		completion.Example = "  fscheck completion bash > /etc/bash_completion.d/fscheck"
		completion.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	}
	return command
}

// exactly demands n arguments, naming what they are.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usage("%s takes %s, not %d arguments: %s --help shows examples", c.CommandPath(), what, len(args), c.CommandPath())
		}
		return nil
	}
}

// writeJSON writes v on one line, without the escapes that only HTML needs.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
