package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

func parse(t *testing.T, text string) *tree.Value {
	t.Helper()
	v, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Every row hides "k".
func TestHide(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"boolean", `true`, `true`, "there is nothing to hide"},
		{"absent", `{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}}}`, "a name that the schema lacks is no fault"},
		{"property", `{"properties":{"a":{"x-n":1.0},"k":{},"b":{}},"required":["k","b"],"x-foreign":[1]}`, `{"properties":{"a":{"x-n":1.0},"b":{}},"required":["b"],"x-foreign":[1]}`, "order and foreign keywords stay"},
		{"last one", `{"type":"object","properties":{"k":{}},"required":["k"],"additionalProperties":false}`, `{"type":"object","properties":{},"required":[],"additionalProperties":false}`, "properties and required stay at the root"},
		{"dependentRequired key", `{"dependentRequired":{"k":["a"],"a":["b"]}}`, `{"dependentRequired":{"a":["b"]}}`, "the key goes with its list"},
		{"dependentRequired item", `{"dependentRequired":{"a":["k","b"],"c":["k"]}}`, `{"dependentRequired":{"a":["b"]}}`, "a list that becomes empty goes"},
		{"dependentRequired empty", `{"type":"object","dependentRequired":{"k":["a"]}}`, `{"type":"object"}`, "and so does the keyword"},
		{"dependentSchemas", `{"dependentSchemas":{"k":{"required":["k"]},"a":{"required":["b"]}}}`, `{"dependentSchemas":{"a":{"required":["b"]}}}`, "the body goes with its key"},
		{"dependencies", `{"dependencies":{"k":["a"],"a":["k"],"b":{"required":["a"]}}}`, `{"dependencies":{"b":{"required":["a"]}}}`, "the old spelling of both"},
		{"empty list of before", `{"dependentRequired":{"k":[],"a":[]}}`, `{"dependentRequired":{"a":[]}}`, "what was empty before stays"},
		{"allOf branch", `{"allOf":[{"properties":{"k":{},"a":{}},"required":["k"]},{"minProperties":1}]}`, `{"allOf":[{"properties":{"a":{}}},{"minProperties":0}]}`, "in a branch required goes when empty"},
		{"allOf branch emptied", `{"allOf":[{"properties":{"k":{}},"required":["k"]},{}]}`, `{"allOf":[{}]}`, "a branch that becomes empty goes, one that was empty stays"},
		{"allOf emptied", `{"type":"object","allOf":[{"required":["k"]},{"allOf":[{"properties":{"k":{}}}]}]}`, `{"type":"object"}`, "at any depth"},
		{"allOf counted", `{"allOf":[{"required":["k"]},{"required":["a"]}],"properties":{"a":{"$ref":"#/allOf/1"}}}`, `{"allOf":[{},{"required":["a"]}],"properties":{"a":{"$ref":"#/allOf/1"}}}`, "a reference counts the branches, so none moves"},
		{"nested namesake", `{"properties":{"a":{"properties":{"k":{}},"required":["k"],"default":{"k":1}},"k":{}}}`, `{"properties":{"a":{"properties":{"k":{}},"required":["k"],"default":{"k":1}}}}`, "a nested property is another"},
		{"items namesake", `{"properties":{"k":{}},"additionalProperties":{"properties":{"k":{}}},"unevaluatedProperties":{"required":["k"]}}`, `{"properties":{},"additionalProperties":{"properties":{"k":{}}},"unevaluatedProperties":{"required":["k"]}}`, "schemas of members do not judge the arguments"},
		{"definitions unused", `{"properties":{"k":{"$ref":"#/$defs/K"},"a":{"$ref":"#/$defs/A"}},"$defs":{"K":{"items":{"$ref":"#/$defs/L"}},"L":{},"A":{},"U":{"$ref":"#/$defs/V"},"V":{}}}`, `{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{},"U":{"$ref":"#/$defs/V"},"V":{}}}`, "K and L fall out of use; U and V never were in it"},
		{"definition kept by an unused one", `{"properties":{"k":{"$ref":"#/$defs/K"}},"$defs":{"K":{},"U":{"$ref":"#/$defs/K"}}}`, `{"properties":{},"$defs":{"K":{},"U":{"$ref":"#/$defs/K"}}}`, "nothing dangles"},
		{"definition shared", `{"properties":{"k":{"$ref":"#/definitions/K"},"a":{"$ref":"#/definitions/K"}},"definitions":{"K":{}}}`, `{"properties":{"a":{"$ref":"#/definitions/K"}},"definitions":{"K":{}}}`, "still in use"},
		{"definition recursive", `{"properties":{"k":{"$ref":"#/$defs/K"}},"$defs":{"K":{"properties":{"next":{"$ref":"#/$defs/K"}}}}}`, `{"properties":{}}`, "a definition does not keep itself, and $defs goes when empty"},
		{"definition by anchor", `{"properties":{"k":{"$ref":"#x"},"a":{"$ref":"#y"}},"$defs":{"X":{"$anchor":"x"},"Y":{"$anchor":"y"}}}`, `{"properties":{"a":{"$ref":"#y"}},"$defs":{"Y":{"$anchor":"y"}}}`, "anchors lead there too"},
		{"definition by URI", `{"$id":"https://a.example/s","properties":{"k":{"$ref":"/t"},"a":{"$ref":"s#/$defs/Y"}},"$defs":{"X":{"$id":"https://a.example/t"},"Y":{}}}`, `{"$id":"https://a.example/s","properties":{"a":{"$ref":"s#/$defs/Y"}},"$defs":{"Y":{}}}`, "and embedded resources"},
		{"definition behind a foreign keyword", `{"properties":{"k":{"$ref":"#/$defs/K"},"a":{"$ref":"#/x/A"}},"x":{"A":{"$ref":"#/$defs/K"}},"$defs":{"K":{}}}`, `{"properties":{"a":{"$ref":"#/x/A"}},"x":{"A":{"$ref":"#/$defs/K"}},"$defs":{"K":{}}}`, "what a reference leads to is looked through"},
		{"recursive root in a dropped definition", `{"properties":{"k":{"$ref":"#/$defs/K"}},"$defs":{"K":{"items":{"$ref":"#"}}}}`, `{"properties":{}}`, "a reference that goes leads nowhere"},
		{"anyOf without the name", `{"properties":{"k":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"properties":{},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, "other keywords stay as they are"},
		{"counts", `{"properties":{"k":{}},"minProperties":2,"maxProperties":3}`, `{"properties":{},"minProperties":1,"maxProperties":2}`, "the framework sets one of them"},
		{"count below nothing", `{"properties":{"k":{}},"minProperties":0}`, `{"properties":{},"minProperties":0}`, "no count is negative"},
		{"names in an unknown keyword", `{"properties":{"k":{}},"propertyOrdering":["k","a"]}`, `{"properties":{},"propertyOrdering":["a"]}`, "a name is a name wherever it stands"},
		{"pattern of others", `{"properties":{"k":{}},"patternProperties":{"^x-":{}}}`, `{"properties":{},"patternProperties":{"^x-":{}}}`, "it does not match"},
		{"pattern of names", `{"properties":{"k":{}},"propertyNames":{"pattern":"^[a-z]$"}}`, `{"properties":{},"propertyNames":{"pattern":"^[a-z]$"}}`, "a class of names names nobody"},
		{"default of others", `{"properties":{"k":{"default":1}},"default":{"a":{"k":1}},"examples":[{"a":1},"k"]}`, `{"properties":{},"default":{"a":{"k":1}},"examples":[{"a":1},"k"]}`, "only the parameter's own place counts"},
		{"escaped", `{"properties":{"\u006b":{},"a~/b":{}}}`, `{"properties":{"a~/b":{}}}`, "names are compared decoded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := parse(t, tt.in)
			got, faults := Hide(in, []string{"k"}, nil)
			if len(faults) > 0 {
				t.Fatalf("%s: %+v", tt.reason, faults)
			}
			if diff := cmp.Diff(tt.want, got.Compact().String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			if s := parse(t, tt.in).String(); in.String() != s || in.Compact().String() != parse(t, s).Compact().String() {
				t.Error("the input was changed")
			}
		})
	}
}

func TestHideFaults(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"anyOf", `{"properties":{"k":{}},"anyOf":[{"required":["a","k"]},{"properties":{"k":{}}}]}`, "/anyOf/0/required/1 /anyOf/1/properties/k", "each place is named"},
		{"oneOf", `{"oneOf":[{"dependentRequired":{"a":["k"]}},{"dependentSchemas":{"k":true}}]}`, "/oneOf/0/dependentRequired/a/0 /oneOf/1/dependentSchemas/k", "names of dependents count"},
		{"not", `{"not":{"required":["k"]}}`, "/not/required/0", ""},
		{"if", `{"if":{"allOf":[{"required":["k"]}]},"then":{"not":{"required":["k"]}},"else":{"if":{"properties":{"k":{}}}}}`, "/else/if/properties/k /if/allOf/0/required/0 /then/not/required/0", "at any depth that judges the arguments"},
		{"in a branch", `{"allOf":[{"anyOf":[{"required":["k"]}]}]}`, "/allOf/0/anyOf/0/required/0", "a branch of allOf is like the root"},
		{"dependent body", `{"dependentSchemas":{"a":{"required":["k"]}},"dependencies":{"a":{"properties":{"k":{}}}}}`, "/dependencies/a/properties/k /dependentSchemas/a/required/0", "the body is judged only sometimes"},
		{"pattern", `{"properties":{"k":{}},"patternProperties":{"^[j-l]$":{},"^z":{}}}`, "/patternProperties/^[j-l]$", "the pattern matches it"},
		{"pattern elsewhere", `{"if":{"patternProperties":{"":{}}}}`, "/if/patternProperties/", "there too; the empty pattern matches all"},
		{"propertyNames", `{"propertyNames":{"enum":["a","k"]},"anyOf":[{"propertyNames":{"not":{"const":"k"}}}]}`, "/anyOf/0/propertyNames/not/const /propertyNames/enum/1", "the list shows the name"},
		{"values", `{"default":{"k":1},"examples":[{},{"k":1}],"example":{"k":1},"const":{"k":1},"enum":[{"k":1}]}`, "/const/k /default/k /enum/0/k /example/k /examples/1/k", "values show the name"},
		{"target of the root", `{"$ref":"#/$defs/A","$defs":{"A":{"properties":{"k":{}}}}}`, "/$defs/A/properties/k", "what $ref leads to may serve others"},
		{"target of a target", `{"allOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"required":["k"]}}}`, "/$defs/B/required/0", ""},
		{"dynamic target", `{"$dynamicRef":"#d","$defs":{"A":{"$dynamicAnchor":"d","required":["k"]},"B":{"$dynamicAnchor":"d"}}}`, "/$defs/A/required/0", "each place it may lead to"},
		{"recursive root", `{"properties":{"k":{},"child":{"$ref":"#"}}}`, "/properties/child/$ref", "the nested object has the parameter too"},
		{"recursive branch", `{"allOf":[{"$anchor":"b","properties":{"k":{},"child":{"$ref":"#b"}}}]}`, "/allOf/0/properties/child/$ref", ""},
		{"reference to the parameter", `{"properties":{"k":{"items":{}},"a":{"$ref":"#/properties/k/items"}}}`, "/properties/a/$ref", "it would dangle"},
		{"reference in a kept definition", `{"properties":{"k":{},"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"items":{"$ref":"#/properties/k"}}}}`, "/$defs/A/items/$ref", ""},
		{"reference that loops", `{"anyOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"},{"required":["k"]}]}}}`, "/$defs/A/allOf/1/required/0", "a place is looked at once"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, faults := Hide(parse(t, tt.in), []string{"k"}, nil)
			var pointers []string
			for _, f := range faults {
				pointers = append(pointers, f.Pointer)
				if f.Keyword != "inject" || !strings.Contains(f.Message, `"k"`) {
					t.Errorf("keyword %q, message %q", f.Keyword, f.Message)
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(pointers, " ")); diff != "" || got != nil {
				t.Errorf("%s, schema %v (-want +got):\n%s", tt.reason, got, diff)
			}
		})
	}
}

func TestHideSeveral(t *testing.T) {
	got, faults := Hide(parse(t, `{"properties":{"k":{},"a":{},"l":{}},"required":["l","k","a"]}`), []string{"k", "l"}, nil)
	if len(faults) > 0 || got.String() != `{"properties":{"a":{}},"required":["a"]}` {
		t.Errorf("%s, %v", got, faults)
	}
}

func TestNotes(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"none", `{"type":"string","contentEncoding":"base64"}`, `{"type":"string","description":"Note.","contentEncoding":"base64"}`, "behind the type"},
		{"author's", `{"type":"string","description":"Mine."}`, `{"type":"string","description":"Mine. Note."}`, "after one space"},
		{"empty", `{"description":"","type":"string"}`, `{"description":"Note.","type":"string"}`, "no space before nothing"},
		{"no type", `{"minimum":0}`, `{"description":"Note.","minimum":0}`, "first, then"},
	}
	for _, tt := range tests {
		for _, place := range []string{`{"properties":{"a":{},"p":%}}`, `{"properties":{"a":{}},"allOf":[{"items":%}]}`, `{"$defs":{"D":{"oneOf":[%,{}]}}}`, `%`} {
			in := parse(t, strings.Replace(place, "%", tt.in, 1))
			node := in
			for node.String() != tt.in {
				if node.Kind == tree.Array {
					node = node.Items[0]
				} else {
					node = node.Members[len(node.Members)-1].Value
				}
			}
			got, faults := Hide(in, []string{"k"}, map[*tree.Value]string{node: "Note."})
			want := strings.Replace(place, "%", tt.want, 1)
			if len(faults) > 0 || got.Compact().String() != want {
				t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.reason, got, want)
			}
		}
	}
}

