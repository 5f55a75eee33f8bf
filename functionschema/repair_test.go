package functionschema

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/repair"
)

var allRepairs = []Repair{ModelRepairs, StringScalars, Base64Spelling}

type repairable struct {
	IDs    []int            `json:"ids"`
	Limit  int              `json:"limit,omitempty" jsonschema:"default=10"`
	Near   *struct{ X int } `json:"near"`
	Data   []byte           `json:"data,omitempty"`
	Note   string           `json:"note,omitempty"`
	Tenant []string         `json:"tenant" inject:"s,tenant"`
}

// The phases of a call around repairs, and what each of them says. What each repair
// does is shown by the shared cases.
func TestRepairs(t *testing.T) {
	asked := 0
	sources := inject.Resolvers{"s": inject.ResolverFunc(func(context.Context, string) (any, error) {
		asked++
		return []string{"acme"}, nil
	})}
	for _, test := range []struct {
		name, reason  string
		repairs       []Repair
		args          string
		want          string // the arguments, or the error
		applied       string
		wantsResolver int
	}{
		{"valid", "nothing is listed", allRepairs, `{"ids":[1],"near":null}`, `{"ids":[1],"near":null,"limit":10}`, "", 1},
		{"off", "none by default", nil, `{"ids":"[1]","near":null}`, "INVALID_ARGUMENT /ids:type", "", 1},
		{"repaired", "and then completed", allRepairs, `{"ids":"[1]","limit":null,"data":"-_8"}`, `{"ids":[1],"data":"+/8=","near":null,"limit":10}`,
			"/data: Base64Spelling, /ids: EncodedContainers, /limit: NullAsOmitted, /near: OmittedAsNull", 1},
		{"repaired and invalid", "of what is there then", allRepairs, `{"ids":"[\"x\"]","near":"null"}`, "INVALID_ARGUMENT /ids/0:type", "", 1},
		{"the injected name", "no repair, no listing", allRepairs, `{"ids":[],"near":"null","tenant":"[\"evil\"]"}`, `{"ids":[],"near":null,"limit":10}`, "/near: NullText", 1},
		{"the whole as a string", "read again", allRepairs, `"{\"ids\":[1],\"near\":null}"`, `{"ids":[1],"near":null,"limit":10}`, "(root): EncodedContainers", 1},
		{"nothing at all", "it is {} then", allRepairs, ``, "INVALID_ARGUMENT :required(ids)", "", 1},
		{"no object", "nobody is asked", allRepairs, `"[]"`, "INVALID_ARGUMENT :type", "", 0},
		{"unreadable", "nobody is asked", allRepairs, `{`, "INVALID_ARGUMENT :parse!truncated", "", 0},
		{"text", "never touched", allRepairs, `{"ids":[],"near":null,"note":"[1]"}`, `{"ids":[],"near":null,"note":"[1]","limit":10}`, "", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			eitherWay(t, func(t *testing.T) {
				f := mustBuild(t)(Of(func(_ context.Context, in repairable) (string, error) {
					return fmt.Sprint(in), nil
				}, WithName("f"), WithResolvers(sources), WithRepairs(test.repairs...)))
				asked = 0
				sent := []byte(test.args)
				c, err := f.Bind(context.Background(), sent)
				got := brief(err)
				if err == nil {
					got = string(c.Arguments())
					var list []string
					for _, a := range c.Repairs() {
						list = append(list, a.String())
					}
					if s := strings.Join(list, ", "); s != test.applied {
						t.Errorf("repaired %q, want %q: %s", s, test.applied, test.reason)
					}
					if in := c.Values()[0].(repairable); len(in.Tenant) != 1 || in.Tenant[0] != "acme" {
						t.Errorf("the injected value is %q", in.Tenant)
					}
				}
				if got != test.want {
					t.Errorf("%s, want %s: %s", got, test.want, test.reason)
				}
				if string(sent) != test.args {
					t.Errorf("the request was changed to %s", sent)
				}
				if asked != test.wantsResolver {
					t.Errorf("the resolver was asked %d times, not %d", asked, test.wantsResolver)
				}
				var in repairable
				if derr := f.Decode(context.Background(), sent, &in); brief(derr) != brief(err) {
					t.Errorf("Decode says %s, and Bind %s", brief(derr), brief(err))
				}
			})
		})
	}
}

// Validate and Complete have no way to say what was repaired, so nothing is.
func TestValidateRepairsNothing(t *testing.T) {
	f := foreign(t, `{"properties":{"o":{"type":"object"}}}`, WithRepairs(ModelRepairs))
	if err := f.Validate([]byte(`{"o":"{}"}`)); brief(err) != "INVALID_ARGUMENT /o:type" {
		t.Error(err)
	}
	if _, err := f.Complete([]byte(`{"o":"{}"}`)); brief(err) != "INVALID_ARGUMENT /o:type" {
		t.Error(err)
	}
}

