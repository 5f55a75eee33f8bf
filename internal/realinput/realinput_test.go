package realinput

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/functionschema"
)

// exceptions are the labelled calls that a struct answers otherwise, each for a
// rule of ours. Their labels come from validators that take format and
// contentEncoding for comments and have no integers of 64 bits.
var exceptions = []struct{ row, origin, keyword, reason string }{
	{"k8s-mcp/toolsets-core-tools/pods_log", "mutation:integer-huge", "maximum", "rule 5: 2^63 is no int"},
	{"aws/lambda/Invoke", "source", "contentEncoding", `rule 26: the payload "{}" is not base64, and []byte is`},
}

// Every call comes out as its label says.
func TestLabelledCalls(t *testing.T) {
	used := map[int]bool{}
	for _, f := range functions(t) {
		r := find(t, f.file, f.row)
		labelled := 0
		for _, c := range r.Calls {
			label := c.label()
			if label == nil {
				continue
			}
			labelled++
			err := f.of.Decode(t.Context(), c.text(), f.fresh())
			if (err == nil) == *label {
				continue
			}
			i := slices.IndexFunc(exceptions, func(e struct{ row, origin, keyword, reason string }) bool {
				return e.row == f.row && e.origin == c.Origin
			})
			var e *functionschema.Error
			if i < 0 || !errors.As(err, &e) || len(e.Violations) != 1 || e.Violations[0].Keyword != exceptions[i].keyword {
				t.Errorf("%s: %s %s: label %t, got %v", f.row, c.Origin, c.text(), *label, err)
				continue
			}
			used[i] = true
		}
		if labelled == 0 {
			t.Errorf("%s has no labelled calls", f.row)
		}
		t.Logf("%s: %d calls", f.row, labelled)
	}
	for i, e := range exceptions {
		if !used[i] {
			t.Errorf("no call of %s needs the exception %s: %s", e.row, e.origin, e.reason)
		}
	}
}

const mutations = 2000

// The struct and the published schema find the same faults in the same places, in
// the calls of the row and in seeded mutations of them. What the struct may refuse
// beside that is in allowance.
func TestStructAgreesWithPublishedSchema(t *testing.T) {
	used := map[string]int{}
	for _, f := range functions(t) {
		t.Run(f.row, func(t *testing.T) {
			r := find(t, f.file, f.row)
			published, err := functionschema.FromSchema("f", r.closed(t))
			if err != nil {
				t.Fatal(err)
			}
			derived, err := functionschema.FromSchema("f", f.of.Schema())
			if err != nil {
				t.Fatal(err)
			}
			authority := compile(t, r.closed(t))
			accepted, refused := 0, 0
			for _, args := range inputs(t, f, r) {
				want := faults(t, published.Validate(args))
				if duplicate := len(want) == 1 && want[0].Keyword == "parse"; !duplicate {
					if err := authority.Validate(decode(t, args)); (err == nil) != (len(want) == 0) {
						t.Errorf("%s: the authority says %v, we say %v", args, err, want)
					}
				}
				got := faults(t, f.of.Decode(t.Context(), args, f.fresh()))
				compare(t, "bound", args, want, got, used)
				compare(t, "derived", args, want, faults(t, derived.Validate(args)), used)
				if len(got) > 0 {
					refused++
					continue
				}
				accepted++
				bound(t, f, args)
			}
			t.Logf("%d accepted, %d refused", accepted, refused)
			if accepted < mutations/20 || refused < mutations/20 {
				t.Errorf("%d accepted and %d refused: the mutations show little", accepted, refused)
			}
		})
	}
	if t.Failed() || t.Skipped() || len(used) == 0 {
		return
	}
	for rule := range allowances {
		if used[rule] == 0 {
			t.Errorf("nothing needs the allowance %s", rule)
		}
	}
	t.Logf("differences by rule: %v", used)
}

