package schema

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/internal/tree"
)

var update = flag.Bool("update", false, "write testdata/messages.golden anew")

// messageRows is one row a keyword and a variation of what is said of it.
var messageRows = []struct{ name, schema, instance string }{
	{"type", `{"properties":{"a":{"type":"string"}}}`, `{"a":5}`},
	{"type of a string", `{"properties":{"a":{"type":"integer"}}}`, `{"a":"abc"}`},
	{"type, quoted number", `{"properties":{"a":{"type":"integer"}}}`, `{"a":"5"}`},
	{"type, quoted boolean", `{"properties":{"a":{"type":"boolean"}}}`, `{"a":"true"}`},
	{"type, encoded array", `{"properties":{"a":{"type":"array"}}}`, `{"a":"[1]"}`},
	{"type, encoded object", `{"properties":{"a":{"type":["object","null"]}}}`, `{"a":"{\"b\":1}"}`},
	{"type, fraction", `{"properties":{"a":{"type":"integer"}}}`, `{"a":1.5}`},
	{"type, null", `{"properties":{"a":{"type":"number"}}}`, `{"a":null}`},
	{"type, several", `{"properties":{"a":{"type":["string","number","null"]}}}`, `{"a":[1]}`},
	{"type, object", `{"properties":{"a":{"type":"array"}}}`, `{"a":{}}`},
	{"type, one item", `{"properties":{"a":{"type":"array","items":{"type":"string"}}}}`, `{"a":"x"}`},
	{"type, long string", `{"properties":{"a":{"type":"integer"}}}`, `{"a":"` + strings.Repeat("0123456789", 9) + `"}`},
	{"type, long number", `{"properties":{"a":{"type":"string"}}}`, `{"a":` + strings.Repeat("1234567890", 9) + `}`},
	{"type, control characters", `{"properties":{"a":{"type":"integer"}}}`, `{"a":"a\nb\u0007\u2028c"}`},
	{"const", `{"properties":{"a":{"const":"v1"}}}`, `{"a":"v2"}`},
	{"const object", `{"properties":{"a":{"const":{"b":1}}}}`, `{"a":1}`},
	{"enum", `{"properties":{"a":{"enum":["low","high",3,null,true]}}}`, `{"a":"medium"}`},
	{"enum, other case", `{"properties":{"a":{"enum":["low","high"]}}}`, `{"a":"HIGH"}`},
	{"enum of one", `{"properties":{"a":{"enum":["low"]}}}`, `{"a":"high"}`},
	{"enum of none", `{"properties":{"a":{"enum":[]}}}`, `{"a":"high"}`},
	{"enum, long", `{"properties":{"a":{"enum":[` + numbered(40, `"v%d"`) + `]}}}`, `{"a":"w1"}`},
	{"enum, long values", `{"properties":{"a":{"enum":["` + strings.Repeat("a", 50) + `",{"b":1}]}}}`, `{"a":{}}`},
	{"false", `{"properties":{"a":false}}`, `{"a":1}`},
	{"required", `{"properties":{"city":{"type":"string"}},"required":["city"]}`, `{}`},
	{"required, no schema", `{"required":["city"]}`, `{}`},
	{"required behind a reference", `{"properties":{"city":{"$ref":"#/$defs/c"}},"required":["city"],"$defs":{"c":{"type":["string","null"]}}}`, `{}`},
	{"required, another spelling is there", `{"properties":{"cityName":{"type":"string"}},"required":["cityName"]}`, `{"city_name":"x"}`},
	{"dependentRequired", `{"dependentRequired":{"card":["address"]}}`, `{"card":1}`},
	{"dependentRequired, two", `{"dependentRequired":{"card":["address"],"bank":["address"]}}`, `{"card":1,"bank":2}`},
	{"additionalProperties", `{"properties":{"city":{},"units":{}},"additionalProperties":false}`, `{"place":1}`},
	{"additionalProperties, near", `{"properties":{"city":{},"unitSystem":{}},"additionalProperties":false}`, `{"unit_system":1}`},
	{"additionalProperties, typing error", `{"properties":{"city":{},"units":{}},"additionalProperties":false}`, `{"citty":1}`},
	{"additionalProperties, nothing known", `{"additionalProperties":false}`, `{"x":1}`},
	{"additionalProperties, many known", `{"properties":{` + numbered(20, `"p%d":{}`) + `},"additionalProperties":false}`, `{"other":1}`},
	{"additionalProperties, all given", `{"properties":{"a":{}},"additionalProperties":false}`, `{"a":1,"zzz":1}`},
	{"unevaluatedProperties", `{"allOf":[{"properties":{"city":{}}}],"unevaluatedProperties":false}`, `{"town":1}`},
	{"propertyNames", `{"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"A":1}`},
	{"propertyNames, enum", `{"propertyNames":{"enum":["a","b"]}}`, `{"c":1}`},
	{"propertyNames, length", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`},
	{"propertyNames, too short", `{"propertyNames":{"minLength":3}}`, `{"ab":1}`},
	{"propertyNames, other", `{"propertyNames":{"not":{"const":"a"}}}`, `{"a":1}`},
	{"minProperties", `{"minProperties":2}`, `{"a":1}`},
	{"minProperties 1", `{"minProperties":1}`, `{}`},
	{"maxProperties", `{"maxProperties":1}`, `{"a":1,"b":2}`},
	{"minItems", `{"properties":{"a":{"minItems":2}}}`, `{"a":[1]}`},
	{"minItems 1", `{"properties":{"a":{"minItems":1}}}`, `{"a":[]}`},
	{"maxItems", `{"properties":{"a":{"maxItems":2}}}`, `{"a":[1,2,3]}`},
	{"maxItems 0", `{"properties":{"a":{"maxItems":0}}}`, `{"a":[1]}`},
	{"uniqueItems", `{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[1,2,1.0]}`},
	{"contains", `{"properties":{"a":{"contains":{"type":"string"}}}}`, `{"a":[1]}`},
	{"contains const", `{"properties":{"a":{"contains":{"const":"x"}}}}`, `{"a":[1]}`},
	{"minContains", `{"properties":{"a":{"contains":{"type":"string"},"minContains":2}}}`, `{"a":["x"]}`},
	{"minContains 1", `{"properties":{"a":{"contains":{"minimum":3},"minContains":1}}}`, `{"a":[1]}`},
	{"maxContains", `{"properties":{"a":{"contains":{"type":"string"},"maxContains":1}}}`, `{"a":["x","y"]}`},
	{"items", `{"properties":{"a":{"prefixItems":[{},{}],"items":false}}}`, `{"a":[1,2,3]}`},
	{"items, none", `{"properties":{"a":{"items":false}}}`, `{"a":[1]}`},
	{"unevaluatedItems", `{"properties":{"a":{"prefixItems":[{}],"unevaluatedItems":false}}}`, `{"a":[1,2]}`},
	{"minimum", `{"properties":{"a":{"minimum":1}}}`, `{"a":0}`},
	{"minimum, exact", `{"properties":{"a":{"minimum":9007199254740993}}}`, `{"a":9007199254740992}`},
	{"maximum", `{"properties":{"a":{"maximum":1e2}}}`, `{"a":100.5}`},
	{"exclusiveMinimum", `{"properties":{"a":{"exclusiveMinimum":0}}}`, `{"a":0}`},
	{"exclusiveMaximum", `{"properties":{"a":{"exclusiveMaximum":1}}}`, `{"a":1}`},
	{"multipleOf", `{"properties":{"a":{"multipleOf":0.01}}}`, `{"a":0.001}`},
	{"minLength", `{"properties":{"a":{"minLength":3}}}`, `{"a":"é"}`},
	{"minLength 1", `{"properties":{"a":{"minLength":1}}}`, `{"a":""}`},
	{"maxLength", `{"properties":{"a":{"maxLength":3}}}`, `{"a":"abcd"}`},
	{"maxLength of a long text", `{"properties":{"a":{"maxLength":3}}}`, `{"a":"` + strings.Repeat("x", 1000) + `"}`},
	{"pattern", `{"properties":{"a":{"pattern":"^[A-Z]{3}$"}}}`, `{"a":"usd"}`},
	{"not", `{"properties":{"a":{"not":{"const":1}}}}`, `{"a":1}`},
	{"anyOf", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer","minimum":5}]}}}`, `{"a":1}`},
	{"anyOf, types", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, `{"a":[]}`},
	{"anyOf, forms of an object", `{"properties":{"a":{"anyOf":[{"required":["x"]},{"required":["y"]}]}}}`, `{"a":{}}`},
	{"oneOf, none", `{"properties":{"a":{"oneOf":[{"type":"string"},{"minimum":5}]}}}`, `{"a":1}`},
	{"oneOf, two", `{"properties":{"a":{"oneOf":[{"minimum":1},{"minimum":0}]}}}`, `{"a":1}`},
	{"oneOf, null twice", `{"properties":{"a":{"oneOf":[{},{"type":"null"}]}}}`, `{"a":null}`},
	{"discriminated, unknown", messageShapes, `{"s":{"kind":"line"}}`},
	{"discriminated, missing", messageShapes, `{"s":{}}`},
	{"discriminated, no object", messageShapes, `{"s":"circle"}`},
	{"nullable", `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":1}`},
	{"writeOnly", `{"properties":{"a":{"type":"integer","writeOnly":true}}}`, `{"a":"hunter2"}`},
	{"password", `{"properties":{"a":{"type":"string","format":"password","maxLength":3}}}`, `{"a":"hunter2"}`},
	{"secret behind a reference", `{"properties":{"a":{"type":"boolean","$ref":"#/$defs/s"}},"$defs":{"s":{"writeOnly":true}}}`, `{"a":5}`},
	{"secret names", `{"properties":{"a":{"writeOnly":true,"additionalProperties":false,"properties":{"name":{}}}}}`, `{"a":{"hunter2":1}}`},
}

