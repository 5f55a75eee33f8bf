package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/cmd/fscheck/serve"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

func callCommand(s streams) *cobra.Command {
	var args, out string
	var injected, repairs []string
	var timeout time.Duration
	var asJSON, excerpt bool
	c := &cobra.Command{
		Use:   "call TARGET",
		Short: "Call a Go function",
		Long: `Call calls a Go function with JSON arguments through the engine, and prints what a
model would read of the result.

TARGET is ./folder.Function, ./folder.Type.Method on the zero value, ./folder.Variable,
or an import path in place of the folder. The package need not know of fscheck: a small
program is built for it outside its module, and kept. What the function itself prints
goes to standard error, and so does the message of a call that failed.`,
		Example: `  fscheck call ./weather.Forecast --args '{"city":"Oslo"}'
  fscheck call ./store.Find --args @call.json --inject config,tenant.id='"acme"'
  fscheck call ./store.Find --args @call.json --repair model
  fscheck call ./image.Draw --args '{}' --out picture.png
  fscheck call strings.ToUpper --args '{"s":"quiet"}' --json`,
		Args: exactly(1, "one target"),
		RunE: func(c *cobra.Command, targets []string) error {
			if timeout <= 0 && c.Flags().Changed("timeout") {
				return usage("--timeout %v is over before it begins: give a time above 0", timeout)
			}
			text, err := s.readArguments(args)
			if err != nil {
				return err
			}
			named, err := readRepairs(repairs)
			if err != nil {
				return err
			}
			request := serve.Request{Arguments: text, Timeout: int64(timeout), Repairs: named}
			if text == nil {
				request.Arguments = []byte{}
			}
			for _, i := range injected {
				value, err := readInjected(i)
				if err != nil {
					return err
				}
				request.Inject = append(request.Inject, value)
			}
			reply, err := s.ask(targets[0], request)
			if err != nil {
				return err
			}
			return s.writeCall(reply.Outcome, callOutput{file: out, asJSON: asJSON, excerpt: excerpt, sent: text})
		},
	}
	f := c.Flags()
	f.StringVar(&args, "args", "{}", "the arguments: `JSON`, @FILE, or - for standard input")
	f.StringArrayVar(&injected, "inject", nil, "a value for an injected parameter, as `SOURCE,KEY=JSON`; may be repeated")
	repairFlag(c, &repairs)
	f.DurationVar(&timeout, "timeout", 0, "end the call's context after this `time`, 10s for example")
	f.BoolVar(&asJSON, "json", false, "print the response as JSON")
	f.BoolVar(&excerpt, "excerpt", false, "mark invalid arguments in their text, as in a terminal")
	f.StringVar(&out, "out", "", "write the result to a `file`; bytes as they are, not in base64")
	return c
}

// readInjected reads a value of --inject.
func readInjected(text string) (serve.Injected, error) {
	ref, value, ok := strings.Cut(text, "=")
	source, key, hasKey := strings.Cut(ref, ",")
	if !ok || !hasKey || source == "" || key == "" {
		return serve.Injected{}, usage("--inject %s: write SOURCE,KEY=JSON, as fscheck inspect shows source and key", text)
	}
	if !json.Valid([]byte(value)) {
		return serve.Injected{}, usage(`--inject %s,%s: the value is not JSON: a text stands in double quotes, as in '%s="text"'`, source, key, ref)
	}
	return serve.Injected{Source: source, Key: key, Value: json.RawMessage(value)}, nil
}

// callOutput is how the outcome of a call is to be shown.
type callOutput struct {
	file            string
	asJSON, excerpt bool
	sent            []byte
}

// writeCall writes the result to standard output or to a file; of a call that
// failed the message goes to standard error.
func (s streams) writeCall(o *serve.Outcome, how callOutput) error {
	for _, r := range o.Repairs {
		fmt.Fprintln(s.err, clean("repaired "+r.String()))
	}
	if o.Status == content.Success && how.file != "" {
		if err := writeResult(how.file, o); err != nil {
			return err
		}
	}
	switch {
	case how.asJSON:
		if _, err := fmt.Fprintf(s.out, "%s\n", o.Response); err != nil {
			return err
		}
	case o.Status == content.Success && how.file == "":
		if _, err := fmt.Fprintln(s.out, o.Text); err != nil {
			return err
		}
	}
	if o.Status == content.Success {
		return nil
	}
	s.explain(o, how)
	return errFinding
}

func writeResult(file string, o *serve.Outcome) error {
	text := []byte(o.Text)
	if o.Binary {
		var err error
		if text, err = base64.StdEncoding.DecodeString(o.Text); err != nil {
			return fmt.Errorf("the result is not base64: %w", err)
		}
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return fmt.Errorf("cannot write %s: %w", file, cause(err))
	}
	return nil
}

// explain writes to standard error why a call failed: what the model reads, unless
// --json has it already, and what it does not read.
func (s streams) explain(o *serve.Outcome, how callOutput) {
	t := s.terminal()
	tty := isTerminal(os.Stderr)
	t.out, t.colour = s.err, tty && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	f := o.Fault
	switch {
	case f == nil:
		if !how.asJSON {
			fmt.Fprintln(s.err, clean(o.Text))
		}
		return
	case f.Code == functionschema.InvalidSchema:
		i := goInspection{Code: f.Code, More: f.More, Cause: f.Cause}
		for n, v := range f.Violations {
			i.Violations = append(i.Violations, placedViolation{v, near(f.Places[n])})
		}
		_ = t.refusal(i)
		return
	case f.Code == functionschema.InvalidArgument && (how.excerpt || tty && !how.asJSON):
		_ = t.marked(outcome{Code: f.Code, Violations: f.Violations, More: f.More}, how.sent)
		return
	}
	if !how.asJSON {
		for line := range strings.SplitSeq(o.Text, "\n") {
			fmt.Fprintln(s.err, clean(line))
		}
	}
	if f.Code == functionschema.InjectionError || f.Code == functionschema.InvalidResult {
		for _, v := range f.Violations {
			fmt.Fprintln(s.err, clean("not shown to a model: "+strings.TrimSpace(v.Pointer+" ")+": "+v.Message))
		}
	}
	for _, m := range o.Missing {
		switch {
		case m.Opaque:
			fmt.Fprintln(s.err, clean(fmt.Sprintf("%s is a Go value (%s) that its program injects: it cannot be given here", m.Name, m.Type)))
		default:
			fmt.Fprintln(s.err, clean(fmt.Sprintf("%s is injected: give it as --inject %s,%s=JSON", m.Name, m.Source, m.Key)))
		}
	}
	if f.Cause != "" && len(o.Missing) == 0 && f.Cause != o.Text {
		fmt.Fprintln(s.err, "not shown to a model:")
		for line := range strings.SplitSeq(strings.TrimRight(f.Cause, "\n"), "\n") {
			fmt.Fprintln(s.err, "  "+clean(strings.ReplaceAll(line, "\t", "  ")))
		}
	}
}
