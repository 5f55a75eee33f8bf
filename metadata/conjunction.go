package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

func isFalse(v *tree.Value) bool { return v.Kind == tree.Bool && !v.Bool }

// isAnything reports whether a schema asserts nothing.
func isAnything(v *tree.Value) bool {
	if v.Kind == tree.Bool {
		return v.Bool
	}
	return !slices.ContainsFunc(v.Members, func(m tree.Member) bool { return !annotates[m.Name] && !identifies[m.Name] })
}

// conjunction is both of two schemas, merged when it is written. What is one already
// gets longer and not deeper.
func (m *merger) conjunction(a, b *tree.Value) *tree.Value {
	switch {
	case isFalse(a) || isFalse(b):
		return nothing
	case isAnything(b), same(a, b):
		return a
	case a.Kind == tree.Bool:
		return b
	}
	return tree.NewObject(tree.M("allOf", m.union(tree.NewArray(conjuncts(a)...), tree.NewArray(conjuncts(b)...))))
}

func conjuncts(v *tree.Value) []*tree.Value {
	if list := v.Lookup("allOf"); list != nil && len(v.Members) == 1 {
		return list.Items
	}
	return []*tree.Value{v}
}

func (m *merger) intersectEach(a, b *tree.Value) *tree.Value {
	m.visit(len(a.Members) + len(b.Members))
	members := slices.Clone(a.Members)
	for _, member := range b.Members {
		if i := a.Find(member.Name); i >= 0 {
			members[i].Value = m.conjunction(members[i].Value, member.Value)
		} else {
			members = append(members, member)
		}
	}
	return tree.NewObject(members...)
}

func (m *merger) union(a, b *tree.Value) *tree.Value {
	m.visit(len(a.Items) + len(b.Items))
	list := slices.Clone(a.Items)
	there := spellings(list)
	for _, y := range b.Items {
		if s := spelling(y); !there[s] {
			there[s] = true
			list = append(list, y)
		}
	}
	return tree.NewArray(list...)
}

// pick returns the greater of two numbers, or with sign -1 the lesser.
func pick(a, b *tree.Value, sign int) *tree.Value {
	if decimal.Parse(a.Text).Cmp(decimal.Parse(b.Text))*sign >= 0 {
		return a
	}
	return b
}

func describeBoth(a, b *tree.Value) *tree.Value {
	switch {
	case text(b) == "" || text(a) == text(b):
		return a
	case text(a) == "":
		return b
	}
	return tree.NewString(text(a) + " " + text(b))
}