func TestWithRepairs(t *testing.T) {
	_, err := FromSchema("f", []byte(`{}`), WithRepairs("Everything", ModelRepairs))
	wantParts(t, err, "INVALID_SCHEMA", `no repair "Everything"`, "EncodedContainers", "Base64Spelling", "ModelRepairs")
	f := foreign(t, `{"properties":{"o":{"type":"object"},"n":{"type":"integer"}}}`, WithRepairs(StringScalars), WithRepairs(EncodedContainers))
	if c, err := bound(f, `{"o":"{}"}`); err != nil || len(c.Repairs()) != 1 {
		t.Errorf("the last option does not hold: %v", err)
	}
	if _, err := bound(f, `{"n":"5"}`); err == nil {
		t.Error("the first option holds")
	}
	names := []Repair{StringScalars}
	f = foreign(t, `{"properties":{"n":{"type":"integer"}}}`, WithRepairs(names...))
	names[0] = "gone"
	if _, err := bound(f, `{"n":"5"}`); err != nil {
		t.Errorf("the names are the caller's: %v", err)
	}
	c, _ := bound(f, `{"n":"5"}`)
	c.Repairs()[0].Pointer = "changed"
	if c.Repairs()[0].Pointer != "/n" {
		t.Error("the list is the caller's")
	}
	if text, err := json.Marshal(c.Repairs()); err != nil || string(text) != `[{"pointer":"/n","repair":"StringScalars"}]` {
		t.Errorf("%s %v", text, err)
	}
	for _, n := range append(repair.Names(), repair.Model) {
		if !reflect.DeepEqual(repair.Name(Repair(n)), n) || !n.Known() {
			t.Errorf("%s", n)
		}
	}
}

// A valid call is read in the one pass, and costs what it costs without repairs.
func TestRepairsCostAValidCallNothing(t *testing.T) {
	if pace.Raced {
		t.Skip("the race detector allocates")
	}
	type in struct {
		IDs []int `json:"ids"`
	}
	args := []byte(`{"ids":[1,2,3]}`)
	var allocations []float64
	for _, options := range [][]Option{{WithName("f")}, {WithName("f"), WithRepairs(allRepairs...)}} {
		f := mustBuild(t)(Of(func(context.Context, in) (string, error) { return "", nil }, options...))
		var to in
		allocations = append(allocations, testing.AllocsPerRun(100, func() {
			if err := f.Decode(context.Background(), args, &to); err != nil {
				t.Fatal(err)
			}
		}))
	}
	if allocations[0] != allocations[1] {
		t.Errorf("%v allocations without and with repairs", allocations)
	}
	if plan.Off.Load() {
		t.Error("the plan is off")
	}
}

// Decode of a repaired call fills what Bind gives.
func TestDecodeRepairs(t *testing.T) {
	f := mustBuild(t)(Of(func(context.Context, map[string]any) (string, error) { return "", nil },
		WithName("f"), WithSchema([]byte(`{"properties":{"o":{"type":"object"}}}`)), WithRepairs(ModelRepairs)))
	var in map[string]any
	if err := f.Decode(context.Background(), []byte(`{"o":"{\"n\":1.50}"}`), &in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"o": map[string]any{"n": json.Number("1.50")}}, in); diff != "" {
		t.Error(diff)
	}
}

// Padding makes a text longer, which the limit on bytes counts as it counts all else.
func TestRepairsKeepToTheBytes(t *testing.T) {
	type in struct {
		A []byte `json:"a"`
		B []byte `json:"b,omitempty"`
	}
	for _, test := range []struct {
		name, args   string
		bytes        int
		want, reason string
	}{
		{"one too few", `{"a":"QQ"}`, 11, "INVALID_ARGUMENT /a:contentEncoding", "two bytes of padding do not fit"},
		{"just enough", `{"a":"QQ"}`, 12, `{"a":"QQ=="}`, "they do"},
		{"together", `{"a":"QQ","b":"QQ"}`, 21, "INVALID_ARGUMENT /b:contentEncoding", "only the first of them fits"},
		{"escapes", `{"a":"\u0051Q"}`, 16, "INVALID_ARGUMENT /a:contentEncoding", "the padding counts, however short the text is written now"},
		{"escapes that fit", `{"a":"\u0051Q"}`, 17, `{"a":"QQ=="}`, "they do"},
	} {
		f := mustBuild(t)(Of(func(context.Context, in) (struct{}, error) { return struct{}{}, nil }, WithName("f"), WithRepairs(Base64Spelling), WithLimits(Limits{Bytes: test.bytes})))
		c, err := f.Bind(context.Background(), []byte(test.args))
		got := brief(err)
		if err == nil {
			got = string(c.Arguments())
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s: %s", test.name, got, test.want, test.reason)
		}
	}
}