// inputs are the calls of the row, our seeds, and mutations of the valid ones.
func inputs(t *testing.T, f function, r row) [][]byte {
	t.Helper()
	var all [][]byte
	var valid []any
	for _, c := range r.Calls {
		all = append(all, c.text())
		if label := c.label(); label != nil && *label {
			valid = append(valid, decode(t, c.text()))
		}
	}
	for _, seed := range f.seeds {
		all = append(all, []byte(seed))
		valid = append(valid, decode(t, []byte(seed)))
	}
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal(r.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	m := newMutator(valid, slices.Sorted(maps.Keys(schema.Properties)))
	for range mutations {
		v := valid[m.IntN(len(valid))]
		for range 1 + m.IntN(2) {
			v = m.mutate(v)
		}
		all = append(all, encode(t, v))
	}
	return all
}

// compile returns what another validator makes of a schema: the verdicts have to
// be right, not only to agree among ourselves.
func compile(t *testing.T, schema []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("published:schema", decode(t, schema)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("published:schema")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fault is a violation without its message.
type fault struct{ Pointer, Keyword, Property, Reason string }

func faults(t *testing.T, err error) []fault {
	t.Helper()
	if err == nil {
		return nil
	}
	var e *functionschema.Error
	if !errors.As(err, &e) || len(e.Violations) == 0 || e.More > 0 {
		t.Fatalf("not all violations: %v", err)
	}
	var list []fault
	for _, v := range e.Violations {
		f := fault{v.Pointer, v.Keyword, "", v.Reason}
		if v.Property != nil {
			f.Property = strconv.Quote(*v.Property)
		}
		list = append(list, f)
	}
	return list
}

// allowances are the faults that a Go type has beside those of the published
// schema, by the rule that says so.
var allowances = map[string]func(f fault, v any) bool{
	"5 int64 bounds": func(f fault, v any) bool {
		n, ok := v.(json.Number)
		r, exact := new(big.Rat).SetString(string(n))
		return ok && exact && (f.Keyword == "minimum" || f.Keyword == "maximum") && r.IsInt() && !r.Num().IsInt64()
	},
	"26 base64": func(f fault, v any) bool {
		text, ok := v.(string)
		raw, err := base64.StdEncoding.DecodeString(text)
		return ok && f.Keyword == "contentEncoding" && (err != nil || base64.StdEncoding.EncodeToString(raw) != text)
	},
	"22 float64 range": func(f fault, v any) bool {
		n, ok := v.(json.Number)
		_, err := strconv.ParseFloat(string(n), 64)
		return ok && f == fault{Pointer: f.Pointer, Reason: "range"} && errors.Is(err, strconv.ErrRange)
	},
}

func compare(t *testing.T, what string, args []byte, want, got []fault, used map[string]int) {
	t.Helper()
	var rest []fault
	for _, f := range got {
		rule := ""
		if !slices.Contains(want, f) {
			for name, allows := range allowances {
				if allows(f, at(decode(t, args), f.Pointer)) {
					rule = name
				}
			}
		}
		if rule == "" {
			rest = append(rest, f)
			continue
		}
		used[rule]++
	}
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Errorf("%s: %s (-published +struct):\n%s", what, args, diff)
	}
}

// at returns the value at a pointer, nil if there is none.
func at(v any, pointer string) any {
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch container := v.(type) {
		case map[string]any:
			v = container[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(container) {
				return nil
			}
			v = container[i]
		default:
			return nil
		}
	}
	return v
}

// bound checks the Go value of accepted arguments against encoding/json, where
// that accepts their spelling: 1e2 is no integer there.
func bound(t *testing.T, f function, args []byte) {
	t.Helper()
	got, want := f.fresh(), f.fresh()
	if err := f.of.Decode(t.Context(), args, got); err != nil {
		t.Fatal(err)
	}
	complete, err := f.of.Complete(args)
	if err != nil {
		t.Fatal(err)
	}
	if json.Unmarshal(complete, want) != nil {
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-encoding/json +Decode):\n%s", args, diff)
	}
}
