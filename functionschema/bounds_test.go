package functionschema

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/inject"
)

// Short schemas and short arguments from which much would come without a bound.
func TestBoundsOfWhatGrows(t *testing.T) {
	t.Run("choices of choices", func(t *testing.T) {
		// Each level names the next eight times: looking at every way there would
		// take 8^8 steps for 1.6 KB.
		var defs strings.Builder
		for i := range 8 {
			fmt.Fprintf(&defs, `"a%d":{"anyOf":[%s]},`, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"$ref":"#/$defs/a%d"},`, i+1), 8), ","))
		}
		text := `{"$defs":{` + defs.String() + `"a8":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a0"}}}`
		within(t, func() {
			type in struct {
				X bool `json:"x"`
			}
			_, err := New(func(in) {}, WithName("f"), WithSchema([]byte(text)))
			if brief(err) != "INVALID_SCHEMA /properties/x:type" {
				t.Error(err)
			}
		})
	})
	t.Run("patterns together", func(t *testing.T) {
		var properties strings.Builder
		for i := range 200 {
			fmt.Fprintf(&properties, `"p%d":{"pattern":"^x(a%d|b){1000}y(c{9}){100}$"},`, i, i)
		}
		_, err := FromSchema("f", []byte(`{"properties":{`+strings.TrimSuffix(properties.String(), ",")+`}}`))
		if e, ok := err.(*Error); !ok || !strings.Contains(e.Error(), "too large together") {
			t.Errorf("%.300v", err)
		}
	})
	t.Run("defaults in many places", func(t *testing.T) {
		f := foreign(t, `{"properties":{"v":{"items":{"properties":{"d":{"default":"`+strings.Repeat("x", 1<<20)+`"}}}}}}`)
		args := []byte(`{"v":[` + strings.TrimSuffix(strings.Repeat("{},", 100_000), ",") + `]}`)
		for range 2 {
			if _, err := f.Complete(args); brief(err) != "INVALID_ARGUMENT :parse!size" {
				t.Errorf("Complete: %s", brief(err))
			}
			if _, err := f.Call(context.Background(), args); brief(err) != "INVALID_ARGUMENT :parse!size" {
				t.Errorf("Call: %s", brief(err))
			}
			var in map[string]any
			if err := f.Decode(context.Background(), args, &in); brief(err) != "INVALID_ARGUMENT :parse!size" {
				t.Errorf("Decode: %s", brief(err))
			}
		}
		few := []byte(`{"v":[{},{}]}`)
		if _, err := f.Complete(few); err != nil {
			t.Error(err)
		}
	})
	t.Run("a result that meets itself", func(t *testing.T) {
		type node struct{ A, B *node }
		f := mustBuild(t)(New(func() *node {
			n := &node{}
			for range 60 {
				n = &node{n, n}
			}
			return n
		}, WithName("f")))
		if _, err := called(f, `{}`); brief(err) != "INVALID_RESULT" {
			t.Error(brief(err))
		}
	})
}

// A name that is hidden from the model is in no text for it either.
func TestHiddenNamesInMessages(t *testing.T) {
	f := foreign(t, `{"properties":{"Tenant":{"type":"string"}},"required":["Tenant"],"maxProperties":3,"allOf":[{"properties":{"tenant":{}}}]}`,
		WithInjected(map[string]inject.Ref{"tenant": {Source: "s"}}), WithResolvers(inject.Resolvers{"s": inject.Map{"tenant": "x"}}))
	_, err := called(f, `{}`)
	if e, ok := err.(*Error); !ok || strings.Contains(e.ModelText(), `"tenant"`) {
		t.Error(err)
	}
	if got := string(f.Metadata().InputSchema); !strings.Contains(got, `"maxProperties":2`) {
		t.Errorf("%s: the framework sets one of three", got)
	}
	_, err = called(f, `{"Tenant":"a","b":1,"c":2}`)
	if e, ok := err.(*Error); !ok || !strings.Contains(e.ModelText(), "at most 2 members, not 3") {
		t.Error(err)
	}
}
