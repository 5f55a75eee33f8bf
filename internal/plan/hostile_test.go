package plan

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/internal/strict"
)

// numbered joins n texts, each with its number.
func numbered(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(list, ",")
}

// TestHostileSchemas reads long lists by schemas that were made to cost much.
func TestHostileSchemas(t *testing.T) {
	const n = 20_000
	for _, test := range []struct {
		name, reason, items, item string
		measured                  time.Duration
	}{
		{"required", "only what is required is looked for", `{"required":["p19999"],"properties":{` + numbered(n, `"p%d":{}`) + `}}`, `{"p19999":1}`, 40 * time.Millisecond},
		{"alike", "a name of many that begin alike is looked up", `{"properties":{` + numbered(n, `"customer_%d":{}`) + `}}`, `{"customer_19999":1}`, 40 * time.Millisecond},
		{"wide", "an object costs what it has", `{"properties":{` + numbered(n, `"p%d":{}`) + `}}`, `{}`, 2 * time.Millisecond},
		{"enum of strings", "a long one is looked up", `{"enum":[` + numbered(n, `"v%d"`) + `]}`, `"v19999"`, 5 * time.Millisecond},
		{"enum of numbers", "by value", `{"enum":[` + numbered(n, `%d`) + `]}`, `1.9999e4`, 20 * time.Millisecond},
		{"discriminator", "the branch is looked up", `{"oneOf":[` + numbered(n, `{"type":"object","required":["k"],"properties":{"k":{"const":"v%d"}}}`) + `]}`, `{"k":"v19999"}`, 20 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() || pace.Raced {
				t.Skip("takes its time")
			}
			p, _ := compile(t, `{"properties":{"l":{"items":`+test.items+`}}}`, Names{})
			limits := strict.Limits{}.Resolve()
			text := []byte(`{"l":[` + strings.Repeat(test.item+",", 29_999) + test.item + `]}`)
			pace.Within(t, 5*test.measured, func() {
				run := p.Begin()
				defer run.End()
				if got := run.Judge(text, &limits); got != Valid {
					t.Errorf("%s: %d", test.reason, got)
				}
			})
		})
	}
}
