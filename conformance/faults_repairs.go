package conformance

import (
	"slices"
	"strings"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/internal/repair"
	"github.com/functionschema/fscheck/internal/tree"
)

// repairFaults are mistakes in repairs that were asked for.
func repairFaults() []fault {
	return []fault{
		{name: "makes repairs that nobody named", builds: func(s *Subject) {
			if len(s.Repairs) == 0 {
				return
			}
			s.Repairs = nil
			for _, n := range repair.Names() {
				s.Repairs = append(s.Repairs, string(n))
			}
		}},
		{name: "repairs beyond the limits", builds: func(s *Subject) {
			if len(s.Repairs) > 0 {
				s.Limits = nil
			}
		}},
		{name: "lists no repairs", answers: func(t *faultyCall) { t.answer.Applied = nil }},
		{name: "lists repairs as they were made", answers: func(t *faultyCall) {
			slices.SortStableFunc(t.answer.Applied, func(a, b Applied) int { return len(a.Pointer) - len(b.Pointer) })
		}},
		{name: "decodes where text is allowed", reads: repairing(functionschema.EncodedContainers, func(s string) *tree.Value {
			if v := parse(s); v != nil && (v.Kind == tree.Object || v.Kind == tree.Array) {
				return v
			}
			return nil
		})},
		{name: "decodes a text within a text", reads: repairing(functionschema.EncodedContainers, func(s string) *tree.Value {
			if v := parse(s); v != nil && v.Kind == tree.String {
				return v
			}
			return nil
		})},
		{name: "mends broken JSON", reads: repairing(functionschema.EncodedContainers, func(s string) *tree.Value {
			if text := strings.ReplaceAll(s, "'", `"`); parse(s) == nil && parse(text) != nil {
				return tree.NewString(text)
			}
			return nil
		})},
		{name: "guesses scalars", reads: repairing(functionschema.StringScalars, func(s string) *tree.Value {
			if text := strings.ToLower(strings.TrimSpace(s)); text != s {
				return tree.NewString(text)
			}
			return nil
		})},
	}
}

// repairing reads strings as something else where a repair was asked for.
func repairing(asked functionschema.Repair, as func(string) *tree.Value) func(*faultySubject, *tree.Value) *tree.Value {
	return func(s *faultySubject, args *tree.Value) *tree.Value {
		if !slices.Contains(s.Repairs, string(asked)) {
			return args
		}
		return rewrite(args, func(v *tree.Value) *tree.Value {
			if v.Kind == tree.String {
				if other := as(v.Text); other != nil {
					return other
				}
			}
			return v
		})
	}
}
