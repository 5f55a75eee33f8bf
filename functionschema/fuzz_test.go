package functionschema

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

type shape interface{ area() }

type square struct {
	Side float64 `json:"side" default:"1"`
}

func (square) area() {}

type group struct {
	Members []shape `json:"members" default:"[]"`
	Inner   *group  `json:"inner,omitempty"`
}

func (*group) area() {}

type everything struct {
	N     int8                     `json:"n" default:"5"`
	U     uint64                   `json:"u,omitempty"`
	S     string                   `json:"s" jsonschema:"maxLength=3,default=x"`
	B     []byte                   `json:"b" default:"\"\""`
	T     *time.Time               `json:"t" default:"null"`
	D     time.Duration            `json:"d,omitempty"`
	O     Optional[[2]bool]        `json:"o"`
	M     map[int]map[string]any   `json:"m" default:"{\"1\":{}}"`
	Shape shape                    `json:"shape" default:"{\"kind\":\"square\"}"`
	List  []struct{ X, Y float32 } `json:"list,omitempty"`
	Q     int                      `json:"q,omitempty,string"`
}

// completeTargets are functions of every way to have a schema.
func completeTargets(t testing.TB) []*FunctionSchema {
	build := mustBuild(t)
	shapes := WithUnions(binding.UnionOf[shape]("kind", binding.Variant[shape]{Name: "square", Value: square{}}, binding.Variant[shape]{Name: "group", Value: &group{}}))
	foreignText := []byte(`{"properties":{"n":{"type":"integer","default":1},"s":{"default":"é"},"list":{"items":{"$ref":"#/$defs/node"}},
		"choice":{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"a"},"v":{"default":1}}},{"type":"object","required":["k"],"properties":{"k":{"const":"b"},"w":{"default":[]}}}]}},
		"patternProperties":{"^p":{"anyOf":[{"type":"null"},{"properties":{"q":{"default":{}}}}]}},
		"dependentRequired":{"s":["n"]},"unevaluatedProperties":{"type":["number","object"]},
		"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"id":{"default":0,"minimum":0}}}}}`)
	return []*FunctionSchema{
		build(Of(func(context.Context, everything) (struct{}, error) { return struct{}{}, nil }, WithName("declared"), shapes)),
		build(New(func(int, []string, map[string]float64, ...group) {}, WithName("positional"), shapes,
			WithParams(Param{"n", `default:"7"`}, Param{"list", `json:",omitempty"`}, Param{"map", `json:",omitzero"`}, Param{"rest", ""}))),
		build(New(func(map[string]square) {}, WithName("map"))),
		build(FromSchema("foreign", foreignText)),
		build(Of(func(context.Context, order) (struct{}, error) { return struct{}{}, nil }, WithName("both"),
			WithSchema([]byte(`{"properties":{"count":{"default":2},"tags":{"items":{"type":["string","null"]}},"more":{"additionalProperties":{"default":1}}}}`)))),
	}
}