const messageShapes = `{"properties":{"s":{"oneOf":[
	{"type":"object","properties":{"kind":{"const":"circle"}},"required":["kind"]},
	{"type":"object","properties":{"kind":{"const":"square"}},"required":["kind"]}]}}}`

// faultRows is one row a fault of a schema.
var faultRows = []struct{ name, schema string }{
	{"schema, type", `{"type":"text"}`},
	{"schema, count", `{"minLength":-1}`},
	{"schema, required", `{"required":["a","a"]}`},
	{"schema, no schema", `{"properties":{"a":"string"}}`},
	{"schema, enum", `{"enum":"a"}`},
	{"schema, empty anyOf", `{"anyOf":[]}`},
	{"schema, bad anchor", `{"$anchor":"a b"}`},
	{"dialect", `{"$schema":"http://json-schema.org/draft-04/schema#"}`},
	{"tuple", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}]}`},
	{"beside $ref", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#","minLength":1}}}`},
	{"look-ahead", `{"pattern":"a(?=b)"}`},
	{"dangling", `{"properties":{"a":{"$ref":"#/$defs/b"}}}`},
	{"file", `{"properties":{"a":{"$ref":"b.json"}}}`},
	{"no URI", `{"properties":{"a":{"$ref":"#%"}}}`},
	{"circle", `{"$ref":"#"}`},
	{"two anchors", `{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}`},
	{"root", `{"type":"string"}`},
	{"root false", `false`},
	{"default", `{"properties":{"a":{"type":"string","default":1}}}`},
	{"default below", `{"properties":{"a":{"items":{"type":"string"},"default":[1]}}}`},
	{"default missing", `{"properties":{"a":{"required":["b"],"default":{}}}}`},
	{"endless default", `{"properties":{"a":{"$ref":"#","default":{}}}}`},
}

