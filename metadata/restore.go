package metadata

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// wrapper is the property under which the arguments stand where the provider would
// refuse the root of their schema.
const wrapper = "arguments"

// Restore turns arguments that a model wrote for the export into arguments of the
// function:
//
//  1. A wrapped root is taken out of its property, arguments, if that is the only
//     member.
//  2. Names that the dialect refused are the tool's own again, at every depth, in
//     arrays and behind references. A member whose own name is there too keeps the
//     one that it was sent under.
//  3. Null at a property that the dialect made required, and whose own schema does
//     not admit null, is taken out: it means that the member is omitted. Where the
//     tool's schema admits null, null is a value and stays.
//  4. In a choice of schemas all this is done as those branches say that may fit the
//     value, by its type, members and constants; null is taken out if all of them
//     that know the member say so.
//
// All else stays as it was sent, wrong or not, numbers and spellings included: the
// function's schema judges it. Arguments that nothing is to be undone in are
// returned as they are. Text that the engine would not read (rules 8 and 9) is
// returned as it is with an error, so that a call with it says to the model what is
// wrong. So are arguments that 4,000,000 comparisons with the branches of choices do
// not suffice for; of branches that a constant tells apart a value is compared with
// its own. The result is a copy. Restore is safe for concurrent use.
func (x Exported) Restore(args []byte) ([]byte, error) {
	sent, fault := strict.Parse(args, strict.Limits{})
	if fault != nil {
		return bytes.Clone(args), fmt.Errorf("the arguments cannot be read: %w", fault)
	}
	if x.plan == nil {
		return bytes.Clone(args), nil
	}
	v := sent
	if x.plan.wrapped && v.Kind == tree.Object && len(v.Members) == 1 && v.Members[0].Name == wrapper {
		v = v.Members[0].Value
	}
	u := undoing{newDescriber()}
	own := u.value(v, []*place{x.plan.root})
	if u.over() {
		return bytes.Clone(args), errors.New("the arguments cannot be restored: they hold more values than can be compared with the choices of the schema: send fewer at once")
	}
	if own == sent {
		return bytes.Clone(args), nil
	}
	return own.AppendJSON(nil), nil
}

// undoing is one Restore under way.
type undoing struct{ *describer }

// value returns a value as the tool has it; one that does not change is returned
// itself, with its text.
func (u undoing) value(v *tree.Value, places []*place) *tree.Value {
	if len(places) == 0 || u.over() {
		return v
	}
	switch v.Kind {
	case tree.Array:
		return u.array(v, u.describing(v, places))
	case tree.Object:
		return u.object(v, u.describing(v, places))
	}
	return v
}

func (u undoing) array(v *tree.Value, places []*place) *tree.Value {
	items := make([]*tree.Value, len(v.Items))
	changed := false
	for i, item := range v.Items {
		var below []*place
		for _, p := range places {
			switch {
			case i < len(p.prefix):
				below = append(below, p.prefix[i])
			case p.items != nil:
				below = append(below, p.items)
			}
		}
		items[i] = u.value(item, below)
		changed = changed || items[i] != item
	}
	if !changed {
		return v
	}
	return tree.NewArray(items...)
}

func (u undoing) object(v *tree.Value, places []*place) *tree.Value {
	members := make([]tree.Member, 0, len(v.Members))
	changed := false
	for _, m := range v.Members {
		if m.Value.Kind == tree.Null && omitted(m.Name, places) {
			changed = true
			continue
		}
		var below []*place
		name := m.Name
		for _, p := range places {
			if q := p.members[m.Name]; q != nil {
				below = append(below, q)
			} else {
				below = append(below, p.others...)
			}
			if own, ok := p.names[m.Name]; ok && v.Find(own) < 0 {
				name = own
			}
		}
		value := u.value(m.Value, below)
		if name != m.Name {
			m = tree.M(name, value)
			changed = true
		}
		changed = changed || value != m.Value
		m.Value = value
		members = append(members, m)
	}
	if !changed {
		return v
	}
	return tree.NewObject(members...)
}

// omitted reports whether null at a member means that it is not there: at least one
// place says so, and none that lists it says otherwise.
func omitted(name string, places []*place) bool {
	omit := false
	for _, p := range places {
		switch {
		case p.nulls[name]:
			omit = true
		case p.members[name] != nil:
			return false
		}
	}
	return omit
}
