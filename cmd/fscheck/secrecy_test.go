package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/cmd/fscheck/serve"
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/comments"
)

// The secret in every form in which it could be shown.
const (
	secretText   = "s3cret-Value"
	secretName   = "s3cretName"
	secretNumber = 770177017701
)

var secretForms = []string{secretText, secretName, "770177017701", "7.70177017701", base64.StdEncoding.EncodeToString([]byte(secretText))}

// vaults are parameters under many keywords that refuse an injected value.
type (
	vaultText struct {
		A     string `json:"a" jsonschema:"maxLength=4"`
		Vault string `json:"vault" inject:"s,key" jsonschema:"maxLength=12"`
	}
	vaultNumber struct {
		A     int8  `json:"a"`
		Vault int64 `json:"vault" inject:"s,key" jsonschema:"maximum=5,multipleOf=7"`
	}
	vaultMap struct {
		A     string          `json:"a"`
		Vault map[string]int8 `json:"vault" inject:"s,key" jsonschema:"minProperties=2"`
	}
	vaultBytes struct {
		A     []byte `json:"a"`
		Vault []byte `json:"vault" inject:"s,key"`
	}
	vaultAny struct {
		A     *string `json:"a"`
		Vault any     `json:"vault" inject:"s,key"`
	}
	vaultRow struct {
		A     []string `json:"a"`
		Vault struct {
			Name string `json:"name" jsonschema:"maxLength=20"`
		} `json:"vault" inject:"s,key"`
	}
)

// blab ends a function with what it was given, in one of the ways in which it can
// fail; the argument a says in which.
func blab(a string, received any) (map[string]any, error) {
	text := fmt.Sprintf("%v %s", received, secretText)
	switch len(a) % 4 {
	case 0:
		return nil, errors.New(text)
	case 1:
		panic(text)
	case 2:
		return nil, fmt.Errorf("%s: %w", text, functionschema.Visible(errors.New("no such city")))
	}
	return map[string]any{secretName + "\xff": text}, nil
}

// vaultFunctions are what the command is asked to call: functions with tags, whose
// values the command gives, and schemas that resolve by themselves.
func vaultFunctions(t *testing.T) (serve.Functions, comments.Package) {
	t.Helper()
	values := serve.Functions{
		"Text":   func(_ context.Context, in vaultText) (any, error) { return blab(in.A, in.Vault) },
		"Number": func(_ context.Context, in vaultNumber) (any, error) { return blab(fmt.Sprint(in.A), in.Vault) },
		"Map":    func(_ context.Context, in vaultMap) (any, error) { return blab(in.A, in.Vault) },
		"Bytes":  func(_ context.Context, in vaultBytes) (any, error) { return blab(string(in.A), in.Vault) },
		"Any": func(_ context.Context, in vaultAny) (any, error) {
			return blab(fmt.Sprint(in.A != nil, in.Vault), in.Vault)
		},
		"Row": func(_ context.Context, in vaultRow) (any, error) { return blab("row", in.Vault) },
	}
	source := inject.ResolverFunc(func(_ context.Context, key string) (any, error) {
		switch key {
		case "none":
			return nil, fmt.Errorf("%s: %w", secretText, inject.ErrNotFound)
		case "broken":
			return nil, errors.New(secretText)
		case "panic":
			panic(secretText)
		}
		return map[string]any{secretName: []any{secretText, int64(secretNumber)}}, nil
	})
	for i, rule := range []string{
		`true`, `false`, `{"type":"integer"}`, `{"const":1}`, `{"enum":["a",1]}`, `{"additionalProperties":false}`, `{"additionalProperties":{"items":{"type":"null"}}}`,
		`{"propertyNames":{"maxLength":1}}`, `{"required":["x"]}`, `{"maxProperties":0}`, `{"not":{}}`, `{"unevaluatedProperties":false}`, `{"anyOf":[{"type":"null"}]}`,
	} {
		for _, key := range []string{"there", "none", "broken", "panic"} {
			text := fmt.Appendf(nil, `{"properties":{"a":{"type":"string","maxLength":4},"vault":%s},"required":["a"]}`, rule)
			f, err := functionschema.New(func(_ context.Context, in map[string]any) (any, error) {
				a, _ := in["a"].(string)
				return blab(a, in["vault"])
			}, functionschema.WithName("f"), functionschema.WithSchema(text), functionschema.WithResolvers(inject.Resolvers{"s": source}),
				functionschema.WithInjected(map[string]inject.Ref{"vault": {Source: "s", Key: key}}))
			if err != nil {
				t.Fatal(err)
			}
			values[fmt.Sprintf("Rule%d%s", i, key)] = f
		}
	}
	said := comments.Package{Path: "example.com/vault", Functions: map[string]comments.Function{}}
	for name := range values {
		said.Functions[name] = comments.Function{Place: "vault.go:1"}
	}
	return values, said
}

