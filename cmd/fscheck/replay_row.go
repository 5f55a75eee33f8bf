package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/repair"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// longestRow bounds a line of a file that is replayed.
const longestRow = 64 << 20

// rowLimits are wider than those of what a row embeds, so that a call that
// exceeds them is refused and not its row.
var rowLimits = strict.Limits{
	Bytes: longestRow, Depth: strict.Default().Depth + wrapping, Values: 4 * strict.Default().Values,
	Digits: longestRow, Exponent: math.MaxInt,
}

// row is one line of what is replayed: a schema and calls recorded with it.
type row struct {
	id     *tree.Value
	schema *tree.Value
	calls  []string // the text of each call's arguments
}

// readRow reads a line. A line that is no row gives violations of its own, and as
// much of it as can be told.
func readRow(line []byte) (row, []content.Violation) {
	v, fault := strict.Parse(line, rowLimits)
	if fault != nil {
		return row{}, parseViolation(fault)
	}
	if v.Kind != tree.Object {
		return row{}, rowFault("", "type", "", "a row is an object with a schema and calls, not "+article(v.Kind))
	}
	r := row{id: v.Lookup("id"), schema: v.Lookup("schema")}
	calls := v.Lookup("calls")
	if calls != nil && calls.Kind != tree.Array {
		return r, rowFault("/calls", "type", "", "the calls of a row are an array, not "+article(calls.Kind))
	}
	if calls != nil {
		for i, call := range calls.Items {
			text, ok := argumentsOf(call)
			r.calls = append(r.calls, text)
			if !ok {
				return row{id: r.id, calls: make([]string, len(calls.Items))}, rowFault(fmt.Sprintf("/calls/%d", i), "required", "arguments",
					"a call has its arguments, or their text as a string in arguments_raw")
			}
		}
	}
	if r.schema == nil {
		return r, rowFault("", "required", "schema", "a row has the schema that its calls are judged by")
	}
	return r, nil
}

// argumentsOf returns the text of a call's arguments: arguments_raw if it is
// there, else what stands in the row, as it is spelt there.
func argumentsOf(call *tree.Value) (string, bool) {
	if raw := call.Lookup("arguments_raw"); raw != nil && raw.Kind != tree.Null {
		return raw.Text, raw.Kind == tree.String
	}
	if v := call.Lookup("arguments"); v != nil {
		return v.String(), true
	}
	return "", false
}

func rowFault(pointer, keyword, property, message string) []content.Violation {
	v := content.Violation{Pointer: pointer, Keyword: keyword, Message: message}
	if property != "" {
		v.Property = &property
	}
	return []content.Violation{v}
}

// answer is what became of a row. Its JSON form is stable.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Schema schemaAnswer    `json:"schema"`
	Calls  []callAnswer    `json:"calls"`

	recorded int // calls in the row, those of a refused schema included
}

type schemaAnswer struct {
	OK         bool                `json:"ok"`
	Violations []content.Violation `json:"violations,omitempty"`
}

type callAnswer struct {
	Valid      bool                     `json:"valid"`
	Code       functionschema.Code      `json:"code,omitempty"`
	Violations []content.Violation      `json:"violations,omitempty"`
	Repairs    []functionschema.Applied `json:"repairs,omitempty"`
}

// mode is how rows are judged.
type mode struct {
	closed          bool // close the top level where the schema leaves it open
	lenientDefaults bool // report invalid defaults instead of refusing the schema
	repairs         []functionschema.Repair
}

// answer judges the calls of a line by its schema.
func (m mode) answer(line []byte) answer {
	r, faults := readRow(line)
	a := answer{ID: json.RawMessage("null"), Calls: []callAnswer{}, recorded: len(r.calls)}
	if r.id != nil {
		a.ID = json.RawMessage(r.id.String())
	}
	if len(faults) > 0 {
		a.Schema.Violations = faults
		return a
	}
	s, faults := m.compile(r.schema.String())
	a.Schema = schemaAnswer{OK: s != nil, Violations: faults}
	if s == nil {
		return a
	}
	var names []repair.Name
	for _, n := range m.repairs {
		names = append(names, repair.Name(n))
	}
	repairer := repair.New(s, names)
	for _, text := range r.calls {
		a.Calls = append(a.Calls, judgeCall(s, repairer, []byte(text)))
	}
	return a
}

// compile compiles the text of a schema. It returns nil and why, or the schema
// and what lenient mode left out of it.
func (m mode) compile(text string) (*schema.Schema, []content.Violation) {
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	if fault != nil {
		return nil, parseViolation(fault)
	}
	if m.closed {
		v = closed(v)
	}
	s, faults := schema.Compile(v, schema.Options{LenientDefaults: m.lenientDefaults})
	if len(faults) > 0 {
		return nil, violations(faults)
	}
	return s, violations(s.Dropped())
}

// opens lists the keywords of a top level that --closed leaves alone: it says
// itself which further members it takes, or another schema has a word in it.
var opens = []string{
	"additionalProperties", "unevaluatedProperties", "patternProperties", "allOf", "anyOf", "oneOf", "if", "$ref",
}

// closed returns a schema that takes no members but those it declares.
func closed(v *tree.Value) *tree.Value {
	if v.Kind != tree.Object {
		return v
	}
	for _, keyword := range opens {
		if v.Lookup(keyword) != nil {
			return v
		}
	}
	return v.With("additionalProperties", tree.NewBool(false))
}

// judgeCall reads, repairs and judges arguments as functionschema does, whose door
// has no lenient mode.
func judgeCall(s *schema.Schema, r *repair.Repairer, text []byte) callAnswer {
	v, applied, fault := r.Read(text, repair.Budget{})
	if fault != nil {
		return callAnswer{Code: functionschema.InvalidArgument, Violations: parseViolation(fault)}
	}
	found := judgeRead(s, v)
	c := callAnswer{Valid: len(found) == 0, Violations: found}
	if !c.Valid {
		c.Code = functionschema.InvalidArgument
	}
	for _, a := range applied {
		c.Repairs = append(c.Repairs, functionschema.Applied{Pointer: a.Pointer, Repair: functionschema.Repair(a.Repair)})
	}
	return c
}

func judgeRead(s *schema.Schema, v *tree.Value) []content.Violation {
	if v.Kind != tree.Object {
		message := "the arguments must be an object, not " + article(v.Kind)
		if v.Kind == tree.String && strings.HasPrefix(strings.TrimSpace(v.Text), "{") {
			message += ": send the object itself, not a string that holds it"
		}
		return rowFault("", "type", "", message)
	}
	return violations(s.Validate(v, schema.Budget{}).Violations)
}

func parseViolation(fault *strict.Error) []content.Violation {
	v := content.Violation{Pointer: fault.Pointer, Keyword: "parse", Reason: string(fault.Reason), Message: fault.Error()}
	if fault.Reason == strict.DuplicateKey {
		v.Property = &fault.Property
	}
	return []content.Violation{v}
}

// violations cuts a list of the engine's at the usual limit.
func violations(found []schema.Violation) []content.Violation {
	found, _ = schema.Normalize(found, schema.DefaultViolations)
	var list []content.Violation
	for _, v := range found {
		list = append(list, content.Violation(v))
	}
	return list
}

func article(k tree.Kind) string {
	switch k {
	case tree.Null:
		return "null"
	case tree.Array, tree.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}
