package functionschema

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/inject"
)

// codes lists every [Code], in the order of the phases.
var codes = []Code{InvalidSchema, InvalidArgument, BindingError, InjectionError, ExecutionError, InvalidResult, Cancelled}

var update = flag.Bool("update", false, "rewrite testdata/*.golden")

// golden compares a text with a file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (rewrite with -update):\n%s", path, diff)
	}
}

type ticket struct {
	Title    string            `json:"title" jsonschema:"minLength=3,maxLength=20"`
	Priority string            `json:"priority" jsonschema:"enum=low,enum=high,default=low"`
	Due      time.Time         `json:"due"`
	Weight   uint8             `json:"weight" jsonschema:"maximum=100"`
	Ratio    *float32          `json:"ratio"`
	Labels   []string          `json:"labels" jsonschema:"maxItems=2,uniqueItems,pattern=^[a-z]+$" default:"[]"`
	Meta     map[string]string `json:"meta,omitempty"`
	File     []byte            `json:"file,omitempty"`
	Secret   string            `json:"secret,omitempty" jsonschema:"writeOnly,minLength=8"`
	Tenant   string            `json:"tenant" inject:"app,tenant" jsonschema:"pattern=^[a-z]+$"`
}

// The texts of errors, for logs and for models, as a reader sees them.
func TestErrorTexts(t *testing.T) {
	const valid = `{"title":"A ticket","due":"2026-01-02T03:04:05Z","weight":1,"ratio":null}`
	source := func(tenant any) Option {
		return WithResolvers(inject.Resolvers{"app": inject.Map{"tenant": tenant}})
	}
	build := func(do func(context.Context, ticket) (any, error), opts ...Option) *FunctionSchema {
		return mustBuild(t)(Of(do, append([]Option{WithName("create_ticket")}, opts...)...))
	}
	fine := func(context.Context, ticket) (any, error) { return "done", nil }
	call := func(f *FunctionSchema, args string) error { _, err := called(f, args); return err }
	wide := mustBuild(t)(Of(fine, WithName("create_ticket"), WithSchema([]byte(`{"properties":{"tenant":{}}}`)), source("acme")))
	plain := func(do func() (any, error)) *FunctionSchema { return mustBuild(t)(New(do, WithName("plain"))) }
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, atOnce := build(fine, source("acme")).Call(cancelled, []byte(valid))
	_, unbuilt := New(func(struct {
		A chan int `json:"a"`
		B string   `json:"b" jsonschema:"minimum=3" default:"x"`
	}) (int, int) {
		return 0, 0
	}, WithName("two words"))

	var b bytes.Buffer
	for _, c := range []struct {
		name string
		err  error
	}{
		{"building", unbuilt},
		{"unreadable arguments", call(build(fine, source("acme")), `{"title":"A","title":"B"}`)},
		{"no object", call(build(fine, source("acme")), `"{\"title\":\"A ticket\"}"`)},
		{"many faults", call(build(fine, source("acme")), `{"title":"","priority":"urgent","due":"tomorrow","weight":"12","ratio":"0.5","labels":["a","a","B"],`+
			`"meta":{"k":1},"file":"_-8","secret":"hunter2","prio":"low","tenant":"x"}`)},
		{"more than are listed", call(build(fine, source("acme"), WithLimits(Limits{Violations: 2})), `{"a":1,"b":2,"c":3}`)},
		{"too costly", call(build(fine, source("acme"), WithLimits(Limits{Applications: 5})), valid)},
		{"odd names", call(build(fine, source("acme")), strings.Replace(valid, "{", `{"meta":{"a\nb":1,"`+strings.Repeat("long", 100)+`":2},`, 1))},
		{"native types too small", call(wide, `{"weight":300,"ratio":1e300,"due":"then","labels":null,"file":"_-8"}`)},
		{"injected value missing", call(build(fine, WithResolvers(inject.Resolvers{"app": inject.Map{}})), valid)},
		{"injected value without a resolver", call(build(fine), valid)},
		{"injected value whose resolver fails", call(build(fine, WithResolvers(inject.Resolvers{"app": inject.ResolverFunc(func(context.Context, string) (any, error) {
			return nil, errors.New("S3CRET")
		})})), valid)},
		{"injected value that has no JSON", call(build(fine, source(make(chan int))), valid)},
		{"injected value at fault", call(build(fine, source("S3CRET")), valid)},
		{"function fails, with injected values", call(build(func(context.Context, ticket) (any, error) { return nil, errors.New("S3CRET") }, source("acme")), valid)},
		{"function panics, with injected values", call(build(func(context.Context, ticket) (any, error) { panic("S3CRET") }, source("acme")), valid)},
		{"function fails", call(plain(func() (any, error) { return nil, errors.New("disk full") }), `{}`)},
		{"function panics", call(plain(func() (any, error) { panic("index out of range") }), `{}`)},
		{"function fails visibly", call(plain(func() (any, error) { return nil, fmt.Errorf("row 7: %w", Visible(errors.New("no such city"))) }), `{}`)},
		{"result that cannot be written", call(plain(func() (any, error) { return func() {}, nil }), `{}`)},
		{"cancelled", atOnce},
		{"no function", func() error { c, _ := bound(foreign(t, `{}`), `{}`); _, err := c.Do(context.Background()); return err }()},
	} {
		var e *Error
		if !errors.As(c.err, &e) {
			t.Fatalf("%s: %v", c.name, c.err)
		}
		if strings.Contains(e.Error()+e.ModelText(), "S3CRET") || strings.Contains(e.Error()+e.ModelText(), "hunter2") {
			t.Errorf("%s: a secret is shown", c.name)
		}
		fmt.Fprintf(&b, "== %s\n-- log\n%s\n-- model\n%s\n\n", c.name, e.Error(), e.ModelText())
	}
	golden(t, "errors.golden", b.Bytes())
}

