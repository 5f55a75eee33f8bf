package metadata

import (
	"slices"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// typeOf is the name of a value's type, integer for a number without a fraction.
func typeOf(v *tree.Value) string {
	if v.Kind == tree.Number && decimal.Parse(v.Text).IsInteger() {
		return "integer"
	}
	return v.Kind.String()
}

// isOf reports whether a value is of a type.
func isOf(v *tree.Value, name string) bool {
	own := typeOf(v)
	return own == name || own == "integer" && name == "number"
}

// enum writes the values that are admitted, of enum and const together.
func (l *level) enum() {
	keyword := "enum"
	if l.from.Lookup("const") != nil {
		keyword = "const"
	}
	if l.from.Lookup(keyword) == nil {
		return
	}
	values := l.values()
	if len(values) == 0 {
		if l.of("enum") == keep { // the server asks nothing of it
			list := l.from.Lookup(keyword)
			if keyword == "const" {
				list = tree.NewArray(list)
			}
			l.write("enum", list)
			return
		}
		l.refuse(l.at, keyword, "no value is accepted here, for none that %s lists is of the type: correct the type or the values", keyword)
		return
	}
	if len(l.types) == 0 && l.null {
		return // null is all there is, and the type says so
	}
	if !l.enumStands(values) {
		l.say(keyword, tree.NewArray(values...))
		return
	}
	if l.of("type") == one { // null is nullable there, and an empty text cannot be listed
		kept := slices.DeleteFunc(slices.Clone(values), func(v *tree.Value) bool { return v.Kind == tree.Null || v.Kind == tree.String && v.Text == "" })
		if slices.ContainsFunc(values, func(v *tree.Value) bool { return v.Kind == tree.String && v.Text == "" }) {
			l.tell(keyword, tree.NewArray(values...), `"" cannot be listed there: told in the description`)
		}
		if len(kept) > 0 {
			l.write("enum", tree.NewArray(kept...))
		}
		return
	}
	if keyword == "const" && l.of("const") != asEnum && len(values) == 1 {
		l.write("const", values[0])
		return
	}
	l.write("enum", tree.NewArray(values...))
}

// enumStands reports whether a list of values can be written.
func (l *level) enumStands(values []*tree.Value) bool {
	if l.of("enum") == keep {
		return true
	}
	return !slices.ContainsFunc(values, func(v *tree.Value) bool {
		null := v.Kind == tree.Null && (l.of("type") == one || !l.lists("enum", "null"))
		return !null && !l.lists("enum", v.Kind.String())
	})
}
