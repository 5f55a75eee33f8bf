package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/cmd/fscheck/serve"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/source"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/metadata"
)

func exportCommand(s streams) *cobra.Command {
	var dialect, function, name string
	var asJSON bool
	c := &cobra.Command{
		Use:   "export TARGET --dialect NAME",
		Short: "Write functions in the form of a provider",
		Long: `Export writes functions as the tools of a provider's interface, and says on standard
error what the provider's dialect cannot say of them. That is told to the model in
descriptions, and what is accepted stays the same.

TARGET is Go code, a JSON Schema or a file of tools, as for inspect. One function is
written as an object, several as an array. A function whose name or shape the provider
would refuse is not written: the error says what to do.

Dialects: ` + strings.Join(dialectNames(), ", ") + ".",
		Example: `  fscheck export ./weather.Forecast --dialect openai-strict
  fscheck export tools.json --dialect gemini
  fscheck export tools.json --function get_weather --dialect anthropic --json
  fscheck export weather.json --name get_weather --dialect mcp`,
		Args: exactly(1, "one target"),
		RunE: func(_ *cobra.Command, args []string) error {
			d := metadata.Dialect(dialect)
			if !isDialect(d) {
				return usage("there is no dialect %q: use one of %s", dialect, strings.Join(dialectNames(), ", "))
			}
			list, several, err := s.exportable(args[0], function)
			if err != nil {
				return err
			}
			if name != "" {
				if len(list) != 1 {
					return usage("--name names one function, and %s has %d: choose one with --function", args[0], len(list))
				}
				list[0].Name, list[0].tool.Name = name, name
			}
			refused := false
			for i := range list {
				list[i].export(d)
				refused = refused || list[i].Tool == nil
			}
			if asJSON && several {
				err = writeJSON(s.out, list)
			} else if asJSON {
				err = writeJSON(s.out, list[0])
			} else {
				err = s.writeExports(list, several)
			}
			if err == nil && refused {
				return errFinding
			}
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&dialect, "dialect", "", "the provider's `name`: "+strings.Join(dialectNames(), ", "))
	f.StringVar(&function, "function", "", "`name` of the function in a file of tools")
	f.StringVar(&name, "name", "", "the `name` to export one function by, in place of its own")
	f.BoolVar(&asJSON, "json", false, "print the tools with what was dropped or refused as JSON")
	required(c, "dialect")
	completeFunctions(c, s, func(args []string) string { return strings.Join(args, "") })
	_ = c.RegisterFlagCompletionFunc("dialect", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return dialectNames(), cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func dialectNames() []string {
	var names []string
	for _, d := range metadata.Dialects() {
		names = append(names, string(d))
	}
	return names
}

func isDialect(d metadata.Dialect) bool {
	for _, known := range metadata.Dialects() {
		if known == d {
			return true
		}
	}
	return false
}

// exported is what became of one function. Its JSON form is stable. One that the
// engine or the provider refuses has no tool.
type exported struct {
	Name       string              `json:"name"`
	Dialect    metadata.Dialect    `json:"dialect"`
	Tool       json.RawMessage     `json:"tool,omitempty"`
	Dropped    []metadata.Dropped  `json:"dropped,omitempty"`
	Refused    []metadata.Refusal  `json:"refused,omitempty"`    // by the provider
	Code       functionschema.Code `json:"code,omitempty"`       // by the engine: there is no schema
	Violations []content.Violation `json:"violations,omitempty"` // those of the schema
	More       int                 `json:"more,omitempty"`

	tool  metadata.Tool
	cause string // what else is wrong with a Go function
}

// exportable reads the functions of a target; several says that they are a list,
// though it may have one.
func (s streams) exportable(target, function string) (list []exported, several bool, err error) {
	if source.LooksLike(target) {
		if function != "" {
			return nil, false, usage("--function names one of a file of tools: name a Go function behind its folder, as ./folder.%s", function)
		}
		return s.exportableGo(target)
	}
	tools, isTools, err := s.readFunctions(target, function)
	if err != nil {
		return nil, false, err
	}
	if !isTools {
		tools[0].name = schemaName(target, tools[0].schema)
	}
	for _, t := range tools {
		list = append(list, t.exportable())
	}
	return list, isTools && function == "", nil
}

// schemaName is what a schema is called: its title, else the name of its file.
func schemaName(file, text string) string {
	if root, fault := strict.Parse([]byte(text), strict.Limits{}); fault == nil {
		if title := root.Lookup("title"); title != nil && title.Text != "" {
			return title.Text
		}
	}
	if file == "-" {
		return "function"
	}
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// exportable has the engine read the schema, and takes what a model would see of it.
func (t tool) exportable() exported {
	x := exported{Name: t.name}
	f, err := functionschema.FromSchema(callee, []byte(t.schema))
	var e *functionschema.Error
	if errors.As(err, &e) {
		x.Code, x.Violations, x.More = e.Code, e.Violations, e.More
		return x
	}
	x.tool = f.Metadata()
	x.tool.Name, x.tool.Description = t.name, t.description
	if t.description == "" {
		if root, fault := strict.Parse(x.tool.InputSchema, strict.Limits{}); fault == nil && root.Lookup("description") != nil {
			x.tool.Description = root.Lookup("description").Text
		}
	}
	return x
}

// exportableGo reads a Go function, or all of a package that can be called.
func (s streams) exportableGo(target string) (list []exported, several bool, err error) {
	reply, err := s.ask(target, serve.Request{})
	if err != nil {
		return nil, false, err
	}
	for _, f := range reply.Functions {
		switch {
		case f.Unusable != "" && reply.One:
			return nil, false, usage("%s", f.Unusable)
		case f.Unusable != "" || f.Hidden && !reply.One:
			continue
		}
		x := exported{Name: f.Name, tool: f.Tool}
		if f.Tool.Name != "" {
			x.Name = f.Tool.Name
		}
		if f.Fault != nil {
			x.Code, x.Violations, x.More, x.cause = f.Fault.Code, f.Fault.Violations, f.Fault.More, f.Fault.Cause
		}
		list = append(list, x)
	}
	if len(list) == 0 {
		return nil, false, usage("%s has no function that can be called: fscheck inspect %s says why", target, target)
	}
	return list, !reply.One, nil
}

// export writes the function in a dialect, unless it has no schema.
func (x *exported) export(d metadata.Dialect) {
	x.Dialect = d
	if x.Code != "" {
		return
	}
	written, err := d.Export(x.tool)
	var e *metadata.Error
	if errors.As(err, &e) {
		x.Refused = e.Refused
		return
	}
	x.Tool, x.Dropped = written.JSON, written.Dropped
}

// writeExports writes the tools to standard output, and to standard error what is to
// be said of them.
func (s streams) writeExports(list []exported, several bool) error {
	var tools [][]byte
	for _, x := range list {
		if x.Tool != nil {
			tools = append(tools, x.Tool)
		}
		x.explain(s)
	}
	var text []byte
	switch {
	case several:
		text = append(append([]byte{'['}, bytes.Join(tools, []byte{','})...), ']')
	case len(tools) == 1:
		text = tools[0]
	default:
		return nil
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, text, "", "  "); err != nil {
		return err
	}
	if isTerminal(os.Stdout) {
		_, err := fmt.Fprintln(s.out, indented(text))
		return err
	}
	_, err := fmt.Fprintln(s.out, pretty.String())
	return err
}

// explain says what a dialect cannot say of a function, or why there is no tool.
func (x *exported) explain(s streams) {
	line := func(pointer, keyword, text string) {
		where := pointer
		if where == "" {
			where = "(root)"
		}
		fmt.Fprintf(s.err, "fscheck: %s: %s\n", clean(x.Name), clean(strings.TrimSpace(where+" "+keyword+": "+text)))
	}
	if x.Code != "" {
		for _, v := range x.Violations {
			line(v.Pointer, v.Keyword, "the schema is refused: "+v.Message)
		}
		if len(x.Violations) == 0 {
			line("", string(x.Code), x.cause)
		}
		return
	}
	for _, r := range x.Refused {
		line(r.Pointer, r.Keyword, r.Message)
	}
	for _, d := range x.Dropped {
		line(d.Pointer, d.Keyword, d.Note)
	}
}
