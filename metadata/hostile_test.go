package metadata_test

import (
	"errors"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/metadata"
)

// TestExportOfHostileSchemas: what a schema has many of is looked at once each, or up
// to the bound of what is merged, and the export is refused then.
func TestExportOfHostileSchemas(t *testing.T) {
	for _, tt := range []struct {
		name, why, schema string
		refused           string // the keyword; "": not refused
	}{
		{"unknown keywords", "each is found among the others at once", `{"type":"object",` + listed(100_000, `"x%":0`) + `}`, ""},
		{"unknown keywords of two", "the second ones are left over, and told as one",
			`{"type":"object","allOf":[{` + listed(50_000, `"x%":0`) + `},{` + listed(50_000, `"x%":1`) + `}]}`, ""},
	} {
		for _, d := range metadata.Dialects() {
			t.Run(tt.name+", "+string(d), func(t *testing.T) {
				source := tool(tt.schema)
				pace.Within(t, time.Second, func() {
					_, err := d.Export(source)
					e := (*metadata.Error)(nil)
					errors.As(err, &e)
					if refused := e != nil; refused != (tt.refused != "") || refused && e.Refused[0].Keyword != tt.refused {
						t.Errorf("%s: %v, refused: want %q", tt.why, err, tt.refused)
					}
				})
			})
		}
	}
}
