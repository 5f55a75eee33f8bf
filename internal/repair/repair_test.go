package repair

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

func compiled(t testing.TB, text string) *schema.Schema {
	t.Helper()
	v, fault := strict.Parse([]byte(text), strict.Limits{})
	if fault != nil {
		t.Fatalf("%s: %v", text, fault)
	}
	s, faults := schema.Compile(v, schema.Options{})
	if len(faults) > 0 {
		t.Fatalf("%s: %v", text, faults)
	}
	return s
}

// shown writes what was repaired: pointer and name of each.
func shown(applied []Applied) string {
	var parts []string
	for _, a := range applied {
		parts = append(parts, a.Pointer+" "+string(a.Repair))
	}
	return strings.Join(parts, ", ")
}

func TestNames(t *testing.T) {
	for _, n := range append(Names(), Model) {
		if !n.Known() {
			t.Errorf("%s is not known", n)
		}
	}
	for _, n := range []Name{"", "model", "encodedcontainers", "Base64"} {
		if n.Known() {
			t.Errorf("%q is known", n)
		}
	}
	var rest []Name
	s := compiled(t, `{}`)
	set := New(s, []Name{Model})
	for _, n := range Names() {
		if !set.on[n] {
			rest = append(rest, n)
		}
	}
	if diff := cmp.Diff([]Name{StringScalars, Base64Spelling}, rest); diff != "" {
		t.Errorf("the usual ones leave out -want +got\n%s", diff)
	}
}

