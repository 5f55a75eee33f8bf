package schema

import (
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// What the value of a keyword holds, for the keywords that hold schemas in
// Draft 2020-12 (core 9 and 10) or, as dependencies, in what it still reads.
var (
	schemaKeywords = []string{"additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
		"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
	listKeywords = []string{"allOf", "anyOf", "oneOf", "prefixItems"}
	mapKeywords  = []string{"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)

// holds says what each keyword that holds schemas holds: 's' one schema, 'l' a
// list, 'm' a map of them by name.
var holds = func() map[string]byte {
	m := map[string]byte{}
	for kind, list := range map[byte][]string{'s': schemaKeywords, 'l': listKeywords, 'm': mapKeywords} {
		for _, k := range list {
			m[k] = kind
		}
	}
	return m
}()

// eachSubschema visits a schema and all schemas within it, reached or not, each
// before those within it, in the order of the text.
func eachSubschema(v *tree.Value, pointer string, visit func(pointer string, v *tree.Value)) {
	visit(pointer, v)
	eachChild(v, pointer, func(pointer string, v *tree.Value) { eachSubschema(v, pointer, visit) })
}

// eachChild visits the schemas that the keywords of one schema hold.
func eachChild(v *tree.Value, pointer string, visit func(pointer string, v *tree.Value)) {
	see := func(pointer string, v *tree.Value) {
		if isSchema(v) {
			visit(pointer, v)
		}
	}
	for _, m := range v.Members {
		kind := holds[m.Name]
		if kind == 0 {
			continue
		}
		at := tree.Join(pointer, m.Name)
		switch kind {
		case 's':
			see(at, m.Value)
		case 'l':
			for i, item := range m.Value.Items {
				see(at+"/"+strconv.Itoa(i), item)
			}
		case 'm':
			for _, entry := range m.Value.Members {
				see(tree.Join(at, entry.Name), entry.Value)
			}
		}
	}
}

func isSchema(v *tree.Value) bool { return v.Kind == tree.Object || v.Kind == tree.Bool }
