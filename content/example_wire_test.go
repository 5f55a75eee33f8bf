package content_test

import (
	"fmt"

	"github.com/functionschema/fscheck/content"
)

// A protocol whose results are texts leaves those that begin as JSON to a hint.
func ExampleBeginsJSON() {
	for _, text := range []string{`[1,2]`, ` {"a":1}`, `"a"`, `12`, `cloudy`} {
		fmt.Println(content.BeginsJSON(text), text)
	}
	// Output:
	// true [1,2]
	// true  {"a":1}
	// false "a"
	// false 12
	// false cloudy
}

// A decoder reports what only its protocol knows of as the policy reports the rest.
func ExampleNewDropped() {
	d := content.NewDropped("/parts/0", content.RuleScheme, "ftp")
	fmt.Println(d.Pointer, d.Rule, d.Detail)
	// Output: /parts/0 scheme ftp
}