// FuzzComplete holds whatever the arguments are.
func FuzzComplete(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `{"n":1e0,"s":"abc"}`, `{"n":128}`, `{"shape":{"kind":"group","members":[{"kind":"square","side":2}],"inner":{"inner":{}}}}`,
		`{"m":{"-1":{"a":1.50},"01":{}},"o":[true,null]}`, `{"rest":[{"inner":{}}],"map":{"a":1e400}}`, `{"q":"12","t":"2026-01-02T03:04:05Z"}`,
		`{"list":[{"next":{"next":{}}},{"id":-1}],"choice":{"k":"b"},"p":{"q":null},"p2":{},"other":5}`, `{"choice":{"k":"c"},"s":1,"zz":""}`,
		`{"a":{"side":"1"},"b":{},"b":{}}`, `{"count":9e99,"tags":[null],"more":{"x":1}}`, `[]`, `"{}"`, "{\"\xff\":1}", `{"a":1,"b":{"c":`, `{"\ud800":1}`,
	} {
		for i := range 5 {
			f.Add(i, []byte(seed))
		}
	}
	targets := completeTargets(f)
	f.Fuzz(func(t *testing.T, which int, args []byte) {
		fs := targets[uint(which)%uint(len(targets))]
		request := bytes.Clone(args)
		completed, err := fs.Complete(args)
		if !bytes.Equal(request, args) {
			t.Fatal("the request was changed")
		}
		invalid := fs.Validate(args)
		if brief(err) != brief(invalid) {
			t.Fatalf("Complete says %s, Validate %s", brief(err), brief(invalid))
		}
		checkError(t, err)
		call, unbound := fs.Bind(context.Background(), args)
		checkError(t, unbound)
		checkDecode(t, fs, args, call, unbound)
		if err != nil {
			if brief(unbound) != brief(err) {
				t.Fatalf("Bind says %s, Validate %s", brief(unbound), brief(err))
			}
			return
		}
		if unbound != nil && unbound.(*Error).Code != BindingError {
			t.Fatalf("Bind refuses what is valid: %v", unbound)
		}
		if unbound == nil && !bytes.Equal(call.Arguments(), completed) {
			t.Fatalf("Bind completes to %s, Complete to %s", call.Arguments(), completed)
		}
		again, err := fs.Complete(completed)
		if err != nil || !bytes.Equal(again, completed) {
			t.Fatalf("completing again: %s, %v", again, err)
		}
		before, _ := strict.Parse(args, strict.Limits{})
		after, _ := strict.Parse(completed, strict.Limits{})
		keepsText(t, before, after)
	})
}

// keepsText fails unless after has what before has, in its order and spelling.
func keepsText(t *testing.T, before, after *tree.Value) {
	t.Helper()
	switch {
	case before.Kind != after.Kind || len(before.Items) != len(after.Items) || len(before.Members) > len(after.Members):
		t.Fatalf("%s became %s", before, after)
	case before.Kind != tree.Array && before.Kind != tree.Object && before.Raw != after.Raw:
		t.Fatalf("the text %s became %s", before.Raw, after.Raw)
	}
	for i := range before.Items {
		keepsText(t, before.Items[i], after.Items[i])
	}
	for i, m := range before.Members {
		if m.Raw != after.Members[i].Raw {
			t.Fatalf("the name %s became %s", m.Raw, after.Members[i].Raw)
		}
		keepsText(t, m.Value, after.Members[i].Value)
	}
}

// checkError fails unless an error is one of ours with sorted violations.
func checkError(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var e *Error
	if !errors.As(err, &e) || !slices.Contains(codes, e.Code) || len(e.Violations) == 0 || len(e.Violations) > schema.DefaultViolations {
		t.Fatalf("not a usual error: %v", err)
	}
	for i, v := range e.Violations {
		if i > 0 && schema.Compare(schema.Violation(e.Violations[i-1]), schema.Violation(v)) >= 0 {
			t.Fatalf("not sorted, or twice: %s", brief(err))
		}
		if v.Message == "" || (v.Keyword == "") != (e.Code == BindingError) {
			t.Fatalf("an incomplete violation: %+v", v)
		}
	}
	if e.Error() == "" || e.ModelText() == "" {
		t.Fatal("an error without a text")
	}
}

// checkDecode fails unless Decode agrees with Bind.
func checkDecode(t *testing.T, fs *FunctionSchema, args []byte, call *Call, unbound error) {
	t.Helper()
	var in any
	switch fs.Name() {
	case "declared":
		in = new(everything)
	case "map":
		in = new(map[string]square)
	case "foreign":
		in = new(map[string]any)
	case "both":
		in = new(order)
	default:
		return
	}
	err := fs.Decode(context.Background(), args, in)
	if brief(err) != brief(unbound) {
		t.Fatalf("Decode says %s, Bind %s", brief(err), brief(unbound))
	}
	if err != nil {
		return
	}
	var got any
	switch in := in.(type) {
	case *everything:
		got = *in
	case *map[string]square:
		got = *in
	case *map[string]any:
		got = *in
	case *order:
		got = *in
	}
	if diff := cmp.Diff(call.Values()[0], got, cmp.AllowUnexported(Optional[[2]bool]{})); diff != "" {
		t.Fatalf("Decode and Bind differ: %s", diff)
	}
}
