package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// array writes items and what stands before them.
func (l *level) array() {
	items, prefix := l.from.Lookup("items"), l.from.Lookup("prefixItems")
	ends := l.from.Lookup("maxItems") != nil // nothing is behind the last of the first ones
	if items != nil && isFalse(items) {
		// Nothing behind the first ones: that is how many there may be.
		count := 0
		if prefix != nil {
			count = len(prefix.Items)
		}
		most := tree.NewNumber(itoa(count))
		switch own := l.from.Lookup("maxItems"); {
		case own != nil && pick(own, most, -1) == own:
		case l.of("maxItems") == keep:
			l.from = l.from.With("maxItems", most)
		default: // items says it, and is what is lost
			l.from = l.from.Without("maxItems")
			l.words = append(l.words, phrase("maxItems", most))
			l.drop(l.at, "items", "told in the description")
		}
		items, ends = nil, true
	}
	if prefix != nil && l.of("prefixItems") == asItems {
		items = l.tuple(prefix, items, ends)
		prefix = nil
	}
	if prefix != nil {
		var list []*tree.Value
		for i, sub := range prefix.Items {
			q := newPlace()
			l.place.prefix = append(l.place.prefix, q)
			list = append(list, l.narrow(sub, tree.Join(l.at, "prefixItems", itoa(i)), q))
		}
		l.write("prefixItems", tree.NewArray(list...))
	}
	if items == nil || isAnything(items) && prefix != nil {
		if prefix == nil && l.of("array without items") == refuse {
			l.refuse(l.at, "items", "an array without items is not taken by %s: say what its items are", l.dialect)
		}
		return
	}
	l.place.items = newPlace()
	l.write("items", l.narrow(items, tree.Join(l.at, "items"), l.place.items))
}

// tuple makes one schema of the items of a list whose places differ.
func (l *level) tuple(prefix, items *tree.Value, ends bool) *tree.Value {
	l.say("prefixItems", prefix)
	var list []*tree.Value
	for _, sub := range append(slices.Clone(prefix.Items), items) {
		if sub == nil || slices.ContainsFunc(list, func(v *tree.Value) bool { return same(v, sub) }) {
			continue
		}
		if isAnything(sub) {
			return sub
		}
		list = append(list, sub)
	}
	if items == nil && !ends {
		return anything // what is behind the first ones may be anything
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	any := tree.NewObject(tree.M("anyOf", tree.NewArray(list...)))
	l.doc.origin[any] = tree.Join(l.at, "prefixItems")
	return any
}
