package functionschema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/pace"
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

// An error whose Unwrap leads back to it has no end of its own.
func TestErrorsInACircle(t *testing.T) {
	f := mustBuild(t)(New(func() error { return circle{} }, WithName("f")))
	_, err := called(f, `{}`)
	if e, ok := err.(*Error); !ok || e.Code != ExecutionError || e.ModelText() != "The function f failed." {
		t.Errorf("%v", err)
	}
	if reply := Respond(nil, circle{}); reply.Failure == nil || reply.Failure.Code != string(ExecutionError) {
		t.Errorf("%+v", reply)
	}
	type in struct {
		A string `json:"a" inject:"s"`
	}
	g := mustBuild(t)(New(func(in) {}, WithName("g"), WithResolvers(inject.Resolvers{
		"s": inject.ResolverFunc(func(context.Context, string) (any, error) { return nil, circle{} }),
	})))
	if _, err := called(g, `{}`); brief(err) != "INJECTION_ERROR /a:inject" {
		t.Error(brief(err))
	}
}

type circle struct{}

func (circle) Error() string   { return "circle" }
func (c circle) Unwrap() error { return c }

// A pattern that takes long does not outlast the context.
func TestPatternsEndWithTheContext(t *testing.T) {
	f := foreign(t, `{"properties":{"v":{"items":{"pattern":"^(.{900}){2}.*x{0,99}(a|b){0,90}$"}}}}`)
	args := []byte(`{"v":[` + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("y", 20_000)+`",`, 200), ",") + `]}`)
	pace.Within(t, time.Second, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		if _, err := f.Call(ctx, args); brief(err) != "CANCELLED" {
			t.Error(brief(err))
		}
	})
}

// What the model reads is text.
func TestVisibleTextIsText(t *testing.T) {
	f := mustBuild(t)(New(func() error { return Visible(errors.New("a\nb\xff\x00")) }, WithName("f")))
	_, err := called(f, `{}`)
	if e, ok := err.(*Error); !ok || e.ModelText() != "a\nb\uFFFD" {
		t.Errorf("%q", err)
	}
}
