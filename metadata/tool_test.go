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

// A strict dialect demands that every property is sent: null then means that it is
// left out, and Restore takes it out again.
func ExampleDialect_Export() {
	exported, err := metadata.OpenAIStrict.Export(metadata.Tool{
		Name: "weather",
		InputSchema: json.RawMessage(`{"type":"object","properties":{
			"city":{"type":"string","minLength":1},
			"days":{"type":"integer"}},"required":["city"],"additionalProperties":false}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(exported.JSON))
	for _, d := range exported.Dropped {
		fmt.Println(d.Pointer, d.Keyword, d.Note)
	}
	args, err := exported.Restore([]byte(`{"city":"Oslo","days":null}`))
	fmt.Println(string(args), err)
	// Output:
	// {"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{"city":{"type":"string","description":"Length at least 1."},"days":{"type":["integer","null"],"description":"Null leaves it out."}},"required":["city","days"],"additionalProperties":false},"strict":true}}
	// /properties/city minLength told in the description
	// {"city":"Oslo"} <nil>
}

func ExampleExported_Restore() {
	exported, err := metadata.Gemini.Export(metadata.Tool{
		Name:        "fetch",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"Content-Type":{"type":"string"}}}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(exported.JSON))
	args, err := exported.Restore([]byte(`{"Content_Type":"text/plain"}`))
	fmt.Println(string(args), err)
	// Output:
	// {"name":"fetch","parameters":{"type":"OBJECT","properties":{"Content_Type":{"type":"STRING"}}}}
	// {"Content-Type":"text/plain"} <nil>
}
