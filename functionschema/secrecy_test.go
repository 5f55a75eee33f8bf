package functionschema

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/inject"
)

// The secret in every form in which it could be shown.
const (
	secretText   = "s3cret-Value"
	secretName   = "s3cretName"
	secretNumber = 770177017701
)

var secretForms = []string{secretText, secretName, "770177017701", "7.70177017701", base64.StdEncoding.EncodeToString([]byte(secretText))}

// hush is a value whose own methods fail with the secret.
type hush struct{ how int }

func (h hush) MarshalJSON() ([]byte, error) {
	switch h.how {
	case 0:
		return nil, errors.New(secretText)
	case 1:
		panic(secretText)
	}
	return []byte(`{"` + secretName + `":1,"` + secretName + `":2}`), nil
}

// blurts are types that say what they were given.
type blurtJSON struct{}

func (*blurtJSON) UnmarshalJSON(text []byte) error { return fmt.Errorf("bad %s", text) }

type blurtText struct{}

func (*blurtText) UnmarshalText(text []byte) error { panic(string(text)) }

// secretValues are injected one after the other.
var secretValues = []any{
	secretText, int64(secretNumber), -int64(secretNumber), float64(secretNumber) + 0.5, []byte(secretText), nil, true,
	map[string]any{secretName: secretText, "b": int64(secretNumber)},
	map[string]int64{secretName: secretNumber, secretName + "2": 3},
	[]any{secretText, map[string]any{secretName: []any{int64(secretNumber)}}, secretText},
	json.RawMessage(`{"` + secretName + `":"` + secretText + `"}`),
	struct {
		A string `json:"s3cretName"`
		B []byte
	}{secretText, []byte(secretText)},
	hush{0}, hush{1}, hush{2}, make(chan string), "s3cret-Value\xff", []string{}, map[string]any{},
}

type secretKey struct{}

// secretSource answers as the call's context says.
var secretSource = inject.ResolverFunc(func(ctx context.Context, key string) (any, error) {
	plan := ctx.Value(secretKey{}).(*secretPlan)
	switch plan.source {
	case 0:
		return nil, fmt.Errorf("%s %s: %w", key, secretText, inject.ErrNotFound)
	case 1:
		return secretText, errors.New(secretText)
	case 2:
		panic(map[string]string{secretName: secretText})
	case 3:
		plan.cancel()
	}
	return plan.value, nil
})

// secretPlan is how one call goes.
type secretPlan struct {
	value           any
	source, outcome int
	cancel          func()
}

type secretRow struct {
	Name string  `json:"name" jsonschema:"maxLength=3"`
	N    float64 `json:"n" jsonschema:"maximum=5"`
}

// fail ends a function as the plan says, never well.
func (p *secretPlan) fail(received any) (map[string]secretRow, error) {
	text := fmt.Sprintf("%v %s", received, secretText)
	switch p.outcome {
	case 0:
		return nil, errors.New(text)
	case 1:
		panic(text)
	case 2:
		panic(fmt.Errorf("%s: %w", text, context.Canceled))
	case 3:
		return nil, fmt.Errorf("%s: %w", text, Visible(errors.New("no such city")))
	case 4:
		return map[string]secretRow{secretName: {Name: secretText}, secretText: {N: secretNumber}}, nil
	case 5:
		return map[string]secretRow{secretName + "\xff": {}}, nil
	}
	p.cancel()
	return nil, errors.New(text)
}

