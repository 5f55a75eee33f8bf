package functionschema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// brief writes an error as implementations compare it: the code, then each
// violation as pointer:keyword(property)!reason, then how many more there are.
func brief(err error) string {
	if err == nil {
		return "ok"
	}
	var e *Error
	if !errors.As(err, &e) {
		return "another error: " + err.Error()
	}
	var b strings.Builder
	b.WriteString(string(e.Code))
	for _, v := range e.Violations {
		b.WriteString(" " + v.Pointer + ":" + v.Keyword)
		if v.Property != nil {
			b.WriteString("(" + *v.Property + ")")
		}
		if v.Reason != "" {
			b.WriteString("!" + v.Reason)
		}
	}
	if e.More > 0 {
		fmt.Fprintf(&b, " +%d", e.More)
	}
	return b.String()
}

// mustBuild is Must that ends the test instead.
func mustBuild(t testing.TB) func(*FunctionSchema, error) *FunctionSchema {
	return func(f *FunctionSchema, err error) *FunctionSchema {
		t.Helper()
		if err != nil {
			t.Fatalf("build: %v", err)
		}
		return f
	}
}

// foreign builds a FunctionSchema of a schema's text.
func foreign(t testing.TB, schema string, opts ...Option) *FunctionSchema {
	t.Helper()
	return mustBuild(t)(FromSchema("f", []byte(schema), opts...))
}

func called(f *FunctionSchema, args string) (*Result, error) {
	return f.Call(context.Background(), []byte(args))
}

func bound(f *FunctionSchema, args string) (*Call, error) {
	return f.Bind(context.Background(), []byte(args))
}

// wantParts fails unless an error's text has every part.
func wantParts(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one that says %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error lacks %q:\n%v", part, err)
		}
	}
}