// Every code has texts of its own, and a name that other languages share.
func TestCodes(t *testing.T) {
	want := []Code{"INVALID_SCHEMA", "INVALID_ARGUMENT", "BINDING_ERROR", "INJECTION_ERROR", "EXECUTION_ERROR", "INVALID_RESULT", "CANCELLED"}
	if !slices.Equal(codes, want) {
		t.Errorf("codes are %v", codes)
	}
	source, err := os.ReadFile("error.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(source, []byte(" Code = \"")); n != len(codes) {
		t.Errorf("error.go declares %d codes, and these are %d", n, len(codes))
	}
	for _, code := range codes {
		e := &Error{Code: code, Function: "f", Err: errors.New("s3cret")}
		if text := e.ModelText(); !strings.Contains(text, "f") || strings.Contains(text, "s3cret") {
			t.Errorf("%s: the model reads %q", code, text)
		}
		if text := e.Error(); !strings.Contains(text, string(code)) || strings.Contains(text, "s3cret") {
			t.Errorf("%s: the log reads %q", code, text)
		}
		if errors.Unwrap(e) != e.Err {
			t.Errorf("%s does not unwrap", code)
		}
	}
}

// Violations are sorted by the bytes of pointer, keyword, property; equal ones
// count once.
func TestViolationsAreSorted(t *testing.T) {
	f := foreign(t, `{"required":["z","y"],"properties":{"b":{"minimum":5,"multipleOf":2},"a":{"type":"string"}},"allOf":[{"required":["y"]},{"properties":{"b":{"minimum":5}}}],
		"additionalProperties":false}`)
	err := f.Validate([]byte(`{"b":3,"a":1,"é":0,"c":0}`))
	want := "INVALID_ARGUMENT :additionalProperties(c) :additionalProperties(é) :required(y) :required(z) /a:type /b:minimum /b:multipleOf"
	if got := brief(err); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
