package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/functionschema/fscheck/metadata"
)

// scripted is a model that always says the same. It acts on what it reads: without
// a text that names the fault it could not repair its call.
type scripted []struct {
	reads string // has to occur in the text
	turn  Turn
}

// Next takes the first line of the script that the text calls for.
func (s scripted) Next(_ context.Context, _ []metadata.Tool, read string) (Turn, error) {
	for _, line := range s {
		if strings.Contains(read, line.reads) {
			return line.turn, nil
		}
	}
	return Turn{}, fmt.Errorf("the script has no line for %q", read)
}

var script = scripted{
	{"Tea for two", Turn{Function: "search", Arguments: `{"word": "tea"}`}},
	{`"T-1"`, Turn{Function: "order", Arguments: `{"items": [{"sku": "T-1", "quantity": "2"}], "by": "2026-05-15", "wrapped": true}`}},
	{"/items/0/quantity", Turn{Function: "order", Arguments: `{"items": [{"sku": "T-1", "quantity": 2}, {"sku": "C-7"}], "by": "2026-05-15T12:00:00Z"}`}},
	{`"total"`, Turn{Function: "refund", Arguments: `{"order": 1}`}},
	{"approve", Turn{Answer: "The tea comes on Friday. I could not get the money for order 1 back."}},
}
