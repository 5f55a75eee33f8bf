package conformance

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// reportingFaults are mistakes in saying what is wrong.
func reportingFaults() []fault {
	return []fault{
		{name: "reports the first error only", answers: func(t *faultyCall) {
			if e := t.answer.Error; e != nil && len(e.Violations) > 0 {
				e.Violations, e.More = e.Violations[:1], 0
			}
		}},
		{name: "reports without end", builds: limited("violations", 1<<20)},
		{name: "does not escape pointers", answers: eachViolation(func(v *content.Violation) {
			v.Pointer = strings.NewReplacer("~1", "/", "~0", "~").Replace(v.Pointer)
		})},
		{name: "points to the schema", answers: eachViolation(func(v *content.Violation) {
			v.Pointer = strings.ReplaceAll(v.Pointer, "/", "/properties/") + "/" + v.Keyword
		})},
		{name: "points to the missing or unknown member", answers: eachViolation(func(v *content.Violation) {
			if v.Property != nil {
				v.Pointer = tree.Join(v.Pointer, *v.Property)
			}
		})},
		{name: "names the leaf instead of anyOf", answers: leaves},
	}
}

func eachViolation(change func(*content.Violation)) func(*faultyCall) {
	return func(t *faultyCall) {
		if t.answer.Error != nil {
			for i := range t.answer.Error.Violations {
				change(&t.answer.Error.Violations[i])
			}
		}
	}
}

// leaves reports what the branches of an anyOf refuse, as an engine does that
// takes the errors at the leaves of its validator.
func leaves(t *faultyCall) {
	e := t.answer.Error
	if e == nil || !slices.ContainsFunc(e.Violations, func(v content.Violation) bool { return v.Keyword == "anyOf" }) {
		return
	}
	all := drop(eachObject(t.schema, func(list []tree.Member) []tree.Member {
		for _, m := range list {
			if m.Name == "anyOf" {
				list = append(slices.Clone(list), tree.M("allOf", m.Value))
			}
		}
		return list
	}), "anyOf").String()
	subject := t.Subject
	subject.SchemaText, subject.SchemaBase64 = &all, nil
	if a, ok := askOther(t, subject); ok && a.Error != nil {
		*e = *a.Error
	}
}

// askOther has the right engine answer for another subject.
func askOther(t *faultyCall, s Subject) (CallAnswer, bool) {
	built, err := t.engine.Construct(t.ctx, ConstructRequest{Subject: s})
	if err != nil || built.Error != nil {
		return CallAnswer{}, false
	}
	r := t.request
	r.Handle = built.Handle
	a, err := t.engine.Call(t.ctx, r)
	return a, err == nil && t.engine.Release(t.ctx, built.Handle) == nil
}