// secretFunctions have one injected parameter each, of every type and under every
// keyword that can refuse it.
func secretFunctions(t *testing.T) []*FunctionSchema {
	var list []*FunctionSchema
	options := []Option{WithName("f"), WithInjected(map[string]inject.Ref{"vault": {Source: "s"}}), WithResolvers(inject.Resolvers{"s": secretSource})}
	add := func(f *FunctionSchema, err error) { t.Helper(); list = append(list, mustBuild(t)(f, err)) }
	plan := func(ctx context.Context) *secretPlan { return ctx.Value(secretKey{}).(*secretPlan) }
	params := WithParams(Names("a", "vault")...)
	add(New(func(ctx context.Context, a string, v string) (any, error) { return plan(ctx).fail(v) }, append(options, params)...))
	add(New(func(ctx context.Context, a int8, v int8) (map[string]secretRow, error) { return plan(ctx).fail(v) }, append(options, params)...))
	add(New(func(ctx context.Context, a int8, v map[string]int8) (map[string]secretRow, error) {
		return plan(ctx).fail(v)
	}, append(options, params)...))
	add(New(func(ctx context.Context, a []byte, v []byte) (map[string]secretRow, error) { return plan(ctx).fail(v) }, append(options, params)...))
	add(New(func(ctx context.Context, a any, v any) (map[string]secretRow, error) { return plan(ctx).fail(v) }, append(options, params)...))
	add(New(func(ctx context.Context, a string, v blurtJSON) (map[string]secretRow, error) {
		return plan(ctx).fail(v)
	}, append(options, params)...))
	add(New(func(ctx context.Context, a string, v blurtText) (map[string]secretRow, error) {
		return plan(ctx).fail(v)
	}, append(options, params)...))
	add(New(func(ctx context.Context, a string, v map[blurtText]int) (map[string]secretRow, error) {
		return plan(ctx).fail(v)
	}, append(options, params)...))
	add(New(func(ctx context.Context, v map[string]any) (map[string]secretRow, error) { return plan(ctx).fail(v) }, options...))
	for _, rule := range []string{
		`true`, `false`, `{"type":"integer"}`, `{"type":"boolean"}`, `{"maxLength":2}`, `{"minLength":90}`, `{"pattern":"^x"}`, `{"const":1}`, `{"enum":["a",1]}`, `{"format":"date"}`,
		`{"maximum":3}`, `{"multipleOf":7}`, `{"maxItems":0}`, `{"uniqueItems":true}`, `{"items":false}`, `{"items":{"type":"null"}}`, `{"prefixItems":[{"type":"null"}]}`, `{"contains":{"type":"null"}}`,
		`{"additionalProperties":false}`, `{"additionalProperties":{"type":"null"}}`, `{"propertyNames":{"maxLength":1}}`, `{"patternProperties":{"^s":{"type":"null"}}}`, `{"required":["x"]}`, `{"maxProperties":0}`,
		`{"not":{}}`, `{"anyOf":[{"type":"null"},{"maxLength":1}]}`, `{"oneOf":[{},{}]}`, `{"unevaluatedProperties":false}`, `{"unevaluatedItems":false}`, `{"if":true,"then":{"items":{"items":false}}}`,
		`{"default":"d","allOf":[{"additionalProperties":{"maxLength":1}}]}`, `{"additionalProperties":{"items":{"maximum":1}}}`,
	} {
		text := fmt.Appendf(nil, `{"properties":{"a":{"type":"string","maxLength":4},"vault":%s},"required":["a"]}`, rule)
		add(FromSchema("f", text, append(options, WithFormats())...))
		add(New(func(ctx context.Context, v map[string]any) (map[string]secretRow, error) { return plan(ctx).fail(v) }, append(options, WithSchema(text))...))
	}
	for _, rule := range []string{`"maxProperties":1`, `"additionalProperties":false`, `"unevaluatedProperties":false`, `"not":{}`, `"dependentRequired":{"vault":["z"]}`, `"propertyNames":{"maxLength":1}`,
		`"anyOf":[{"required":["q"]}]`, `"allOf":[{"properties":{"vault":{"type":"null"}}}]`} {
		add(FromSchema("f", fmt.Appendf(nil, `{"properties":{"a":{},"vault":{}},%s}`, rule), options...))
	}
	narrow := func(ctx context.Context, a int8, v any) (map[string]secretRow, error) { return plan(ctx).fail(v) }
	for _, native := range []any{
		narrow, narrow, narrow, narrow, narrow, narrow,
		func(ctx context.Context, a int8, v int8) (map[string]secretRow, error) { return plan(ctx).fail(v) },
		func(ctx context.Context, a string, v map[string]int8) (map[string]secretRow, error) {
			return plan(ctx).fail(v)
		},
		func(ctx context.Context, a string, v [][]string) (map[string]secretRow, error) {
			return plan(ctx).fail(v)
		},
		func(ctx context.Context, a string, v map[int]string) (map[string]secretRow, error) {
			return plan(ctx).fail(v)
		},
		func(ctx context.Context, a string, v blurtJSON) (map[string]secretRow, error) {
			return plan(ctx).fail(v)
		},
		func(ctx context.Context, a string, v map[string]blurtText) (map[string]secretRow, error) {
			return plan(ctx).fail(v)
		},
	} { // wide schemas over narrow types: it is binding that fails
		add(New(native, append(options, params, WithSchema([]byte(`{"properties":{"a":{},"vault":{}}}`)))...))
	}
	return list
}

