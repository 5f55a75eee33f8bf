package functionschema

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/internal/repair"
	"github.com/functionschema/fscheck/internal/tree"
)

// Repair is the name of one way in which arguments are mended before they are
// judged. There is none unless [WithRepairs] asks for it by name.
//
//  1. A repair acts only where what was sent is certainly refused and the schema
//     leaves one meaning: a call that is valid is changed by none.
//  2. Certain are the places that defaults are laid into: through properties, items,
//     prefixItems, additionalProperties, patternProperties, $ref, allOf, a nullable
//     choice, and the branch that a discriminator names. What a place allows is what
//     type, const and enum say there, of anyOf and oneOf in any branch.
//  3. Repairs go from the root down, once; what was decoded is repaired within.
//     They come before injection and leave injected parameters alone.
//  4. The limits of a call hold for the repaired whole, depth counted from the root;
//     a repair that would break one is not made. Nor is one whose pointer would make
//     those of the list longer together than the text may be.
//  5. The repaired call is validated like any other. The caller's text is not
//     changed; [Call.Arguments] shows the repaired one, [Call.Repairs] what was done.
type Repair string

// The repairs.
const (
	// EncodedContainers decodes a string where only an object or an array is
	// allowed, beside null at most, if its text reads strictly to that: at any depth,
	// and at the root. A place that allows strings is never touched; text that does
	// not read, or reads to another kind, stays and is refused as ever.
	EncodedContainers Repair = "EncodedContainers"
	// EmptyArguments takes an empty text, "" or null in place of all arguments for {}.
	EmptyArguments Repair = "EmptyArguments"
	// NullAsOmitted leaves out an optional property that is null and does not allow it.
	NullAsOmitted Repair = "NullAsOmitted"
	// StringScalars reads a string that is exactly a number, true or false where only
	// such are allowed, beside null at most.
	StringScalars Repair = "StringScalars"
	// NullText takes the string "null" for null where that is allowed and strings are
	// not.
	NullText Repair = "NullText"
	// EmptyAsOmitted leaves out an optional property that is "" and allows no string.
	EmptyAsOmitted Repair = "EmptyAsOmitted"
	// OmittedAsNull adds null for a required property that is missing and whose schema
	// names null among what it allows.
	OmittedAsNull Repair = "OmittedAsNull"
	// Base64Spelling spells bytes of a declared parameter that were sent in the
	// URL-safe alphabet, or without padding, in the standard way.
	Base64Spelling Repair = "Base64Spelling"

	// ModelRepairs stands for all of them but StringScalars and Base64Spelling.
	ModelRepairs Repair = "ModelRepairs"
)

// Applied is a repair that was made: where in the arguments as they are after it, or
// where the member was that it left out.
type Applied struct {
	Pointer string `json:"pointer"`
	Repair  Repair `json:"repair"`
}

// WithRepairs has calls repaired by name; see [Repair]. A name that is none is
// INVALID_SCHEMA. Validate and Complete, which cannot say what was done, repair
// nothing.
func WithRepairs(repairs ...Repair) Option {
	repairs = slices.Clone(repairs)
	return option(func(d *declaration) { d.repairs = repairs })
}

// Repairs returns what was repaired, sorted by the bytes of the pointers; nil if
// the call was valid as it was sent.
func (c *Call) Repairs() []Applied { return slices.Clone(c.repairs) }

// checkRepairs finds names that are none.
func (d *declaration) checkRepairs() {
	for _, name := range d.repairs {
		if !repair.Name(name).Known() {
			var known []string
			for _, n := range repair.Names() {
				known = append(known, string(n))
			}
			d.fault("repairs", "there is no repair %q: there are %s, and %s for the usual ones", name, strings.Join(known, ", "), ModelRepairs)
		}
	}
}

// repairer returns what makes the repairs of a declaration, nil if there are none.
func (d *declaration) repairer(c *compiled) *repair.Repairer {
	if len(d.repairs) == 0 {
		return nil
	}
	names := make([]repair.Name, len(d.repairs))
	for i, n := range d.repairs {
		names[i] = repair.Name(n)
	}
	return repair.New(c.schema, names, append(slices.Clone(c.hidden), c.opaque...)...)
}

// readRepaired is read, with the repairs that were asked for.
func (f *FunctionSchema) readRepaired(ctx context.Context, args []byte) (*tree.Value, []Applied, *Error) {
	if f.repairer == nil {
		v, err := f.read(args)
		return v, nil, err
	}
	v, made, fault := f.repairer.Read(args, repair.Budget{
		Reading: f.limits.reader(), Applications: f.limits.Applications,
		Stop: func() bool { return ctx.Err() != nil },
	})
	if fault != nil {
		return nil, nil, parseError(f.name, fault)
	}
	var applied []Applied
	for _, a := range made {
		applied = append(applied, Applied{a.Pointer, Repair(a.Repair)})
	}
	return v, applied, f.notObject(v)
}

// String returns what was repaired as a line for logs.
func (a Applied) String() string {
	place := a.Pointer
	if place == "" {
		place = "(root)"
	}
	return fmt.Sprintf("%s: %s", place, a.Repair)
}
