package functionschema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/functionschema/fscheck/internal/plan"
)

// Of a flood of violations the plan keeps only those that may be reported, container
// by container, and the tree gathers all: both report the same, and count the same.
func TestFloods(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	record := `{"type":"object","properties":{"a":{"type":"string","minLength":3,"pattern":"^x"},"b":{"type":"integer","minimum":5}},"required":["a","c"],"additionalProperties":false}`
	tests := []struct {
		name, reason, schema string
		part                 func(r *rand.Rand, i int) string
		object               bool
	}{
		{"items", "indexes are ordered as texts", `{"properties":{"v":{"items":{"type":"string"}}}}`, func(*rand.Rand, int) string { return "1" }, false},
		{"some items", "what is valid counts for nothing", `{"properties":{"v":{"items":{"type":"string"}}}}`, func(r *rand.Rand, _ int) string { return [...]string{`1`, `"x"`}[r.IntN(2)] }, false},
		{"records", "several violations an item, two of one place", `{"properties":{"v":{"items":` + record + `}}}`, func(r *rand.Rand, i int) string {
			return [...]string{`{}`, `{"a":"y","b":1}`, `{"b":1.5,"zz":1,"yy":2,"~/":3}`, `[]`, `{"a":"xxx","c":1}`}[r.IntN(5)]
		}, false},
		{"lists in lists", "each container keeps few, and the one around it fewer", `{"properties":{"v":{"items":{"items":{"type":"string"}}}}}`, func(_ *rand.Rand, i int) string {
			return "[" + strings.Repeat("1,", i%1500) + "1]"
		}, false},
		{"unknown names", "they are all of one place", `{"properties":{"v":{"additionalProperties":false}}}`, func(*rand.Rand, int) string { return "1" }, true},
		{"named values", "names with what a pointer escapes", `{"properties":{"v":{"additionalProperties":{"type":"string"}}}}`, func(*rand.Rand, int) string { return "1" }, true},
	}
	for _, test := range tests {
		for _, limit := range []int{0, 1, 500, 501, 2_000} {
			t.Run(fmt.Sprintf("%s/%d", test.name, limit), func(t *testing.T) {
				r := rand.New(rand.NewPCG(1, uint64(limit)))
				f, err := FromSchema("f", []byte(test.schema), WithLimits(Limits{Violations: limit}))
				if err != nil {
					t.Fatal(err)
				}
				var b strings.Builder
				for i := range 3_000 {
					if i > 0 {
						b.WriteByte(',')
					}
					if test.object {
						fmt.Fprintf(&b, `"%d%s":`, r.IntN(1e9), [...]string{"", "~", "/", "é", `\"`}[r.IntN(5)]+fmt.Sprint(i))
					}
					b.WriteString(test.part(r, i))
				}
				args := fmt.Sprintf(`{"v":[%s]}`, b.String())
				if test.object {
					args = fmt.Sprintf(`{"v":{%s}}`, b.String())
				}
				fast := f.Validate([]byte(args))
				plan.Off.Store(true)
				defer plan.Off.Store(false)
				slow := f.Validate([]byte(args))
				if slow == nil {
					t.Fatal("nothing is wrong with these arguments")
				}
				a, b2 := fast.(*Error), slow.(*Error)
				if d := cmp.Diff(b2.Violations, a.Violations); d != "" || a.More != b2.More {
					t.Errorf("%s: -tree +plan, more %d and %d\n%.2000s", test.reason, b2.More, a.More, d)
				}
			})
		}
	}
}

// A run that was told to stop ends at the first violation, without an answer: only a
// valid text is answered.
func TestStop(t *testing.T) {
	f, err := FromSchema("f", []byte(`{"properties":{"v":{"items":{"type":"string"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, args string
		stop       bool
		want       plan.Outcome
	}{
		{"all violations are gathered", `{"v":[1,"x",2]}`, false, plan.Invalid},
		{"the first ends the run", `{"v":[1,"x",2]}`, true, plan.Slow},
		{"there is none", `{"v":["x"]}`, true, plan.Valid},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := f.fastPlan().Begin()
			defer run.End()
			if test.stop {
				run.Stop()
			}
			if got := run.Judge([]byte(test.args), &f.reading); got != test.want {
				t.Errorf("outcome %d, want %d", got, test.want)
			}
		})
	}
}
