package functionschema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/inject"
)

// shout is an injected value that marshals itself.
type shout struct{ fail bool }

func (s shout) MarshalJSON() ([]byte, error) {
	if s.fail {
		panic("hidden in a panic")
	}
	return []byte(`"LOUD"`), nil
}

type client struct{ name string }

type greeting struct {
	Name   string  `json:"name"`
	Tenant string  `json:"tenant" inject:"app,tenant.id" jsonschema:"minLength=3"`
	Again  string  `json:"again" inject:"app,tenant.id"`
	Client *client `json:"client" inject:"app,client,opaque"`
}

func greet(_ context.Context, g greeting) (string, error) {
	name := "nobody"
	if g.Client != nil {
		name = g.Client.name
	}
	return g.Name + " " + g.Tenant + " " + g.Again + " " + name, nil
}

func TestInject(t *testing.T) {
	ctx := context.Background()
	there := inject.Map{"tenant.id": "acme", "client": &client{"c"}}
	with := func(key string, v any) inject.Map {
		m := inject.Map{}
		for k, v := range there {
			m[k] = v
		}
		m[key] = v
		return m
	}
	without := func(key string) inject.Map {
		m := with(key, nil)
		delete(m, key)
		return m
	}
	var nilClient *client
	tests := []struct {
		name, reason string
		source       inject.Resolver
		args, want   string // the result, or the error's brief
	}{
		{"values are there", "", there, `{"name":"a"}`, "a acme acme c"},
		{"the model sends the name", "the framework's value wins", there, `{"name":"a","tenant":"evil","again":7}`, "a acme acme c"},
		{"the model sends an escaped name", "names are compared after unescaping", there, `{"name":"a","t\u0065nant":"evil"}`, "a acme acme c"},
		{"the model sends the opaque name", "it is in no schema", there, `{"name":"a","client":null}`, "INVALID_ARGUMENT :additionalProperties(client)"},
		{"a value that marshals itself", "values are encoded as results are", with("tenant.id", shout{}), `{"name":"a"}`, "a LOUD LOUD c"},
		{"a raw message", "", with("tenant.id", json.RawMessage(` "raw" `)), `{"name":"a"}`, "a raw raw c"},
		{"a pointer", "", with("tenant.id", new("pointed")), `{"name":"a"}`, "a pointed pointed c"},
		{"nil is null", "null is a value, and a string is none", with("tenant.id", nil), `{"name":"a"}`, "INJECTION_ERROR /again:type /tenant:type"},
		{"opaque nil", "a pointer has a nil", with("client", nil), `{"name":"a"}`, "a acme acme nobody"},
		{"opaque typed nil", "", with("client", nilClient), `{"name":"a"}`, "a acme acme nobody"},
		{"opaque of another type", "assignability is checked", with("client", "text"), `{"name":"a"}`, "INJECTION_ERROR /client:inject"},
		{"opaque value that is not the pointer", "nothing is converted", with("client", client{}), `{"name":"a"}`, "INJECTION_ERROR /client:inject"},
		{"missing", "neither the model's value nor a default stands in", without("tenant.id"), `{"name":"a","tenant":"evil"}`, "INJECTION_ERROR /again:inject /tenant:inject"},
		{"all missing", "all failures are collected", inject.Map{}, `{"name":"a"}`, "INJECTION_ERROR /again:inject /client:inject /tenant:inject"},
		{"too short for its schema", "the complete object is validated like any other", with("tenant.id", "ab"), `{"name":"a"}`, "INJECTION_ERROR /tenant:minLength"},
		{"of another type, on both parameters of one source", "", with("tenant.id", 5), `{"name":"a"}`, "INJECTION_ERROR /again:type /tenant:type"},
		{"an object whose inside is at fault", "the place is the parameter: names inside are values too", with("tenant.id", map[string]int{"k": 1}), `{"name":"a"}`, "INJECTION_ERROR /again:type /tenant:type"},
		{"the model is at fault too", "one injected violation makes it the framework's fault", with("tenant.id", "ab"), `{"name":5}`, "INJECTION_ERROR /name:type /tenant:minLength"},
		{"only the model is at fault", "", there, `{"name":5}`, "INVALID_ARGUMENT /name:type"},
		{"cannot be encoded: a channel", "", with("tenant.id", make(chan int)), `{"name":"a"}`, "INJECTION_ERROR /again:inject /tenant:inject"},
		{"cannot be encoded: NaN", "", with("tenant.id", math.NaN()), `{"name":"a"}`, "INJECTION_ERROR /again:inject /tenant:inject"},
		{"cannot be encoded: MarshalJSON panics", "", with("tenant.id", shout{fail: true}), `{"name":"a"}`, "INJECTION_ERROR /again:inject /tenant:inject"},
		{"cannot be encoded: not UTF-8", "", with("tenant.id", "a\xff"), `{"name":"a"}`, "INJECTION_ERROR /again:inject /tenant:inject"},
		{"cannot be encoded: duplicate names", "raw JSON is read strictly", with("tenant.id", json.RawMessage(`{"a":1,"a":1}`)), `{"name":"a"}`, "INJECTION_ERROR /again:inject /tenant:inject"},
		{"the resolver fails", "", inject.ResolverFunc(func(context.Context, string) (any, error) { return "acme", errors.New("s3cret") }), `{"name":"a"}`, "INJECTION_ERROR /again:inject /client:inject /tenant:inject"},
		{"the resolver panics", "", inject.ResolverFunc(func(context.Context, string) (any, error) { panic("s3cret") }), `{"name":"a"}`, "INJECTION_ERROR /again:inject /client:inject /tenant:inject"},
		{"the resolver's error is a nil pointer", "its methods panic", inject.ResolverFunc(func(context.Context, string) (any, error) { return nil, (*fragileError)(nil) }), `{"name":"a"}`, "INJECTION_ERROR /again:inject /client:inject /tenant:inject"},
		{"a nil function as resolver", "", inject.ResolverFunc(nil), `{"name":"a"}`, "INJECTION_ERROR /again:inject /client:inject /tenant:inject"},
		{"unreadable text", "resolvers do not run on what cannot be read", inject.ResolverFunc(func(context.Context, string) (any, error) { t.Error("asked"); return nil, nil }), `{"name":"a"`, "INVALID_ARGUMENT :parse!truncated"},
		{"no object", "injection is skipped", inject.ResolverFunc(func(context.Context, string) (any, error) { t.Error("asked"); return nil, nil }), `null`, "INVALID_ARGUMENT :type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ran := false
			f := mustBuild(t)(Of(func(ctx context.Context, g greeting) (string, error) { ran = true; return greet(ctx, g) },
				WithName("greet"), WithResolvers(inject.Resolvers{"app": test.source})))
			args := []byte(test.args)
			r, err := f.Call(ctx, args)
			got := brief(err)
			if err == nil {
				got = r.ModelText()
			}
			if got != test.want {
				t.Errorf("%s\nwant %s: %s\n%v", got, test.want, test.reason, err)
			}
			if ran != (err == nil) {
				t.Error("the function runs if and only if all of this succeeded")
			}
			if string(args) != test.args {
				t.Errorf("the request was changed to %s", args)
			}
			if err != nil && strings.Contains(err.Error()+err.(*Error).ModelText(), "s3cret") {
				t.Errorf("a resolver's text is shown: %v", err)
			}
		})
	}
}

