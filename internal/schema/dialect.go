package schema

import (
	"strings"

	"github.com/functionschema/fscheck/internal/tree"
)

// The dialects that rule 11 reads, by their $schema without the empty fragment.
const (
	draft202012 = "https://json-schema.org/draft/2020-12/schema"
	draft201909 = "https://json-schema.org/draft/2019-09/schema"
	draft07     = "http://json-schema.org/draft-07/schema"
)

// annotations lists the keywords that assert nothing, so that one beside a $ref
// of draft-07 changes nothing and one beside {"type":"null"} leaves it that.
var annotations = map[string]bool{
	"$comment": true, "title": true, "description": true, "default": true, "examples": true, "example": true,
	"deprecated": true, "readOnly": true, "writeOnly": true, "format": true,
	"contentEncoding": true, "contentMediaType": true, "contentSchema": true,
}

// identifiers lists the keywords that name or keep schemas and assert nothing.
var identifiers = map[string]bool{
	"$schema": true, "$id": true, "$anchor": true, "$defs": true, "definitions": true, "$vocabulary": true,
}

// dialectFaults checks $schema at the root and at each embedded resource of the
// text that stands at pointer, in a resource of the outer dialect: absent
// or 2020-12 is read as it is; draft-07 and 2019-09 are read as 2020-12 unless a
// keyword is there whose meaning differs; any other is refused, except one that
// known has, which is a metaschema of a test.
func dialectFaults(text *tree.Value, pointer, outer string, known func(string) bool) []Violation {
	var faults []Violation
	dialect := map[string]string{pointer: outer} // by pointer of the resource
	eachSubschema(text, pointer, func(pointer string, v *tree.Value) {
		if v.Kind != tree.Object {
			return
		}
		if name := v.Lookup("$schema"); name != nil && name.Kind == tree.String && (pointer == "" || v.Lookup("$id") != nil) {
			uri := strings.TrimSuffix(name.Text, "#")
			dialect[pointer] = uri
			switch uri {
			case draft202012, draft201909, draft07, "https" + strings.TrimPrefix(draft07, "http"):
			default:
				if !known(uri) {
					faults = append(faults, Violation{
						Pointer: pointer + "/$schema", Keyword: "$schema",
						Message: "the dialect " + quote(name.Text) + " is not read here: use " + draft202012 + " or leave $schema out",
					})
				}
			}
		}
		switch uri := dialectAt(dialect, pointer); uri {
		case draft201909, draft07, "https" + strings.TrimPrefix(draft07, "http"):
			faults = append(faults, differences(v, pointer, uri != draft201909)...)
		}
	})
	return faults
}

// dialectAt returns the $schema of the resource that the schema at pointer is in.
func dialectAt(dialect map[string]string, pointer string) string {
	for {
		if uri, ok := dialect[pointer]; ok {
			return uri
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return ""
		}
		pointer = pointer[:i]
	}
}

// differences lists the keywords of a draft-07 or 2019-09 schema object whose
// meaning 2020-12 changed.
func differences(v *tree.Value, pointer string, seven bool) []Violation {
	var faults []Violation
	differs := func(keyword, remedy string) {
		faults = append(faults, Violation{
			Pointer: tree.Join(pointer, keyword), Keyword: keyword,
			Message: keyword + " means something else in Draft 2020-12: " + remedy,
		})
	}
	for _, m := range v.Members {
		switch m.Name {
		case "items":
			if m.Value.Kind == tree.Array {
				differs("items", "write a list of schemas as prefixItems and declare 2020-12")
			}
		case "additionalItems":
			differs("additionalItems", "write it as items beside prefixItems and declare 2020-12")
		case "dependencies":
			differs("dependencies", "write it as dependentRequired or dependentSchemas and declare 2020-12")
		case "$recursiveRef":
			differs("$recursiveRef", "write it as $dynamicRef and declare 2020-12")
		case "$ref":
			if !seven {
				break
			}
			for _, sibling := range v.Members {
				if sibling.Name != "$ref" && !annotations[sibling.Name] && !identifiers[sibling.Name] && isKeyword[sibling.Name] {
					differs(sibling.Name, "draft-07 ignores it beside $ref; remove it, or declare 2020-12, where it is asserted")
				}
			}
		}
	}
	return faults
}

// isKeyword lists the keywords of Draft 2020-12 that assert or apply.
var isKeyword = func() map[string]bool {
	m := map[string]bool{}
	for k := range holds {
		m[k] = true
	}
	for _, k := range []string{"type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
		"maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
		"maxProperties", "minProperties", "required", "dependentRequired", "$dynamicRef"} {
		m[k] = true
	}
	return m
}()
