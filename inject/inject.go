// Package inject names the values that a framework supplies to a function and
// that a model neither sees nor sets: a tenant, a user, a database handle.
//
// A parameter says where its value comes from, in a tag or by name:
//
//	type Search struct {
//		Query  string `json:"query"`
//		Tenant string `json:"tenant" inject:"config,tenant.id"`
//		DB     *sql.DB `inject:"app,db,opaque"`
//	}
//
// The rules:
//
//  1. Only parameters are injected: the fields of the argument struct, promoted
//     fields included. A tag further down is refused when the function is
//     declared.
//  2. An injected parameter is absent from what the model is told. Whatever the
//     model sends under its name is overwritten, and the complete arguments are
//     then validated like any others.
//  3. A source that has no value, or no resolver, fails the call. Neither the
//     model's value nor a default stands in.
//  4. Resolvers run in the order in which the parameters are declared, once a
//     call for each distinct [Ref], with the call's context. A nil value is null.
//  5. An opaque value is handed over as the Go value it is, if it is assignable
//     to the parameter; it has no JSON form. Other values are encoded as results
//     are, so a struct, a map or json.RawMessage will do.
//  6. Injected values and the texts of resolvers' errors reach neither the model
//     nor a log; only the wrapped error of a failed call carries them.
package inject

import (
	"context"
	"errors"
	"fmt"
)

// Ref says where a value comes from.
type Ref struct {
	Source string // names a [Resolver] in [Resolvers]
	Key    string // what the source is asked for; empty means the parameter's name
	Opaque bool   // the Go value itself, by type; it is in no schema
}

// Resolver looks a key up. It must be safe for concurrent use. An error that is
// or wraps [ErrNotFound] says that the source has no such value; any error fails
// the call.
type Resolver interface {
	Resolve(ctx context.Context, key string) (any, error)
}

// ResolverFunc is a function as a [Resolver].
type ResolverFunc func(ctx context.Context, key string) (any, error)

// Resolve calls f.
func (f ResolverFunc) Resolve(ctx context.Context, key string) (any, error) { return f(ctx, key) }

// Resolvers are the sources by name. A nil Resolver counts as absent.
type Resolvers map[string]Resolver

// Map is a fixed [Resolver]. A key it lacks is an error that wraps
// [ErrNotFound]; a nil value is null.
type Map map[string]any

// Resolve returns the value at key. The error does not contain any value.
func (m Map) Resolve(_ context.Context, key string) (any, error) {
	v, ok := m[key]
	if !ok {
		return nil, fmt.Errorf("inject: key %q: %w", key, ErrNotFound)
	}
	return v, nil
}

// ErrNotFound says that a source has no value for a key.
var ErrNotFound = errors.New("value not found")

var (
	_ Resolver = ResolverFunc(nil)
	_ Resolver = Map(nil)
)
