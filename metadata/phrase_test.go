package metadata_test

import (
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// What a description tells begins with a capital, of any script: an author's own
// keyword that stands twice is told.
func TestToldInAnyScript(t *testing.T) {
	for keyword, want := range map[string]string{"alt": "Alt 2.", "öko": "Öko 2.", "界": "界 2.", "𐐨": "𐐀 2."} {
		schema := `{"type":"object","properties":{"p":{"type":"string","allOf":[{"` + keyword + `":1},{"` + keyword + `":2}]}},"required":["p"],"additionalProperties":false}`
		x, err := metadata.OpenAIStrict.Export(metadata.Tool{Name: "f", InputSchema: []byte(schema)})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(x.JSON), `"description":"`+want+`"`) {
			t.Errorf("%s: %s, want the description %q", keyword, x.JSON, want)
		}
	}
}