// What the shared cases do not show; they are in fixtures, group repairs.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, why            string
		schema, text         string
		limits               strict.Limits
		hidden               []string
		names                []Name
		want, applied, fault string
	}{
		{name: "nothing asked for", why: "off unless by name", schema: `{"properties":{"o":{"type":"object"}}}`, text: `{"o":"{}"}`, want: `{"o":"{}"}`},
		{name: "text around", why: "what is not repaired keeps its text", schema: `{"properties":{"o":{"type":"object"},"p":{"type":"object"}}}`,
			text: `{ "\u0070" : { "x" : 1.0 } , "o":"{ \"y\" : 2.0 }" }`, names: Names(), want: `{"\u0070":{ "x" : 1.0 },"o":{ "y" : 2.0 }}`, applied: "/o EncodedContainers"},
		{name: "hidden at the root", why: "the framework's", schema: `{"properties":{"o":{"type":"object"},"h":{"type":["integer","null"]}},"required":["h"]}`,
			text: `{"o":""}`, names: Names(), hidden: []string{"h", "o"}, want: `{"o":""}`},
		{name: "hidden names deeper", why: "are the model's", schema: `{"properties":{"p":{"properties":{"h":{"type":"object"}}}}}`,
			text: `{"p":{"h":"{}"}}`, names: Names(), hidden: []string{"h"}, want: `{"p":{"h":{}}}`, applied: "/p/h EncodedContainers"},
		{name: "three levels of text", why: "each is decoded where it stands", schema: `{"$defs":{"o":{"type":"object","properties":{"o":{"$ref":"#/$defs/o"}}}},"$ref":"#/$defs/o"}`,
			text: `"{\"o\":\"{\\\"o\\\":\\\"{}\\\"}\"}"`, names: []Name{Model}, want: `{"o":{"o":{}}}`, applied: " EncodedContainers, /o EncodedContainers, /o/o EncodedContainers"},
		{name: "removed and added", why: "in one object", schema: `{"properties":{"a":{"type":"integer"},"b":{"type":["integer","null"]},"c":{"type":"array"}},"required":["b"]}`,
			text: `{"a":null,"x":1,"c":"[]"}`, names: []Name{Model}, want: `{"x":1,"c":[],"b":null}`, applied: "/a NullAsOmitted, /b OmittedAsNull, /c EncodedContainers"},
		{name: "two schemas of one member", why: "both have to leave text out", schema: `{"properties":{"a":{"type":["array","string"]}},"patternProperties":{"^a":{"type":["array","null"]}}}`,
			text: `{"a":"[]"}`, names: []Name{Model}, want: `{"a":[]}`, applied: "/a EncodedContainers"},
		{name: "a place that admits nothing", why: "no intent is certain", schema: `{"properties":{"a":false,"b":{"type":"array","const":1}}}`,
			text: `{"a":"[]","b":"[]"}`, names: Names()[:1], want: `{"a":"[]","b":"[]"}`},
		{name: "not", why: "what a schema excludes is not looked into", schema: `{"properties":{"a":{"not":{"type":"string"}}}}`,
			text: `{"a":"[]"}`, names: Names(), want: `{"a":"[]"}`},
		{name: "if", why: "no certain place", schema: `{"if":{"required":["k"]},"then":{"properties":{"a":{"type":"array"}}}}`,
			text: `{"k":1,"a":"[]"}`, names: Names(), want: `{"k":1,"a":"[]"}`},
		{name: "null that only another branch refuses", why: "anyOf admits null", schema: `{"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"boolean"},{"type":"null"}]}},"required":["a","b"]}`,
			text: `{}`, names: []Name{OmittedAsNull}, want: `{"a":null}`, applied: "/a OmittedAsNull"},
		{name: "null that a nullable choice refuses", why: "oneOf, and both take null", schema: `{"properties":{"a":{"oneOf":[{"type":["integer","null"]},{"type":"null"}]}}}`,
			text: `{"a":null}`, names: []Name{NullAsOmitted}, want: `{}`, applied: "/a NullAsOmitted"},
		{name: "null that a dynamic reference admits", why: "what it leads to depends on the way", schema: `{"$id":"https://example.org/r","$ref":"tree","$defs":{
			"over":{"$dynamicAnchor":"T","type":["integer","null"]},
			"tree":{"$id":"tree","type":"object","properties":{"a":{"$dynamicRef":"#T"}},"$defs":{"T":{"$dynamicAnchor":"T","type":"integer"}}}}}`,
			text: `{"a":null}`, names: Names(), want: `{"a":null}`},
		{name: "depth 1", why: "no room for {} within", schema: `{"properties":{"o":{"type":"object"}}}`, limits: strict.Limits{Depth: 1},
			text: `{"o":"{}"}`, names: Names(), want: `{"o":"{}"}`},
		{name: "depth 2", why: "just enough", schema: `{"properties":{"o":{"type":"object"}}}`, limits: strict.Limits{Depth: 2},
			text: `{"o":"{}"}`, names: Names(), want: `{"o":{}}`, applied: "/o EncodedContainers"},
		{name: "bytes", why: "an added null counts", schema: `{"properties":{"long":{"type":["integer","null"]},"n":{"type":["integer","null"]}},"required":["long","n"]}`, limits: strict.Limits{Bytes: 11},
			text: `{}`, names: Names(), want: `{"n":null}`, applied: "/n OmittedAsNull"},
		{name: "empty text", why: "is no JSON", schema: `{}`, names: []Name{EncodedContainers}, fault: "syntax"},
		{name: "a text that does not read", why: "nothing is guessed", schema: `{}`, text: `{"a":1,}`, names: Names(), fault: "syntax"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := New(compiled(t, test.schema), test.names, test.hidden...)
			sent := []byte(test.text)
			v, applied, fault := r.Read(sent, Budget{Reading: test.limits})
			if string(sent) != test.text {
				t.Errorf("the text is changed to %s", sent)
			}
			if fault != nil {
				if string(fault.Reason) != test.fault {
					t.Errorf("%v, want %q: %s", fault, test.fault, test.why)
				}
				return
			}
			if v.String() != test.want || shown(applied) != test.applied {
				t.Errorf("%s, %q\nwant %s, %q: %s", v, shown(applied), test.want, test.applied, test.why)
			}
		})
	}
}

// A short text must not become a long one, nor cost more than a call may.
func TestReadIsBounded(t *testing.T) {
	var properties, required []string
	for i := range 2000 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":["integer","null"]}`, i))
		required = append(required, fmt.Sprintf(`"p%d"`, i))
	}
	s := compiled(t, `{"properties":{"l":{"items":{"properties":{`+strings.Join(properties, ",")+`},"required":[`+strings.Join(required, ",")+`]}}}}`)
	text := `{"l":[{}` + strings.Repeat(",{}", 9_999) + `]}`
	v, applied, fault := New(s, Names()).Read([]byte(text), Budget{})
	if fault != nil {
		t.Fatal(fault)
	}
	if n := v.Count(); n > strict.Default().Values {
		t.Errorf("%d values", n)
	}
	if len(applied) == 0 || len(applied) > schema.DefaultApplications {
		t.Errorf("%d repairs", len(applied))
	}
	stopped := 0
	_, few, _ := New(s, Names()).Read([]byte(text), Budget{Stop: func() bool { stopped++; return true }})
	if stopped != 1 || len(few) >= len(applied) {
		t.Errorf("%d repairs though nobody waits, asked %d times", len(few), stopped)
	}
	_, none, _ := New(s, Names()).Read([]byte(text), Budget{Applications: 1})
	if len(none) > 1 {
		t.Errorf("%d repairs for one application", len(none))
	}
}

