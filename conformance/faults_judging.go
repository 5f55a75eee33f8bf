package conformance

import (
	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// judgingFaults are mistakes in what a schema says.
func judgingFaults() []fault {
	return []fault{
		{name: "asserts format", builds: func(s *Subject) { s.Formats = true }},
		{name: "anchors patterns", judges: func(_ *faultySubject, schema *tree.Value) *tree.Value {
			return eachObject(schema, func(list []tree.Member) []tree.Member {
				for i, m := range list {
					if m.Name == "pattern" && m.Value.Kind == tree.String {
						list[i].Value = tree.NewString("^(?:" + m.Value.Text + ")$")
					}
				}
				return list
			})
		}},
		{name: "drops a pattern it cannot translate", insists: dropping("pattern")},
		{name: "ignores an extra nested field", excuses: func(args *tree.Value, v content.Violation) []*tree.Value {
			if v.Keyword != "additionalProperties" || v.Pointer == "" || v.Property == nil {
				return nil
			}
			return []*tree.Value{substitute(args, tree.Join(v.Pointer, *v.Property), nil)}
		}},
		{name: "names the choice where it is transparent", judges: func(_ *faultySubject, schema *tree.Value) *tree.Value {
			// One more branch, which nothing satisfies, and it is a choice like any other.
			return eachObject(schema, func(list []tree.Member) []tree.Member {
				for i, m := range list {
					if (m.Name == "anyOf" || m.Name == "oneOf") && m.Value.Kind == tree.Array {
						list[i].Value = tree.NewArray(append(m.Value.Items, tree.NewBool(false))...)
					}
				}
				return list
			})
		}},
	}
}

// dropping returns the way of an engine that ignores a keyword it cannot use.
func dropping(keyword string) func(*Subject, *ErrorAnswer) bool {
	return func(s *Subject, refused *ErrorAnswer) bool {
		for _, v := range refused.Violations {
			if v.Keyword != keyword {
				return false
			}
		}
		if text, ok := s.Schema(); ok {
			if schema := parse(string(text)); schema != nil {
				rest := drop(schema, keyword).String()
				s.SchemaText, s.SchemaBase64 = &rest, nil
			}
		}
		return true
	}
}
