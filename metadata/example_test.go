package metadata_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/metadata"
)

// A name that a provider refuses is found before the request is sent, with what to do.
func ExampleError() {
	_, err := metadata.Gemini.Export(metadata.Tool{Name: "my search", InputSchema: json.RawMessage(`{"type":"object"}`)})
	var e *metadata.Error
	if errors.As(err, &e) {
		for _, r := range e.Refused {
			fmt.Printf("%q %s: %s\n", r.Pointer, r.Keyword, r.Message)
		}
	}
	// Output: "" name: the name "my search" is not taken by gemini, which takes ^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$: call the function "my_search", or give it another name
}

// A program that takes the provider's name from its configuration.
func ExampleDialects() {
	for _, d := range metadata.Dialects() {
		fmt.Println(d)
	}
	// Output:
	// openai
	// openai-strict
	// anthropic
	// anthropic-strict
	// gemini
	// gemini-jsonschema
	// mcp
	// bedrock
	// ollama
}
