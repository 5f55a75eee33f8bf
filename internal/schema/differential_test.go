package schema

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// TestDifferential compares our answers with the authority's over random schemas
// and instances.
func TestDifferential(t *testing.T) {
	seeds := uint64(600)
	if testing.Short() || pace.Raced {
		seeds = 150
	}
	compared, valid, pairs := 0, 0, 0
	for seed := range seeds {
		g := newGenerator(seed)
		p := newPair(t, g.root())
		for range 8 {
			pairs++
			ok, verdict := p.compare(t, g.value(4))
			if ok {
				compared++
			}
			if verdict {
				valid++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d pairs of %d compared, %d valid", compared, pairs, valid)
	if compared < pairs/2 || valid < compared/10 || valid > compared*9/10 {
		t.Error("the generator has lost its use")
	}
}

func FuzzNormalForm(f *testing.F) {
	for seed := range uint64(100) {
		g := newGenerator(seed)
		f.Add(g.root().String(), g.value(4).String())
	}
	for _, pair := range [][2]string{
		{`{"$defs":{"n":{"anyOf":[{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}}},{"type":"null"}]}},"$ref":"#/$defs/n"}`, `{"a":{"a":1}}`},
		{`{"$id":"http://x/y","$anchor":"r","properties":{"a":{"$ref":"#r"},"b":{"$ref":"y#/properties/a"},"c":{"$ref":"#/x/0"}},"x":[{"type":"null"}]}`, `{"a":1,"c":1}`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/a"}}}`, `{"a":1}`},
		{`{"properties":{"s":{"$ref":"https://json-schema.org/draft/2020-12/schema"}}}`, `{"s":{"type":1,"minLength":-1}}`},
		{`{"minItems":18446744073709551617,"minimum":1e400,"pattern":"\\p{L}(?!a)"}`, `[]`},
	} {
		f.Add(pair[0], pair[1])
	}
	group := 0 // the suite has a test of its own: a part of it leaves time to fuzz
	eachSuiteGroup(f, func(schema, data *tree.Value) {
		if group++; group%8 == 0 {
			f.Add(schema.String(), data.String())
		}
	})
	limits := strict.Limits{Depth: 20, Values: 500, Exponent: 400}
	f.Fuzz(func(t *testing.T, schemaText, instanceText string) {
		schema, fault := strict.Parse([]byte(schemaText), limits)
		if fault != nil {
			return
		}
		instance, fault := strict.Parse([]byte(instanceText), limits)
		if fault != nil {
			return
		}
		newPair(t, schema).compare(t, instance)
	})
}

// pair is one schema, compiled by us and by the authority.
type pair struct {
	ours      *Schema            // nil: refused
	authority *jsonschema.Schema // nil: refused, or read another way on purpose
}

func newPair(t *testing.T, schema *tree.Value) pair {
	t.Helper()
	s, faults := Compile(schema, Options{AnyRoot: true, LenientDefaults: true})
	if len(faults) > 0 {
		checkOrder(t, faults)
		return pair{}
	}
	if strings.Contains(schema.String(), "0000000000000") {
		return pair{ours: s} // the authority keeps the low 64 bits of a count
	}
	o := Options{}
	c := compiler(&o, authorityPatterns(&o))
	if err := c.AddResource(base, plainSchema(schema, o.known)); err != nil {
		return pair{ours: s}
	}
	a, err := c.Compile(base)
	if err != nil {
		return pair{ours: s}
	}
	return pair{s, a}
}

// compare holds what must be true of any instance: our verdict is the authority's;
// violations are sorted and distinct, and stand at values that are there; a second
// judgement, and one that remembers from the start, say the same. It reports
// whether the two were compared, and the verdict.
func (p pair) compare(t *testing.T, instance *tree.Value) (compared, valid bool) {
	t.Helper()
	s := p.ours
	if s == nil {
		return false, false
	}
	schema, before := s.root.source, instance.String()
	whole := Budget{Violations: 10_000}
	r := s.Validate(instance, whole)
	if r.Cost {
		return false, false
	}
	checkOrder(t, r.Violations)
	for _, v := range r.Violations {
		at := instance.At(v.Pointer)
		if at == nil || v.Message == "" || v.Property != nil && at.Kind != tree.Object {
			t.Errorf("%s\n%s\n%s stands nowhere or says nothing: %q", schema, instance, list([]Violation{v}), v.Message)
		}
	}
	again := s.Validate(instance, whole)
	s.rememberAfter = 0
	remembered := s.Validate(instance, whole)
	s.rememberAfter = rememberAfter
	if d := cmp.Diff(r.Violations, again.Violations) + cmp.Diff(r.Violations, remembered.Violations); d != "" {
		t.Errorf("%s\n%s\nthree judgements differ: %s", schema, instance, d)
	}
	checkCompletion(t, s, instance)
	if instance.String() != before {
		t.Errorf("%s\n%s\nthe instance has become %s", schema, before, instance)
	}
	if p.authority == nil || r.applications > 20_000 { // it remembers nothing
		return false, false
	}
	checkAuthority(t, p, instance, r)
	return true, r.Valid()
}

func checkOrder(t *testing.T, violations []Violation) {
	t.Helper()
	for i := range violations[:max(0, len(violations)-1)] {
		if Compare(violations[i], violations[i+1]) >= 0 {
			t.Errorf("not sorted or not distinct: %s", list(violations[i:i+2]))
		}
	}
}

func checkCompletion(t *testing.T, s *Schema, instance *tree.Value) {
	t.Helper()
	completed := s.Complete(instance)
	if twice := s.Complete(completed); twice.String() != completed.String() {
		t.Errorf("%s\n%s\ncompleted to %s\nand then to %s", s.root.source, instance, completed, twice)
	}
	if !within(instance, completed) {
		t.Errorf("%s\n%s\ncompleted to %s, where something sent is gone", s.root.source, instance, completed)
	}
}

// within reports whether all of a stands in b, in the same order.
func within(a, b *tree.Value) bool {
	switch {
	case a.Kind == tree.Object && b.Kind == tree.Object:
		return len(a.Members) <= len(b.Members) && !slices.ContainsFunc(a.Members, func(m tree.Member) bool {
			other := b.Members[a.Find(m.Name)]
			return other.Name != m.Name || !within(m.Value, other.Value)
		})
	case a.Kind == tree.Array && b.Kind == tree.Array && len(a.Items) == len(b.Items):
		for i := range a.Items {
			if !within(a.Items[i], b.Items[i]) {
				return false
			}
		}
		return true
	}
	return a.String() == b.String()
}

// checkAuthority compares the verdict, and where the authority's error says it
// without doubt, the violations.
func checkAuthority(t *testing.T, p pair, instance *tree.Value, r Report) {
	t.Helper()
	err := p.authority.Validate(plain(instance))
	if (err == nil) != r.Valid() {
		t.Errorf("%s\n%s\nwe say %s, the authority %v", p.ours.root.source, instance, list(r.Violations), err)
		return
	}
	if want, sure := normalForm(p.ours, err); sure && list(want) != list(r.Violations) {
		t.Errorf("%s\n%s\nwe say        %s\nthe authority %s\n%v", p.ours.root.source, instance, list(r.Violations), list(want), err)
	}
}
