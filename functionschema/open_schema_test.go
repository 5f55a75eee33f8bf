package functionschema

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"testing"
)

// A foreign schema that says nothing of a member leaves it to the Go type alone.
func TestMembersThatNoSchemaDescribes(t *testing.T) {
	type quoted struct {
		N int `json:"n,string"`
	}
	type all struct {
		Raw  json.RawMessage        `json:"raw"`
		Big  *big.Int               `json:"big"`
		Own  big.Int                `json:"own"`
		Keys map[int]string         `json:"keys"`
		Text map[netip.Addr]string  `json:"text"`
		Addr netip.Addr             `json:"addr"`
		Q    quoted                 `json:"q"`
		Any  any                    `json:"any"`
		List []map[string]*[]string `json:"list"`
	}
	args := `{"raw":{"x":1.0},"big":12345678901234567890,"own":7,"keys":{"-1":"a"},"text":{"::1":"b"},"addr":"10.0.0.1","q":{"n":"5"},"any":[1e400],"list":[{"k":["v"]}]}`
	for _, schema := range []string{`{}`, `{"type":"object"}`, `{"additionalProperties":true}`, `{"properties":{"raw":{},"q":{}}}`, `{"patternProperties":{"a":{}}}`} {
		f := mustBuild(t)(New(func(all) {}, WithName("f"), WithSchema([]byte(schema))))
		var in all
		if err := f.Decode(t.Context(), []byte(args), &in); err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		if string(in.Raw) != `{"x":1.0}` || in.Big.String() != "12345678901234567890" || in.Keys[-1] != "a" || in.Q.N != 5 || in.Any.([]any)[0] != json.Number("1e400") || (*in.List[0]["k"])[0] != "v" {
			t.Errorf("%s: %+v", schema, in)
		}
		for _, bad := range []string{`{"big":1.5}`, `{"keys":{"01":"a"}}`, `{"text":{"x":"b"}}`, `{"addr":"x"}`, `{"q":{"n":5}}`, `{"list":[{"k":[1]}]}`} {
			if err := f.Decode(t.Context(), []byte(bad), &in); err == nil || err.(*Error).Code != BindingError {
				t.Errorf("%s, %s: %v", schema, bad, err)
			}
		}
	}
	g := mustBuild(t)(New(func(map[string]json.RawMessage) {}, WithName("g"), WithSchema([]byte(`{}`))))
	if _, err := called(g, `{"a":[1]}`); err != nil {
		t.Error(err)
	}
}
