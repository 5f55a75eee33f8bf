package schema

import (
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// vocabulary holds the names of the vocabularies that a metaschema of its own
// asks for; nil stands for those of Draft 2020-12 itself.
type vocabulary map[string]bool

// newVocabulary reads the $vocabulary of a metaschema, or returns nil.
func newVocabulary(metaschema *tree.Value) vocabulary {
	if metaschema == nil || metaschema.Lookup("$vocabulary") == nil {
		return nil
	}
	set := vocabulary{}
	for _, m := range metaschema.Lookup("$vocabulary").Members {
		if name, ok := strings.CutPrefix(m.Name, "https://json-schema.org/draft/2020-12/vocab/"); ok && isTrue(m.Value) {
			set[name] = true
		}
	}
	return set
}

// has reports whether a keyword means something under these vocabularies.
func (v vocabulary) has(keyword string) bool {
	if v == nil {
		return true
	}
	name := keywordVocabulary[keyword]
	return name == "" || v[name]
}

// keywordVocabulary names the vocabulary of each keyword that asserts or applies
// and is not of the core (core 10 and 11, validation 6).
var keywordVocabulary = func() map[string]string {
	m := map[string]string{}
	for name, keywords := range map[string][]string{
		"applicator": {"prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties", "dependentSchemas",
			"dependencies", "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not"},
		"unevaluated": {"unevaluatedItems", "unevaluatedProperties"},
		"validation": {"type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
			"minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties",
			"required", "dependentRequired"},
	} {
		for _, k := range keywords {
			m[k] = name
		}
	}
	return m
}()
