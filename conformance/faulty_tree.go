package conformance

import (
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// members are those of a keyword's object.
func members(schema *tree.Value, keyword string) []tree.Member {
	if v := schema.Lookup(keyword); v != nil {
		return v.Members
	}
	return nil
}

// rewrite returns v with f applied to every value in it, the inner ones first.
func rewrite(v *tree.Value, f func(*tree.Value) *tree.Value) *tree.Value {
	if v.Kind == tree.Array || v.Kind == tree.Object {
		v = each(v, func(v *tree.Value) *tree.Value { return rewrite(v, f) })
	}
	return f(v)
}

// substitute returns root with another value at a pointer, or without the member
// there if with is nil.
func substitute(root *tree.Value, pointer string, with *tree.Value) *tree.Value {
	if pointer == "" {
		return with
	}
	token, rest := pointer[1:], ""
	if i := strings.IndexByte(token, '/'); i >= 0 {
		token, rest = token[:i], token[i:]
	}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
	if root.Kind == tree.Array {
		i := -1
		return each(root, func(item *tree.Value) *tree.Value {
			if i++; strconv.Itoa(i) == name {
				return substitute(item, rest, with)
			}
			return item
		})
	}
	inner := root.Lookup(name)
	switch {
	case inner == nil:
		return root
	case rest == "" && with == nil:
		return root.Without(name)
	}
	return root.With(name, substitute(inner, rest, with))
}

// eachObject returns v with f applied to the members of every object in it.
func eachObject(v *tree.Value, f func(members []tree.Member) []tree.Member) *tree.Value {
	return rewrite(v, func(v *tree.Value) *tree.Value {
		if v.Kind != tree.Object {
			return v
		}
		return tree.NewObject(f(v.Members)...)
	})
}

// without returns the members that are not called name.
func without(list []tree.Member, name string) []tree.Member {
	var rest []tree.Member
	for _, m := range list {
		if m.Name != name {
			rest = append(rest, m)
		}
	}
	return rest
}

// drop returns v without the members called name, at any depth.
func drop(v *tree.Value, name string) *tree.Value {
	return eachObject(v, func(list []tree.Member) []tree.Member { return without(list, name) })
}
