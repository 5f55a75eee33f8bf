package functionschema

import (
	"context"
	"encoding/json"
	"errors"
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
	rooted := []byte(`{"allOf":[{}]}`)
	first, counting := mustBuild(t)(FromSchema("f", rooted)), mustBuild(t)(FromSchema("f", rooted, WithLimits(Limits{Applications: 9})))
	if text := fmt.Sprintf("%+v%+v", first, counting); !strings.Contains(text, "tree: allOf") || !strings.HasSuffix(text, "tree: the limit on applications is counted\n") {
		t.Errorf("functions that share a form: %s", text)
	}
	if text := fmt.Sprint((*FunctionSchema)(nil), (*Call)(nil)); text != "<nil> <nil>" {
		t.Error(text)
	}
}

// fielded is an error that shows what it holds to whatever looks at its fields.
type fielded struct{ Secret string }

func (e fielded) Error() string { return e.Secret }

// Whoever logs an error, by any verb or as JSON, logs nothing of its cause that may
// hold an injected value. The cause is there for who asks for it.
func TestFormatError(t *testing.T) {
	type in struct {
		T string `json:"t" inject:"s"`
	}
	f := mustBuild(t)(Of(func(_ context.Context, i in) (int, error) { return 0, fielded{i.T} }, WithName("f"),
		WithResolvers(inject.Resolvers{"s": inject.Map{"t": "s3cret"}})))
	_, err := called(f, `{}`)
	if !errors.As(err, new(fielded)) {
		t.Fatalf("the cause is gone: %v", err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%T"} {
		if text := fmt.Sprintf(verb, err); strings.Contains(text, "s3cret") || strings.Contains(text, "733363726574") {
			t.Errorf("%s: %s", verb, text)
		}
	}
	if text, err := json.Marshal(err); err != nil || strings.Contains(string(text), "s3cret") || !strings.Contains(string(text), `"EXECUTION_ERROR"`) {
		t.Errorf("%s %v", text, err)
	}
	var none *Error
	if text := fmt.Sprintf("%v|%s", none, none.ModelText()); text != "functionschema: a nil *Error|The function failed." {
		t.Error(text)
	}
}
