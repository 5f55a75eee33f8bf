package view

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// generator makes schemas that name "k" only as a name of the arguments, so that
// no "k" at all may be left in the view.
type generator struct{ *rand.Rand }

func (g generator) name() string { return []string{"k", "a", "b", "c"}[g.IntN(4)] }

func (g generator) names() *tree.Value {
	v := tree.NewArray()
	for range g.IntN(3) {
		v.Items = append(v.Items, tree.NewString(g.name()))
	}
	return v
}

func (g generator) ref() *tree.Value {
	return tree.NewString([]string{"#/$defs/A", "#/$defs/B", "#/$defs/C", "#/allOf/0", "#", "#/properties/k"}[g.IntN(6)])
}

// leaf is a schema of a member's value: it knows no names of the arguments.
func (g generator) leaf() *tree.Value {
	switch g.IntN(4) {
	case 0:
		return tree.NewObject(tree.M("$ref", g.ref()))
	case 1:
		return tree.NewObject(tree.M("properties", tree.NewObject(tree.M("inner", g.leaf()))))
	}
	return tree.NewObject(tree.M("type", tree.NewString("string")))
}

func (g generator) byName(sub func() *tree.Value) *tree.Value {
	v := tree.NewObject()
	for range g.IntN(3) {
		if n := g.name(); v.Find(n) < 0 {
			v.Members = append(v.Members, tree.M(n, sub()))
		}
	}
	return v
}

// judge is a schema that judges the arguments. Names are rare below the root's
// own keywords, or hardly a schema would be without fault.
func (g generator) judge(depth int) *tree.Value {
	v := tree.NewObject()
	add := func(chance int, name string, sub func() *tree.Value) {
		if g.IntN(chance) == 0 {
			v.Members = append(v.Members, tree.M(name, sub()))
		}
	}
	below := func() *tree.Value { return g.judge(depth - 1) }
	list := func() *tree.Value { return tree.NewArray(below(), below()) }
	add(2, "properties", func() *tree.Value { return g.byName(g.leaf) })
	add(2, "required", g.names)
	add(4, "dependentRequired", func() *tree.Value { return g.byName(g.names) })
	if depth == 0 {
		return v
	}
	add(2, "allOf", list)
	add(8, "dependentSchemas", func() *tree.Value { return g.byName(below) })
	add(12, "anyOf", list)
	add(12, "if", below)
	add(12, "not", below)
	add(12, "$ref", g.ref)
	add(12, "default", func() *tree.Value { return g.byName(tree.NewNull) })
	add(12, "patternProperties", func() *tree.Value { return tree.NewObject(tree.M([]string{"k", "^z"}[g.IntN(2)], g.leaf())) })
	return v
}

func TestRandomSchemas(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	hidden, faulty := 0, 0
	for range 20_000 {
		schema := g.judge(2)
		schema.Members = append(schema.Members, tree.M("$defs", tree.NewObject(
			tree.M("A", g.leaf()), tree.M("B", g.leaf()), tree.M("C", g.judge(0)),
		)))
		before := schema.String()
		got, faults := Hide(schema, []string{"k"}, nil)
		if schema.String() != before {
			t.Fatalf("changed: %s", before)
		}
		if len(faults) > 0 {
			faulty++
			for _, f := range faults {
				if schema.At(f.Pointer) == nil {
					t.Fatalf("%s\nno place %s", before, f.Pointer)
				}
			}
			continue
		}
		dangling(t, schema, got, before)
		// C is a schema of nested objects, or of nobody: its names are its own.
		if defs := got.Lookup("$defs"); defs != nil {
			got = got.With("$defs", defs.Without("C"))
		}
		if s := got.String(); strings.Contains(s, `"k"`) {
			t.Fatalf("%s\nbecame\n%s", before, s)
		}
		if schema.Without("$defs").String() != got.Without("$defs").String() {
			hidden++
		}
	}
	t.Logf("%d schemas with something hidden, %d with faults", hidden, faulty)
	if hidden < 1000 || faulty < 1000 {
		t.Error("the generator no longer makes both kinds")
	}
}

// dangling fails if a reference leads nowhere that led somewhere before.
func dangling(t *testing.T, before, after *tree.Value, text string) {
	t.Helper()
	known := map[string]bool{}
	for _, r := range newIndex(before).refs {
		known[r.to] = known[r.to] || len(r.targets) > 0
	}
	for _, r := range newIndex(after).refs {
		if known[r.to] && len(r.targets) == 0 {
			t.Fatalf("%s\n%s at %s dangles in\n%s", text, r.to, r.at, after)
		}
	}
}
