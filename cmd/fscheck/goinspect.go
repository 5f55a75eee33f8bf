package main

import (
	"encoding/json"
	"fmt"
	"go/doc"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/cmd/fscheck/serve"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/metadata"
)

// goInspection is what is known of one Go function. Its JSON form is stable.
type goInspection struct {
	Name        string              `json:"name"`
	Place       string              `json:"place,omitempty"`    // file:line
	Unusable    string              `json:"unusable,omitempty"` // why it cannot be called
	Description string              `json:"description,omitempty"`
	Schema      json.RawMessage     `json:"schema,omitempty"`   // the execution schema
	Metadata    *metadata.Tool      `json:"metadata,omitempty"` // what a model sees
	Parameters  []parameter         `json:"parameters"`
	Elided      bool                `json:"elided,omitempty"` // there are more parameters
	Injected    []serve.Injected    `json:"injected,omitempty"`
	Result      string              `json:"result,omitempty"` // its Go type
	Code        functionschema.Code `json:"code,omitempty"`
	Violations  []placedViolation   `json:"violations,omitempty"`
	More        int                 `json:"more,omitempty"`
	Cause       string              `json:"cause,omitempty"`
	Plan        string              `json:"plan,omitempty"` // how its arguments are read, if asked for

	hidden  bool // not even an exported function
	yielded bool
	result  *parameter // what comes back
}

// placedViolation is a violation and where in Go source it is.
type placedViolation struct {
	content.Violation
	Place string `json:"place,omitempty"`
}

// inspectGo inspects a Go function, or all of a package.
func (s streams) inspectGo(target string, asJSON, plan bool) error {
	reply, err := s.ask(target, serve.Request{})
	if err != nil {
		return err
	}
	list := []goInspection{}
	refused := false
	for _, f := range reply.Functions {
		i := newGoInspection(f)
		if !plan {
			i.Plan = ""
		}
		refused = refused || i.Code != ""
		list = append(list, i)
	}
	if isPackage := !reply.One; isPackage {
		if asJSON {
			return writeJSON(s.out, list)
		}
		if !slices.ContainsFunc(list, func(i goInspection) bool { return !i.hidden }) {
			fmt.Fprintf(s.err, "fscheck: %s exports no function: a function whose name begins with a capital letter can be called\n", clean(target))
			return nil
		}
		return s.terminal().goPackage(list) // one that cannot be called is no fault of a package
	}
	if list[0].Unusable != "" && !asJSON {
		return usage("%s", list[0].Unusable)
	}
	if asJSON {
		err = writeJSON(s.out, list[0])
	} else {
		err = s.terminal().goInspection(list[0])
		s.writePlan(list[0].Plan)
	}
	if err == nil && refused {
		err = errFinding
	}
	return err
}

func newGoInspection(f serve.Inspection) goInspection {
	i := goInspection{
		hidden: f.Hidden, yielded: f.Yielded, Name: f.Name, Place: near(f.Place), Unusable: f.Unusable, Description: f.Tool.Description,
		Schema: f.Schema, Injected: f.Injected, Result: f.Result, Plan: f.Plan, Parameters: []parameter{},
	}
	if f.Fault != nil {
		i.Code, i.More, i.Cause = f.Fault.Code, f.Fault.More, f.Fault.Cause
		for n, v := range f.Fault.Violations {
			i.Violations = append(i.Violations, placedViolation{v, near(f.Fault.Places[n])})
		}
	}
	if f.Schema == nil {
		return i
	}
	i.Metadata = &f.Tool
	if root, fault := strict.Parse(f.Schema, strict.Limits{}); fault == nil {
		list, elided := parameters(root)
		i.Parameters, i.Elided = append(i.Parameters, list...), elided
	}
	if root, fault := strict.Parse(f.Tool.OutputSchema, strict.Limits{}); fault == nil {
		p := (&lister{root: root, left: mostParameters}).one("(result)", false, described{"", root})
		i.result = &p
	}
	return i
}

// goPackage lists the functions of a package.
func (t *terminal) goPackage(list []goInspection) error {
	index := table{header: []string{"FUNCTION", "PARAMETERS", "DESCRIPTION"}}
	for _, i := range list {
		if i.hidden {
			continue
		}
		count, about := parameterCount(i.Parameters, i.Elided), new(doc.Package).Synopsis(i.Description)
		switch {
		case i.Unusable != "":
			count, about = "–", i.Unusable
		case i.Code != "":
			count, about = "refused", i.Cause
			if len(i.Violations) > 0 {
				about = i.Violations[0].Message
			}
		}
		index.add(i.Name, count, about)
	}
	return t.table(index)
}

// goInspection writes all that is known of one function.
func (t *terminal) goInspection(i goInspection) error {
	name := i.Name
	if i.yielded && i.Metadata != nil {
		name += " = " + i.Metadata.Name
	}
	fmt.Fprintf(t.out, "%s  %s\n", t.bold(clean(name)), clean(i.Place))
	for line := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(i.Description, "\t", "    ")), "\n") {
		for _, part := range t.lines(clean(line)) {
			if i.Description != "" {
				fmt.Fprintln(t.out, part)
			}
		}
	}
	fmt.Fprintln(t.out)
	if i.Code != "" {
		return t.refusal(i)
	}
	if err := t.goParameters(i); err != nil {
		return err
	}
	if err := t.goResult(i); err != nil {
		return err
	}
	return t.views(i.Metadata.InputSchema, i.Schema)
}

