package plan

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/strict"
)

type largeItem struct {
	Name string
	Rest [5000]int64
}

// A list makes room for its own items: not for what else the text has, nor for what is
// not wanted any more.
func TestRoomForItems(t *testing.T) {
	type parts struct {
		List []largeItem
		Text string
	}
	text := &Target{Form: String, Type: reflect.TypeFor[string]()}
	item := &Target{Form: Struct, Type: reflect.TypeFor[largeItem](), Fields: []Field{{"name", []int{0}, text}}}
	list := &Target{Form: Slice, Type: reflect.TypeFor[[]largeItem](), Elem: item}
	to := &Target{Form: Struct, Type: reflect.TypeFor[parts](), Fields: []Field{{"list", []int{0}, list}, {"text", []int{1}, text}}}
	p, _ := planOf(t, `{"properties":{"list":{"items":{"type":"object","properties":{"name":{"type":"string"}}}},"text":{"type":"string"}}}`, to, Names{})
	limits := strict.Limits{}.Resolve()
	for _, test := range []struct {
		name, reason, text string
		want               Outcome
		items              int    // that are bound
		most               uint64 // bytes
	}{
		{"long text", "what follows the list is no item", `{"list":[` + strings.Repeat(`{},`, 29) + `{"name":"last"}],"text":"` + strings.Repeat("z", 1<<20) + `"}`, Valid, 30, 40 << 20},
		{"at fault", "nothing is bound", `{"list":[5` + strings.Repeat(`,{}`, 5000) + `]}`, Invalid, 0, 1 << 20},
		{"later at fault", "nothing is bound any more", `{"list":[{},{},{},5` + strings.Repeat(`,{}`, 5000) + `]}`, Invalid, 0, 2 << 20},
		{"all items", "the list that was at fault has left nothing", `{"list":[{},{},{},{},{"name":"last"}]}`, Valid, 5, 1 << 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := p.Begin()
			defer run.End()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := run.ReadScratch([]byte(test.text), &limits)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; got != test.want || used > test.most {
				t.Errorf("%s: %d, and %d bytes were allocated; want %d, and at most %d", test.reason, got, used, test.want, test.most)
			}
			if got != Valid {
				return
			}
			bound := run.Whole().(*parts).List
			if len(bound) != test.items || cap(bound) > 2*test.items || bound[test.items-1].Name != "last" || bound[0].Name != "" {
				t.Errorf("%d items of room for %d are bound, want %d", len(bound), cap(bound), test.items)
			}
		})
	}
}
