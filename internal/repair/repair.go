// Package repair mends what models are known to get wrong in arguments, by rule 31:
// only what was asked for by name, only where the schema makes the intent certain,
// and each repair is listed with its place.
//
// A repair acts only where what was sent is certainly refused, so it changes no
// valid call. Certain are the places of rule 16 (package schema: Place), and what
// may stand at one of them is read off its schemas (schema.Kinds).
package repair

import (
	"cmp"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Name is the name of a repair, or of a set of them.
type Name string

// The repairs; see rule 31.
const (
	EncodedContainers Name = "EncodedContainers"
	EmptyArguments    Name = "EmptyArguments"
	NullAsOmitted     Name = "NullAsOmitted"
	StringScalars     Name = "StringScalars"
	NullText          Name = "NullText"
	EmptyAsOmitted    Name = "EmptyAsOmitted"
	OmittedAsNull     Name = "OmittedAsNull"
	Base64Spelling    Name = "Base64Spelling"

	// Model stands for the six that take nothing for another type of scalar and
	// no text for bytes.
	Model Name = "ModelRepairs"
)

// Names lists the repairs, without the set.
func Names() []Name {
	return []Name{EncodedContainers, EmptyArguments, NullAsOmitted, StringScalars, NullText, EmptyAsOmitted, OmittedAsNull, Base64Spelling}
}

// members returns the repairs that a name stands for, nil if there is no such name.
func (n Name) members() []Name {
	switch {
	case n == Model:
		return []Name{EncodedContainers, EmptyArguments, NullAsOmitted, NullText, EmptyAsOmitted, OmittedAsNull}
	case slices.Contains(Names(), n):
		return []Name{n}
	}
	return nil
}

// Known reports whether there is a repair, or a set, of this name.
func (n Name) Known() bool { return n.members() != nil }

// Applied is a repair that was made, and where: the pointer into the arguments as
// they are after it; of a member that was left out, where it was.
type Applied struct {
	Pointer string
	Repair  Name
}

// Repairer makes the repairs asked for. It is immutable and safe for concurrent use.
type Repairer struct {
	schema *schema.Schema
	kinds  schema.Kinds
	on     map[Name]bool
	hidden map[string]bool // parameters that the framework fills in
}

// New returns what makes the repairs named, each of which has to be known. hidden
// names the parameters of the root that are not the model's: they are left alone.
func New(s *schema.Schema, names []Name, hidden ...string) *Repairer {
	r := &Repairer{schema: s, on: map[Name]bool{}, hidden: map[string]bool{}}
	for _, n := range names {
		for _, m := range n.members() {
			r.on[m] = true
		}
	}
	if len(r.on) > 0 {
		r.kinds = s.Kinds()
	}
	for _, h := range hidden {
		r.hidden[h] = true
	}
	return r
}

// Budget bounds what one reading may cost.
type Budget struct {
	Reading      strict.Limits // of the text and of all that is decoded from it
	Applications int           // schemas compared with values; 0: the default of rule 9
	Stop         func() bool   // whether nobody waits any more; may be nil
}

// Read reads arguments and repairs them.
//
//  1. The text is read strictly; the only one that does not read and is repaired is
//     the empty one.
//  2. Repairs go from the root down, once; what was decoded is repaired within.
//  3. The limits hold for the repaired whole: its depth counts from the root, its
//     values are counted together. A repair that would exceed one is not made, and
//     neither is any that the budget of applications does not reach.
//  4. The list is sorted by the UTF-8 bytes of the pointers. These are together at
//     most as long as the text may be; a repair that is beyond that is not made.
//
// The text is not changed.
func (r *Repairer) Read(text []byte, b Budget) (*tree.Value, []Applied, *strict.Error) {
	if len(text) == 0 && r.on[EmptyArguments] {
		if v, applied := r.repair(tree.NewNull(), b); len(applied) > 0 {
			return v, applied, nil
		}
	}
	v, fault := strict.Parse(text, b.Reading)
	if fault != nil || len(r.on) == 0 {
		return v, nil, fault
	}
	v, applied := r.repair(v, b)
	return v, applied, nil
}

func (r *Repairer) repair(v *tree.Value, b Budget) (*tree.Value, []Applied) {
	w := &walk{Repairer: r, limits: b.Reading.Resolve(), left: b.Applications, stop: b.Stop}
	if w.left == 0 {
		w.left = schema.DefaultApplications
	}
	w.values, w.bytes = v.Count(), len(v.Raw)
	v = w.value(r.schema.Whole(), w.root(v))
	slices.SortStableFunc(w.applied, func(a, b Applied) int {
		return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(string(a.Repair), string(b.Repair)))
	})
	return v, w.applied
}