// An injected secret is in no text that leaves: ten thousand failing calls.
func TestSecrecy(t *testing.T) {
	const failing = 10_000
	rnd := rand.New(rand.NewPCG(1, 2))
	functions := secretFunctions(t)
	requests := []string{
		`{"a":"x"}`, `{"a":"x"}`, `{"a":1}`, `{"a":300}`, `{}`, `{"a":"too long for it"}`, `{"a":"x","vault":1}`, `{"a":"x","b":{"c":[1]}}`, `{"a":null,"vault":null}`, `{"a":"-_"}`,
		`{"a":`, `[]`, `"{}"`, ``, `{"a":"x","a":"y"}`, `{"b":1,"c":2,"A":3}`,
	}
	codesSeen := map[Code]int{}
	for n := 0; n < failing; {
		f := functions[rnd.IntN(len(functions))]
		ctx, cancel := context.WithCancel(context.Background())
		plan := &secretPlan{value: secretValues[rnd.IntN(len(secretValues))], source: rnd.IntN(20), outcome: rnd.IntN(7), cancel: cancel}
		ctx = context.WithValue(ctx, secretKey{}, plan)
		args := []byte(requests[rnd.IntN(len(requests))])
		texts := map[string]string{}
		call, err := f.Bind(ctx, args)
		if err == nil {
			texts["Arguments"] = string(call.Arguments())
			_, err = call.Do(ctx)
		}
		cancel()
		if err == nil {
			continue
		}
		n++
		reveal(t, err, texts)
		e := err.(*Error)
		codesSeen[e.Code]++
		for where, text := range texts {
			for _, form := range secretForms {
				if strings.Contains(text, form) {
					t.Fatalf("%s shows %q: %s\nschema %s\nvalue %v, arguments %s", where, form, text, f.Schema(), plan.value, args)
				}
			}
		}
		if e.Code == InjectionError && strings.Contains(e.ModelText(), "vault") {
			t.Fatalf("the model reads the parameter's name: %s", e.ModelText())
		}
	}
	for _, code := range codes[1:] {
		if codesSeen[code] < 50 {
			t.Errorf("only %d calls ended with %s: the test has lost its grip", codesSeen[code], code)
		}
	}
	t.Log(codesSeen)
}

// reveal collects all that an error says.
func reveal(t *testing.T, err error, texts map[string]string) {
	t.Helper()
	e := err.(*Error)
	texts["Error"], texts["ModelText"] = e.Error(), e.ModelText()
	texts["fmt"] = fmt.Sprintf("%v %s", err, err)
	for i, v := range e.Violations {
		text, fault := json.Marshal(v)
		if fault != nil {
			t.Fatal(fault)
		}
		texts[fmt.Sprint("violation ", i)] = string(text)
	}
	reply := Respond(nil, err)
	text, fault := json.Marshal(reply)
	if fault != nil {
		t.Fatal(fault)
	}
	texts["Respond"], texts["Respond.Text"] = string(text), reply.Text()
}

// The test above would see a secret if there were one.
func TestSecrecyTestBites(t *testing.T) {
	texts := map[string]string{}
	reveal(t, &Error{Code: InvalidArgument, Violations: []Violation{{Pointer: "/" + secretName, Message: secretText}}}, texts)
	for _, where := range []string{"Error", "ModelText", "violation 0", "Respond", "Respond.Text", "fmt"} {
		if !slices.ContainsFunc(secretForms, func(form string) bool { return strings.Contains(texts[where], form) }) {
			t.Errorf("%s hides what it should show: %q", where, texts[where])
		}
	}
}