// Many repairs behind one long name are worth many times what was sent.
func TestListIsBounded(t *testing.T) {
	for _, test := range []struct{ name, items, item string }{
		{"decoded", `{"type":"object"}`, `"{}"`},
		{"a scalar read", `{"type":"integer"}`, `"5"`},
		{"null for a text", `{"type":["integer","null"]}`, `"null"`},
		{"null left out", `{"type":"object","properties":{"n":{"type":"string"}}}`, `{"n":null}`},
		{"empty left out", `{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"n":""}`},
		{"null added", `{"type":"object","properties":{"n":{"type":["integer","null"]}},"required":["n"]}`, `{}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := compiled(t, `{"type":"object","additionalProperties":{"type":"array","items":`+test.items+`}}`)
			text := `{"` + strings.Repeat("k", 10_000) + `":[` + strings.Repeat(test.item+",", 99) + test.item + `]}`
			v, applied, fault := New(s, Names()).Read([]byte(text), Budget{Reading: strict.Limits{Bytes: 30_000}})
			if fault != nil {
				t.Fatal(fault)
			}
			if len(applied) != 2 {
				t.Errorf("%d repairs are listed, want the 2 whose pointers are within the limit", len(applied))
			}
			changed := 0
			for _, item := range v.Members[0].Value.Items {
				if item.String() != test.item {
					changed++
				}
			}
			if changed != 2 {
				t.Errorf("%d items have changed, want the 2 that are listed", changed)
			}
		})
	}
}

// randomSchemas makes schemas and values that nearly fit them.
type randomSchemas struct{ *rand.Rand }

func (r randomSchemas) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r randomSchemas) schema(depth int) string {
	leaf := []string{
		`{"type":"string"}`, `{"type":"integer"}`, `{"type":["integer","null"]}`, `{"type":"boolean"}`, `{"type":"array"}`, `{"type":"object"}`, `{}`, `true`,
		`{"type":["string","array"]}`, `{"enum":[1,"1",null]}`, `{"enum":[[],{}]}`, `{"const":5}`, `{"type":"null"}`, `{"type":"number","minimum":2}`, `{"$ref":"#/$defs/d"}`,
		`{"type":"string","minLength":1}`, `{"not":{"type":"string"}}`,
	}
	if depth == 0 {
		return r.pick(leaf...)
	}
	one, two := r.schema(depth-1), r.schema(depth-1)
	switch r.IntN(10) {
	case 0:
		return `{"type":` + r.pick(`"array"`, `["array","null"]`) + `,"items":` + one + `}`
	case 1:
		return `{"anyOf":[` + one + `,` + r.pick(`{"type":"null"}`, two) + `]}`
	case 2:
		return `{"oneOf":[` + one + `,` + r.pick(`{"type":"null"}`, two) + `]}`
	case 3:
		return `{"allOf":[` + one + `,` + two + `]}`
	case 4:
		return `{"additionalProperties":` + one + `}`
	case 5:
		return `{"prefixItems":[` + one + `],"items":` + two + `}`
	case 6:
		return `{"oneOf":[{"type":"object","properties":{"a":{"const":1},"b":` + one + `},"required":["a"]},{"type":"object","properties":{"a":{"const":"1"},"b":` + two + `},"required":["a"]}]}`
	case 7:
		return `{"if":` + one + `,"then":` + two + `,"patternProperties":{"^a":` + r.schema(depth-1) + `}}`
	default:
		return `{"type":"object","properties":{"a":` + one + `,"b":` + two + `},"required":` + r.pick(`[]`, `["a"]`, `["a","b"]`) + `}`
	}
}

func (r randomSchemas) value(depth int) string {
	if depth == 0 || r.IntN(4) == 0 {
		return r.pick(`null`, `""`, `"null"`, `5`, `1`, `"1"`, `"5"`, `true`, `"true"`, `[]`, `{}`, `"[]"`, `"{}"`, `"x"`, `2.5`)
	}
	switch r.IntN(5) {
	case 0:
		return `[` + r.value(depth-1) + `,` + r.value(depth-1) + `]`
	case 1:
		return `{"a":` + r.value(depth-1) + `,"b":` + r.value(depth-1) + `}`
	case 2:
		return `{"b":` + r.value(depth-1) + `}`
	case 3:
		return strconv.Quote(`{"a":` + strings.ReplaceAll(r.value(depth-1), "\x7f", "") + `}`)
	}
	return strconv.Quote(`[` + r.value(depth-1) + `]`)
}

// A valid call is changed by no repair, whatever the schema; and what was repaired
// is not repaired again in the same way at the same place.
func TestValidStaysAsItIs(t *testing.T) {
	r := randomSchemas{rand.New(rand.NewPCG(31, 1))}
	valid, repaired, mended := 0, 0, 0
	for range 1000 {
		text := `{"$defs":{"d":` + r.schema(1) + `},"type":"object","properties":{"a":` + r.schema(3) + `,"b":` + r.schema(2) + `},"required":` + r.pick(`[]`, `["a","b"]`) + `}`
		v, fault := strict.Parse([]byte(text), strict.Limits{})
		if fault != nil {
			t.Fatalf("%s: %v", text, fault)
		}
		s, faults := schema.Compile(v, schema.Options{})
		if len(faults) > 0 {
			continue // a reference that leads back to itself
		}
		all := New(s, Names())
		kinds := s.Kinds()
		for range 20 {
			args := `{"a":` + r.value(3) + `,"b":` + r.value(2) + `}`
			sent, _ := strict.Parse([]byte(args), strict.Limits{})
			got, applied, _ := all.Read([]byte(args), Budget{})
			after := s.Validate(got, schema.Budget{}).Valid()
			if s.Validate(sent, schema.Budget{}).Valid() {
				valid++
				if len(applied) > 0 || got.String() != args {
					t.Fatalf("%s\n%s is valid, and changed to %s by %s", text, args, got, shown(applied))
				}
				if kinds.At(s.Whole())&schema.KindOf(sent) == 0 {
					t.Fatalf("%s\n%s is valid, and of a kind that cannot be", text, args)
				}
			} else if len(applied) > 0 {
				repaired++
				if after {
					mended++
				}
			}
		}
	}
	if valid < 700 || repaired < 700 || mended < 150 {
		t.Errorf("only %d valid, %d repaired, %d of them valid then", valid, repaired, mended)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"o":"{\"n\":\"5\"}","l":["[1]"],"n":null}`), 3)
	f.Add([]byte(`"{\"o\":\"{}\"}"`), 128)
	f.Add([]byte(``), 1)
	s := compiled(f, `{"$defs":{"o":{"type":["object","null"],"properties":{"n":{"type":["integer","null"]},"o":{"$ref":"#/$defs/o"}},"required":["n"]}},
		"type":"object","properties":{"o":{"$ref":"#/$defs/o"},"l":{"type":"array","items":{"type":"array"}},"n":{"type":"integer"},"s":{"type":"string"}}}`)
	all := New(s, Names())
	f.Fuzz(func(t *testing.T, text []byte, depth int) {
		limits := strict.Limits{Depth: 1 + depth&127}
		v, applied, fault := all.Read(text, Budget{Reading: limits})
		if fault != nil {
			return
		}
		again, second := strict.Parse(v.AppendJSON(nil), limits)
		if second != nil {
			t.Fatalf("%s became %s, which does not read: %v", text, v, second)
		}
		if s.Validate(again, schema.Budget{}).Valid() != s.Validate(v, schema.Budget{}).Valid() {
			t.Fatalf("%s became %s, which is judged otherwise", text, v)
		}
		if read, fault := strict.Parse(text, limits); fault == nil && read.Kind == tree.Object && s.Validate(read, schema.Budget{}).Valid() && len(applied) > 0 {
			t.Fatalf("%s is valid, and repaired by %s", text, shown(applied))
		}
	})
}
