package schema

import (
	"strings"
	"testing"
)

// TestChoices holds rule 13. A schema stands at the property v.
func TestChoices(t *testing.T) {
	const shapes = `"$defs":{
		"circle":{"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
		"square":{"type":"object","properties":{"kind":{"enum":["square"]},"a":{"type":"number"}},"required":["kind","a"],"additionalProperties":false},
		"again":{"$ref":"#/$defs/circle"},
		"null":{"type":"null"},
		"late":{"$ref":"#/$defs/circle","type":"object"}}`
	const both = `{"oneOf":[{"$ref":"#/$defs/circle"},{"$ref":"#/$defs/square"}]}`
	for _, test := range []struct{ name, why, schema, instance, want string }{
		{"nullable", "what is not null is judged by the schema alone", `{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}`, `"a"`, `/v minLength`},
		{"nullable type", "its own keyword", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, `/v type`},
		{"null", "is accepted", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `null`, ``},
		{"null first", "whatever the order", `{"oneOf":[{"type":"null"},{"properties":{"a":{"type":"string"}},"type":"object"}]}`, `{"a":1}`, `/v/a type`},
		{"nullable reference", "through $ref", `{"anyOf":[{"$ref":"#/$defs/circle"},{"type":"null"}]}`, `{"kind":"circle"}`, `/v required "r"`},
		{"null in both, anyOf", "is accepted", `{"anyOf":[{},{"type":"null"}]}`, `null`, ``},
		{"null in both, oneOf", "is not: two match", `{"oneOf":[{"type":["string","null"]},{"type":"null"}]}`, `null`, `/v oneOf`},
		{"null in both, another value", "is judged by the schema alone", `{"oneOf":[{"type":["string","null"]},{"type":"null"}]}`, `1`, `/v type`},
		{"annotations beside null", "leave it that", `{"anyOf":[{"type":"string"},{"type":"null","title":"t","description":"d","default":null,"format":"x","$comment":"c"}]}`, `1`, `/v type`},
		{"unknown keyword beside null", "is an annotation too", `{"anyOf":[{"type":"string"},{"type":"null","x-mine":1}]}`, `1`, `/v type`},
		{"assertion beside null", "makes it another schema", `{"anyOf":[{"type":"string"},{"type":"null","enum":[null]}]}`, `1`, `/v anyOf`},
		{"type list of null", "is {\"type\":\"null\"} in another spelling", `{"anyOf":[{"type":"string"},{"type":["null"]}]}`, `1`, `/v type`},
		{"const null", "is no {\"type\":\"null\"}", `{"anyOf":[{"type":"string"},{"const":null}]}`, `1`, `/v anyOf`},
		{"reference to null", "is no {\"type\":\"null\"}", `{"anyOf":[{"type":"string"},{"$ref":"#/$defs/null"}]}`, `1`, `/v anyOf`},
		{"three", "is no nullable choice", `{"anyOf":[{"type":"string"},{"type":"boolean"},{"type":"null"}]}`, `1`, `/v anyOf`},
		{"both null", "the other one judges", `{"anyOf":[{"type":"null"},{"type":"null"}]}`, `1`, `/v type`},
		{"false or null", "the false schema judges", `{"anyOf":[false,{"type":"null"}]}`, `1`, `/v false`},
		{"beside others", "the siblings apply as well", `{"anyOf":[{"type":"string"},{"type":"null"}],"enum":["a"]}`, `1`, `/v enum`},

		{"discriminated", "the branch with that value judges alone", both, `{"kind":"circle"}`, `/v required "r"`},
		{"discriminated enum", "of one element", both, `{"kind":"square","x":1}`, `/v additionalProperties "x"; /v required "a"`},
		{"valid", "by its branch", both, `{"kind":"circle","r":1}`, ``},
		{"unknown value", "enum at the property", both, `{"kind":"line"}`, `/v/kind enum`},
		{"unknown kind of value", "enum at the property", both, `{"kind":null}`, `/v/kind enum`},
		{"missing", "required at the object", both, `{"r":1}`, `/v required "kind"`},
		{"not an object", "type", both, `[1]`, `/v type`},
		{"null is no object", "type", both, `null`, `/v type`},
		{"anyOf", "is as good as oneOf", strings.Replace(both, "oneOf", "anyOf", 1), `{"kind":"circle"}`, `/v required "r"`},
		{"through two references", "after $ref", `{"oneOf":[{"$ref":"#/$defs/again"},{"$ref":"#/$defs/square"}]}`, `{"kind":"circle"}`, `/v required "r"`},
		{"one branch", "is enough", `{"oneOf":[{"$ref":"#/$defs/circle"}]}`, `{"kind":"x"}`, `/v/kind enum`},
		{"with null", "is no choice of the two", `{"oneOf":[{"$ref":"#/$defs/circle"},{"$ref":"#/$defs/square"},{"type":"null"}]}`, `{"kind":"circle"}`, `/v oneOf`},
		{"within nullable", "both are transparent", `{"anyOf":[` + both + `,{"type":"null"}]}`, `{"kind":"circle"}`, `/v required "r"`},
		{"numbers", "are compared by value", `{"oneOf":[{"type":"object","properties":{"n":{"const":1}},"required":["n"]},{"type":"object","properties":{"n":{"const":2},"m":{"type":"null"}},"required":["n","m"]}]}`, `{"n":2.0}`, `/v required "m"`},
		{"objects as values", "are compared by value", `{"oneOf":[{"type":"object","properties":{"n":{"const":{"a":1,"b":2}},"m":false},"required":["n"]},{"type":"object","properties":{"n":{"const":2}},"required":["n"]}]}`, `{"n":{"b":2,"a":1},"m":1}`, `/v/m false`},
		{"not distinct", "is no discriminator", `{"oneOf":[{"$ref":"#/$defs/circle"},{"$ref":"#/$defs/circle"}]}`, `{"kind":"circle"}`, `/v oneOf`},
		{"not distinct by value", "1 and 1.0 are one", `{"oneOf":[{"type":"object","properties":{"n":{"const":1}},"required":["n"]},{"type":"object","properties":{"n":{"const":1.0},"m":{"type":"null"}},"required":["n","m"]}]}`, `{"n":2}`, `/v oneOf`},
		{"two elements", "are no one-element enum", `{"oneOf":[{"type":"object","properties":{"n":{"enum":[1,2]}},"required":["n"]},{"type":"object","properties":{"n":{"enum":[3]}},"required":["n"]}]}`, `{"n":4}`, `/v oneOf`},
		{"not required", "is no discriminator", `{"oneOf":[{"type":"object","properties":{"n":{"const":1}},"required":["n"]},{"type":"object","properties":{"n":{"const":2}}}]}`, `{"n":3}`, `/v oneOf`},
		{"no type", "the branch must say type object itself", `{"oneOf":[{"properties":{"n":{"const":1}},"required":["n"]},{"type":"object","properties":{"n":{"const":2}},"required":["n"]}]}`, `{"n":3}`, `/v oneOf`},
		{"type and others", "the branch must say type object", `{"oneOf":[{"type":["object","null"],"properties":{"n":{"const":1}},"required":["n"]},{"type":"object","properties":{"n":{"const":2}},"required":["n"]}]}`, `{"n":3}`, `/v oneOf`},
		{"type outside", "the branch must say it itself", `{"type":"object","oneOf":[{"properties":{"n":{"const":1}},"required":["n"]},{"properties":{"n":{"const":2}},"required":["n"]}]}`, `{"n":3}`, `/v oneOf`},
		{"another property", "the first that tells all apart", `{"oneOf":[{"type":"object","properties":{"a":{"const":1},"b":{"const":1}},"required":["a","b"]},{"type":"object","properties":{"a":{"const":1},"b":{"const":2}},"required":["a","b"]}]}`, `{"a":1,"b":3}`, `/v/b enum`},
		{"const behind $ref", "the property's schema must be the const", `{"oneOf":[{"type":"object","properties":{"n":{"$ref":"#/$defs/one"}},"required":["n"]},{"type":"object","properties":{"n":{"const":2}},"required":["n"]}],"$defs":{"one":{"const":1}}}`, `{"n":3}`, `/v oneOf`},
		{"const with a type", "is a const still", `{"oneOf":[{"type":"object","properties":{"n":{"type":"string","const":"x"}},"required":["n"]},{"type":"object","properties":{"n":{"type":"string","const":"y"}},"required":["n"]}]}`, `{"n":"z"}`, `/v/n enum`},
		{"reference with siblings", "the siblings apply as well", `{"oneOf":[{"$ref":"#/$defs/circle","maxProperties":1},{"$ref":"#/$defs/square"}]}`, `{"kind":"circle","r":1}`, `/v maxProperties`},
		{"empty name", "is a name", `{"oneOf":[{"type":"object","properties":{"":{"const":1}},"required":[""]}]}`, `{}`, `/v required ""`},
		{"empty name, unknown value", "its pointer ends in a slash", `{"oneOf":[{"type":"object","properties":{"":{"const":1}},"required":[""]}]}`, `{"":2}`, `/v/ enum`},
		{"false branch", "is no object schema", `{"oneOf":[{"$ref":"#/$defs/circle"},false]}`, `{"kind":"x"}`, `/v oneOf`},
		{"required without a schema", "has no const", `{"oneOf":[{"type":"object","required":["n"]},{"type":"object","properties":{"n":{"const":2}},"required":["n"]}]}`, `{"n":2}`, `/v oneOf`},
	} {
		t.Run(test.name, func(t *testing.T) {
			schema := `{"properties":{"v":` + test.schema + `},` + shapes + `}`
			if strings.Contains(test.schema, "$defs\":{\"one") {
				schema = `{"properties":{"v":` + strings.Replace(test.schema, "#/$defs/one", "#/properties/v/$defs/one", 1) + `}}`
			}
			s := compiled(t, schema, Options{})
			if got := list(s.Validate(read(t, `{"v":`+test.instance+`}`), Budget{}).Violations); got != test.want {
				t.Errorf("%s:\n%s\n%s\n got %s\nwant %s", test.why, test.schema, test.instance, got, test.want)
			}
		})
	}
}

// TestChoiceIsNoReport holds that a choice within anyOf, oneOf, not or contains
// reports nothing: their branches are not reported.
func TestChoiceIsNoReport(t *testing.T) {
	const choice = `{"anyOf":[{"type":"string"},{"type":"null"}]}`
	for schema, want := range map[string]string{
		`{"anyOf":[` + choice + `,{"type":"boolean"}]}`: `/v anyOf`,
		`{"oneOf":[` + choice + `,{"type":"boolean"}]}`: `/v oneOf`,
		`{"not":{"not":` + choice + `}}`:                `/v not`,
		`{"if":` + choice + `,"else":{"type":"array"}}`: `/v type`,
		`{"allOf":[` + choice + `,` + choice + `]}`:     `/v type`,
	} {
		s := compiled(t, `{"properties":{"v":`+schema+`}}`, Options{})
		if got := list(s.Validate(read(t, `{"v":1}`), Budget{}).Violations); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}
