package schema

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/pace"
)

// soon fails the test if what run does takes much longer than it took when it
// was measured.
func soon(t *testing.T, measured time.Duration, run func()) {
	t.Helper()
	if testing.Short() || pace.Raced {
		t.Skip("takes its time")
	}
	pace.Within(t, 5*measured, run)
}

func nested(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }

// TestHostileInstances judges instances that were made to cost much. Without
// remembering, most of them would take years.
func TestHostileInstances(t *testing.T) {
	const branch = `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"required":["a"]}`
	recursive := func(n string) string { return `{"$defs":{"n":` + n + `},"properties":{"a":{"$ref":"#/$defs/n"}}}` }
	long := strings.Repeat("x", 1<<20)
	for _, test := range []struct {
		name, why, schema, instance, want string
		more                              int
		measured                          time.Duration
	}{
		{"flood", "300,000 violations are counted, not kept", `{"properties":{"v":{"items":{"type":"string"}}}}`, `{"v":[` + strings.Repeat("1,", 299_999) + `1]}`, "/v/0 type", 299_999, 20 * time.Millisecond},
		{"flood twice", "each found twice, counted once", `{"properties":{"v":{"items":{"allOf":[{"type":"string"},{"type":"string"}]}}}}`, `{"v":[` + strings.Repeat("1,", 299_999) + `1]}`, "/v/0 type", 299_999, 80 * time.Millisecond},
		{"flood of names", "300,000 of one object", `{"additionalProperties":false}`, `{` + numbered(300_000, `"n%06d":1`) + `}`, `additionalProperties "n000000"`, 299_999, 20 * time.Millisecond},
		{"flood of unevaluated", "held until all is known", `{"unevaluatedProperties":false}`, `{` + numbered(300_000, `"n%06d":1`) + `}`, `unevaluatedProperties "n000000"`, 299_999, 100 * time.Millisecond},
		{"flood below a long name", "the name is not copied for each", `{"additionalProperties":{"items":{"type":"string"}}}`, `{"` + long + `":[` + strings.Repeat("1,", 99_999) + `1]}`, "", 99_999, 40 * time.Millisecond},
		{"anyOf", "two branches a level", recursive(`{"anyOf":[` + branch + `,` + branch + `]}`), nested(120), "/a anyOf", 0, 2 * time.Millisecond},
		{"oneOf", "two branches a level", recursive(`{"oneOf":[` + branch + `,` + branch + `]}`), nested(120), "/a oneOf", 0, 2 * time.Millisecond},
		{"allOf", "collecting all violations", recursive(`{"allOf":[` + branch + `,` + branch + `]}`), nested(120), "", 0, 2 * time.Millisecond},
		{"discriminated", "one branch a level", recursive(`{"oneOf":[{"type":"object","properties":{"k":{"const":1},"a":{"$ref":"#/$defs/n"}},"required":["k"]},{"type":"object","properties":{"k":{"const":2},"a":{"$ref":"#/$defs/n"}},"required":["k"]}]}`), strings.Repeat(`{"k":2,"a":`, 120) + "1" + strings.Repeat("}", 120), "", 0, 2 * time.Millisecond},
		{"unevaluated", "what was evaluated is remembered too", recursive(`{"anyOf":[` + branch + `,` + branch + `],"unevaluatedProperties":false}`), nested(120), "/a anyOf", 0, 2 * time.Millisecond},
		{"if", "condition and branch", recursive(`{"if":` + branch + `,"then":` + branch + `}`), nested(120), "", -1, 2 * time.Millisecond},
		{"not", "at each level", recursive(`{"not":{"allOf":[` + branch + `,{"not":` + branch + `}]}}`), nested(120), "", -1, 2 * time.Millisecond},
		{"$dynamicRef", "the scope is part of the memory", `{"$dynamicAnchor":"n","type":"object","anyOf":[{"properties":{"a":{"$dynamicRef":"#n"}},"required":["a"]},{"properties":{"a":{"$dynamicRef":"#n"}},"required":["a"]}]}`, nested(120), "anyOf", 0, 2 * time.Millisecond},
		{"enum", "a long one is looked up", `{"properties":{"v":{"items":{"enum":[` + numbered(10_000, `"v%d"`) + `]}}}}`, `{"v":[` + strings.Repeat(`"v9999",`, 9_999) + `1]}`, "/v/9999 enum", 0, 2 * time.Millisecond},
		{"enum of numbers", "by value", `{"properties":{"v":{"items":{"enum":[` + numbered(10_000, `%d.0`) + `]}}}}`, `{"v":[` + strings.Repeat(`9999,`, 9_999) + `1e9]}`, "/v/9999 enum", 0, 5 * time.Millisecond},
		{"discriminated by many", "a branch is looked up", `{"properties":{"v":{"items":{"oneOf":[` + numbered(10_000, `{"type":"object","required":["k"],"properties":{"k":{"const":"v%d"}}}`) + `]}}}}`, `{"v":[` + strings.Repeat(`{"k":"v9999"},`, 9_999) + `{"k":1}]}`, "/v/9999/k enum", 0, 5 * time.Millisecond},
		{"discriminated by numbers", "by value", `{"properties":{"v":{"items":{"oneOf":[` + numbered(10_000, `{"type":"object","required":["k"],"properties":{"k":{"const":%d.0}}}`) + `]}}}}`, `{"v":[` + strings.Repeat(`{"k":9.999e3},`, 9_999) + `{"k":1e9}]}`, "/v/9999/k enum", 0, 10 * time.Millisecond},
		{"unique", "by hash", `{"properties":{"v":{"uniqueItems":true}}}`, `{"v":[` + numbered(900_000, "%d") + `,1e0]}`, "/v uniqueItems", 0, 200 * time.Millisecond},
		{"many branches, large object", "only the few properties are looked up", `{"anyOf":[` + numbered(2_000, `{"required":["no"],"properties":{"a%d":{}}}`) + `,{"properties":{"b":{}}}]}`, `{` + numbered(100_000, `"n%d":1`) + `}`, "", -1, 5 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, v := compiled(t, test.schema, Options{}), read(t, test.instance)
			soon(t, test.measured, func() {
				r := s.Validate(v, Budget{Violations: 1})
				if r.Cost || test.more >= 0 && (r.More != test.more || !strings.HasPrefix(list(r.Violations), test.want)) {
					t.Errorf("%s: %s and %d more, want %s and %d more", test.why, list(r.Violations), r.More, test.want, test.more)
				}
			})
		})
	}
}

