package functionschema

import (
	"context"
	"testing"

	"github.com/functionschema/fscheck/inject"
)

// The table from which the rules of this package started: what meets what, and
// who wins.
func TestInteractions(t *testing.T) {
	type in struct {
		Plain  string  `json:"plain"`
		Filled string  `json:"filled" default:"\"d\""`
		Null   *string `json:"null" default:"\"n\""`
		Tenant string  `json:"tenant" inject:"s,tenant"`
	}
	tests := []struct {
		name, reason string
		sources      inject.Map
		args, want   string // the arguments as bound, or the error
	}{
		{"omitted, with a default", "the default is laid in", inject.Map{"tenant": "acme"}, `{"plain":"p"}`, "p d n acme"},
		{"omitted, without a default", "it is required", inject.Map{"tenant": "acme"}, `{}`, "INVALID_ARGUMENT :required(plain)"},
		{"explicit null, not nullable", "null is a value: no default replaces it", inject.Map{"tenant": "acme"}, `{"plain":"p","filled":null}`, "INVALID_ARGUMENT /filled:type"},
		{"explicit null, nullable", "", inject.Map{"tenant": "acme"}, `{"plain":"p","null":null}`, "p d <nil> acme"},
		{"explicit zero", "an empty string is a value too", inject.Map{"tenant": "acme"}, `{"plain":"","filled":"","null":""}`, "   acme"},
		{"injected name sent, value there", "the framework's value wins", inject.Map{"tenant": "acme"}, `{"plain":"p","tenant":"evil"}`, "p d n acme"},
		{"injected name sent, source missing", "the model's value does not stand in", inject.Map{}, `{"plain":"p","tenant":"evil"}`, "INJECTION_ERROR /tenant:inject"},
		{"injected name sent null", "overwritten like any other", inject.Map{"tenant": "acme"}, `{"plain":"p","tenant":null}`, "p d n acme"},
		{"injected value of the wrong type", "it is validated like the rest", inject.Map{"tenant": 5}, `{"plain":"p"}`, "INJECTION_ERROR /tenant:type"},
		{"source missing and arguments invalid", "resolving comes first", inject.Map{}, `{}`, "INJECTION_ERROR /tenant:inject"},
		{"name in another case", "names match byte for byte", inject.Map{"tenant": "acme"}, `{"plain":"p","Tenant":"evil"}`, "INVALID_ARGUMENT :additionalProperties(Tenant)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			runs := 0
			f := mustBuild(t)(Of(func(_ context.Context, v in) (string, error) {
				runs++
				null := "<nil>"
				if v.Null != nil {
					null = *v.Null
				}
				return v.Plain + " " + v.Filled + " " + null + " " + v.Tenant, nil
			}, WithName("f"), WithResolvers(inject.Resolvers{"s": test.sources})))
			args := []byte(test.args)
			r, err := f.Call(context.Background(), args)
			got, want := brief(err), 0
			if err == nil {
				got, want = r.ModelText(), 1
			}
			if got != test.want {
				t.Errorf("%q, want %q: %s", got, test.want, test.reason)
			}
			if runs != want {
				t.Errorf("the function ran %d times after %s", runs, got)
			}
			if string(args) != test.args {
				t.Errorf("the request was changed to %s", args)
			}
		})
	}
}
