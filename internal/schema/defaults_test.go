package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/tree"
)

// TestComplete holds rules 15 to 17.
func TestComplete(t *testing.T) {
	for _, test := range []struct{ name, why, schema, sent, want string }{
		{"omitted", "is filled", `{"properties":{"a":{"default":1}}}`, `{}`, `{"a":1}`},
		{"null", "stays", `{"properties":{"a":{"default":1}}}`, `{"a":null}`, `{"a":null}`},
		{"zero", "stays", `{"properties":{"a":{"default":1},"b":{"default":true},"c":{"default":"x"}}}`, `{"c":"","b":false,"a":0}`, `{"c":"","b":false,"a":0}`},
		{"default null", "fills", `{"properties":{"a":{"default":null}}}`, `{}`, `{"a":null}`},
		{"default false and empty", "fill", `{"properties":{"a":{"default":false},"b":{"default":""},"c":{"default":[]},"d":{"default":{}}}}`, `{}`, `{"a":false,"b":"","c":[],"d":{}}`},
		{"required", "does not matter", `{"properties":{"a":{"default":1},"b":{"default":2}},"required":["b"]}`, `{"b":3}`, `{"b":3,"a":1}`},
		{"order", "sent ones first, then in declaration order", `{"properties":{"c":{"default":1},"b":{"default":2},"a":{"default":3}}}`, `{"z":0,"b":9}`, `{"z":0,"b":9,"c":1,"a":3}`},
		{"order of schemas", "own properties, then behind $ref, then allOf", `{"allOf":[{"properties":{"c":{"default":3},"a":{"default":9}}},{"properties":{"d":{"default":4}}}],"$ref":"#/$defs/b","properties":{"a":{"default":1}},"$defs":{"b":{"properties":{"b":{"default":2},"c":{"default":8}}}}}`, `{}`, `{"a":1,"b":2,"c":8,"d":4}`},
		{"text", "sent members keep it, white space and all", `{"properties":{"a":{},"b":{"default":1}}}`, `{ "\u0061" : [ 1.0 , "\u0062" ] }`, `{"\u0061":[ 1.0 , "\u0062" ],"b":1}`},
		{"unchanged", "the text stays whole", `{"properties":{"a":{"default":1}}}`, `{ "a" : 2 }`, `{ "a" : 2 }`},
		{"default's text", "is written without white space", `{"properties":{"a":{"default": { "x" : 1.0 } }}}`, `{}`, `{"a":{"x":1.0}}`},

		{"nested", "at every depth", `{"properties":{"o":{"properties":{"p":{"properties":{"q":{"default":1}}}}}}}`, `{"o":{"p":{}}}`, `{"o":{"p":{"q":1}}}`},
		{"parent", "is never invented", `{"properties":{"o":{"properties":{"p":{"default":1}}}}}`, `{}`, `{}`},
		{"items", "complete items that are there", `{"properties":{"l":{"items":{"properties":{"a":{"default":1}}}}}}`, `{"l":[{},{"a":2},3]}`, `{"l":[{"a":1},{"a":2},3]}`},
		{"prefixItems", "by position, items behind them", `{"properties":{"l":{"prefixItems":[{"properties":{"a":{"default":1}}}],"items":{"properties":{"b":{"default":2}}}}}}`, `{"l":[{},{}]}`, `{"l":[{"a":1},{"b":2}]}`},
		{"items default", "of an item fills nothing", `{"properties":{"l":{"items":{"default":1},"prefixItems":[{"default":2}]}}}`, `{"l":[]}`, `{"l":[]}`},
		{"additionalProperties", "complete members that are there", `{"additionalProperties":{"properties":{"a":{"default":1}},"default":{}}}`, `{"x":{}}`, `{"x":{"a":1}}`},
		{"additionalProperties of others", "not those that properties names", `{"properties":{"x":{}},"patternProperties":{"^p":{}},"additionalProperties":{"properties":{"a":{"default":1}}}}`, `{"x":{},"p":{},"y":{}}`, `{"x":{},"p":{},"y":{"a":1}}`},
		{"patternProperties", "complete members that are there", `{"patternProperties":{"^x":{"properties":{"a":{"default":1}},"default":5}}}`, `{"x1":{},"y":{}}`, `{"x1":{"a":1},"y":{}}`},
		{"patternProperties of a filled member", "complete it too", `{"properties":{"x":{"default":{}}},"patternProperties":{"^x":{"properties":{"a":{"default":1}}}}}`, `{}`, `{"x":{"a":1}}`},
		{"through $ref", "is certain", `{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"a":{"default":1}}}}}`, `{}`, `{"a":1}`},
		{"through allOf", "is certain", `{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"b":{"default":2}}}]}`, `{}`, `{"a":1,"b":2}`},
		{"recursive", "as deep as what was sent", `{"properties":{"n":{"$ref":"#"},"a":{"default":1}}}`, `{"n":{"n":{}}}`, `{"n":{"n":{"a":1},"a":1},"a":1}`},

		{"nullable", "is certain", `{"properties":{"o":{"anyOf":[{"properties":{"a":{"default":1}},"type":"object"},{"type":"null"}]}}}`, `{"o":{}}`, `{"o":{"a":1}}`},
		{"nullable oneOf", "is certain", `{"properties":{"o":{"oneOf":[{"type":"null"},{"properties":{"a":{"default":1}},"type":"object"}]}}}`, `{"o":{}}`, `{"o":{"a":1}}`},
		{"nullable null", "stays", `{"properties":{"o":{"anyOf":[{"properties":{"a":{"default":1}},"type":"object"},{"type":"null"}]}}}`, `{"o":null}`, `{"o":null}`},
		{"discriminated", "by the branch that judges", `{"oneOf":[{"type":"object","properties":{"k":{"const":1},"a":{"default":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":2},"b":{"default":"b"}},"required":["k"]}]}`, `{"k":2}`, `{"k":2,"b":"b"}`},
		{"anyOf", "is not certain", `{"anyOf":[{"properties":{"a":{"default":1}}},{"required":["b"]}]}`, `{}`, `{}`},
		{"oneOf", "is not certain", `{"oneOf":[{"properties":{"a":{"default":1}}},{"required":["b"]}]}`, `{}`, `{}`},
		{"if", "is not certain", `{"if":{"properties":{"a":{"default":1}}},"then":{"properties":{"b":{"default":1}}},"else":{"properties":{"c":{"default":1}}}}`, `{}`, `{}`},
		{"not", "never", `{"not":{"properties":{"a":{"default":1}},"required":["x"]}}`, `{}`, `{}`},
		{"dependentSchemas", "are not named by the rule", `{"dependentSchemas":{"x":{"properties":{"a":{"default":1}}}}}`, `{"x":1}`, `{"x":1}`},
		{"unevaluatedProperties", "are not named by the rule", `{"unevaluatedProperties":{"properties":{"a":{"default":1}}}}`, `{"x":{}}`, `{"x":{}}`},
		{"contains", "is not named by the rule", `{"properties":{"l":{"contains":{"properties":{"a":{"default":1}}}}}}`, `{"l":[{}]}`, `{"l":[{}]}`},

		{"own before $ref", "a default beside a $ref", `{"properties":{"a":{"$ref":"#/$defs/a","default":1}},"$defs":{"a":{"default":2}}}`, `{}`, `{"a":1}`},
		{"$ref", "else through it", `{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"default":2}}}`, `{}`, `{"a":2}`},
		{"$ref before allOf", "in this order", `{"properties":{"a":{"allOf":[{"default":1}],"$ref":"#/$defs/a"}},"$defs":{"a":{"default":2}}}`, `{}`, `{"a":2}`},
		{"allOf", "else the first of it", `{"properties":{"a":{"allOf":[{},{"default":1},{"default":2}]}}}`, `{}`, `{"a":1}`},
		{"allOf before nullable", "in this order", `{"properties":{"a":{"anyOf":[{"default":1},{"type":"null"}],"allOf":[{"default":2}]}}}`, `{}`, `{"a":2}`},
		{"nullable last", "else it", `{"properties":{"a":{"anyOf":[{"type":"null"},{"type":"integer","default":1}]}}}`, `{}`, `{"a":1}`},
		{"null's own", "is no default of the place", `{"properties":{"a":{"anyOf":[{"type":"null","default":null},{"type":"integer"}]}}}`, `{}`, `{}`},
		{"other anyOf", "has none", `{"properties":{"a":{"anyOf":[{"type":"string","default":"x"},{"type":"integer"}]}}}`, `{}`, `{}`},
		{"discriminated has none", "which branch is not known", `{"properties":{"a":{"oneOf":[{"type":"object","properties":{"k":{"const":1}},"required":["k"],"default":{"k":1}}]}}}`, `{}`, `{}`},

		{"completed default", "by its own nested ones", `{"properties":{"o":{"properties":{"a":{"default":1},"b":{"default":2}},"default":{"b":3}}}}`, `{}`, `{"o":{"b":3,"a":1}}`},
		{"completed in arrays", "objects within arrays too", `{"properties":{"l":{"items":{"properties":{"a":{"default":1}}},"default":[{},[],{"a":2}]}}}`, `{}`, `{"l":[{"a":1},[],{"a":2}]}`},
		{"completed deep", "one default within another", `{"properties":{"a":{"default":{},"properties":{"b":{"default":{},"properties":{"c":{"default":1}}}}}}}`, `{}`, `{"a":{"b":{"c":1}}}`},
		{"completed by the place", "by siblings of the $ref that has the default", `{"properties":{"a":{"$ref":"#/$defs/a","properties":{"b":{"default":1}}}},"$defs":{"a":{"default":{},"properties":{"c":{"default":2}}}}}`, `{}`, `{"a":{"b":1,"c":2}}`},
		{"completed by others", "the member's schema in allOf completes it too", `{"properties":{"a":{"default":{}}},"allOf":[{"properties":{"a":{"properties":{"b":{"default":1}}}}}]}`, `{}`, `{"a":{"b":1}}`},
		{"completed by its choice", "a default that has the discriminator", `{"properties":{"a":{"default":{"k":2},"oneOf":[{"type":"object","properties":{"k":{"const":1}},"required":["k"]},{"type":"object","properties":{"k":{"const":2},"b":{"default":1}},"required":["k"]}]}}}`, `{}`, `{"a":{"k":2,"b":1}}`},
		{"names", "of any kind", `{"properties":{"":{"default":1},"a/b":{"default":2},"~":{"default":3}}}`, `{}`, `{"":1,"a/b":2,"~":3}`},
		{"array root", "has items", `{"items":{"properties":{"a":{"default":1}}}}`, `[{}]`, `[{"a":1}]`},
		{"scalar root", "has nothing", `{"properties":{"a":{"default":1}}}`, `1`, `1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compiled(t, test.schema, Options{})
			sent := read(t, test.sent)
			before, shape := sent.String(), sent.Compact().String()
			got := s.Complete(sent)
			if got.String() != test.want {
				t.Errorf("%s:\n%s\n%s\n got %s\nwant %s", test.why, test.schema, test.sent, got, test.want)
			}
			if sent.String() != before || sent.Compact().String() != shape {
				t.Errorf("what was sent has become %s", sent)
			}
			if again := s.Complete(sent); again.String() != test.want {
				t.Errorf("a second call completes to %s", again)
			}
			if r := s.Validate(got, Budget{}); !r.Valid() {
				t.Errorf("the completed value is not valid: %s", list(r.Violations))
			}
		})
	}
}

// TestCompleteLarge holds that objects beyond the index of a tree are completed
// and can be looked up.
func TestCompleteLarge(t *testing.T) {
	var names []string
	for i := range 40 {
		names = append(names, `"n`+strings.Repeat("x", i)+`":{"default":1}`)
	}
	s := compiled(t, `{"properties":{`+strings.Join(names, ",")+`}}`, Options{})
	got := s.Complete(tree.NewObject())
	if len(got.Members) != 40 || got.Find("n"+strings.Repeat("x", 39)) != 39 {
		t.Errorf("completed to %s", got)
	}
}

// TestExplodingDefaults holds that defaults which double each other are refused
// soon, whether they share a parent or not.
func TestExplodingDefaults(t *testing.T) {
	var defs []string
	for i := range 40 {
		defs = append(defs, fmt.Sprintf(`"n%d":{"default":{},"properties":{"a":{"$ref":"#/$defs/n%d"},"b":{"$ref":"#/$defs/n%d"}}}`, i, i+1, i+1))
	}
	defs = append(defs, `"n40":{"default":{}}`)
	for _, root := range []string{`"properties":{"a":{"$ref":"#/$defs/n0"}}`, `"$ref":"#/$defs/n0"`} {
		_, faults := Compile(read(t, `{`+root+`,"$defs":{`+strings.Join(defs, ",")+`}}`), Options{})
		if len(faults) == 0 || faults[0].Keyword != "default" || !strings.Contains(faults[0].Message, "smaller") {
			t.Errorf("%s: %v", root, faults)
		}
	}
}
