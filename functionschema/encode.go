package functionschema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
	"github.com/functionschema/fscheck/internal/view"
)

// responds lists the result types that say their outcome themselves.
var responds = []reflect.Type{reflect.TypeFor[content.Response](), reflect.TypeFor[*content.Response]()}

// compileResult derives the schema of the result.
func (d *declaration) compileResult(c *compiled) []schema.Violation {
	if d.native.out == nil || slices.Contains(responds, d.native.out) {
		return nil
	}
	result, found := binding.Output(d.native.out, binding.Settings{Unions: d.unions, Comments: d.comments})
	if len(found) > 0 {
		return violations(found)
	}
	rule, faults := schema.Compile(result.Schema(), schema.Options{Declared: true, AnyRoot: true, Asserted: assertions(result.Asserted())})
	if len(faults) > 0 {
		return faults
	}
	c.result, c.resultRule = result, rule
	visible, _ := view.Hide(result.Schema(), nil, result.Notes())
	c.output = visible.Compact().AppendJSON(nil)
	c.outputNames = map[string]bool{}
	addPropertyNames(result.Schema(), c.outputNames)
	for _, a := range result.Asserted() {
		c.binary = c.binary || a == binding.Base64
	}
	return nil
}

// encode makes the result of what the function returned.
func (f *FunctionSchema) encode(value reflect.Value) (*Result, error) {
	if f.native.out == nil {
		return &Result{}, nil
	}
	r := &Result{Value: value.Interface()}
	if response, ok := r.response(); ok {
		if _, err := (content.Response{Status: response.Status, Failure: response.Failure}).MarshalJSON(); err != nil {
			return nil, &Error{Code: InvalidResult, Function: f.name, Err: err, text: err.Error()}
		}
		r.Content = response.Value
		return r, nil
	}
	if f.result == nil {
		return r, nil
	}
	v, whole, err := f.result.Content(value)
	if err != nil {
		e := &Error{Code: InvalidResult, Function: f.name, Err: err, text: "its result cannot be encoded"}
		if len(f.injected) == 0 {
			e.text += ": " + textOf(err)
		}
		return nil, e
	}
	report := f.resultRule.Validate(v, schema.Budget{Applications: f.limits.Applications, Violations: f.limits.violations()})
	if !report.Valid() {
		return nil, f.unsatisfied(v, report)
	}
	r.Content = whole
	return r, nil
}

// unsatisfied is the error of a result that its schema refuses. Where values are
// injected it quotes nothing, and names only what the schema itself names: a key
// of a map may be one of them.
func (f *FunctionSchema) unsatisfied(result *tree.Value, report schema.Report) *Error {
	list := report.Violations
	if len(f.injected) > 0 {
		for i, v := range list {
			list[i] = schema.Violation{
				Pointer: f.declaredPart(result, v.Pointer), Keyword: v.Keyword, Reason: v.Reason, Message: "does not satisfy " + v.Keyword,
			}
		}
		list, _ = schema.Normalize(list, len(list))
	}
	e := fail(f.name, InvalidResult, list, report.More)
	e.text = "its result does not satisfy the schema of its type"
	return e
}

// declaredPart returns as much of a pointer into a result as consists of indexes
// and of names that stand in the result's schema.
func (f *FunctionSchema) declaredPart(v *tree.Value, pointer string) string {
	rest, end := pointer, 0
	for rest != "" {
		token, _, _ := strings.Cut(rest[1:], "/")
		token = "/" + token
		if v.Kind == tree.Object && !f.outputNames[token] {
			break
		}
		if v = v.At(token); v == nil {
			break
		}
		end += len(token)
		rest = rest[len(token):]
	}
	return pointer[:end]
}

// addPropertyNames collects what stands under properties anywhere in a schema, as
// reference tokens. It may take what only looks like a schema for one: such a name
// is published all the same.
func addPropertyNames(v *tree.Value, names map[string]bool) {
	for _, m := range v.Members {
		if m.Name == "properties" {
			for _, p := range m.Value.Members {
				names[tree.Join("", p.Name)] = true
			}
		}
		addPropertyNames(m.Value, names)
	}
	for _, item := range v.Items {
		addPropertyNames(item, names)
	}
}
