package metadata_test

import (
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/metadata"
)

// TestExportOfHostileSchemas: what a schema has many of is looked at once each, or up
// to a bound. Some dialects refuse some of them, for their size.
func TestExportOfHostileSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, tt := range []struct{ name, why, schema string }{
		{"unknown keywords", "each is found among the others at once", `{"type":"object",` + listed(100_000, `"x%":0`) + `}`},
		{"unknown keywords of two", "the second ones are left over, and each is told once",
			`{"type":"object","allOf":[{` + listed(50_000, `"x%":0`) + `},{` + listed(50_000, `"x%":1`) + `}]}`},
		{"patterns beside properties", "each is compiled once, and compared up to a bound", `{"type":"object","allOf":[` + manyPatterns + `]}`},
		{"patterns beside changed names", "each is compiled once, and compared up to a bound: where that is not enough they are left out",
			`{"type":"object","patternProperties":{` + listed(4000, `"^a%$":{}`) + `},"properties":{` + listed(4000, `"p %":{"type":"string"}`) + `}}`},
	} {
		for _, d := range metadata.Dialects() {
			t.Run(tt.name+", "+string(d), func(t *testing.T) {
				t.Log(tt.why)
				source := tool(tt.schema)
				pace.Within(t, time.Second, func() { _, _ = d.Export(source) })
			})
		}
	}
}

// manyPatterns are two schemas of which the first asks 4000 patterns for each of 4000
// properties of the second.
var manyPatterns = `{"additionalProperties":false,"patternProperties":{` + listed(4000, `"^a%$":{}`) + `}},{"properties":{` + listed(4000, `"p%":{}`) + `}}`
