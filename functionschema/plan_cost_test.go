package functionschema

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// costly is a hundred times as large as the text that it may be sent as.
type costly struct {
	Words [1000]string `json:"words,omitempty"`
	N     int          `json:"n,omitempty"`
}

type costlyIn struct {
	Few  []costly          `json:"few,omitempty" jsonschema:"maxItems=10"`
	List []costly          `json:"list,omitempty"`
	Map  map[string]costly `json:"map,omitempty"`
	Most map[string]costly `json:"most,omitempty" jsonschema:"maxProperties=10"`
	Text string            `json:"text,omitempty"`
	N    int               `json:"n,omitempty"`
}

// What a call is made of bounds what is taken to read it: nothing that is refused is
// filled on, and no room is made for what may follow.
func TestPlanTakesNoMoreThanIsBound(t *testing.T) {
	f := mustBuild(t)(Of(func(context.Context, costlyIn) (struct{}, error) { return struct{}{}, nil }, WithName("f")))
	items := func(n int) string { return strings.TrimSuffix(strings.Repeat(`{},`, n), ",") }
	members := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"m%d":{},`, i)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	for _, test := range []struct {
		name, reason, args string
		megabytes          uint64
	}{
		{"text behind a list", "the rest of a text is not like the items: room for all of it would be 27 GB", `{"list":[` + items(100) + `],"text":"` + strings.Repeat("x", 5<<20) + `"}`, 50},
		{"text within a list", "nor is it within one", `{"list":[` + items(100) + `,{"words":["` + strings.Repeat("x", 5<<20) + `"]}]}`, 50},
		{"too many items", "maxItems bounds the list, not only the answer", `{"few":[` + items(20_000) + `]}`, 20},
		{"items behind a violation", "they are judged only", `{"list":[5,` + items(20_000) + `]}`, 20},
		{"members behind a violation", "their names are kept, and no values", `{"map":{"m":5,` + members(20_000) + `}}`, 20},
		{"too many members", "maxProperties bounds the map", `{"most":{` + members(20_000) + `}}`, 20},
		{"a list behind a violation", "", `{"n":"x","list":[` + items(20_000) + `]}`, 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkWays(t, f, []byte(test.args))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_ = f.Decode(t.Context(), []byte(test.args), new(costlyIn))
			runtime.ReadMemStats(&after)
			if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > test.megabytes {
				t.Errorf("%s: %d MB, want at most %d", test.reason, got, test.megabytes)
			}
		})
	}
}

// A name that is sent again behind a violation is a duplicate, whichever side of the
// violation the first one is on.
func TestPlanOfNamesBehindViolations(t *testing.T) {
	f := mustBuild(t)(Of(func(context.Context, costlyIn) (struct{}, error) { return struct{}{}, nil }, WithName("f")))
	for _, args := range []string{
		`{"map":{"a":{},"v":5,"b":{}}}`, `{"map":{"a":{},"v":5,"a":{}}}`, `{"map":{"v":5,"b":{},"b":{}}}`, `{"map":{"v":5,"b":{},"\u0062":{}}}`, `{"map":{"v":5,"v":{}}}`,
		`{"map":{"v":{"n":""},"v":{}}}`, `{"n":"","map":{"a":{},"a":{}}}`, `{"most":{"0":{},"1":{},"2":{},"3":{},"4":{},"5":{},"6":{},"7":{},"8":{},"9":{},"a":{},"0":{}}}`,
		`{"most":{"0":{},"1":{},"2":{},"3":{},"4":{},"5":{},"6":{},"7":{},"8":{},"9":{},"a":{},"a":{}}}`, `{"few":[{},{},{},{},{},{},{},{},{},{},{},{"n":5,"n":5}]}`,
	} {
		checkWays(t, f, []byte(args))
	}
}

// Many arrays within each other that are all to be unique, and objects of many
// properties of which few are sent, cost what their text costs.
func TestPlanOfHostileSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var properties strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&properties, `"collide_%d_collide_":{"type":"integer"},`, i)
	}
	var numbers []string
	for i := range 20_000 {
		numbers = append(numbers, fmt.Sprint(7*i))
	}
	for _, test := range []struct{ name, reason, schema, args string }{
		{"20,000 numbers of an enum", "each number was compared with each", `{"properties":{"v":{"items":{"enum":[` + strings.Join(numbers, ",") + `]}}}}`,
			`{"v":[` + strings.TrimSuffix(strings.Repeat("139993.0,", 10_000), ",") + `]}`},
		{"unique arrays within each other", "each was parsed once more for every array around it",
			`{"$defs":{"l":{"uniqueItems":true,"items":{"$ref":"#/$defs/l"}}},"properties":{"v":{"$ref":"#/$defs/l"}}}`,
			`{"v":` + strings.Repeat("[0,", 120) + `{"a":[` + strings.Repeat("1,", 10_000) + `1]}` + strings.Repeat("]", 120) + `}`},
		{"20,000 properties", "all of them were asked for the one that is required",
			`{"properties":{"v":{"items":{"type":"object","required":["collide_19999_collide_"],"properties":{` + strings.TrimSuffix(properties.String(), ",") + `}}}}}`,
			`{"v":[` + strings.TrimSuffix(strings.Repeat(`{"collide_19999_collide_":1},`, 5_000), ",") + `]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := foreign(t, test.schema)
			checkWays(t, f, []byte(test.args)) // and the plan is built
			within(t, func() {
				if err := f.Validate([]byte(test.args)); err != nil {
					t.Errorf("%s: %v", test.reason, err)
				}
			})
		})
	}
}
