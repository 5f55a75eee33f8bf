// Tenant shows parameters that the framework owns: a tenant with a secret, and a
// handle that has no JSON form. The model neither sees nor sets nor reads them.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// Tenant is encoded into the execution schema and validated as all parameters are.
type Tenant struct {
	ID     string `json:"id"`
	Secret string `json:"secret" jsonschema:"minLength=8"`
}

// Database is opaque: it is handed over by its Go type.
type Database struct{ invoices map[string][]int }

type Totals struct {
	Month  int       `json:"month" jsonschema:"minimum=1,maximum=12"`
	Tenant Tenant    `json:"tenant" inject:"session,tenant"`
	DB     *Database `json:"db" inject:"app,database,opaque"`
}

// Total adds up the invoices of the session's tenant.
func Total(_ context.Context, in Totals) (string, error) {
	invoices, known := in.DB.invoices[in.Tenant.ID+"/"+in.Tenant.Secret]
	if !known || in.Month > len(invoices) {
		return "", fmt.Errorf("no invoices for %s with %s", in.Tenant.ID, in.Tenant.Secret) // not Visible: the model does not read it
	}
	return fmt.Sprintf("%s: %d", in.Tenant.ID, invoices[in.Month-1]), nil
}

const secret = "hunter2-hunter2"

type sessionKey struct{}

// session is a source: it has what the call's context has.
func session(ctx context.Context, key string) (any, error) {
	id, signedIn := ctx.Value(sessionKey{}).(string)
	switch {
	case key != "tenant":
		return nil, inject.ErrNotFound
	case !signedIn:
		return nil, errors.New("nobody is signed in; master key " + secret)
	}
	return Tenant{ID: id, Secret: secret}, nil
}

func main() {
	db := &Database{map[string][]int{"blue/" + secret: {120, 80}}}
	total, err := functionschema.Of(Total, functionschema.WithResolvers(inject.Resolvers{
		"session": inject.ResolverFunc(session),
		"app":     inject.Map{"database": db},
	}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("the model sees  %s\n", total.Metadata().InputSchema)

	blue := context.WithValue(context.Background(), sessionKey{}, "blue")
	texts := []string{string(total.Metadata().InputSchema)} // all that leaves the engine
	for _, c := range []struct {
		about, arguments string
		ctx              context.Context
	}{
		{"a plain call", `{"month": 1}`, blue},
		{"a forged tenant", `{"month": 2, "tenant": {"id": "red", "secret": "guessed-by-model"}}`, blue},
		{"a forged handle", `{"month": 2, "db": {"invoices": {}}}`, blue},
		{"a wrong month", `{"month": 13}`, blue},
		{"a failing function", `{"month": 12}`, blue},
		{"nobody signed in", `{"month": 1, "tenant": {"id": "blue", "secret": "guessed-by-model"}}`, context.Background()},
	} {
		call, err := total.Bind(c.ctx, []byte(c.arguments))
		var result *functionschema.Result
		if err == nil {
			texts = append(texts, string(call.Arguments()))
			result, err = call.Do(c.ctx)
		}
		reply := functionschema.Respond(result, err)
		texts = append(texts, reply.Text())
		if err != nil {
			texts = append(texts, err.Error())
		}
		fmt.Printf("\n%s  %s\n  model reads   %s\n", c.about, c.arguments, strings.ReplaceAll(reply.Text(), "\n", "\n                "))
		if err != nil {
			fmt.Printf("  log reads     %v\n", err)
		}
	}
	leaks := 0
	for _, text := range texts {
		if strings.Contains(text, secret) || strings.Contains(text, "guessed") {
			leaks++
		}
	}
	fmt.Printf("\n%d texts, %d with a secret in them\n", len(texts), leaks)
}