// goParameters writes the table; opaque parameters, which are in no schema, last.
func (t *terminal) goParameters(i goInspection) error {
	from := map[string]string{}
	for _, p := range i.Injected {
		from[p.Name] = "by its schema"
		if p.Source != "" {
			from[p.Name] = p.Source + "," + p.Key
		}
	}
	list := table{header: []string{"NAME", "TYPE", "REQUIRED", "DEFAULT", "INJECTED", "CONSTRAINTS", "DESCRIPTION"}, notes: 2}
	for n := range i.Parameters {
		var rows table
		rows.parameters(i.Parameters[n:n+1], 0)
		for r, row := range rows.rows {
			injected := ""
			if r == 0 {
				injected = from[i.Parameters[n].Name]
			}
			list.add(row[0], row[1], row[2], row[3], injected, row[4], row[5])
		}
	}
	list.elision(i.Elided)
	for _, p := range i.Injected {
		if p.Opaque {
			list.add(p.Name, p.Type, "yes", "", from[p.Name]+" opaque", "", "")
		}
	}
	if len(list.rows) == 0 {
		_, err := fmt.Fprintln(t.out, "no parameters")
		return err
	}
	return t.table(list)
}

func (t *terminal) goResult(i goInspection) error {
	if i.result == nil {
		if i.yielded && i.Result == "" {
			return nil // what it returns is not known
		}
		text := "\nreturns nothing"
		if i.Result != "" {
			text = "\nreturns " + clean(i.Result)
		}
		_, err := fmt.Fprintln(t.out, text)
		return err
	}
	what := i.result.Type
	if words := i.result.words(); words != "" && i.result.Type != "object" {
		what += ", " + words
	}
	if i.Result != "" {
		what += " (" + i.Result + ")"
	}
	fmt.Fprintf(t.out, "\nreturns %s\n", clean(what))
	if len(i.result.Parameters) == 0 {
		return nil
	}
	list := table{header: []string{"NAME", "TYPE", "", "", "CONSTRAINTS", "DESCRIPTION"}, notes: 2}
	list.parameters(i.result.Parameters, 0)
	for _, row := range list.rows {
		row[2], row[3] = "", ""
	}
	return t.table(list)
}

// views writes the schema that a model sees beside the execution schema, or above
// it where they do not fit; once if they are the same.
func (t *terminal) views(model, execution json.RawMessage) error {
	const modelTitle, executionTitle = "what a model sees", "execution schema"
	if string(model) == string(execution) {
		_, err := fmt.Fprintf(t.out, "\n%s\n%s\n", t.bold("execution schema, all of which a model sees"), indented(execution))
		return err
	}
	left := strings.Split(indented(model), "\n")
	right := strings.Split(indented(execution), "\n")
	half := columns(modelTitle)
	whole := columns(executionTitle)
	for _, line := range left {
		half = max(half, columns(line))
	}
	for _, line := range right {
		whole = max(whole, columns(line))
	}
	if t.width == 0 || half+whole+3 > t.width {
		_, err := fmt.Fprintf(t.out, "\n%s\n%s\n\n%s\n%s\n", t.bold(modelTitle), strings.Join(left, "\n"), t.bold(executionTitle), strings.Join(right, "\n"))
		return err
	}
	var b strings.Builder
	row := func(l, r string, paint func(string) string) {
		pad := strings.Repeat(" ", half-columns(l))
		b.WriteString(strings.TrimRight(paint(l)+pad+" │ "+paint(r), " ") + "\n")
	}
	plain := func(s string) string { return s }
	b.WriteByte('\n')
	row(modelTitle, executionTitle, t.bold)
	for n := range max(len(left), len(right)) {
		var l, r string
		if n < len(left) {
			l = left[n]
		}
		if n < len(right) {
			r = right[n]
		}
		row(l, r, plain)
	}
	_, err := t.out.Write([]byte(b.String()))
	return err
}

// refusal writes why there is no schema, with the places in Go source.
func (t *terminal) refusal(i goInspection) error {
	if len(i.Violations) == 0 {
		_, err := fmt.Fprintf(t.out, "%s: %s\n", t.bad("there is no schema"), clean(i.Cause))
		return err
	}
	count := len(i.Violations) + i.More
	what := "violations"
	if count == 1 {
		what = "violation"
	}
	fmt.Fprintf(t.out, "%s: %s, %d %s\n", t.bad("the schema is refused"), i.Code, count, what)
	list := table{header: []string{"PLACE", "POINTER", "KEYWORD", "MESSAGE"}, margin: 2}
	for _, v := range i.Violations {
		list.add(v.Place, v.Pointer, v.Keyword, v.Message)
	}
	if i.Cause != "" {
		list.add(i.Place, "", "", i.Cause)
	}
	if err := t.table(list); err != nil {
		return err
	}
	if i.More > 0 {
		fmt.Fprintf(t.out, "  and %d more\n", i.More)
	}
	return nil
}
