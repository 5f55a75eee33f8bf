package metadata

import (
	"encoding/json"
	"slices"
	"testing"
)

// Branches that one value can fit are a oneOf that no anyOf replaces in silence: what
// fits both is refused here, and a model has to be told.
func TestOverlappingBranchesAreALoss(t *testing.T) {
	branch := func(member, value string) string {
		return `{"type":"object","properties":{` + member + `:{"const":` + value + `}},"required":[` + member + `],"additionalProperties":false}`
	}
	for _, test := range []struct {
		name, reason string
		one, other   string
		lost         bool
	}{
		{"two values", "no object has both", branch(`"t"`, `1`), branch(`"t"`, `2`), false},
		{"one value, spelt twice", "1.0 is 1", branch(`"t"`, `1`), branch(`"t"`, `1.0`), true},
		{"one value of two exponents", "1e2 is 100", branch(`"t"`, `100`), branch(`"t"`, `1e2`), true},
		{"two members", "an object may have both, as far as is known here", branch(`"t"`, `"a"`), branch(`"u"`, `"b"`), true},
		{"two members that begin alike", "a NUL is a character of a name like any other", branch(`"t\u0000a"`, `1`), branch(`"t\u0000b"`, `2`), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			schema := `{"type":"object","properties":{"v":{"oneOf":[` + test.one + `,` + test.other + `]}},"required":["v"],"additionalProperties":false}`
			e, err := OpenAIStrict.Export(Tool{Name: "f", InputSchema: json.RawMessage(schema)})
			if err != nil {
				t.Fatal(err)
			}
			lost := slices.ContainsFunc(e.Dropped, func(d Dropped) bool { return d.Keyword == "oneOf" })
			if lost != test.lost {
				t.Errorf("%s: oneOf is lost: %t, want %t\n%s\n%v", test.reason, lost, test.lost, e.JSON, e.Dropped)
			}
		})
	}
}
