package metadata_test

import (
	"encoding/json"
	"fmt"

	"github.com/functionschema/fscheck/metadata"
)

func ExampleTool() {
	b, err := json.Marshal(metadata.Tool{
		Name:        "weather",
		InputSchema: json.RawMessage(`{"type":"object","properties":{},"required":[]}`),
	})
	fmt.Println(string(b), err)
	// Output: {"name":"weather","inputSchema":{"type":"object","properties":{},"required":[]}} <nil>
}
