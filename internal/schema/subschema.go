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
	for _, m := range v.Members {
		at := tree.Join(pointer, m.Name)
		switch holds[m.Name] {
		case 's':
			if isSchema(m.Value) {
				eachSubschema(m.Value, at, visit)
			}
		case 'l':
			for i, item := range m.Value.Items {
				if isSchema(item) {
					eachSubschema(item, at+"/"+strconv.Itoa(i), visit)
				}
			}
		case 'm':
			for _, entry := range m.Value.Members {
				if isSchema(entry.Value) {
					eachSubschema(entry.Value, tree.Join(at, entry.Name), visit)
				}
			}
		}
	}
}

func isSchema(v *tree.Value) bool { return v.Kind == tree.Object || v.Kind == tree.Bool }