// An injected secret is in nothing that fscheck call prints: ten thousand failing
// calls, as text, as JSON and with the arguments marked.
func TestCallKeepsSecrets(t *testing.T) {
	const failing = 10_000
	rnd := rand.New(rand.NewPCG(3, 4))
	values, said := vaultFunctions(t)
	var names []string
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	requests := []string{
		`{"a":"x"}`, `{"a":"xy"}`, `{"a":""}`, `{"a":"xyz"}`, `{"a":5}`, `{"a":300}`, `{}`, `{"a":"too long for it"}`, `{"a":"x","vault":1}`, `{"a":"eA=="}`, `{"a":"-_"}`, `{"a":["x"]}`,
		`{"a":null,"vault":null}`, `{"a":`, `[]`, `"{}"`, ``, `{"a":"x","a":"y"}`, `{"b":1,"c":2,"A":3}`,
	}
	given := []string{
		`"` + secretText + `"`, fmt.Sprint(int64(secretNumber)), fmt.Sprint(int64(secretNumber)) + ".5", `null`, `true`, `{"` + secretName + `":"` + secretText + `"}`, `{"` + secretName + `":` + fmt.Sprint(int64(secretNumber)) + `}`,
		`["` + secretText + `"]`, `"` + base64.StdEncoding.EncodeToString([]byte(secretText)) + `"`, `"-_"`, `{"name":"` + secretText + `"}`,
	}
	codes := map[functionschema.Code]int{}
	for n := 0; n < failing; {
		name := names[rnd.IntN(len(names))]
		if rnd.IntN(2) == 0 {
			name = names[rnd.IntN(6)] // tagged functions come first, and often
		}
		request := serve.Request{Function: name, Arguments: []byte(requests[rnd.IntN(len(requests))])}
		if !strings.HasPrefix(name, "Rule") && rnd.IntN(8) > 0 {
			request.Inject = []serve.Injected{{Source: "s", Key: "key", Value: json.RawMessage(given[rnd.IntN(len(given))])}}
		}
		reply := serve.Answer(said, values, request)
		if reply.Misuse != "" {
			t.Fatal(reply.Misuse)
		}
		if reply.Outcome.Status == content.Success {
			continue
		}
		n++
		if reply.Outcome.Fault != nil {
			codes[reply.Outcome.Fault.Code]++
		}
		var out, errs bytes.Buffer
		s := streams{strings.NewReader(""), &out, &errs}
		how := callOutput{asJSON: rnd.IntN(3) == 0, excerpt: rnd.IntN(3) == 0, sent: request.Arguments}
		if err := s.writeCall(reply.Outcome, how); !errors.Is(err, errFinding) {
			t.Fatalf("%s: %v", name, err)
		}
		if out.Len()+errs.Len() == 0 {
			t.Fatalf("%s prints nothing of %s", name, request.Arguments)
		}
		if form := shown(out.String() + errs.String()); form != "" {
			t.Fatalf("fscheck shows %q of %s, given %v, asked %s\n%s%s", form, name, request.Inject, request.Arguments, &out, &errs)
		}
	}
	for _, code := range []functionschema.Code{functionschema.InvalidArgument, functionschema.InjectionError, functionschema.ExecutionError, functionschema.InvalidResult} {
		if codes[code] < 50 {
			t.Errorf("only %d calls ended with %s: the test has lost its grip", codes[code], code)
		}
	}
	t.Log(codes)
}

// shown is a form in which a text shows the secret.
func shown(text string) string {
	for _, form := range secretForms {
		if strings.Contains(text, form) {
			return form
		}
	}
	return ""
}

// The test above would see a secret if the command printed one.
func TestCallKeepsSecretsBites(t *testing.T) {
	for _, how := range []callOutput{{}, {asJSON: true}} {
		var out, errs bytes.Buffer
		o := &serve.Outcome{
			Status: content.Failed, Text: "no " + secretText, Response: json.RawMessage(`{"text":"` + secretText + `"}`),
			Fault: &serve.Fault{Code: functionschema.ExecutionError, Cause: "because of " + secretText},
		}
		_ = streams{strings.NewReader(""), &out, &errs}.writeCall(o, how)
		if shown(out.String()+errs.String()) == "" {
			t.Errorf("nothing is seen in %s%s", &out, &errs)
		}
	}
}
