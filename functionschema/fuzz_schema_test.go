package functionschema

import (
	"context"
	"strings"
	"testing"
)

// Whatever a schema is, it is built or refused by what is wrong with it, and what
// was built answers: nothing panics, not even where that is caught.
func FuzzFromSchema(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"allOf":[{"enum":[{}]}]}`, `{}`},
		{`{"allOf":[{"const":{"a":1}}]}`, `{"a":1}`},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"default":{}}}}`, `{}`},
		{`{"properties":{"v":{"type":["array","null"],"items":{"$ref":"#"},"uniqueItems":true}}}`, `{"v":[{},{"v":null}]}`},
		{`{"anyOf":[{"required":["a"]},{"not":{}}],"unevaluatedProperties":false}`, `{"a":1,"b":2}`},
		{`{"$defs":{"n":{"$dynamicAnchor":"x","oneOf":[{"type":"null"},{"$dynamicRef":"#x"}]}},"$ref":"#/$defs/n"}`, `{}`},
		{`{"if":{"required":["a"]},"then":{"properties":{"b":{"pattern":"^\\u0061$"}}},"dependentSchemas":{"a":{"propertyNames":{"maxLength":1}}}}`, `{"a":1,"bb":2}`},
		{`{"properties":{"a":{"default":{"b":[1]},"properties":{"b":{"contains":{"const":1},"prefixItems":[{}]}}}}}`, `{}`},
		{`{"oneOf":[{"type":"object","required":["t"],"properties":{"t":{"const":"a"}}},{"type":"object","required":["t"],"properties":{"t":{"const":"b"},"x":{"type":"integer","multipleOf":0.1}}}]}`, `{"t":"b","x":1.05}`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		s, err := FromSchema("f", []byte(schema))
		if err == nil {
			c, bad := s.Bind(context.Background(), []byte(args))
			if bad == nil {
				c.Arguments()
			}
			err = bad
		}
		if err != nil && strings.Contains(err.Error(), "internal failure") {
			t.Errorf("%s with %s: %v", schema, args, err)
		}
	})
}