func TestMessages(t *testing.T) {
	var b strings.Builder
	write := func(name string, violations []Violation) {
		for _, v := range violations {
			fmt.Fprintf(&b, "%s\n\t%s %s\n\t%s\n", name, v.Pointer, v.Keyword, v.Message)
		}
	}
	for _, row := range messageRows {
		r := compiled(t, row.schema, Options{}).Validate(read(t, row.instance), Budget{})
		if r.Valid() {
			t.Errorf("%s: nothing to say", row.name)
		}
		write(row.name, r.Violations)
	}
	const closed = `{"properties":{"tenant":{},"query":{}},"required":["tenant"],"additionalProperties":false,"propertyNames":{"enum":["tenant","query"]}}`
	r := compiled(t, closed, Options{}).Validate(read(t, `{"tenants":1}`), Budget{Hidden: []string{"tenant"}})
	write("names of hidden parameters are not given", r.Violations)
	r = compiled(t, `{}`, Options{}).Validate(read(t, `{"db":1}`), Budget{Refused: []string{"db"}})
	write("refused", r.Violations)
	r = compiled(t, `{"properties":{"a":{"items":{"$ref":"#/properties/a"}}}}`, Options{}).Validate(read(t, `{"a":[[],[],[]]}`), Budget{Applications: 3})
	write("cost", r.Violations)
	declared := read(t, `{"properties":{"t":{"format":"date-time"},"b":{"contentEncoding":"base64"},"u":{"contentEncoding":"base64"}}}`)
	s, _ := Compile(declared, Options{Declared: true, Asserted: map[*tree.Value]Assertion{
		declared.At("/properties/t"): DateTime, declared.At("/properties/b"): Base64, declared.At("/properties/u"): Base64,
	}})
	r = s.Validate(read(t, `{"t":"tomorrow","b":"YQ","u":"_-8="}`), Budget{})
	write("asserted", r.Violations)
	r = compiled(t, `{"properties":{"a":{"format":"ipv4"}}}`, Options{AssertFormats: true}).Validate(read(t, `{"a":"x"}`), Budget{})
	write("format", r.Violations)
	for _, row := range faultRows {
		_, faults := Compile(read(t, row.schema), Options{})
		if len(faults) == 0 {
			t.Errorf("%s: nothing to say", row.name)
		}
		write(row.name, faults)
	}
	const golden = "testdata/messages.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s: run with -update and read what changed: %s", golden, d)
	}
}

