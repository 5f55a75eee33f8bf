package conformance

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// defaultFaults are mistakes with what an omitted property becomes.
func defaultFaults() []fault {
	return []fault{
		{name: "fills an explicit null", reads: omitting(func(v *tree.Value) bool { return v.Kind == tree.Null })},
		{name: "fills an explicit zero, false or empty value", reads: omitting(isZero)},
		{name: "fills nothing", judges: func(_ *faultySubject, schema *tree.Value) *tree.Value { return drop(schema, "default") }},
		{name: "fills before it validates", reads: func(s *faultySubject, args *tree.Value) *tree.Value {
			return filled(args, members(s.schema, "properties"))
		}},
		{name: "fills from a choice", reads: fillFromChoices},
		{name: "misses nested defaults", judges: func(_ *faultySubject, schema *tree.Value) *tree.Value {
			return eachProperty(schema, func(property *tree.Value) *tree.Value {
				own := property.Lookup("default")
				if property = drop(property, "default"); own != nil {
					property = property.With("default", own)
				}
				return property
			})
		}},
		{name: "invents parents", reads: func(s *faultySubject, args *tree.Value) *tree.Value {
			for _, p := range members(s.schema, "properties") {
				invented := filled(tree.NewObject(), members(p.Value, "properties"))
				if args.Lookup(p.Name) == nil && len(invented.Members) > 0 {
					args = args.With(p.Name, invented)
				}
			}
			return args
		}},
		{name: "shares a default between calls", reads: func(s *faultySubject, args *tree.Value) *tree.Value {
			if s.calls == 0 {
				return args
			}
			for _, p := range members(s.schema, "properties") {
				if d := p.Value.Lookup("default"); d != nil && args.Lookup(p.Name) == nil {
					args = args.With(p.Name, overwritten(d))
				}
			}
			return args
		}},
		{name: "builds with an invalid default", insists: dropping("default")},
	}
}

// omitting reads a member as if it had not been sent.
func omitting(omit func(*tree.Value) bool) func(*faultySubject, *tree.Value) *tree.Value {
	return func(_ *faultySubject, args *tree.Value) *tree.Value {
		return eachObject(args, func(list []tree.Member) []tree.Member {
			var rest []tree.Member
			for _, m := range list {
				if !omit(m.Value) {
					rest = append(rest, m)
				}
			}
			return rest
		})
	}
}

func isZero(v *tree.Value) bool {
	switch v.Kind {
	case tree.Bool:
		return !v.Bool
	case tree.Number:
		return v.Text == "0"
	case tree.String:
		return v.Text == ""
	}
	return v.Kind != tree.Null && len(v.Items)+len(v.Members) == 0
}

// filled returns an object with the defaults of its properties.
func filled(v *tree.Value, properties []tree.Member) *tree.Value {
	for _, p := range properties {
		if d := p.Value.Lookup("default"); d != nil && v.Lookup(p.Name) == nil {
			v = v.With(p.Name, d)
		}
	}
	return v
}

func fillFromChoices(s *faultySubject, args *tree.Value) *tree.Value {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if branches := s.schema.Lookup(keyword); branches != nil {
			for _, branch := range branches.Items {
				args = filled(args, members(branch, "properties"))
			}
		}
		for _, p := range members(s.schema, "properties") {
			if branches := p.Value.Lookup(keyword); branches != nil {
				for _, branch := range branches.Items {
					args = filled(args, []tree.Member{tree.M(p.Name, branch)})
				}
			}
		}
	}
	return args
}

// eachProperty returns a schema with f applied to its own properties.
func eachProperty(schema *tree.Value, f func(*tree.Value) *tree.Value) *tree.Value {
	if properties := schema.Lookup("properties"); properties != nil {
		return schema.With("properties", each(properties, f))
	}
	return schema
}

// overwritten is a default after the function that got it has overwritten it, as
// every function of the case file does.
func overwritten(v *tree.Value) *tree.Value {
	return rewrite(v, func(v *tree.Value) *tree.Value {
		switch v.Kind {
		case tree.Array:
			return tree.NewArray()
		case tree.Object:
			return v
		case tree.String:
			return tree.NewString("")
		case tree.Number:
			return tree.NewNumber("0")
		}
		return v
	})
}
