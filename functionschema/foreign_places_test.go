package functionschema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

type twig struct {
	N uint8 `json:"n"`
	X *twig `json:"x"`
	Y *twig `json:"y"`
}

// What does not fit is reported wherever it is referred to, and that has an end.
func TestWithSchemaAtEveryPlace(t *testing.T) {
	type in struct {
		A uint8 `json:"a"`
		B uint8 `json:"b"`
		V *twig `json:"v"`
	}
	build := func(properties, defs string, opts ...Option) error {
		_, err := Of(func(context.Context, in) (int, error) { return 0, nil }, append(opts, WithName("f"),
			WithSchema([]byte(`{"properties":{`+properties+`},"$defs":{`+defs+`}}`)))...)
		return err
	}
	err := build(`"a":{"$ref":"#/$defs/i"},"b":{"$ref":"#/$defs/i"}`, `"i":{"minimum":300}`)
	if got := brief(err); got != "INVALID_SCHEMA /properties/a/minimum:minimum /properties/b/minimum:minimum" {
		t.Errorf("two places: %s", got)
	}
	wantParts(t, err, "field in.A: the Go type holds", "field in.B: the Go type holds") // each by its own name

	err = build(`"v":{"$ref":"#/$defs/d"}`, `"d":{"properties":{"n":{"minimum":300},"x":{"$ref":"#/$defs/d"},"y":{"$ref":"#/$defs/d"}}}`)
	if got := brief(err); got != "INVALID_SCHEMA /properties/v/properties/n/minimum:minimum" {
		t.Errorf("a schema and a type that contain themselves: %s", got)
	}

	var levels strings.Builder
	for i := range 40 { // 2^40 places
		fmt.Fprintf(&levels, `"%d":{"properties":{"x":{"$ref":"#/$defs/%d"},"y":{"$ref":"#/$defs/%d"}}},`, i, i+1, i+1)
	}
	err = build(`"v":{"$ref":"#/$defs/0"}`, levels.String()+`"40":{"properties":{"n":{"minimum":300}}}`, WithLimits(Limits{Violations: 1 << 20}))
	var e *Error
	if !errors.As(err, &e) || len(e.Violations) < 1000 || len(e.Violations) > 10_000 {
		t.Errorf("references that double at each of 40 levels: %.200v", err)
	}
}
