package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestViews: what a model sees stands beside the execution schema where both fit.
func TestViews(t *testing.T) {
	const model, execution = `{"type":"object"}`, `{"type":"object","required":["a"]}`
	for _, tt := range []struct {
		name      string
		width     int
		execution string
		want      string
	}{
		{"wide", 60, execution, `
what a model sees  │ execution schema
{                  │ {
  "type": "object" │   "type": "object",
}                  │   "required": [
                   │     "a"
                   │   ]
                   │ }
`},
		{"narrow", 39, execution, `
what a model sees
{
  "type": "object"
}

execution schema
{
  "type": "object",
  "required": [
    "a"
  ]
}
`},
		{"no terminal", 0, `{}`, `
what a model sees
{
  "type": "object"
}

execution schema
{}
`},
		{"the same", 60, model, `
execution schema, all of which a model sees
{
  "type": "object"
}
`},
	} {
		var b strings.Builder
		if err := (&terminal{out: &b, width: tt.width}).views([]byte(model), []byte(tt.execution)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
