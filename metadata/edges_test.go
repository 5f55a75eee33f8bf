package metadata_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// TestExportRefuses: what no provider could use is refused by each, and says what.
func TestExportRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, reason, function, schema, keyword string
	}{
		{"no arguments at all", "no call could be right", "f", `false`, "false"},
		{"a name that is no text", "it would be another one in JSON", "f\xff", `{"type":"object"}`, "name"},
		{"no name", "nothing could be called", "", `{"type":"object"}`, "name"},
		{"a list", "a schema is an object, or true or false", "f", `[]`, "type"},
		{"a reference that leads out", "it is nowhere in the export", "f", `{"type":"object","properties":{"a":{"$ref":"https://example.org/a"}}}`, "$ref"},
	} {
		for _, d := range metadata.Dialects() {
			_, err := d.Export(metadata.Tool{Name: tt.function, InputSchema: json.RawMessage(tt.schema)})
			if e := (*metadata.Error)(nil); !errors.As(err, &e) || len(e.Refused) != 1 || e.Refused[0].Keyword != tt.keyword {
				t.Errorf("%s to %s: %v, want one refusal of %s: %s", tt.name, d, err, tt.keyword, tt.reason)
			}
		}
	}
}

// TestExtremeNumbers: a bound that no float holds is told, where a provider reads it
// as one, and one that is 0 in a float too.
func TestExtremeNumbers(t *testing.T) {
	for _, tt := range []struct {
		name, schema, keyword string
		lost                  bool
	}{
		{"too large", `{"type":"number","maximum":1e400}`, "maximum", true},
		{"too far below", `{"type":"number","minimum":-1e400}`, "minimum", true},
		{"too small", `{"type":"number","multipleOf":1e-400}`, "multipleOf", true},
		{"large", `{"type":"number","maximum":1e300}`, "maximum", false},
		{"zero", `{"type":"number","minimum":0e-500}`, "minimum", false},
		{"a count beyond 64 bits", `{"type":"array","items":{"type":"string"},"maxItems":1e30}`, "maxItems", true},
	} {
		x := export(t, metadata.OpenAIStrict, `{"type":"object","properties":{"a":`+tt.schema+`},"required":["a"],"additionalProperties":false}`)
		if lost := slices.ContainsFunc(x.Dropped, func(d metadata.Dropped) bool { return d.Keyword == tt.keyword }); lost != tt.lost {
			t.Errorf("%s: lost: %t, want %t\n%s", tt.name, lost, tt.lost, x.JSON)
		}
	}
}