func TestNotesMeetHiding(t *testing.T) {
	in := parse(t, `{"allOf":[{"properties":{"k":{},"a":{"type":"string"}}}],"properties":{"k":{"type":"integer"}}}`)
	notes := map[*tree.Value]string{
		in.At("/properties/k"):         "Gone.",
		in.At("/allOf/0/properties/a"): "Kept.",
		in.At("/allOf/0"):              "Branch.",
	}
	got, faults := Hide(in, []string{"k"}, notes)
	want := `{"allOf":[{"description":"Branch.","properties":{"a":{"type":"string","description":"Kept."}}}],"properties":{}}`
	if len(faults) > 0 || got.String() != want {
		t.Errorf("%s, %v", got, faults)
	}
}

func TestNothingToDo(t *testing.T) {
	in := parse(t, `{"properties":{"a":{}}}`)
	if got, _ := Hide(in, nil, nil); got != in {
		t.Error("copied for nothing")
	}
	if got, _ := Hide(in, []string{"k"}, nil); got != in {
		t.Error("copied for nothing")
	}
	got, _ := Hide(parse(t, `{"properties":{"k":{},"a":{"type": "string"}}}`), []string{"k"}, nil)
	if s := got.At("/properties/a").Raw; s != `{"type": "string"}` {
		t.Errorf("what does not change keeps its text: %q", s)
	}
}
