package conformance

import (
	"maps"
	"slices"

	"github.com/functionschema/fscheck/internal/tree"
)

// injectionFaults are mistakes with what the framework owns.
func injectionFaults() []fault {
	return []fault{
		{name: "does not validate injected values", judges: func(s *faultySubject, schema *tree.Value) *tree.Value {
			properties := schema.Lookup("properties")
			for _, name := range s.hidden() {
				properties = properties.With(name, tree.NewObject())
			}
			if properties == nil {
				return schema
			}
			return schema.With("properties", properties)
		}},
		{name: "lets the model's value win", injects: func(s *faultySubject, args *tree.Value, r *CallRequest) {
			for _, name := range s.hidden() {
				if v := args.Lookup(name); v != nil {
					give(r, s.key(name), v)
				}
			}
		}},
		{name: "falls back to the model's value", injects: func(s *faultySubject, args *tree.Value, r *CallRequest) {
			for _, name := range s.hidden() {
				if _, given := r.Injected[s.key(name)]; !given {
					give(r, s.key(name), args.Lookup(name))
				}
			}
		}},
		{name: "falls back to a default", injects: func(s *faultySubject, _ *tree.Value, r *CallRequest) {
			for _, name := range s.hidden() {
				if _, given := r.Injected[s.key(name)]; !given {
					give(r, s.key(name), s.schema.Lookup("properties").Lookup(name).Lookup("default"))
				}
			}
		}},
		{name: "leaves a hidden name in required", shows: func(s *faultySubject, metadata *tree.Value) *tree.Value {
			if required := s.schema.Lookup("required"); required != nil {
				return metadata.With("required", required)
			}
			return metadata
		}},
		{name: "leaves a hidden name elsewhere in the metadata", shows: func(s *faultySubject, _ *tree.Value) *tree.Value {
			shown := s.schema
			for _, name := range s.hidden() {
				shown = shown.With("properties", shown.Lookup("properties").Without(name))
				if required := shown.Lookup("required"); required != nil {
					shown = shown.With("required", tree.NewArray(slices.DeleteFunc(slices.Clone(required.Items), func(v *tree.Value) bool { return v.Text == name })...))
				}
			}
			return shown
		}},
		{name: "shows an injected value", answers: func(t *faultyCall) {
			for _, v := range t.request.Injected {
				if t.answer.Completed += v.Text; t.answer.Error != nil {
					t.answer.Error.Text += ": the value " + v.Text
				}
			}
		}},
		{name: "shows a resolver's error", answers: func(t *faultyCall) {
			for _, text := range t.request.InjectedFailing {
				t.answer.Response.Text += ": " + text
			}
		}},
		{name: "resolves a reference twice", answers: func(t *faultyCall) {
			if asked := t.answer.Resolutions; len(asked) > 0 && len(asked) < len(t.hidden()) {
				t.answer.Resolutions = append(asked, asked[0])
			}
		}},
		{name: "resolves for a text that cannot be read", answers: func(t *faultyCall) {
			if only(t.answer.Error).Keyword != "parse" {
				return
			}
			for _, name := range t.hidden() {
				t.answer.Resolutions = append(t.answer.Resolutions, t.key(name))
			}
		}},
	}
}

// give has a source answer with a value, if there is one.
func give(r *CallRequest, key string, v *tree.Value) {
	if v == nil {
		return
	}
	if r.Injected = maps.Clone(r.Injected); r.Injected == nil {
		r.Injected = map[string]Injected{}
	}
	r.Injected[key] = Injected{Text: v.String()}
}
