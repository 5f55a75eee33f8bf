package functionschema

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type order struct {
	Item  string         `json:"item"`
	Count int            `json:"count" default:"1"`
	Tags  []string       `json:"tags" jsonschema:"default=a"`
	More  map[string]int `json:"more" default:"{\"a\":1}"`
}

func orders(t testing.TB, opts ...Option) *FunctionSchema {
	type in struct {
		Item  string         `json:"item"`
		Count int            `json:"count" default:"1"`
		Tags  []string       `json:"tags" default:"[\"a\"]"`
		More  map[string]int `json:"more" default:"{\"a\":1}"`
	}
	return mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, append(opts, WithName("f"))...))
}

func TestDecodeTypes(t *testing.T) {
	ctx := context.Background()
	f := mustBuild(t)(Of(func(context.Context, point) (int, error) { return 0, nil }, WithName("f")))
	positional := mustBuild(t)(New(func(int) {}, WithName("f"), WithParams(Names("x")...)))
	pointer := mustBuild(t)(New(func(*point) {}, WithName("f")))
	var typedNil *point
	other := struct{ X int }{}
	tests := []struct {
		name, reason string
		f            *FunctionSchema
		in           any
		want         string
	}{
		{"the type itself", "", f, &point{}, "ok"},
		{"nil", "there is nowhere to decode to", f, nil, "BINDING_ERROR :!type"},
		{"a nil pointer", "", f, typedNil, "BINDING_ERROR :!type"},
		{"not a pointer", "a copy would be lost", f, point{}, "BINDING_ERROR :!type"},
		{"another type", "", f, &other, "BINDING_ERROR :!type"},
		{"a pointer to a pointer", "that is no parameter type", f, &typedNil, "BINDING_ERROR :!type"},
		{"positional parameters", "they are no one value", positional, new(int), "BINDING_ERROR :!type"},
		{"a parameter that is a pointer", "In is *point, so in is **point", pointer, new(*point), "ok"},
		{"its struct", "In is *point, not point", pointer, &point{}, "BINDING_ERROR :!type"},
		{"a foreign schema's map", "", foreign(t, `{}`), &map[string]any{}, "ok"},
		{"another map", "", foreign(t, `{}`), &map[string]int{}, "BINDING_ERROR :!type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.f.Decode(ctx, []byte(`{"x":1}`), test.in)
			if got := brief(err); got != test.want {
				t.Errorf("%s, want %s: %s", got, test.want, test.reason)
			}
			if e, ok := err.(*Error); ok && bytes.Contains([]byte(e.ModelText()), []byte("point")) {
				t.Errorf("the model reads a Go type: %s", e.ModelText())
			}
		})
	}
}

// What was there before is replaced, not merged; on an error it stays.
func TestDecodeReplaces(t *testing.T) {
	f := mustBuild(t)(Of(func(context.Context, order) (int, error) { return 0, nil }, WithName("f"),
		WithSchema([]byte(`{"properties":{"count":{"type":"integer"}}}`))))
	before := order{Item: "old", Count: 7, Tags: []string{"x"}, More: map[string]int{"k": 1}}
	got := before
	if err := f.Decode(context.Background(), []byte(`{"count":1e40}`), &got); brief(err) != "BINDING_ERROR /count:!range" {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, got); diff != "" {
		t.Errorf("an error changed it: %s", diff)
	}
	if err := f.Decode(context.Background(), []byte(`{"more":{"n":2}}`), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(order{More: map[string]int{"n": 2}}, got); diff != "" {
		t.Errorf("something was merged: %s", diff)
	}
	if len(before.More) != 1 {
		t.Error("the map that was there is written to")
	}
}

func TestComplete(t *testing.T) {
	f := orders(t)
	nested := foreign(t, `{"properties":{"o":{"type":"object","properties":{"a":{"default":1},"b":{"type":"object","default":{},"properties":{"c":{"default":[]}}}}},
		"list":{"items":{"properties":{"d":{"default":2}}}}},
		"additionalProperties":{"properties":{"e":{"default":null}}}}`)
	tests := []struct {
		name, reason string
		f            *FunctionSchema
		args, want   string // want is an error's brief if it is no object
	}{
		{"omitted", "in the order of declaration, behind what was sent", f, `{"item":"x"}`, `{"item":"x","count":1,"tags":["a"],"more":{"a":1}}`},
		{"all sent", "the text stays as it is", f, ` { "more":{}, "tags" : [ ] ,"count":2.0e0,"item":"\u0041" } `, `{ "more":{}, "tags" : [ ] ,"count":2.0e0,"item":"\u0041" }`},
		{"some sent", "sent members keep their spelling, names too", f, `{"\u0063ount": 1e0, "item":"x"}`, `{"\u0063ount":1e0,"item":"x","tags":["a"],"more":{"a":1}}`},
		{"explicit null", "a default fills what is omitted only", f, `{"item":"x","count":null}`, "INVALID_ARGUMENT /count:type"},
		{"nested", "", nested, `{"o":{}}`, `{"o":{"a":1,"b":{"c":[]}}}`},
		{"parent omitted", "no parent is invented for a child's default", nested, `{}`, `{}`},
		{"items", "", nested, `{"list":[{},{"d":0},5]}`, `{"list":[{"d":2},{"d":0},5]}`},
		{"a member without a name in the schema", "additionalProperties has a place for it", nested, `{"z":{}}`, `{"z":{"e":null}}`},
		{"invalid", "", f, `{"count":"1"}`, "INVALID_ARGUMENT :required(item) /count:type"},
		{"unreadable", "", f, `{"item":"x",}`, "INVALID_ARGUMENT :parse!syntax"},
		{"empty", "", f, ``, "INVALID_ARGUMENT :parse!syntax"},
		{"no object", "", f, `[]`, "INVALID_ARGUMENT :type"},
		{"a string that holds one", "", f, `"{}"`, "INVALID_ARGUMENT :type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			args := []byte(test.args)
			got, err := test.f.Complete(args)
			if err != nil {
				got = []byte(brief(err))
			}
			if string(got) != test.want {
				t.Errorf("%s\nwant %s: %s", got, test.want, test.reason)
			}
			if string(args) != test.args {
				t.Errorf("the request was changed to %s", args)
			}
			if c, err := bound(test.f, test.args); err == nil && string(c.Arguments()) != test.want {
				t.Errorf("Bind completes to %s", c.Arguments())
			}
		})
	}
	if err := f.Validate(nil); brief(err) != "INVALID_ARGUMENT :parse!syntax" {
		t.Errorf("nil arguments: %v", err)
	}
}

