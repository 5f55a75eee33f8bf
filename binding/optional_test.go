package binding_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/binding"
)

type patch struct {
	Name binding.Optional[string]         `json:"name,omitzero" jsonschema:"minLength=1"`
	Pair binding.Optional[pair]           `json:"pair,omitzero"`
	Tree binding.Optional[recursiveTree]  `json:"tree,omitzero"`
	Tags binding.Optional[[]byte]         `json:"tags,omitzero"`
	List []binding.Optional[int8]         `json:"list"`
	Any  binding.Optional[map[string]any] `json:"any,omitzero"`
}

func TestOptional(t *testing.T) {
	for _, tt := range []struct {
		name, args    string
		present, null bool
		value         string
	}{
		{"absent", `{"list":[]}`, false, false, ""},
		{"null", `{"list":[],"name":null}`, true, true, ""},
		{"value", `{"list":[],"name":"x"}`, true, false, "x"},
	} {
		p, errs := bind[patch](t, tt.args, binding.Settings{})
		if p.Name.Present() != tt.present || p.Name.Null() != tt.null || p.Name.Value() != tt.value || len(errs) > 0 {
			t.Errorf("%s: %+v, %v", tt.name, p.Name, errs)
		}
		text, err := encode(p)
		if err != nil || !sameMembers(t, tt.args, text.String()) {
			t.Errorf("%s: encoded as %s, %v", tt.name, text, err)
		}
		// A user's own code, without this package's decoder.
		var q patch
		if err := json.Unmarshal([]byte(tt.args), &q); err != nil || !reflect.DeepEqual(p, q) {
			t.Errorf("%s: encoding/json reads %+v, %v", tt.name, q, err)
		}
		if b, err := json.Marshal(p); err != nil || !sameMembers(t, tt.args, string(b)) {
			t.Errorf("%s: encoding/json writes %s, %v", tt.name, b, err)
		}
	}
	p, errs := bind[patch](t, `{"pair":{"A":1},"tree":null,"tags":"aGk=","list":[1,null],"any":{"a":null}}`, binding.Settings{})
	if p.Pair.Value().A != 1 || !p.Tree.Null() || string(p.Tags.Value()) != "hi" || !p.List[1].Null() || len(p.Any.Value()) != 1 || len(errs) > 0 {
		t.Errorf("got %+v, %v", p, errs)
	}
	schema := shape(t, reflect.TypeFor[patch](), binding.Settings{}).Schema()
	for pointer, want := range map[string]string{
		"/properties/name": `{"type":["string","null"],"minLength":1}`,
		"/properties/tree": `{"anyOf":[{"$ref":"#/$defs/recursiveTree"},{"type":"null"}]}`,
		"/properties/tags": `{"type":["string","null"],"contentEncoding":"base64"}`,
		"/properties/list": `{"type":"array","items":{"type":["integer","null"],"minimum":-128,"maximum":127}}`,
		"/required":        `["list"]`,
	} {
		if diff := cmp.Diff(want, schema.At(pointer).String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pointer, diff)
		}
	}
}

func sameMembers(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y map[string]any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}

// wraps has an Optional's methods by promotion, and is none.
type wraps struct {
	binding.Optional[int]
	N int
}

func TestOptionalPromoted(t *testing.T) {
	if got := propertyOf(t, reflect.TypeFor[struct{ X wraps }](), binding.Settings{}); got != `{}` {
		t.Errorf("a struct with promoted JSON methods reads itself: %s", got)
	}
}

func ExampleOptional() {
	type update struct {
		Title binding.Optional[string] `json:"title"`
	}
	for _, text := range []string{`{}`, `{"title":null}`, `{"title":"new"}`} {
		var u update
		if err := json.Unmarshal([]byte(text), &u); err != nil {
			fmt.Println(err)
		}
		switch {
		case !u.Title.Present():
			fmt.Println("leave it")
		case u.Title.Null():
			fmt.Println("clear it")
		default:
			fmt.Println("set it to", u.Title.Value())
		}
	}
	// Output:
	// leave it
	// clear it
	// set it to new
}
