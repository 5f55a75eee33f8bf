package schema

import (
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// TestCompileFaults holds what rule 11 refuses, where, and that the message names
// the remedy. A want of "" is a schema that is accepted.
func TestCompileFaults(t *testing.T) {
	for _, test := range []struct{ name, why, schema, want, says string }{
		{"object", "the least schema", `{}`, ``, ``},
		{"true", "admits objects", `true`, ``, ``},
		{"false", "admits nothing", `false`, `false`, `say type object`},
		{"no schema", "a schema is an object or a boolean", `[1]`, `type`, `an object, true or false`},

		// The metaschema.
		{"type", "no such type; other faults are found as well", `{"type":"text","properties":{"a":{"minLength":-1}},"required":"a"}`, `/properties/a/minLength minimum; /required type; /type anyOf`, `at least 0`},
		{"unreached", "faults count wherever they stand", `{"$defs":{"a":{"type":1}}}`, `/$defs/a/type anyOf`, ``},
		{"old definitions", "as the metaschema reads them", `{"definitions":{"a":{"minItems":"1"}}}`, `/definitions/a/minItems type`, `an integer`},
		{"behind an unknown keyword", "is no schema", `{"x":{"type":1}}`, ``, ``},
		{"behind an unknown keyword, referred to", "becomes a schema by the reference", `{"x":{"type":1,"pattern":"\\A"},"properties":{"a":{"$ref":"#/x"}}}`, `/x/pattern pattern; /x/type anyOf`, ``},
		{"multipleOf 0", "must be more than 0", `{"multipleOf":0}`, `/multipleOf exclusiveMinimum`, `more than 0`},
		{"required twice", "names are distinct", `{"required":["a","a"]}`, `/required uniqueItems`, ``},
		{"count 1.0", "is an integer", `{"minLength":1.0}`, ``, ``},
		{"enum of nothing", "refuses everything, and is accepted below the root", `{"properties":{"a":{"enum":[]}}}`, ``, ``},
		{"large number", "1e400 is a number", `{"minimum":1e400}`, ``, ``},
		{"large count", "beyond 64 bits", `{"maxProperties":18446744073709551616}`, ``, ``},

		// Patterns.
		{"look-ahead", "is refused with its pointer", `{"properties":{"a":{"pattern":"(?=a)"}}}`, `/properties/a/pattern pattern`, ``},
		{"back-reference", "is refused", `{"properties":{"a/b":{"pattern":"(a)\\1"}}}`, `/properties/a~1b/pattern pattern`, ``},
		{"name pattern", "is refused with its pointer", `{"patternProperties":{"\\A/":{}}}`, `/patternProperties/\\A~1 patternProperties`, ``},
		{"two patterns", "both are named", `{"pattern":"(","$defs":{"x":{"pattern":")"}}}`, `/$defs/x/pattern pattern; /pattern pattern`, ``},
		{"all at once", "the text, patterns and references are one step", `{"properties":{"a":{"$ref":"#/no"},"b":{"pattern":"("},"c":{"type":1}}}`, `/properties/a/$ref $ref; /properties/b/pattern pattern; /properties/c/type anyOf`, ``},
		{"a pattern and a type", "both are named", `{"pattern":"(","minLength":"1"}`, `/minLength type; /pattern pattern`, ``},
		{"needless escape", "of punctuation is the character", `{"pattern":"\\-\\@"}`, ``, ``},

		// References.
		{"dangling pointer", "names nothing", `{"properties":{"a":{"$ref":"#/$defs/no"}}}`, `/properties/a/$ref $ref`, `point it at one`},
		{"dangling anchor", "names nothing", `{"properties":{"a":{"$ref":"#no"}}}`, `/properties/a/$ref $ref`, `"#no"`},
		{"dangling, all of them", "every one is named", `{"$ref":"#/a","allOf":[{"$ref":"#/b"}],"$defs":{"x":{"$ref":"#/c"}}}`, `/$defs/x/$ref $ref; /$ref $ref; /allOf/0/$ref $ref`, ``},
		{"dangling unreached", "faults count wherever they stand", `{"$defs":{"x":{"properties":{"y":{"$ref":"#/nope"}}}}}`, `/$defs/x/properties/y/$ref $ref`, ``},
		{"dangling behind an unknown keyword", "is no reference", `{"x":{"$ref":"#/nope"}}`, ``, ``},
		{"dangling behind one, referred to", "becomes one", `{"x":{"$ref":"#/nope"},"not":{"$ref":"#/x"}}`, `/x/$ref $ref`, ``},
		{"in const", "is no reference", `{"properties":{"a":{"const":{"$ref":"#/nope"},"enum":[{"$ref":"#/nope"}],"default":{"$ref":"#/nope"}}}}`, ``, ``},
		{"not a schema", "the target is a number", `{"x":1,"properties":{"a":{"$ref":"#/x"}}}`, `/properties/a/$ref $ref`, `no schema`},
		{"not a schema, an array", "the target is a list", `{"allOf":[{}],"properties":{"a":{"$ref":"#/allOf"}}}`, `/properties/a/$ref $ref`, `no schema`},
		{"bad escape", "~2 is none of RFC 6901", `{"properties":{"~2":{}},"not":{"$ref":"#/properties/~2"}}`, `/not/$ref $ref`, ``},
		{"percent", "fragments are percent-decoded", `{"properties":{"a b%":{},"c":{"$ref":"#/properties/a%20b%25"}}}`, ``, ``},
		{"bad percent", "is no URI reference", `{"properties":{"c":{"$ref":"#/properties/%zz"}}}`, `/properties/c/$ref $ref`, `URI`},
		{"file", "nothing is read", `{"properties":{"a":{"$ref":"file:///etc/passwd"}}}`, `/properties/a/$ref $ref`, `put the target into $defs`},
		{"http", "nothing is fetched", `{"properties":{"a":{"$ref":"http://127.0.0.1:1/x.json#/a"}}}`, `/properties/a/$ref $ref`, `none is ever loaded`},
		{"relative file", "nothing is read", `{"properties":{"a":{"$ref":"compile_test.go"}}}`, `/properties/a/$ref $ref`, `none is ever loaded`},
		{"own address", "refers to the root", `{"$id":"http://x/y","properties":{"a":{"$ref":"http://x/y#"}}}`, ``, ``},
		{"anchor", "by $id and $anchor", `{"$defs":{"a":{"$id":"http://x/a","$defs":{"b":{"$anchor":"b"}}}},"properties":{"p":{"$ref":"http://x/a#b"}}}`, ``, ``},
		{"two ids", "each has its own", `{"$defs":{"a":{"$id":"http://x/a"},"b":{"$id":"http://x/a"}}}`, `/$defs/b/$id $id`, `give each its own`},
		{"two anchors", "each has its own", `{"$defs":{"a":{"$anchor":"a"},"b":{"$anchor":"a"}}}`, `/$defs/b/$anchor $anchor`, `give each its own`},
		{"two kinds of anchor", "share their names", `{"$defs":{"a":{"$anchor":"a"},"b":{"$dynamicAnchor":"a"}}}`, `/$defs/b/$dynamicAnchor $dynamicAnchor`, `give each its own`},
		{"anchors in two resources", "do not meet", `{"$defs":{"a":{"$anchor":"a"},"b":{"$id":"b","$anchor":"a"}}}`, ``, ``},
		{"bad id", "is no URI reference", `{"$id":"http://[::1"}`, `/$id $id`, `URI`},
		{"id with fragment", "the metaschema refuses it", `{"$id":"#a"}`, `/$id pattern`, ``},
		{"metaschema", "the bundled ones may be referred to", `{"properties":{"a":{"$ref":"https://json-schema.org/draft/2020-12/schema"},"b":{"$ref":"http://json-schema.org/draft-07/schema#"},"c":{"$ref":"https://json-schema.org/draft/2019-09/schema"},"d":{"$ref":"https://json-schema.org/draft/2020-12/meta/core"}}}`, ``, ``},
		{"older metaschema", "is not bundled", `{"properties":{"a":{"$ref":"http://json-schema.org/draft-04/schema"}}}`, `/properties/a/$ref $ref`, ``},

		// Circles.
		{"itself", "consumes no input", `{"$defs":{"a":{"$ref":"#/$defs/a"}}}`, `/$defs/a/$ref $ref`, `would not end`},
		{"root", "consumes no input", `{"$ref":"#"}`, `/$ref $ref`, `would not end`},
		{"two", "both are named", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, `/$defs/a/$ref $ref; /$defs/b/$ref $ref`, ``},
		{"through applicators", "allOf, anyOf, oneOf, not, if, then, else, dependentSchemas stay at the instance", `{"allOf":[{"anyOf":[{"oneOf":[{"not":{"if":{"then":{},"$ref":"#"}}}]}]}],"dependentSchemas":{"a":{"$ref":"#"}}}`, `/allOf/0/anyOf/0/oneOf/0/not/if/$ref $ref; /dependentSchemas/a/$ref $ref`, ``},
		{"into a circle", "only the circle is named", `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}`, `/$defs/a/allOf/0/$ref $ref`, ``},
		{"behind an unknown keyword, referred to", "as well", `{"x":{"$ref":"#/x"},"not":{"$ref":"#/x"}}`, `/x/$ref $ref`, ``},
		{"recursion", "through a member or an item is none", `{"properties":{"a":{"$ref":"#"}},"items":{"$ref":"#"},"additionalProperties":{"$ref":"#"},"propertyNames":{"$ref":"#/$defs/s"},"$defs":{"s":{"type":"string"}}}`, ``, ``},
		{"diamond", "twice the same target is no circle", `{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{}}}`, ``, ``},

		// The root.
		{"root type", "admits no object", `{"type":"array"}`, `/type type`, `say type object`},
		{"root types", "one of them is object", `{"type":["array","object"]}`, ``, ``},
		{"root const", "is no object", `{"const":1}`, `/const const`, ``},
		{"root const object", "is one", `{"const":{}}`, ``, ``},
		{"root enum", "has no object", `{"enum":[1,[]]}`, `/enum enum`, ``},
		{"root enum of nothing", "has no object", `{"enum":[]}`, `/enum enum`, ``},
		{"root through $ref", "as well", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `/$defs/a/type type`, ``},
		{"root through allOf", "every one is named", `{"allOf":[{"type":"string"},{"$ref":"#/$defs/a"},false],"$defs":{"a":{"const":1}}}`, `/$defs/a/const const; /allOf/0/type type; /allOf/2 false`, ``},
		{"root through anyOf", "is not looked into", `{"anyOf":[{"type":"string"}]}`, ``, ``},

		// Defaults, rule 17.
		{"default", "is not valid", `{"properties":{"a":{"type":"string","default":1}}}`, `/properties/a/default default`, `must be a string`},
		{"defaults", "all are named", `{"$defs":{"x":{"minimum":5,"default":1}},"properties":{"a":{"$ref":"#/$defs/x","default":2}}}`, `/$defs/x/default default; /properties/a/default default`, ``},
		{"default null", "is a default", `{"properties":{"a":{"type":"string","default":null}}}`, `/properties/a/default default`, `null`},
		{"default before completion", "is valid as written, or not", `{"properties":{"a":{"required":["b"],"properties":{"b":{"default":1}},"default":{}}}}`, `/properties/a/default default`, `"b" is required`},
		{"default at the root", "must be valid too", `{"required":["a"],"default":{}}`, `/default default`, ``},
		{"default below the place", "the message names it", `{"properties":{"a":{"items":{"type":"string"},"default":["x",1]}}}`, `/properties/a/default default`, `at "/1"`},
		{"default within itself", "never ends", `{"$defs":{"n":{"properties":{"n":{"$ref":"#/$defs/n"}},"default":{}}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, `/$defs/n/default default`, `contains itself`},
		{"two within each other", "never end", `{"$defs":{"a":{"properties":{"b":{"$ref":"#/$defs/b"}},"default":{}},"b":{"properties":{"a":{"$ref":"#/$defs/a"}},"default":{}}},"properties":{"x":{"$ref":"#/$defs/a"}}}`, `/$defs/a/default default; /$defs/b/default default`, ``},
		{"within itself beside another", "the other schema of the member leads back", `{"allOf":[{"properties":{"a":{"default":{}}}},{"properties":{"a":{"$ref":"#"}}}]}`, `/allOf/0/properties/a/default default`, `contains itself`},
		{"within itself through items", "as well", `{"$defs":{"n":{"properties":{"l":{"items":{"$ref":"#/$defs/n"},"default":[{}]}}}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, `/$defs/n/properties/l/default default`, `contains itself`},
		{"ends by an explicit member", "is fine", `{"$defs":{"n":{"properties":{"n":{"type":["object","null"],"$ref":"#/$defs/m"}},"default":{"n":null}},"m":{"properties":{"n":{"$ref":"#/$defs/n"}}}},"properties":{"a":{"$ref":"#/$defs/n"}}}`, ``, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, faults := Compile(read(t, test.schema), Options{})
			if got := list(faults); got != test.want {
				t.Errorf("%s:\n%s\n got %s\nwant %s", test.why, test.schema, got, test.want)
			}
			said := false
			for _, f := range faults {
				if f.Message == "" {
					t.Errorf("%s %s has no message", f.Pointer, f.Keyword)
				}
				said = said || strings.Contains(f.Message, test.says)
			}
			if len(faults) > 0 && !said {
				t.Errorf("no message says %q: %v", test.says, faults)
			}
		})
	}
}

// TestDialects holds the dialect rule: each keyword of its list, in each dialect.
func TestDialects(t *testing.T) {
	const seven, nineteen, twenty = `"$schema":"http://json-schema.org/draft-07/schema#"`, `"$schema":"https://json-schema.org/draft/2019-09/schema"`, `"$schema":"https://json-schema.org/draft/2020-12/schema"`
	for _, test := range []struct{ name, why, schema, want string }{
		{"2020-12", "is read as it is", `{` + twenty + `,"prefixItems":[{}]}`, ``},
		{"2020-12#", "the empty fragment changes nothing", `{"$schema":"https://json-schema.org/draft/2020-12/schema#"}`, ``},
		{"draft-07", "is read where nothing differs", `{` + seven + `,"definitions":{"a":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/a"}},"items":{"type":"string"}}`, ``},
		{"draft-07 by https", "is the same", `{"$schema":"https://json-schema.org/draft-07/schema","dependencies":{}}`, `/dependencies dependencies`},
		{"2019-09", "is read where nothing differs", `{` + nineteen + `,"dependentRequired":{"a":["b"]},"unevaluatedProperties":false}`, ``},
		{"draft-04", "is refused", `{"$schema":"http://json-schema.org/draft-04/schema#"}`, `/$schema $schema`},
		{"draft-06", "is refused", `{"$schema":"http://json-schema.org/draft-06/schema#"}`, `/$schema $schema`},
		{"unknown", "is refused", `{"$schema":"http://example.com/mine"}`, `/$schema $schema`},
		{"not a string", "is the metaschema's matter", `{"$schema":1}`, `/$schema type`},

		{"tuple 7", "means prefixItems", `{` + seven + `,"items":[{}]}`, `/items items; /items type`},
		{"tuple 2019", "means prefixItems", `{` + nineteen + `,"properties":{"a":{"items":[{}]}}}`, `/properties/a/items items; /properties/a/items type`},
		{"tuple 2020", "the metaschema refuses it", `{"items":[{}]}`, `/items type`},
		{"dependencies 7", "has two other names", `{` + seven + `,"dependencies":{"a":["b"]}}`, `/dependencies dependencies`},
		{"dependencies 2019", "has two other names", `{` + nineteen + `,"dependencies":{"a":["b"]}}`, `/dependencies dependencies`},
		{"dependencies 2020", "is asserted as the authority does", `{"dependencies":{"a":["b"]}}`, ``},
		{"additionalItems 7", "means items", `{` + seven + `,"additionalItems":false}`, `/additionalItems additionalItems`},
		{"additionalItems 2019", "means items", `{` + nineteen + `,"additionalItems":false}`, `/additionalItems additionalItems`},
		{"additionalItems 2020", "is unknown", `{"additionalItems":false}`, ``},
		{"$recursiveRef 2019", "means $dynamicRef", `{` + nineteen + `,"properties":{"a":{"$recursiveRef":"#"}}}`, `/properties/a/$recursiveRef $recursiveRef`},
		{"$recursiveRef 7", "the list is for both", `{` + seven + `,"properties":{"a":{"$recursiveRef":"#"}}}`, `/properties/a/$recursiveRef $recursiveRef`},
		{"beside $ref 7", "an assertion is ignored there", `{` + seven + `,"properties":{"a":{"$ref":"#/definitions/a","minLength":1,"properties":{}}},"definitions":{"a":{}}}`, `/properties/a/minLength minLength; /properties/a/properties properties`},
		{"annotations beside $ref 7", "change nothing", `{` + seven + `,"properties":{"a":{"$ref":"#/definitions/a","title":"t","description":"d","default":1,"examples":[1],"readOnly":true,"format":"x","$comment":"c","x-mine":1}},"definitions":{"a":{}}}`, ``},
		{"beside $ref 2019", "is asserted there too", `{` + nineteen + `,"properties":{"a":{"$ref":"#/$defs/a","minLength":1}},"$defs":{"a":{}}}`, ``},
		{"newer keyword 7", "has its 2020-12 meaning", `{` + seven + `,"dependentRequired":{"a":["b"]},"prefixItems":[{}],"unevaluatedProperties":false}`, ``},
		{"unreached 7", "faults count wherever they stand", `{` + seven + `,"definitions":{"a":{"additionalItems":{}}}}`, `/definitions/a/additionalItems additionalItems`},

		{"embedded resource", "has a dialect of its own", `{"$defs":{"a":{"$id":"http://x/a",` + seven + `,"additionalItems":true,"$defs":{"b":{"dependencies":{}}}},"c":{"additionalItems":true}}}`, `/$defs/a/$defs/b/dependencies dependencies; /$defs/a/additionalItems additionalItems`},
		{"embedded 2020 in 7", "has a dialect of its own", `{` + seven + `,"definitions":{"a":{"$id":"http://x/a",` + twenty + `,"additionalItems":true}}}`, ``},
		{"embedded without $id", "is no resource: $schema means nothing there", `{"$defs":{"a":{` + seven + `,"additionalItems":true}}}`, ``},
		{"embedded unknown", "is refused", `{"$defs":{"a":{"$id":"http://x/a","$schema":"http://example.com/mine"}}}`, `/$defs/a/$schema $schema`},
		{"referred to behind an unknown keyword", "is of the dialect around it", `{` + seven + `,"x":{"additionalItems":true},"properties":{"a":{"$ref":"#/x"}}}`, `/x/additionalItems additionalItems`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, faults := Compile(read(t, test.schema), Options{})
			if got := list(faults); got != test.want {
				t.Errorf("%s:\n%s\n got %s\nwant %s", test.why, test.schema, got, test.want)
			}
		})
	}
}

// TestFormatIsAnnotation holds that no dialect makes format an assertion.
func TestFormatIsAnnotation(t *testing.T) {
	for _, dialect := range []string{``, `"$schema":"http://json-schema.org/draft-07/schema#",`, `"$schema":"https://json-schema.org/draft/2019-09/schema",`} {
		s := compiled(t, `{`+dialect+`"properties":{"a":{"format":"ipv4"}}}`, Options{})
		if r := s.Validate(read(t, `{"a":"x"}`), Budget{}); !r.Valid() {
			t.Errorf("%s: %s", dialect, list(r.Violations))
		}
	}
}

// TestDeclaredPatterns holds that a declared schema has the portable subset only.
func TestDeclaredPatterns(t *testing.T) {
	text := read(t, `{"type":"object","properties":{"a":{"pattern":"\\p{L}"},"b":{"pattern":"^[a-z]{1,9}$"}}}`)
	if _, faults := Compile(text, Options{Declared: true}); list(faults) != `/properties/a/pattern pattern` {
		t.Errorf("declared: %s", list(faults))
	}
	if _, faults := Compile(text, Options{}); faults != nil {
		t.Errorf("foreign: %s", list(faults))
	}
}

// TestMetaschemaReference holds that a reference to a metaschema judges by it.
func TestMetaschemaReference(t *testing.T) {
	for _, test := range []struct{ name, why, address, instance, want string }{
		{"2020-12", "through its vocabularies", "https://json-schema.org/draft/2020-12/schema", `{"minLength":-1,"items":{"type":"x"}}`, `/s/items/type anyOf; /s/minLength minimum`},
		{"2020-12 fine", "a schema is one", "https://json-schema.org/draft/2020-12/schema", `{"items":{"type":"string"}}`, ``},
		{"2019-09", "its $recursiveRef is followed", "https://json-schema.org/draft/2019-09/schema", `{"items":[{"minLength":-1}]}`, `/s/items anyOf`},
		{"2019-09 deep", "at every depth", "https://json-schema.org/draft/2019-09/schema", `{"properties":{"a":{"not":{"minLength":-1}}}}`, `/s/properties/a/not/minLength minimum`},
		{"draft-07", "as it stands", "http://json-schema.org/draft-07/schema#", `{"properties":{"a":{"minLength":-1}}}`, `/s/properties/a/minLength minimum`},
		{"one vocabulary", "knows its keywords only", "https://json-schema.org/draft/2020-12/meta/core", `{"$id":1,"minLength":-1}`, `/s/$id type`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compiled(t, `{"properties":{"s":{"$ref":"`+test.address+`"}}}`, Options{})
			if got := list(s.Validate(read(t, `{"s":`+test.instance+`}`), Budget{}).Violations); got != test.want {
				t.Errorf("%s: %s, want %s", test.why, got, test.want)
			}
		})
	}
}

