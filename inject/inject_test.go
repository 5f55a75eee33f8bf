package inject_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/inject"
)

func TestMap(t *testing.T) {
	m := inject.Map{"tenant": "t-1", "nothing": nil}
	for _, tt := range []struct {
		name, key string
		want      any
		missing   bool
		reason    string
	}{
		{"value", "tenant", "t-1", false, "a key it has yields its value"},
		{"nil", "nothing", nil, false, "nil is a value: it becomes null"},
		{"missing", "user", nil, true, "a missing key must fail, never stand in as null"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := m.Resolve(context.Background(), tt.key)
			if got != tt.want || errors.Is(err, inject.ErrNotFound) != tt.missing || (err != nil) != tt.missing {
				t.Errorf("Resolve(%q) = %v, %v: %s", tt.key, got, err, tt.reason)
			}
			if err != nil && strings.Contains(err.Error(), "t-1") {
				t.Errorf("the error %q shows a value", err)
			}
		})
	}
}

func ExampleMap() {
	config := inject.Map{"tenant.id": "t-1"}
	v, err := config.Resolve(context.Background(), "tenant.id")
	fmt.Println(v, err)
	_, err = config.Resolve(context.Background(), "user.id")
	fmt.Println(err)
	// Output:
	// t-1 <nil>
	// inject: key "user.id": value not found
}

func ExampleResolverFunc() {
	type userKey struct{}
	sources := inject.Resolvers{
		"session": inject.ResolverFunc(func(ctx context.Context, key string) (any, error) {
			if user := ctx.Value(userKey{}); key == "user" && user != nil {
				return user, nil
			}
			return nil, inject.ErrNotFound
		}),
	}
	ctx := context.WithValue(context.Background(), userKey{}, "ann")
	fmt.Println(sources["session"].Resolve(ctx, "user"))
	// Output: ann <nil>
}
