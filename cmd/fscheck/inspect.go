package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/cmd/fscheck/serve"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/source"
	"github.com/functionschema/fscheck/internal/strict"
)

func inspectCommand(s streams) *cobra.Command {
	var function string
	var asJSON, plan bool
	c := &cobra.Command{
		Use:   "inspect TARGET",
		Short: "List the parameters of functions",
		Long: `Inspect shows the parameters of a function as a table: name, type, whether it is
required, default, constraints and description; what is within one is indented.

TARGET is Go code: ./folder.Function, ./folder.Type.Method, ./folder.Variable, an import
path in place of the folder, or ./folder for a list of what it has. Then the result, what
a model sees and the execution schema are shown too. Or it is a JSON Schema or a file of
tools in any provider's form; "-" is standard input. Of a file of tools all functions are
shown unless --function names one.`,
		Example: `  fscheck inspect ./weather.Forecast
  fscheck inspect weather.json
  fscheck inspect tools.json --function get_weather
  fscheck inspect tools.json --json`,
		Args: exactly(1, "one target"),
		RunE: func(_ *cobra.Command, args []string) error {
			if source.LooksLike(args[0]) {
				if function != "" {
					return usage("--function names one of a file of tools: name a Go function behind its folder, as ./folder.%s", function)
				}
				return s.inspectGo(args[0], asJSON, plan)
			}
			list, isTools, err := s.inspect(args[0], function)
			if err != nil {
				return err
			}
			for n := range list {
				if !plan {
					list[n].Plan = ""
				}
			}
			switch {
			case !asJSON:
				err = s.writeInspections(list, isTools && function == "")
			case isTools && function == "":
				err = writeJSON(s.out, list)
			default:
				err = writeJSON(s.out, list[0])
			}
			for _, i := range list {
				if err == nil && i.Code != "" {
					err = errFinding
				}
			}
			return err
		},
	}
	c.Flags().StringVar(&function, "function", "", "`name` of the function in a file of tools")
	c.Flags().BoolVar(&asJSON, "json", false, "print the parameters as JSON")
	c.Flags().BoolVar(&plan, "plan", false, "print how each place is read: in one pass over the text, or as a tree and why")
	completeFunctions(c, s, func(args []string) string { return strings.Join(args, "") })
	return c
}

// inspection is what is known of one function. Its JSON form is stable. A schema
// that is refused has a code and violations, and no parameters.
type inspection struct {
	Name        string              `json:"name"` // of a JSON Schema its title
	Description string              `json:"description,omitempty"`
	Schema      json.RawMessage     `json:"schema,omitempty"`
	Parameters  []parameter         `json:"parameters"`
	Elided      bool                `json:"elided,omitempty"` // there are more parameters
	Code        functionschema.Code `json:"code,omitempty"`
	Violations  []content.Violation `json:"violations,omitempty"`
	More        int                 `json:"more,omitempty"`
	Plan        string              `json:"plan,omitempty"` // how arguments are read, if asked for
}

// inspect inspects one function of a file, or all if name is empty.
func (s streams) inspect(file, name string) (list []inspection, isTools bool, err error) {
	tools, isTools, err := s.readFunctions(file, name)
	if err != nil {
		return nil, isTools, err
	}
	for _, t := range tools {
		list = append(list, t.inspect())
	}
	return list, isTools, nil
}

func (t tool) inspect() inspection {
	i := inspection{Name: t.name, Description: t.description, Parameters: []parameter{}}
	f, err := functionschema.FromSchema(callee, []byte(t.schema))
	if err == nil {
		i.Plan = serve.PlanOf(f)
	}
	var e *functionschema.Error
	if errors.As(err, &e) {
		i.Code, i.Violations, i.More = e.Code, e.Violations, e.More
	}
	root, fault := strict.Parse([]byte(t.schema), strict.Limits{})
	if fault != nil {
		return i
	}
	i.Schema = json.RawMessage(root.String())
	if d := root.Lookup("description"); d != nil && i.Description == "" {
		i.Description = d.Text
	}
	if title := root.Lookup("title"); title != nil && i.Name == "" {
		i.Name = title.Text
	}
	if i.Code == "" {
		list, elided := parameters(root)
		i.Parameters, i.Elided = append(i.Parameters, list...), elided
	}
	return i
}

// writeInspections writes a list of the functions if there is to be one, then
// each with its table.
func (s streams) writeInspections(list []inspection, listed bool) error {
	t := s.terminal()
	if listed {
		index := table{header: []string{"FUNCTION", "PARAMETERS", "DESCRIPTION"}}
		for _, i := range list {
			count := parameterCount(i.Parameters, i.Elided)
			if i.Code != "" {
				count = "refused"
			}
			index.add(i.Name, count, firstLine(i.Description))
		}
		if err := t.table(index); err != nil {
			return err
		}
	}
	for n, i := range list {
		if listed || n > 0 {
			fmt.Fprintln(s.out)
		}
		if err := t.inspection(i); err != nil {
			return err
		}
		s.writePlan(i.Plan)
	}
	return nil
}

// writePlan shows how arguments are read, if that was asked for.
func (s streams) writePlan(plan string) {
	if plan != "" {
		fmt.Fprintf(s.out, "\nplan\n%s", plan)
	}
}

func (t *terminal) inspection(i inspection) error {
	if i.Name != "" {
		fmt.Fprintln(t.out, t.bold(clean(i.Name)))
	}
	if i.Description != "" {
		for line := range strings.SplitSeq(strings.TrimSpace(i.Description), "\n") {
			for _, part := range t.lines(clean(line)) {
				fmt.Fprintln(t.out, part)
			}
		}
	}
	if i.Name != "" || i.Description != "" {
		fmt.Fprintln(t.out)
	}
	if i.Code != "" {
		return t.violations(outcome{Code: i.Code, Violations: i.Violations, More: i.More})
	}
	if len(i.Parameters) == 0 {
		_, err := fmt.Fprintln(t.out, "no parameters")
		return err
	}
	list := table{header: []string{"NAME", "TYPE", "REQUIRED", "DEFAULT", "CONSTRAINTS", "DESCRIPTION"}, notes: 2}
	list.parameters(i.Parameters, 0)
	list.elision(i.Elided)
	return t.table(list)
}

// parameterCount says how many parameters there are.
func parameterCount(list []parameter, elided bool) string {
	if elided {
		return fmt.Sprint("over ", len(list))
	}
	return fmt.Sprint(len(list))
}

// elision is the row that stands for those that are not listed.
func (t *table) elision(elided bool) {
	if elided {
		t.add(append([]string{"…"}, make([]string, len(t.header)-1)...)...)
	}
}

func (t *table) parameters(list []parameter, depth int) {
	for i := range list {
		p := &list[i]
		required := ""
		switch {
		case p.Required:
			required = "yes"
		case p.member:
			required = "no"
		}
		kind := p.Type
		if p.Elided {
			kind += " …"
		}
		t.add(strings.Repeat("  ", depth)+p.Name, kind, required, string(p.Default), p.words(), strings.Join(strings.Fields(p.Description), " "))
		t.parameters(p.Parameters, depth+1)
	}
}

// lines wraps a text to the terminal.
func (t *terminal) lines(text string) []string {
	if t.width == 0 {
		return []string{text}
	}
	return wrap(text, t.width)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