// fragileError panics when it is nil, as many errors do.
type fragileError struct{ text string }

func (e *fragileError) Error() string     { return e.text }
func (e *fragileError) Unwrap() error     { return errors.New(e.text) }
func (e *fragileError) Is(err error) bool { return e.text == err.Error() }

// Without WithResolvers every call fails; with it a source that is not there is
// a fault of the build.
func TestResolversMissing(t *testing.T) {
	f := mustBuild(t)(Of(greet, WithName("greet")))
	_, err := called(f, `{"name":"a"}`)
	if brief(err) != "INJECTION_ERROR /again:inject /client:inject /tenant:inject" || !errors.Is(err, inject.ErrNotFound) {
		t.Errorf("no resolvers: %v", err)
	}
	for name, resolvers := range map[string]inject.Resolvers{"nil": nil, "another source": {"x": inject.Map{}}, "a nil resolver": {"app": nil}} {
		_, err := Of(greet, WithName("greet"), WithResolvers(resolvers))
		if brief(err) != "INVALID_SCHEMA /properties/again:inject /properties/client:inject /properties/tenant:inject" {
			t.Errorf("%s: %v", name, err)
		}
		wantParts(t, err, `"app"`, "WithResolvers")
	}
}

// Resolvers run in the order of declaration, once for each distinct reference: one
// that is opaque is another.
func TestResolveOrder(t *testing.T) {
	var asked []string
	log := func(source string) inject.Resolver {
		return inject.ResolverFunc(func(_ context.Context, key string) (any, error) {
			asked = append(asked, source+":"+key)
			return "v", nil
		})
	}
	type promoted struct {
		P string `json:"p" inject:"b,p"`
	}
	type in struct {
		Z string `json:"z" inject:"a,k"`
		promoted
		A string `json:"a" inject:"b"`
		M string `json:"m" inject:"a,k"`
		O any    `json:"o" inject:"a,k,opaque"`
		K string `json:"k" inject:"b,k"`
	}
	resolvers := WithResolvers(inject.Resolvers{"a": log("a"), "b": log("b")})
	f := mustBuild(t)(New(func(in) {}, WithName("f"), resolvers))
	for range 2 { // once a call
		asked = nil
		if _, err := called(f, `{}`); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"a:k", "b:p", "b:a", "a:k", "b:k"}, asked); diff != "" {
			t.Error(diff)
		}
	}
	asked = nil
	g := foreign(t, `{"properties":{"z":{},"x":{},"b":{}},"allOf":[{"properties":{"a":{}}}]}`, resolvers,
		WithInjected(map[string]inject.Ref{"a": {Source: "a"}, "b": {Source: "b"}, "z": {Source: "a", Key: "1"}}))
	if _, err := bound(g, `{}`); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a:1", "b:b", "a:a"}, asked); diff != "" {
		t.Errorf("a foreign schema's order: %s", diff)
	}
}