// TestEndlessDynamicRef holds that a $dynamicRef that never ends is found out at
// once, and that only a long one is refused.
func TestEndlessDynamicRef(t *testing.T) {
	const schema = `{"$dynamicAnchor":"n","$ref":"b","$defs":{"b":{"$id":"b","allOf":[{"$dynamicRef":"#n"}],"$defs":{"n":{"$dynamicAnchor":"n"}}}}}`
	s := compiled(t, schema, Options{})
	soon(t, 10*time.Millisecond, func() {
		if r := s.Validate(read(t, `{}`), Budget{Applications: math.MaxInt}); !r.Cost || list(r.Violations) != "parse (cost)" {
			t.Errorf("it ended: %s", list(r.Violations))
		}
	})
}

// TestCost holds that the budget is inclusive and counts each application.
func TestCost(t *testing.T) {
	s := compiled(t, `{"properties":{"a":{"items":{"type":"string"}}}}`, Options{})
	v := read(t, `{"a":["x","y"]}`)
	for n := 1; n < 6; n++ {
		if r := s.Validate(v, Budget{Applications: n}); r.Cost != (n < 4) || r.Valid() == r.Cost {
			t.Errorf("%d applications: cost %v, %s", n, r.Cost, list(r.Violations))
		}
	}
}

// TestHostileSchemas compiles schemas that were made to cost much.
func TestHostileSchemas(t *testing.T) {
	chain := func(n int, link string) string {
		var b strings.Builder
		fmt.Fprintf(&b, `{"properties":{"a":{"$ref":"#/$defs/n0"}},"$defs":{"n%d":{"type":"string"}`, n)
		for i := range n {
			fmt.Fprintf(&b, `,"n%d":`+link, i, i+1)
		}
		return b.String() + `}}`
	}
	for _, test := range []struct {
		name, why, schema, want string
		measured                time.Duration
	}{
		{"properties", "20,000 of them", `{"properties":{"a":{"type":"string"},` + numbered(20_000, `"p%d":{"type":"string"}`) + `}}`, "/a type", 500 * time.Millisecond},
		{"references", "a chain of 100,000", chain(100_000, `{"$ref":"#/$defs/n%d"}`), "/a type", 2 * time.Second},
		{"references through allOf", "a chain of 50,000", chain(50_000, `{"allOf":[{"$ref":"#/$defs/n%d"}]}`), "/a type", 2 * time.Second},
		{"references to what is no keyword", "20,000 of them", `{"x":{"a":{"type":"string"},` + numbered(20_000, `"p%d":{"type":"string"}`) + `},"properties":{"a":{"$ref":"#/x/a"},` + numbered(20_000, `"p%[1]d":{"$ref":"#/x/p%[1]d"}`) + `}}`, "/a type", 2 * time.Second},
		{"resources", "5,000 of them", `{"properties":{"a":{"$id":"a","type":"string"},` + numbered(5_000, `"p%[1]d":{"$id":"p%[1]d","$ref":"p%[1]d#/$defs/x","$defs":{"x":{}}}`) + `}}`, "/a type", time.Second},
		{"defaults", "5,000 of them", `{"properties":{"a":{"type":"string"},` + numbered(5_000, `"p%d":{"type":"object","default":{}}`) + `}}`, "/a type", 500 * time.Millisecond},
		{"dependent names", "10,000 with one requirement", `{"properties":{"a":{"type":"string"}},"dependentRequired":{` + numbered(10_000, `"p%d":["q"]`) + `}}`, "/a type", 500 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, v := read(t, test.schema), read(t, `{"a":1}`)
			soon(t, test.measured, func() {
				s, faults := Compile(text, Options{})
				if len(faults) > 0 {
					t.Fatalf("%s: %s", test.why, list(faults[:1]))
				}
				if got := list(s.Validate(v, Budget{}).Violations); got != test.want {
					t.Errorf("%s: %s, want %s", test.why, got, test.want)
				}
			})
		})
	}
}

// TestManyFaults holds that 30,000 faults of a schema are sorted soon.
func TestManyFaults(t *testing.T) {
	text := read(t, `{"properties":{`+numbered(30_000, `"p%d":{"type":1}`)+`}}`)
	soon(t, time.Second, func() {
		if _, faults := Compile(text, Options{}); len(faults) != 30_000 {
			t.Errorf("%d faults", len(faults))
		}
	})
}
