package metadata_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// listed writes n parts with commas between.
func listed(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "%", fmt.Sprint(i))
	}
	return strings.Join(parts, ",")
}

// TestExportGrowsWithTheSchema: twice the schema is about twice the work, which is
// counted in allocations, since a busy machine has no sense of time.
func TestExportGrowsWithTheSchema(t *testing.T) {
	for _, tt := range []struct {
		name, why string
		dialect   metadata.Dialect
		schema    func(n int) string
	}{
		{"names that clash", "a thousand names of other scripts become the same underscores", metadata.Anthropic, func(n int) string {
			return `{"type":"object","properties":{` + clashing(n) + `}}`
		}},
		{"required twice", "two lists become one", metadata.Anthropic, func(n int) string {
			return `{"type":"object","allOf":[{"required":[` + listed(n, `"a%"`) + `]},{"required":[` + listed(n, `"b%"`) + `]}]}`
		}},
		{"enum twice", "two lists become what both have", metadata.Gemini, func(n int) string {
			return `{"type":"object","properties":{"a":{"type":"string","enum":[` + listed(n, `"a%"`) + `],"allOf":[{"enum":["a1",` + listed(n, `"b%"`) + `]}]}}}`
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			work := func(n int) float64 {
				source := tool(tt.schema(n))
				return testing.AllocsPerRun(1, func() {
					if _, err := tt.dialect.Export(source); err != nil {
						t.Fatal(err)
					}
				})
			}
			if few, many := work(250), work(1000); many > 6*few {
				t.Errorf("%s: %.0f allocations, and %.0f for four times the schema", tt.why, few, many)
			}
		})
	}
}

// clashing writes n properties of one letter each, none of which a provider takes.
func clashing(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = `"` + string(rune(0x4e00+i)) + `":{"type":"string"}`
	}
	return strings.Join(parts, ",")
}