// WithInjected works on fields, positional parameters, maps and foreign schemas,
// and wins over a tag.
func TestWithInjected(t *testing.T) {
	type in struct {
		A string `json:"a" inject:"tag,a"`
		B string `json:"b"`
	}
	resolvers := WithResolvers(inject.Resolvers{"s": inject.Map{"a": "A", "b": "B", "k": "K"}})
	refs := WithInjected(map[string]inject.Ref{"a": {Source: "s"}, "b": {Source: "s", Key: "k"}})
	tests := []struct {
		name, reason string
		f            *FunctionSchema
		want         string
	}{
		{"fields", "the key is the name if there is none", mustBuild(t)(New(func(v in) string { return v.A + v.B }, WithName("f"), refs, resolvers)), "AK"},
		{"positional", "", mustBuild(t)(New(func(a, b string) string { return a + b }, WithName("f"), WithParams(Names("a", "b")...), refs, resolvers)), "AK"},
		{"a map", "it is open, and these are named", mustBuild(t)(New(func(m map[string]string) string { return m["a"] + m["b"] }, WithName("f"), refs, resolvers)), "AK"},
		{"twice", "injections add up, the later wins", mustBuild(t)(New(func(a, b string) string { return a + b }, WithName("f"), WithParams(Names("a", "b")...), refs,
			WithInjected(map[string]inject.Ref{"b": {Source: "s"}}), resolvers)), "AB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := bound(test.f, `{"a":"evil"}`)
			if err != nil {
				t.Fatalf("%s: %v", test.reason, err)
			}
			if string(c.Arguments()) != "{}" {
				t.Errorf("Arguments shows %s", c.Arguments())
			}
			if strings.Contains(string(test.f.Metadata().InputSchema), `"a"`) {
				t.Errorf("metadata: %s", test.f.Metadata().InputSchema)
			}
			if r, err := c.Do(context.Background()); err != nil || r.ModelText() != test.want {
				t.Errorf("%v %v, want %s: %s", r, err, test.want, test.reason)
			}
		})
	}
	f := foreign(t, `{"properties":{"a":{"type":"string","default":"unused"}}}`, WithInjected(map[string]inject.Ref{"a": {Source: "s"}}), resolvers)
	c, err := bound(f, `{}`)
	if err != nil || c.Values()[0].(map[string]any)["a"] != "A" {
		t.Errorf("a foreign default beside an injection is never consulted: %v", err)
	}
	refs0 := map[string]inject.Ref{"b": {Source: "s"}}
	option := WithInjected(refs0)
	refs0["b"] = inject.Ref{Source: "gone"}
	if _, err := New(func(in) {}, WithName("f"), option, WithResolvers(inject.Resolvers{"s": inject.Map{}, "tag": inject.Map{}})); err != nil {
		t.Errorf("a map changed after the option was made: %v", err)
	}
}

