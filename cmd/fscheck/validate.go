package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
)

func validateCommand(s streams) *cobra.Command {
	var file, args, function string
	var asJSON, formats, excerpt bool
	var repairs []string
	c := &cobra.Command{
		Use:   "validate --schema FILE --args JSON|@FILE|-",
		Short: "Judge one call",
		Long: `Validate judges the arguments of one call by a schema and prints every violation,
or the arguments as a function would get them, with the defaults of omitted members.

FILE is a JSON Schema or a file of tools in any provider's form; "-" is standard input.
Arguments are given as JSON, as @FILE, or as - for standard input. They are read
strictly: a name that occurs twice, for one, makes them invalid.`,
		Example: `  fscheck validate --schema weather.json --args '{"city":"Oslo"}'
  fscheck validate --schema tools.json --function get_weather --args @call.json --json
  fscheck validate --schema weather.json --args @call.json --repair model
  curl -s https://example.org/call | fscheck validate --schema weather.json --args -`,
		Args: exactly(0, "flags only"),
		RunE: func(*cobra.Command, []string) error {
			if file == "-" && args == "-" {
				return usage("--schema and --args cannot both be standard input: give one of them as a file")
			}
			t, err := s.readTool(file, function)
			if err != nil {
				return err
			}
			text, err := s.readArguments(args)
			if err != nil {
				return err
			}
			named, err := readRepairs(repairs)
			if err != nil {
				return err
			}
			o := judge(t.schema, text, formats, named)
			if asJSON {
				err = writeJSON(s.out, o)
			} else {
				err = s.writeOutcome(o, text, excerpt)
			}
			if err == nil && !o.Valid {
				return errFinding
			}
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&file, "schema", "", "`file` with a JSON Schema or with tools, - for standard input")
	f.StringVar(&args, "args", "", "the arguments: `JSON`, @FILE, or - for standard input")
	f.StringVar(&function, "function", "", "`name` of the function in a file of tools")
	f.BoolVar(&asJSON, "json", false, "print the outcome as JSON")
	f.BoolVar(&formats, "formats", false, "have format refuse values, where it is an annotation otherwise")
	f.BoolVar(&excerpt, "excerpt", false, "mark violations in the text of the arguments, as in a terminal")
	repairFlag(c, &repairs)
	required(c, "schema", "args")
	completeFunctions(c, s, func([]string) string { return file })
	return c
}

// outcome is what became of a call. Its JSON form is stable.
type outcome struct {
	Valid      bool                     `json:"valid"`
	Code       functionschema.Code      `json:"code,omitempty"`
	Violations []content.Violation      `json:"violations,omitempty"`
	More       int                      `json:"more,omitempty"`
	Arguments  json.RawMessage          `json:"arguments,omitempty"`
	Repairs    []functionschema.Applied `json:"repairs,omitempty"`
}

// callee names the function in errors that nobody sees: the name a file gives it
// need not be one that the engine takes, and is not what is judged here.
const callee = "function"

// judge judges arguments by the text of a schema.
func judge(schema string, args []byte, formats bool, repairs []functionschema.Repair) outcome {
	options := []functionschema.Option{functionschema.WithRepairs(repairs...)}
	if formats {
		options = append(options, functionschema.WithFormats())
	}
	f, err := functionschema.FromSchema(callee, []byte(schema), options...)
	if err != nil {
		return refused(err)
	}
	call, err := f.Bind(context.Background(), args)
	if err != nil {
		return refused(err)
	}
	return outcome{Valid: true, Arguments: call.Arguments(), Repairs: call.Repairs()}
}

func refused(err error) outcome {
	var e *functionschema.Error
	if !errors.As(err, &e) {
		return outcome{Code: functionschema.ExecutionError, Violations: []content.Violation{{Message: err.Error()}}}
	}
	return outcome{Code: e.Code, Violations: e.Violations, More: e.More}
}

// writeOutcome writes an outcome for people.
func (s streams) writeOutcome(o outcome, sent []byte, excerpt bool) error {
	t := s.terminal()
	if !o.Valid {
		if o.Code == functionschema.InvalidArgument && (excerpt || isTerminal(os.Stdout)) {
			return t.marked(o, sent)
		}
		return t.violations(o)
	}
	if len(o.Repairs) > 0 {
		fmt.Fprintf(s.out, "%s after repair:\n", t.good("valid"))
		if err := t.repairs(o.Repairs); err != nil {
			return err
		}
		_, err := fmt.Fprintln(s.out, indented(o.Arguments))
		return err
	}
	if bytes.Equal(bytes.TrimSpace(sent), bytes.TrimSpace(o.Arguments)) {
		_, err := fmt.Fprintln(s.out, t.good("valid"))
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s; with defaults:\n%s\n", t.good("valid"), indented(o.Arguments))
	return err
}

// verdict writes a line that says what kind of fault there is, and how often.
func (t *terminal) verdict(o outcome) {
	what := "violations"
	if len(o.Violations)+o.More == 1 {
		what = "violation"
	}
	verdict := "invalid"
	if o.Code == functionschema.InvalidSchema {
		verdict = "the schema is refused"
	}
	fmt.Fprintf(t.out, "%s: %s, %d %s\n", t.bad(verdict), o.Code, len(o.Violations)+o.More, what)
}

// marked writes the verdict and the text with what was found in it.
func (t *terminal) marked(o outcome, sent []byte) error {
	t.verdict(o)
	if err := t.excerpt(sent, o.Violations); err != nil {
		return err
	}
	if o.More > 0 {
		_, err := fmt.Fprintf(t.out, "and %d more\n", o.More)
		return err
	}
	return nil
}

// violations writes the verdict and a table of what was found.
func (t *terminal) violations(o outcome) error {
	t.verdict(o)
	list := table{header: []string{"POINTER", "KEYWORD", "MESSAGE"}, margin: 2}
	for _, v := range o.Violations {
		pointer, keyword := v.Pointer, v.Keyword
		if pointer == "" {
			pointer = "(root)"
		}
		if v.Reason != "" {
			keyword = strings.TrimSpace(keyword + " " + v.Reason)
		}
		list.add(pointer, keyword, v.Message)
	}
	if err := t.table(list); err != nil {
		return err
	}
	if o.More > 0 {
		if _, err := fmt.Fprintf(t.out, "  and %d more\n", o.More); err != nil {
			return err
		}
	}
	return nil
}

// indented lays JSON out for people; spellings within it stay. Line breaks that
// it has between values already are not kept.
func indented(text []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, bytes.TrimSpace(text), "", "  ") != nil {
		return clean(string(text))
	}
	var lines []string
	for line := range strings.SplitSeq(b.String(), "\n") {
		lines = append(lines, clean(line))
	}
	return strings.Join(lines, "\n")
}
