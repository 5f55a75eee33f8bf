package metadata

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTellerFindsTheSame: with tellers Restore answers as it does when it asks every
// branch.
func TestTellerFindsTheSame(t *testing.T) {
	var branches []string
	for i := range 12 {
		kind := fmt.Sprintf(`{"const":"k%d"}`, i)
		if i == 3 { // two values, of which one is another branch's too
			kind = `{"enum":["k3","k4",3.0]}`
		}
		branches = append(branches, fmt.Sprintf(`{"type":"object","properties":{"kind":%s,"a%d":{"type":"string"},"b":{"type":%s}},"required":["kind"],"additionalProperties":false}`,
			kind, i%2, []string{`"string"`, `["string","null"]`}[i%3%2]))
	}
	branches = append(branches, `{"type":"object","properties":{"a1":{"type":"integer"}},"required":[],"additionalProperties":false}`, `{"type":"array","items":{"type":"string"}}`, `{"$ref":"#/$defs/R"}`)
	schema := `{"type":"object","properties":{"l":{"type":"array","items":{"anyOf":[` + strings.Join(branches, ",") + `]}}},"required":["l"],"additionalProperties":false,
		"$defs":{"R":{"type":"object","properties":{"kind":{"const":"r"},"n":{"type":"string"}},"required":["kind"],"additionalProperties":false}}}`
	x, err := OpenAIStrict.Export(Tool{Name: "f", InputSchema: json.RawMessage(schema)})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := OpenAIStrict.Export(Tool{Name: "f", InputSchema: json.RawMessage(schema)})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	var forget func(p *place)
	seen := map[*place]bool{}
	forget = func(p *place) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		if p.told != nil {
			told++
			p.told = nil
		}
		forget(p.items)
		for _, list := range [][]*place{p.others, p.prefix, p.also, p.either} {
			for _, q := range list {
				forget(q)
			}
		}
		for _, q := range p.members {
			forget(q)
		}
	}
	forget(slow.plan.root)
	if told != 1 {
		t.Fatalf("%d tellers, want 1", told)
	}
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	changed := 0
	for range 3000 {
		var members []string
		for _, m := range []string{`"kind":` + pick(`"k0"`, `"k3"`, `"k4"`, `3`, `"k11"`, `"r"`, `"x"`, `null`), `"a0":` + pick(`null`, `"x"`), `"a1":` + pick(`null`, `1`), `"b":` + pick(`null`, `"x"`), `"n":null`, `"z":null`} {
			if r.IntN(3) > 0 {
				members = append(members, m)
			}
		}
		args := `{"l":[{` + strings.Join(members, ",") + `},` + pick(`null`, `[null]`, `"k0"`, `{}`) + `]}`
		got, err := x.Restore([]byte(args))
		want, err2 := slow.Restore([]byte(args))
		if err != nil || err2 != nil || string(got) != string(want) {
			t.Fatalf("%s became %s, and without a teller %s (%v, %v)", args, got, want, err, err2)
		}
		if string(got) != args {
			changed++
		}
	}
	if changed < 300 {
		t.Errorf("only %d were changed", changed)
	}
}