// TestSecrets holds that no message shows what stands at a secret place or at a
// hidden parameter, whatever fails there and in whatever branch it is said.
func TestSecrets(t *testing.T) {
	const secret = "hunter2hunter2"
	seeds := uint64(600)
	if pace.Raced {
		seeds = 150
	}
	said := 0
	for seed := range seeds {
		g := newGenerator(seed)
		schema := g.root()
		if schema.Kind != tree.Object {
			continue
		}
		hidden := tree.NewObject(tree.M("anyOf", tree.NewArray(g.schema(2), tree.NewObject(tree.M("writeOnly", tree.NewBool(true))))))
		for _, c := range []struct {
			schema *tree.Value
			budget Budget
		}{
			{schema.With("properties", tree.NewObject(tree.M("s", g.schema(2)))), Budget{Hidden: []string{"s"}}},
			{schema.With("dependentSchemas", tree.NewObject(tree.M("no", tree.NewObject(tree.M("properties", tree.NewObject(tree.M("s", hidden))))))), Budget{}},
		} {
			s, faults := Compile(c.schema, Options{AnyRoot: true, LenientDefaults: true})
			if len(faults) > 0 {
				continue
			}
			instance := g.object(2, func() *tree.Value { return g.value(2) }).With("s", secretly(g, secret, 2))
			for _, v := range s.Validate(instance, c.budget).Violations {
				if strings.HasPrefix(v.Pointer, "/s") {
					said++
				}
				if strings.Contains(v.Message, secret) {
					t.Fatalf("%s\n%s\n%s: %s", c.schema, instance, list([]Violation{v}), v.Message)
				}
			}
		}
	}
	if said < 50 {
		t.Errorf("%d violations at secret places: the test has lost its use", said)
	}
}

// secretly makes a value in which every string and name is the secret.
func secretly(g *generator, secret string, depth int) *tree.Value {
	switch kind := g.IntN(4); {
	case kind == 0 && depth > 0:
		return tree.NewArray(secretly(g, secret, depth-1), g.value(1))
	case kind == 1 && depth > 0:
		return tree.NewObject(tree.M(secret, secretly(g, secret, depth-1)))
	}
	return tree.NewString(secret)
}
