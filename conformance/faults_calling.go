package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/functionschema/fscheck/internal/canonical"
	"github.com/functionschema/fscheck/internal/tree"
)

// callingFaults are mistakes around the call itself.
func callingFaults() []fault {
	return []fault{
		{name: "runs the function after a failure", answers: runAnyway},
		{name: "puts defaults and injected values into the request itself", answers: func(t *faultyCall) {
			completed := parse(t.answer.Completed)
			if t.answer.Error != nil || completed == nil {
				return
			}
			for _, name := range t.hidden() {
				if v := parse(t.request.Injected[t.key(name)].Text); v != nil {
					completed = completed.With(name, v)
				}
			}
			t.answer.RequestAfter = NewPayload(completed.AppendJSON(nil))
		}},
		{name: "shows an error that is not visible", answers: func(t *faultyCall) {
			if e := t.answer.Error; e != nil && e.Code == "EXECUTION_ERROR" {
				t.answer.Response.Text += " " + e.Text
			}
		}},
		{name: "confuses two functions in its cache", caches: func(s *faultySubject) string { return s.schema.String() }},
	}
}

// runAnyway runs the function with the zero values of its parameters, as an
// engine does that notes a failure and goes on.
func runAnyway(t *faultyCall) {
	if t.answer.Error == nil || t.answer.Invocations > 0 {
		return
	}
	open := tree.NewObject()
	for _, p := range members(t.schema, "properties") {
		open = open.With(p.Name, tree.NewObject())
	}
	text := tree.NewObject(tree.M("properties", open)).String()
	s := t.Subject
	s.SchemaText, s.SchemaBase64 = &text, nil
	t.request.Arguments = NewPayload([]byte("{}"))
	if a, ok := askOther(t, s); ok {
		t.answer.Bound, t.answer.Invocations = a.Bound, a.Invocations
	}
}

// digestOf is a digest with members in another order.
func digestOf(args *tree.Value, compare func(a, b string) int) string {
	sum := sha256.Sum256(appendSorted(nil, args, compare))
	return hex.EncodeToString(sum[:])
}

func appendSorted(b []byte, v *tree.Value, compare func(a, b string) int) []byte {
	if v.Kind != tree.Object {
		return canonical.Append(b, v)
	}
	list := slices.Clone(v.Members)
	slices.SortFunc(list, func(a, b tree.Member) int { return compare(a.Name, b.Name) })
	b = append(b, '{')
	for i, m := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(tree.AppendString(b, m.Name), ':')
		b = appendSorted(b, m.Value, compare)
	}
	return append(b, '}')
}