func TestInjectFaults(t *testing.T) {
	type nested struct {
		In struct {
			T string `json:"t" inject:"s"`
		} `json:"in"`
	}
	type withDefault struct {
		T string `json:"t" inject:"s" default:"\"x\""`
	}
	type badTag struct {
		T string `json:"t" inject:"s,k,opake"`
	}
	type union struct {
		T string `json:"t"`
	}
	tests := []struct {
		name, reason string
		fn           any
		opts         []Option
		want         string
	}{
		{"a nested tag", "only parameters are injected", func(nested) {}, nil, "INVALID_SCHEMA /properties/in/properties/t:inject"},
		{"a default beside it", "it could never be used", func(withDefault) {}, nil, "INVALID_SCHEMA /properties/t:default"},
		{"a misspelt tag", "", func(badTag) {}, nil, "INVALID_SCHEMA /properties/t:inject"},
		{"unknown names", "each is reported", func(union) {}, []Option{WithInjected(map[string]inject.Ref{"x": {Source: "s"}, "y": {Source: "s"}})}, "INVALID_SCHEMA :inject :inject"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := New(test.fn, append(test.opts, WithName("f"))...); brief(err) != test.want {
				t.Errorf("%v; want %s: %s", err, test.want, test.reason)
			}
		})
	}
}

// The whole set decides, not the part that is reported; and what is collapsed onto
// an injected parameter counts once.
func TestInjectedBeyondTheReport(t *testing.T) {
	f := foreign(t, `{"additionalProperties":{"type":"integer"},"properties":{"zz":{"additionalProperties":{"type":"integer"}}}}`,
		WithInjected(map[string]inject.Ref{"zz": {Source: "s"}}),
		WithResolvers(inject.Resolvers{"s": inject.Map{"zz": map[string]string{"k1": "", "k2": "", "k3": ""}}}))
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `,"m%02d":""`, i)
	}
	_, err := bound(f, `{`+b.String()[1:]+`}`)
	e := err.(*Error)
	if e.Code != InjectionError || len(e.Violations) != 32 || e.More != 9 {
		t.Errorf("%s, %d violations and %d more; want INJECTION_ERROR, 32 and 9", e.Code, len(e.Violations), e.More)
	}
	_, err = bound(f, `{}`)
	if brief(err) != "INJECTION_ERROR /zz:type" {
		t.Errorf("three members inside are one violation outside: %v", err)
	}
	wantParts(t, err, "the framework's value for this parameter does not satisfy its schema")
}

// The opaque name counts once, however it was found.
func TestOpaqueNameCountsOnce(t *testing.T) {
	f := mustBuild(t)(Of(greet, WithName("greet"), WithResolvers(inject.Resolvers{"app": inject.Map{"tenant.id": "acme", "client": nil}})))
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `,"a%02d":""`, i)
	}
	_, err := bound(f, `{"name":"","client":1`+b.String()+`}`)
	e := err.(*Error)
	if e.Code != InvalidArgument || len(e.Violations) != 32 || e.More != 9 {
		t.Errorf("%s, %d violations and %d more; want INVALID_ARGUMENT, 32 and 9", e.Code, len(e.Violations), e.More)
	}
}

// A binding fault of an injected value is the framework's, and tells nothing.
func TestInjectedBinding(t *testing.T) {
	type in struct {
		A int8            `json:"a"`
		T map[string]int8 `json:"t"`
	}
	build := func(v any) *FunctionSchema {
		return mustBuild(t)(New(func(in) {}, WithName("f"), WithSchema([]byte(`{"properties":{"a":{},"t":{}}}`)),
			WithInjected(map[string]inject.Ref{"t": {Source: "s"}}), WithResolvers(inject.Resolvers{"s": inject.Map{"t": v}})))
	}
	_, err := bound(build(map[string]int{"s3cret": 300, "s3cret2": 300}), `{"a":1}`)
	if brief(err) != "INJECTION_ERROR /t:!range" || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%v", err)
	}
	wantParts(t, err, "/t: the framework's value for this parameter does not satisfy its schema")
	_, err = bound(build(map[string]int{"s3cret": 300}), `{"a":1000}`)
	if brief(err) != "INJECTION_ERROR /a:!range /t:!range" {
		t.Errorf("%v", err)
	}
	_, err = bound(build(map[string]int{"k": 3}), `{"a":1000}`)
	if brief(err) != "BINDING_ERROR /a:!range" {
		t.Errorf("%v", err)
	}
}
