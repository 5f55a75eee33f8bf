package binding_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
)

type expr interface{ expr() }

type add struct {
	Left  expr `json:"left"`
	Right expr `json:"right"`
}

type lit struct {
	Value int8 `json:"value"`
}

type neg struct {
	Of *expr `json:"of"`
}

func (add) expr()  {}
func (lit) expr()  {}
func (*neg) expr() {}

var exprs = binding.UnionOf("op", binding.Variant[expr]{"add", add{}}, binding.Variant[expr]{"lit", lit{}}, binding.Variant[expr]{"neg", (*neg)(nil)})

func TestRecursiveUnion(t *testing.T) {
	const choice = `{"oneOf":[{"$ref":"#/$defs/add"},{"type":"object","properties":{"op":{"const":"lit"},"value":{"type":"integer","minimum":-128,"maximum":127}},` +
		`"required":["op","value"],"additionalProperties":false},{"$ref":"#/$defs/neg"}]}`
	want := choice + ` $defs {"add":{"type":"object","properties":{"op":{"const":"add"},"left":` + choice + `,"right":` + choice + `},"required":["op","left","right"],"additionalProperties":false},` +
		`"neg":{"type":"object","properties":{"op":{"const":"neg"},"of":{"anyOf":[` + choice + `,{"type":"null"}]}},"required":["op","of"],"additionalProperties":false}}`
	s := binding.Settings{Unions: []binding.Union{exprs}}
	if diff := cmp.Diff(want, propertyOf(t, reflect.TypeFor[struct{ X expr }](), s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	text := `{"X":{"op":"add","left":{"op":"lit","value":1},"right":{"op":"neg","of":{"op":"lit","value":2}}}}`
	got, errs := bind[struct{ X expr }](t, text, s)
	two := expr(lit{2})
	if diff := cmp.Diff(one[expr](add{lit{1}, &neg{&two}}), got); diff != "" || len(errs) > 0 {
		t.Errorf("%v (-want +got):\n%s", errs, diff)
	}
	r, faults := binding.Output(reflect.TypeFor[struct{ X expr }](), s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if v, err := written(r, reflect.ValueOf(got)); err != nil || v.String() != text {
		t.Errorf("encoding gives %v, %v", v, err)
	}
}

type labelled struct {
	Other int    `json:"other"`
	Kind  string `json:"kind"`
}

func (labelled) Sound() string { return "" }

type keyed struct {
	Kind int `json:"kind"`
}

func (keyed) Sound() string { return "" }

func TestUnionDiscriminator(t *testing.T) {
	u := binding.UnionOf("kind", binding.Variant[animal]{"l", labelled{}}, binding.Variant[animal]{"dog", &dog{}})
	s := binding.Settings{Unions: []binding.Union{u}}
	got, errs := bind[struct{ X []animal }](t, `{"X":[{"other":1,"kind":"l"},{"kind":"dog","loud":true}]}`, s)
	if diff := cmp.Diff([]animal{labelled{1, "l"}, &dog{true}}, got.X); diff != "" || len(errs) > 0 {
		t.Errorf("a declared discriminator is filled; pointer or value as registered: %v (-want +got):\n%s", errs, diff)
	}
	schema := propertyOf(t, reflect.TypeFor[struct{ X animal }](), s)
	if !strings.HasPrefix(schema, `{"oneOf":[{"type":"object","properties":{"kind":{"const":"l"},"other"`) || !strings.Contains(schema, `"required":["kind","other"]`) {
		t.Errorf("the discriminator is first: %s", schema)
	}
	// A nullable union.
	if got := propertyOf(t, reflect.TypeFor[struct{ X binding.Optional[animal] }](), s); !strings.HasPrefix(got, `{"anyOf":[{"oneOf":[`) || !strings.HasSuffix(got, `,{"type":"null"}]}`) {
		t.Errorf("null is a choice beside the union: %s", got)
	}
	if _, errs := bind[struct{ X animal }](t, `{"X":null}`, s); len(errs) != 1 || errs[0].Reason != "null" {
		t.Errorf("a plain interface takes no null: %v", errs)
	}
	// The same struct elsewhere has no discriminator.
	if got := propertyOf(t, reflect.TypeFor[struct{ X dog }](), s); strings.Contains(got, "kind") {
		t.Errorf("a plain struct has a discriminator: %s", got)
	}
}

func TestUnionFaults(t *testing.T) {
	type plain struct{}
	for _, tt := range []struct {
		name  string
		union binding.Union
		want  string
	}{
		{"zero", binding.Union{}, "binding.UnionOf"},
		{"no interface", binding.UnionOf("kind", binding.Variant[plain]{"a", plain{}}), "no interface"},
		{"no discriminator", binding.UnionOf("", binding.Variant[animal]{"a", dog{}}), "discriminator"},
		{"no variants", binding.UnionOf[animal]("kind"), "no variants"},
		{"name twice", binding.UnionOf("kind", binding.Variant[animal]{"a", dog{}}, binding.Variant[animal]{"a", &cat{}}), `two variants are named "a"`},
		{"type twice", binding.UnionOf("kind", binding.Variant[animal]{"a", dog{}}, binding.Variant[animal]{"b", &dog{}}), "a variant already"},
		{"nil", binding.UnionOf("kind", binding.Variant[animal]{"a", nil}), "nil value"},
		{"no struct", binding.UnionOf("kind", binding.Variant[any]{"a", 1}), "must be a struct"},
		{"discriminator of another type", binding.UnionOf("kind", binding.Variant[animal]{"a", keyed{}}), "must be a string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := binding.Struct(reflect.TypeFor[struct{ X []animal }](), binding.Settings{Unions: []binding.Union{tt.union}})
			if len(faults) == 0 || !strings.Contains(faults[0].Message, tt.want) {
				t.Errorf("got %+v", faults)
			}
		})
	}
	if _, faults := binding.Struct(reflect.TypeFor[pair](), binding.Settings{Unions: []binding.Union{animals, animals}}); len(faults) != 1 || !strings.Contains(faults[0].Message, "union already") {
		t.Errorf("one interface twice: %+v", faults)
	}
}

func TestUnionKey(t *testing.T) {
	same := binding.UnionOf("kind", binding.Variant[animal]{"dog", dog{true}}, binding.Variant[animal]{"cat", &cat{}})
	if same.Key() != animals.Key() {
		t.Error("equal unions have different keys")
	}
	for _, other := range []binding.Union{
		binding.UnionOf("type", binding.Variant[animal]{"dog", dog{}}, binding.Variant[animal]{"cat", &cat{}}),
		binding.UnionOf("kind", binding.Variant[animal]{"cat", &cat{}}, binding.Variant[animal]{"dog", dog{}}),
		binding.UnionOf("kind", binding.Variant[animal]{"dog", &dog{}}, binding.Variant[animal]{"cat", &cat{}}),
		exprs,
	} {
		if other.Key() == animals.Key() {
			t.Errorf("another union has the key %s", other.Key())
		}
	}
}

func ExampleUnionOf() {
	// type shape interface{ Area() float64 }, with circle and square beside it.
	union := binding.UnionOf("kind",
		binding.Variant[shapeOf]{Name: "circle", Value: circle{}},
		binding.Variant[shapeOf]{Name: "square", Value: square{}})
	r, _ := binding.Output(reflect.TypeFor[[]shapeOf](), binding.Settings{Unions: []binding.Union{union}})
	v, err := written(r, reflect.ValueOf([]shapeOf{circle{Radius: 1}, square{Side: 2}}))
	fmt.Println(v, err)
	// Output: [{"kind":"circle","radius":1},{"kind":"square","side":2}] <nil>
}

type shapeOf interface{ Area() float64 }

type circle struct {
	Radius float64 `json:"radius"`
}

type square struct {
	Side float64 `json:"side"`
}

func (c circle) Area() float64 { return 3 * c.Radius * c.Radius }
func (s square) Area() float64 { return s.Side * s.Side }
