package metadata_test

import (
	"errors"
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
	if testing.Short() {
		t.Skip("takes seconds")
	}
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
		{"allOf of many", "what holds together is merged two and two", metadata.OpenAI, func(n int) string {
			return `{"type":"object","allOf":[` + listed(n, `{"properties":{"a%":{"type":"string"}},"required":["a%"]}`) + `]}`
		}},
		{"allOf of many references", "they are written out first", metadata.OpenAIStrict, func(n int) string {
			return `{"type":"object","allOf":[` + listed(n, `{"$ref":"#/$defs/a%"}`) + `],"$defs":{` + listed(n, `"a%":{"properties":{"a%":{"type":"string"}},"required":["a%"]}`) + `}}`
		}},
		{"allOf of many on one property", "each says something of the same member", metadata.Gemini, func(n int) string {
			return `{"type":"object","allOf":[` + listed(n, `{"properties":{"a":{"type":"string","minLength":%}}}`) + `]}`
		}},
		{"allOf of many that fence the others in alike", "what is said twice is said once", metadata.Ollama, func(n int) string {
			return `{"type":"object","allOf":[` + listed(n, `{"properties":{"a%":{"type":"string"}},"additionalProperties":{"minLength":1}}`) + `]}`
		}},
		{"allOf of many that are told", "a second pattern, or condition, is told in words", metadata.OpenAIStrict, func(n int) string {
			return `{"type":"object","properties":{"a":{"type":"string","allOf":[` + listed(n, `{"pattern":"%","if":{"minLength":%}}`) + `]}},"required":["a"],"additionalProperties":false}`
		}},
		{"definitions of one name", "a thousand are called alike", metadata.OpenAIStrict, func(n int) string {
			return `{"type":"object","properties":{` + listed(n, `"a%":{"$ref":"#/$defs/b%/$defs/s"}`) + `},"$defs":{` + listed(n, `"b%":{"$defs":{"s":{"type":"string"}}}`) + `},"additionalProperties":false}`
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

// TestMergeIsBounded: what the square of the schema is needed for is refused.
func TestMergeIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, tt := range []struct{ why, schemas string }{
		{"each of 4000 schemas says something of the properties of all others", listed(4000, `{"properties":{"a%":{"type":"string"}},"additionalProperties":{"minLength":%}}`)},
		{"each of 4000 patterns may let in each of 4000 properties", manyPatterns},
		{"each of 200 patterns is compared with a megabyte", `{"additionalProperties":false,"patternProperties":{` + listed(200, `"a%":{}`) + `}},{"properties":{"` + strings.Repeat("a", 1<<20) + `":{}}}`},
	} {
		for _, d := range []metadata.Dialect{metadata.OpenAI, metadata.Ollama} {
			_, err := d.Export(tool(`{"type":"object","allOf":[` + tt.schemas + `]}`))
			if e := (*metadata.Error)(nil); !errors.As(err, &e) || e.Refused[0].Keyword != "allOf" {
				t.Errorf("%s: %v, want that allOf is refused: %s", d, err, tt.why)
			}
		}
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

// kinds is a list of one of n kinds of object, each with a property that a strict
// dialect makes nullable.
func kinds(n int) string {
	return `{"type":"object","properties":{"l":{"type":"array","items":{"anyOf":[` +
		listed(n, `{"type":"object","properties":{"kind":{"const":"k%"},"a":{"type":"string"}},"required":["kind"],"additionalProperties":false}`) +
		`]}}},"required":["l"],"additionalProperties":false}`
}

// TestRestoreIsBounded: neither many values nor a long one cost more than a bound,
// however many branches there are.
func TestRestoreIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	many := export(t, metadata.OpenAIStrict, kinds(500))
	for _, tt := range []struct {
		name, why, sent, want string
		refused               bool
	}{
		{"the last kind", "is told by its constant", `{"l":[{"kind":"k499","a":null}]}`, `{"l":[{"kind":"k499"}]}`, false},
		{"a long constant", "is spelled once, not for each branch", `{"l":[{"kind":"` + strings.Repeat("k", 4<<20) + `"}]}`, "", false},
		{"many of one kind", "each is compared with the branch that its constant names", `{"l":[` + listed(20_000, `{"kind":"k499","a":null}`) + `]}`, `{"l":[` + listed(20_000, `{"kind":"k499"}`) + `]}`, false},
		{"many values of no kind", "are compared up to a bound, and come back as they are", `{"l":[` + listed(20_000, `{"kind":"x"}`) + `]}`, "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := many.Restore([]byte(tt.sent))
			if (err != nil) != tt.refused {
				t.Errorf("%s: %v", tt.why, err)
			}
			if want := tt.want; string(got) != want && (want != "" || string(got) != tt.sent) {
				t.Errorf("%s: %.200s", tt.why, got)
			}
		})
	}
}
