package functionschema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/inject"
)

// Whoever logs a schema or a call logs no injected value.
func TestFormat(t *testing.T) {
	type in struct {
		A string         `json:"a"`
		B map[string]int `json:"b,omitempty" jsonschema:"minProperties=1"`
		T string         `json:"t" inject:"s"`
	}
	f := mustBuild(t)(New(func(in) {}, WithName("f"), WithResolvers(inject.Resolvers{"s": inject.Map{"t": "s3cret"}})))
	c, err := f.Bind(t.Context(), []byte(`{"a":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d"} {
		text := fmt.Sprintf(verb+" "+verb, f, c)
		if strings.Contains(text, "s3cret") || !strings.HasPrefix(text, "f") || !strings.HasSuffix(text, `f {"a":"x"}`) {
			t.Errorf("%s: %s", verb, text)
		}
	}
	if text := fmt.Sprintf("%+v", f); !strings.Contains(text, "/a") {
		t.Errorf("no plan: %s", text)
	}
	if text := fmt.Sprint((*FunctionSchema)(nil), (*Call)(nil)); text != "<nil> <nil>" {
		t.Error(text)
	}
}
