package plan

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
)

// compile returns the plan of a schema that fills a map[string]any.
func compile(t *testing.T, text string, names Names) (*Plan, string) {
	t.Helper()
	any := &Target{Form: Any, Type: reflect.TypeFor[any]()}
	return planOf(t, text, &Target{Form: Map, Type: anyMapType, Elem: any}, names)
}

// planOf returns the plan of a schema that fills a target.
func planOf(t *testing.T, text string, to *Target, names Names) (*Plan, string) {
	t.Helper()
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	if fault != nil {
		t.Fatal(fault)
	}
	s, faults := schema.Compile(v, schema.Options{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	p, why := Build(s, to, names)
	if (p == nil) != (why != "") {
		t.Fatalf("a plan: %t, why not: %q", p != nil, why)
	}
	return p, why
}

func TestString(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"plain", `{"properties":{"a":{"type":"string"},"b":{"items":{"enum":[1]}}},"additionalProperties":false}`, "(root)  in the pass\n/a  in the pass\n/b  in the pass\n/b/*  in the pass\n"},
		{"a subtree", `{"properties":{"a":{"not":{}}},"additionalProperties":false}`, "(root)  in the pass\n/a  as a tree: not\n"},
		{"beside a reference", `{"properties":{"a":{"$ref":"#/$defs/x","minLength":1}},"additionalProperties":false,"$defs":{"x":{"type":"string"}}}`, "(root)  in the pass\n/a  as a tree: keywords beside $ref\n"},
		{"a choice", `{"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"additionalProperties":false}`, "(root)  in the pass\n/a  null, or in the pass\n"},
		{"recursion", `{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"additionalProperties":false,"$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/x"}}}}`, "(root)  in the pass\n/a  in the pass\n/a/*  in the pass, as above\n"},
		{"names", `{"properties":{"a":{}},"propertyNames":{"maxLength":3}}`, "(root)  in the pass\n/a  in the pass\n"},
		{"names that take more", `{"properties":{"a":{"propertyNames":{"not":{"const":"x"}}}},"additionalProperties":false}`, "(root)  in the pass\n/a  as a tree: propertyNames\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := compile(t, test.schema, Names{})
			if diff := cmp.Diff(test.want, p.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Where there is no plan it is said why.
func TestNoPlan(t *testing.T) {
	hidden := Names{Hidden: []string{"h"}}
	for _, test := range []struct {
		name, schema string
		names        Names
		why          string
	}{
		{"a keyword of the whole", `{"allOf":[{"type":"object"}]}`, Names{}, "allOf"},
		{"a dynamic reference", `{"$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}}}`, Names{}, "$dynamicRef"},
		{"a choice", `{"anyOf":[{"type":"object"},{"type":"null"}]}`, Names{}, "the arguments are a choice of schemas"},
		{"a count of members", `{"maxProperties":2,"properties":{"h":{}}}`, hidden, "how the arguments are judged depends on what the framework injects"},
		{"names beside an injected one", `{"propertyNames":{"maxLength":2},"properties":{"h":{}}}`, hidden, "how the arguments are judged depends on what the framework injects"},
	} {
		if p, why := compile(t, test.schema, test.names); p != nil || why != test.why {
			t.Errorf("%s: %v, %q, want %q", test.name, p, why, test.why)
		}
	}
}

// What would take more than a text of its length allows is left to the tree.
func TestRunGivesUp(t *testing.T) {
	limits := strict.Limits{Bytes: 64 << 20}.Resolve()
	const open = `{"properties":{"l":{"items":{"type":"object","required":["a"]}},"m":{"additionalProperties":{"required":["a","b"]}},"d":{"$ref":"#/$defs/d"},"u":{"$ref":"#/$defs/u"},"s":{"$ref":"#/$defs/s"}},
		"$defs":{"d":{"type":"object","required":["x"],"properties":{"d":{"$ref":"#/$defs/d"}}},
		"s":{"uniqueItems":true,"items":{"$ref":"#/$defs/s"}},"u":{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"a"},"u":{"$ref":"#/$defs/u"}}},{"type":"object","required":["k"],"properties":{"k":{"const":"b"}}}]}}}`
	p, _ := compile(t, open, Names{})
	pad := `"` + strings.Repeat("p", 300_000) + `"`
	deep := pad
	for range 10 {
		deep = `{"d":` + deep + `}`
	}
	union := `{"k":"b"}`
	for range 10 {
		union = `{"p":` + pad + `,"u":` + union + `,"k":"a"}`
	}
	for _, test := range []struct {
		name, text string
		want       Outcome
		worded     bool
	}{
		{"a few violations", `{"l":[{},{}],"m":{"x":{},"y":{}}}`, Invalid, true},
		{"too many of items", `{"l":[` + strings.Repeat("{},", 2000) + `{}]}`, Slow, false},
		{"too many of members", `{"m":{"x":{}` + manyMembers(2000) + `}}`, Slow, false},
		{"of nested containers", `{"d":` + strings.ReplaceAll(deep, pad, `{"p":`+pad+`}`) + `}`, Invalid, false},
		{"discriminators at the end", `{"u":` + union + `}`, Slow, false},
		{"lists of distinct items", `{"s":[1,` + strings.Repeat("[2,", 3) + pad + strings.Repeat("]", 4) + `}`, Valid, false},
		{"too many within each other", `{"s":[1,` + strings.Repeat("[2,", 9) + pad + strings.Repeat("]", 10) + `}`, Slow, false},
		{"too deep", `{"l":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`, Slow, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := p.Begin()
			defer r.End()
			if got := r.ReadScratch([]byte(test.text), &limits); got != test.want {
				t.Fatalf("outcome %d, want %d", got, test.want)
			}
			if test.want != Invalid {
				return
			}
			if report, ok := r.Report(schema.Budget{}); ok != test.worded || ok && report.Valid() {
				t.Errorf("worded %t: %v", ok, report)
			}
		})
	}
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"n` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26) + `":{}`)
	}
	return b.String()
}

// A parameter of the framework is read and dropped, or, if it is in no schema, left
// to the tree.
func TestNames(t *testing.T) {
	limits := strict.Limits{}.Resolve()
	const text = `{"required":["h"],"properties":{"h":{"type":"integer"},"a":{"type":"string"}},"additionalProperties":false}`
	p, _ := compile(t, text, Names{Hidden: []string{"h"}, Refused: []string{"o"}})
	for args, want := range map[string]Outcome{
		`{"a":"x"}`: Valid, `{"h":"not judged","a":"x"}`: Valid, `{"h":1,"h":2}`: Slow, `{"h":[1,]}`: Slow, `{"o":1}`: Slow, `{"b":1}`: Invalid,
	} {
		r := p.Begin()
		if got := r.ReadScratch([]byte(args), &limits); got != want {
			t.Errorf("%s: %d, want %d", args, got, want)
		}
		r.End()
	}
}