// TestLenientDefaults holds that invalid defaults are reported and left out.
func TestLenientDefaults(t *testing.T) {
	for _, test := range []struct{ name, why, schema, dropped, completed string }{
		{"fine", "nothing is dropped", `{"properties":{"a":{"default":1}}}`, ``, `{"a":1}`},
		{"invalid", "is dropped alone", `{"properties":{"a":{"type":"string","default":1},"b":{"default":2}}}`, `/properties/a/default default`, `{"b":2}`},
		{"next", "the next of rule 16 fills the place", `{"properties":{"a":{"type":"string","default":1,"$ref":"#/$defs/x"}},"$defs":{"x":{"default":"x"}}}`, `/properties/a/default default`, `{"a":"x"}`},
		{"endless", "is dropped, others stay", `{"properties":{"n":{"$ref":"#","default":{}},"m":{"default":1}}}`, `/properties/n/default default`, `{"m":1}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compiled(t, test.schema, Options{LenientDefaults: true})
			if got := list(s.Dropped()); got != test.dropped {
				t.Errorf("%s: dropped %s, want %s", test.why, got, test.dropped)
			}
			if got := s.Complete(read(t, `{}`)).String(); got != test.completed {
				t.Errorf("%s: completed to %s, want %s", test.why, got, test.completed)
			}
		})
	}
}

// TestSharedText holds that a schema may use one value at two places.
func TestSharedText(t *testing.T) {
	leaf := read(t, `{"type":"string"}`)
	s, faults := Compile(tree.NewObject(tree.M("properties", tree.NewObject(tree.M("a", leaf), tree.M("b", leaf)))), Options{})
	if faults != nil {
		t.Fatal(list(faults))
	}
	if got := list(s.Validate(read(t, `{"a":1,"b":1}`), Budget{}).Violations); got != `/a type; /b type` {
		t.Error(got)
	}
}