// Every call gets defaults of its own.
func TestDefaultsAreNotShared(t *testing.T) {
	var seen []order
	f := mustBuild(t)(New(func(in struct {
		Tags []string       `json:"tags" default:"[\"a\"]"`
		More map[string]int `json:"more" default:"{\"a\":1}"`
		Raw  any            `json:"raw" default:"[{\"k\":[1]}]"`
		B    []byte         `json:"b" default:"\"YQ==\""`
	}) {
		if in.Tags[0] != "a" || in.More["a"] != 1 || len(in.More) != 1 || in.B[0] != 'a' || in.Raw.([]any)[0].(map[string]any)["k"].([]any)[0] == nil {
			t.Errorf("an earlier call's change is seen: %+v", in)
		}
		in.Tags[0], in.More["a"], in.More["b"], in.B[0] = "changed", 2, 3, 'x'
		in.Raw.([]any)[0].(map[string]any)["k"].([]any)[0] = nil
		seen = append(seen, order{})
	}, WithName("f")))
	for range 3 {
		if _, err := called(f, `{}`); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d calls ran", len(seen))
	}
	schema := f.Schema()
	for i := range schema {
		schema[i] = 'x'
	}
	tool := f.Metadata()
	for i := range tool.InputSchema {
		tool.InputSchema[i] = 'x'
	}
	c, _ := bound(f, `{}`)
	copy(c.Arguments(), "xxxxxxxxxxxx")
	if f.Schema()[0] != '{' || f.Metadata().InputSchema[0] != '{' || c.Arguments()[0] != '{' {
		t.Error("what is handed out is not a copy")
	}
}

// The request may be changed after Bind.
func TestRequestIsNotKept(t *testing.T) {
	f := mustBuild(t)(New(func(s string) string { return s }, WithName("f"), WithParams(Names("s")...)))
	args := []byte(`{"s":"text"}`)
	c, err := f.Bind(context.Background(), args)
	if err != nil {
		t.Fatal(err)
	}
	copy(args, `xxxxxxxxxxxx`)
	r, err := c.Do(context.Background())
	if err != nil || r.ModelText() != "text" || string(c.Arguments()) != `{"s":"text"}` {
		t.Errorf("%v %v %s", r, err, c.Arguments())
	}
}

// A nil context stands for context.Background.
func TestNilContext(t *testing.T) {
	var none context.Context
	f := mustBuild(t)(New(func(ctx context.Context, in point) error { return ctx.Err() }, WithName("f")))
	if _, err := f.Call(none, []byte(`{"x":1}`)); err != nil {
		t.Error(err)
	}
	var in point
	if err := f.Decode(none, []byte(`{"x":1}`), &in); err != nil || in.X != 1 {
		t.Error(err)
	}
}
