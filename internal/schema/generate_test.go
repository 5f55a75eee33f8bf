package schema

import (
	"math/rand/v2"
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// generator makes random schemas and instances out of few names and values, so
// that they meet often.
type generator struct {
	*rand.Rand
	from int // the first of the definitions that a $ref names, so that circles are rare
}

func newGenerator(seed uint64) *generator { return &generator{Rand: rand.New(rand.NewPCG(seed, 12))} }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

func (g *generator) name() string { return pick(g, "a", "b", "c", "", "a/b", "m~n", "a!", "10") }

func (g *generator) number() *tree.Value {
	return tree.NewNumber(pick(g, "0", "1", "2", "3", "1.0", "1.5", "-1", "10e-1", "0.3", "1e2"))
}

// value makes an instance.
func (g *generator) value(depth int) *tree.Value {
	kind := g.IntN(10)
	if depth == 0 {
		kind = g.IntN(5)
	}
	switch {
	case kind == 0:
		return tree.NewNull()
	case kind == 1:
		return tree.NewBool(g.IntN(2) == 0)
	case kind == 2:
		return tree.NewString(pick(g, "", "a", "b", "ab", "é", "abc"))
	case kind < 5:
		return g.number()
	case kind < 7:
		items := make([]*tree.Value, g.IntN(4))
		for i := range items {
			items[i] = g.value(depth - 1)
		}
		return tree.NewArray(items...)
	}
	return g.object(g.IntN(4), func() *tree.Value { return g.value(depth - 1) })
}

func (g *generator) object(most int, value func() *tree.Value) *tree.Value {
	v := tree.NewObject()
	for range most {
		v = v.With(g.name(), value())
	}
	return v
}

// root makes a schema with three definitions; one of them may be a resource of its
// own, and $dynamicRef may lead to any of them or to the root.
func (g *generator) root() *tree.Value {
	v := g.schema(3)
	if v.Kind != tree.Object {
		return v
	}
	v = v.With("$dynamicAnchor", tree.NewString("node"))
	defs := tree.NewObject()
	for i := range 3 {
		g.from = i + 1
		d := g.schema(2)
		if i == 2 {
			for d.Kind != tree.Object {
				d = g.schema(2)
			}
			d = d.With("$id", tree.NewString("http://example.com/d2")).With("$dynamicAnchor", tree.NewString("node"))
		}
		defs = defs.With("d"+strconv.Itoa(i), d)
	}
	if g.IntN(4) == 0 {
		v = v.With("items", tree.NewObject(tree.M("$ref", tree.NewString("#"))))
	}
	return v.With("$defs", defs)
}

func (g *generator) schema(depth int) *tree.Value {
	if g.IntN(12) == 0 || depth < 0 {
		return pick(g, tree.NewBool(true), tree.NewBool(false), tree.NewObject())
	}
	v := tree.NewObject()
	for range 1 + g.IntN(4) {
		v = g.keyword(v, depth)
	}
	return v
}

func (g *generator) texts(most int) *tree.Value {
	names := g.object(most, tree.NewNull)
	list := tree.NewArray()
	for _, m := range names.Members {
		list.Items = append(list.Items, tree.NewString(m.Name))
	}
	return list
}

func (g *generator) schemas(depth, least int) *tree.Value {
	list := tree.NewArray()
	for range least + g.IntN(2) {
		list.Items = append(list.Items, g.schema(depth-1))
	}
	return list
}

// keyword adds one keyword to a schema.
func (g *generator) keyword(v *tree.Value, depth int) *tree.Value {
	name := pick(g, "type", "type", "const", "enum", "bounds", "counts", "pattern", "uniqueItems", "required", "dependentRequired", "dependencies",
		"properties", "properties", "patternProperties", "additionalProperties", "propertyNames", "dependentSchemas", "items", "items", "prefixItems",
		"contains", "allOf", "anyOf", "oneOf", "not", "if", "$ref", "$ref", "$dynamicRef", "unevaluatedProperties", "unevaluatedItems", "default",
		"nullable", "discriminated")
	schema := func() *tree.Value { return g.schema(depth - 1) }
	switch name {
	case "type":
		types := []string{"null", "boolean", "number", "integer", "string", "array", "object", "object"}
		if g.IntN(3) > 0 {
			return v.With(name, tree.NewString(pick(g, types...)))
		}
		i := g.IntN(6)
		return v.With(name, tree.NewArray(tree.NewString(types[i]), tree.NewString(types[i+1])))
	case "const", "default":
		return v.With(name, g.value(2))
	case "enum":
		list := tree.NewArray()
		for range pick(g, 0, 1, 2, 3, 12) {
			list.Items = append(list.Items, g.value(1))
		}
		return v.With(name, list)
	case "bounds":
		if g.IntN(4) == 0 {
			return v.With("multipleOf", tree.NewNumber(pick(g, "2", "0.1", "1.5", "1e1")))
		}
		return v.With(pick(g, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), g.number())
	case "counts":
		return v.With(pick(g, "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"),
			tree.NewNumber(pick(g, "0", "1", "2", "1.0")))
	case "pattern":
		return v.With(name, tree.NewString(pick(g, "^a", "b$", "", "[^a]")))
	case "uniqueItems":
		return v.With(name, tree.NewBool(true))
	case "required":
		return v.With(name, g.texts(3))
	case "dependentRequired":
		return v.With(name, g.object(2, func() *tree.Value { return g.texts(2) }))
	case "dependencies":
		return v.With(name, g.object(2, func() *tree.Value {
			if g.IntN(2) == 0 {
				return g.texts(2)
			}
			return schema()
		}))
	case "properties", "dependentSchemas":
		return v.With(name, g.object(3, schema))
	case "patternProperties":
		return v.With(name, tree.NewObject(tree.M(pick(g, "a", "^$", "[b~]"), schema()), tree.M("b", schema())))
	case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "items":
		if g.IntN(2) == 0 {
			return v.With(name, tree.NewBool(false))
		}
		return v.With(name, schema())
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return v.With(name, g.schemas(depth, 1))
	case "if":
		return v.With(name, schema()).With("then", schema()).With("else", schema())
	case "$ref":
		if g.from > 2 && g.IntN(8) > 0 {
			return v
		}
		refs := []string{"#/$defs/d0", "fscheck:///schema#/$defs/d1", "http://example.com/d2", "http://example.com/d2"}
		return v.With(name, tree.NewString(pick(g, refs[min(g.from, 2):]...)))
	case "$dynamicRef":
		ref := tree.NewObject(tree.M(name, tree.NewString(pick(g, "#node", "http://example.com/d2#node"))))
		return v.With("properties", tree.NewObject(tree.M(g.name(), ref)))
	case "nullable":
		return v.With(pick(g, "anyOf", "oneOf"), tree.NewArray(schema(), tree.NewObject(tree.M("type", tree.NewString("null")))))
	case "discriminated":
		list := tree.NewArray()
		for i := range 2 {
			list.Items = append(list.Items, tree.NewObject(
				tree.M("type", tree.NewString("object")),
				tree.M("properties", g.object(2, schema).With("a", tree.NewObject(tree.M("const", tree.NewNumber(strconv.Itoa(i+1)))))),
				tree.M("required", tree.NewArray(tree.NewString("a"))),
			))
		}
		return v.With(pick(g, "anyOf", "oneOf"), list)
	}
	return v.With(name, schema())
}
