package vercelai

import (
	"strconv"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// language is what a client is written in, and so what of JSON it can hold.
type language struct {
	number func(*tree.Value) (*tree.Value, bool)
	// anyMember says that it takes members of any name, and keeps their order.
	anyMember bool
}

var javaScript = language{number: shownNumber}

// shown returns v as a client in the language can hold it, and whether what the client
// sends back is v: same members in the same order, numbers spelled the same.
func (l language) shown(v *tree.Value) (*tree.Value, bool) {
	switch v.Kind {
	case tree.Number:
		return l.number(v)
	case tree.Array:
		items, same, sameHere := v.Items, true, true
		for i, item := range v.Items {
			next, ok := l.shown(item)
			same = same && ok
			if next != item && sameHere {
				items, sameHere = append(make([]*tree.Value, 0, len(v.Items)), v.Items[:i]...), false
			}
			if !sameHere {
				items = append(items, next)
			}
		}
		if sameHere {
			return v, same
		}
		return tree.NewArray(items...), false
	case tree.Object:
		if !l.anyMember && refused(v) {
			return tree.NewString(string(v.AppendCompact(nil))), false
		}
		members, same, sameHere := v.Members, l.anyMember || inOrder(v.Members), true
		for i, m := range v.Members {
			next, ok := l.shown(m.Value)
			same = same && ok
			if next != m.Value && sameHere {
				members, sameHere = append(make([]tree.Member, 0, len(v.Members)), v.Members[:i]...), false
			}
			if !sameHere {
				members = append(members, tree.M(m.Name, next))
			}
		}
		if sameHere {
			return v, same
		}
		return tree.NewObject(members...), false
	}
	return v, true
}

// shownNumber is shown for a number: itself, if a double is worth the same, and else
// its digits as a text.
func shownNumber(v *tree.Value) (*tree.Value, bool) {
	spelled, ok := double(v.Text)
	if !ok {
		return tree.NewString(v.Text), false
	}
	return v, spelled == v.Text
}

// double returns what JavaScript makes of a number token. It reports whether that is
// worth as much.
func double(token string) (string, bool) {
	f, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return "", false
	}
	d := decimal.Parse(strconv.FormatFloat(f, 'g', -1, 64))
	return d.String(), d.Cmp(decimal.Parse(token)) == 0
}

// refused reports whether the parser of a client refuses the whole event for the
// members of an object. That constructor is null is too much for ai 5.0.0.
func refused(v *tree.Value) bool {
	if v.Lookup("__proto__") != nil {
		return true
	}
	c := v.Lookup("constructor")
	return c != nil && (c.Kind == tree.Null || c.Lookup("prototype") != nil)
}

// inOrder reports whether JavaScript keeps the order of the members: names that are
// array indices come first, by their numbers.
func inOrder(members []tree.Member) bool {
	last, others := int64(-1), false
	for _, m := range members {
		i, ok := arrayIndex(m.Name)
		switch {
		case !ok:
			others = true
		case others || i < last:
			return false
		default:
			last = i
		}
	}
	return true
}

// arrayIndex is ECMA-262's: the one spelling of an integer from 0 to 2^32-2.
func arrayIndex(name string) (int64, bool) {
	if name == "" || len(name) > 10 || name[0] < '0' || name[0] > '9' || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	i, err := strconv.ParseInt(name, 10, 64)
	return i, err == nil && i <= 1<<32-2
}

// alike reports whether a client that was shown a, as shown has it, may have sent back
// b: numbers are worth the same, members are the same in any order, and a file is as
// pydantic-ai writes it. No item is looked at twice, and what was shown is not built:
// beside may stand a million values.
func alike(a, b *tree.Value) bool {
	switch {
	case a.Kind == tree.Number && b.Kind == tree.Number:
		return a.Text == b.Text || decimal.Parse(a.Text).Cmp(decimal.Parse(b.Text)) == 0
	case a.Kind == tree.Number:
		_, held := double(a.Text)
		return !held && b.Kind == tree.String && b.Text == a.Text
	case a.Kind == tree.Object && b.Kind == tree.String:
		return refused(a) && b.Text == string(a.AppendCompact(nil))
	case a.Kind == tree.Object && b.Kind == tree.Object:
		if same, known := rewritten(a, b); known {
			return same
		}
	}
	if a.Kind != b.Kind || a.Bool != b.Bool || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members) {
		return false
	}
	for i, item := range a.Items {
		if !alike(item, b.Items[i]) {
			return false
		}
	}
	for _, m := range a.Members {
		other := b.Lookup(m.Name)
		if other == nil || !alike(m.Value, other) {
			return false
		}
	}
	return true
}
