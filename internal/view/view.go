// Package view makes the schema that a model sees out of the execution schema:
// the parameters that the framework injects are gone from it, and descriptions
// say what the engine knows beside what the author wrote (rules 6 and 18).
package view

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// Fault is a place in the execution schema that names a hidden parameter and
// cannot be taken out of it.
type Fault struct {
	Pointer string
	Keyword string // "inject"
	Message string
}

// Hide returns the execution schema without the hidden parameters and with the
// notes, or else the faults, in order of their pointers.
//
//  1. The root and, through any depth of allOf, its branches describe the
//     arguments: a hidden name goes from their properties, required,
//     dependentRequired, dependentSchemas and dependencies. What becomes empty
//     goes with it: a branch, allOf, the dependent keywords; in branches properties
//     and required too, which at the root stay, empty. minProperties and
//     maxProperties there become less by the number of hidden names, since the
//     framework sets those; a list of names in an unknown keyword loses them.
//  2. An entry of the root's $defs or definitions goes if nothing refers to it any
//     more. One that nothing referred to before stays.
//  3. A hidden name anywhere else that judges the arguments as a whole is a fault
//     there: in anyOf, oneOf, not, if, then, else, the body of a dependent schema
//     or what $ref and $dynamicRef lead to; under a pattern of patternProperties
//     that matches it; in propertyNames, in a pattern there too if it spells the
//     name out; in a default, example, const or enum.
//  4. So is a $ref from elsewhere to what was changed or taken out: it would
//     change with it.
//  5. The same name inside a nested object is not the parameter, and stays.
//  6. A note is added to the description of the schema object that is its key,
//     after the author's text and one space.
//
// The input is not changed, and what does not change is shared with it, texts and
// all: member order, foreign keywords and numbers stay as they are. Names that the
// schema lacks are no fault.
func Hide(schema *tree.Value, hidden []string, notes map[*tree.Value]string) (*tree.Value, []Fault) {
	if schema.Kind != tree.Object {
		return schema, nil
	}
	prune := map[string]bool{}
	var counts map[string]*tree.Value
	if len(hidden) > 0 {
		h := newHider(schema, hidden)
		h.own(schema, "")
		h.dropUnused()
		h.checkRefs()
		if len(h.faults) > 0 {
			return nil, ordered(h.faults)
		}
		prune, counts = h.gone, h.counts
	}
	if len(prune) == 0 && len(counts) == 0 && len(notes) == 0 {
		return schema, nil
	}
	r := rebuilder{prune: prune, counts: counts, notes: notes}
	return r.value(schema), nil
}

func ordered(faults []Fault) []Fault {
	slices.SortFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(faults)
}

func (h *hider) fault(pointer, format string, args ...any) {
	h.faults = append(h.faults, Fault{Pointer: pointer, Keyword: "inject", Message: fmt.Sprintf(format, args...)})
}

// named is the fault of a name that stands where no parameter can be hidden.
func (h *hider) named(pointer, name, where string) {
	h.fault(pointer, "the injected parameter %q is named in %s, where it cannot be hidden from the model: "+
		"name it only in properties, required and dependentRequired of the schema itself or of its allOf, or do not inject it", name, where)
}
