package binding

import (
	html "html/template"
	"reflect"
	"testing"
	text "text/template"

	"github.com/google/go-cmp/cmp"
)

type Template struct{}

type page[T any] struct{ Item T }

type entry[K, V any] struct{}

type Größe struct{}

func TestDefinitionNames(t *testing.T) {
	local := func() reflect.Type { type Template2 struct{}; return reflect.TypeFor[Template2]() }
	other := func() reflect.Type { type Template2 struct{}; return reflect.TypeFor[Template2]() }
	for _, tt := range []struct {
		name   string
		types  []reflect.Type
		want   []string
		reason string
	}{
		{"alone", []reflect.Type{reflect.TypeFor[Template]()}, []string{"Template"}, "the type's own name"},
		{"two packages", []reflect.Type{reflect.TypeFor[Template](), reflect.TypeFor[html.HTML]()}, []string{"Template", "HTML"}, "no clash, no package"},
		{"clash", []reflect.Type{reflect.TypeFor[Template](), reflect.TypeFor[text.Template]()}, []string{"binding.Template", "template.Template"}, "both are qualified"},
		{"clash of packages", []reflect.Type{reflect.TypeFor[html.Template](), reflect.TypeFor[text.Template]()}, []string{"html_template.Template", "text_template.Template"}, "by the whole path"},
		{"generic", []reflect.Type{reflect.TypeFor[page[Template]]()}, []string{"page_Template"}, "no escape is needed"},
		{"nested generic", []reflect.Type{reflect.TypeFor[entry[page[text.Template], map[string][]int]]()}, []string{"entry_page_Template__map_string___int"}, "without paths"},
		{"beyond ASCII", []reflect.Type{reflect.TypeFor[Größe]()}, []string{"Gr__e"}, "a fragment would need escapes"},
		{"two local types", []reflect.Type{local(), other()}, []string{"Template2", "Template2_2"}, "numbered where nothing else tells them apart"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			nodes := make([]*node, len(tt.types))
			for i, typ := range tt.types {
				nodes[i] = &node{typ: typ}
			}
			names := definitionNames(nodes)
			got := make([]string, len(nodes))
			for i, n := range nodes {
				got[i] = names[n]
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}
