package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// check reports every fault of a suite that its types cannot exclude.
func (s *Suite) check() error {
	c := checker{suite: s, sources: map[string]string{}}
	if s.Format != Format {
		c.fault("the file", "its format is %q; this package reads %q", s.Format, Format)
	}
	for name, m := range s.Models {
		c.params("model "+name, m.Fields)
	}
	for name, u := range s.Unions {
		for _, v := range u.Variants {
			c.known("union "+name, "model", v.Model, s.Models[v.Model].Fields != nil)
		}
	}
	for name, f := range s.Functions {
		c.function("function "+name, f)
	}
	seen := map[string]bool{}
	for _, g := range s.Groups {
		for i := range g.Cases {
			k := &g.Cases[i]
			if seen[k.ID] {
				c.fault(k.ID, "the id is used twice")
			}
			seen[k.ID] = true
			if name, ok := strings.CutPrefix(k.ID, g.ID+"/"); !ok || name == "" {
				c.fault(k.ID, "the id has to begin with %q", g.ID+"/")
			}
			c.subject(k)
			c.input(k)
			c.expect(k)
		}
	}
	// Models and functions are maps, so the order of their faults is made.
	slices.Sort(c.faults)
	var all []error
	for _, f := range c.faults {
		all = append(all, errors.New(f))
	}
	return errors.Join(all...)
}

type checker struct {
	suite   *Suite
	sources map[string]string // by key
	faults  []string
}

func (c *checker) fault(where, format string, args ...any) {
	c.faults = append(c.faults, "conformance: "+where+": "+fmt.Sprintf(format, args...))
}

func (c *checker) known(where, what, name string, ok bool) {
	if !ok {
		c.fault(where, "the file has no %s called %q", what, name)
	}
}

func (c *checker) typ(where string, t Type) {
	for t.Elem != nil {
		if t.Name == "list" && t.Elem.Name == "uint8" {
			c.fault(where, "list:uint8 is raw bytes in some languages: use bytes, or another container")
		}
		t = *t.Elem
	}
	switch t.Name {
	case "model":
		c.known(where, "model", t.Ref, c.suite.Models[t.Ref].Fields != nil)
	case "union":
		c.known(where, "union", t.Ref, c.suite.Unions[t.Ref].Variants != nil)
	case "opaque":
	default:
		_, ok := c.suite.Types[t.Name]
		c.known(where, "type", t.Name, ok)
	}
}

func (c *checker) ref(where, name string, r Ref) {
	if r.Source == "" || r.Key == "" {
		c.fault(where, "the reference of %q needs a source and a key", name)
	}
	if other, ok := c.sources[r.Key]; ok && other != r.Source {
		c.fault(where, "the key %q belongs to the source %q, not to %q: values are given by key alone", r.Key, other, r.Source)
	}
	c.sources[r.Key] = r.Source
}

func (c *checker) params(where string, params []Param) {
	for i, p := range params {
		c.typ(where, p.Type)
		if p.Inject != nil {
			c.ref(where, p.Name, *p.Inject)
		}
		if p.Variadic && i != len(params)-1 {
			c.fault(where, "only the last parameter can be variadic, and %q is not", p.Name)
		}
	}
}

func (c *checker) function(where string, f Function) {
	c.params(where, f.Params)
	if f.ParamsOf != "" {
		c.known(where, "model", f.ParamsOf, c.suite.Models[f.ParamsOf].Fields != nil && f.Params == nil)
	}
	if f.Behaviour != "" {
		_, ok := c.suite.Behaviours[f.Behaviour]
		c.known(where, "behaviour", f.Behaviour, ok)
	}
	if f.Result != nil {
		c.typ(where, f.Result.Type)
	}
}

func (c *checker) subject(k *Case) {
	subjects := 0
	for _, has := range []bool{k.Function != "", k.SchemaText != nil, k.SchemaBase64 != nil} {
		if has {
			subjects++
		}
	}
	if want := map[bool]int{true: 0, false: 1}[k.Op == Digest]; subjects != want {
		c.fault(k.ID, "a case of op %q has %d subjects, not %d", k.Op, want, subjects)
	}
	if k.Function != "" {
		_, ok := c.suite.Functions[k.Function]
		c.known(k.ID, "function", k.Function, ok)
		if k.Bind != nil || k.Inject != nil {
			c.fault(k.ID, "bind and inject belong to a schema; a function has its own")
		}
	}
	for _, f := range k.Bind {
		c.typ(k.ID, f.Type)
	}
	for name, r := range k.Inject {
		c.ref(k.ID, name, r)
	}
	for _, name := range k.Requires {
		_, ok := c.suite.Capabilities[name]
		c.known(k.ID, "capability", name, ok)
	}
	if !slices.Contains([]string{"required", "recommended"}, k.Level) {
		c.fault(k.ID, "the level %q is neither required nor recommended", k.Level)
	}
}

func (c *checker) input(k *Case) {
	switch k.Op {
	case Call, Digest:
		if k.Arguments == nil {
			c.fault(k.ID, "a case of op %q needs arguments", k.Op)
		}
	case Construct, Metadata:
		if k.Arguments != nil || k.Injected != nil || k.Repeat != 1 {
			c.fault(k.ID, "a case of op %q takes no input", k.Op)
		}
	default:
		c.fault(k.ID, "there is no op %q", k.Op)
	}
	if !slices.Contains([]string{"", "cancelled", "deadline"}, k.Context) {
		c.fault(k.ID, "the context %q is neither cancelled nor deadline", k.Context)
	}
}

func (c *checker) expect(k *Case) {
	e := k.Expect
	switch {
	case e.Outcome != "ok" && e.Outcome != "error":
		c.fault(k.ID, "the outcome %q is neither ok nor error", e.Outcome)
	case (e.Outcome == "error") != (e.Error != nil):
		c.fault(k.ID, "an error is expected if and only if the outcome is error")
	case e.Error != nil && (e.Bound != nil || e.Completed != ""):
		c.fault(k.ID, "a failed call has neither bound nor completed values")
	}
	if k.Op == Call && (e.Invocations == nil || !e.RequestUnchanged) {
		c.fault(k.ID, "every call says invocations and requestUnchanged")
	}
	if k.Op == Call && e.Outcome == "ok" && e.Invocations != nil && *e.Invocations != k.Repeat {
		c.fault(k.ID, "a call that succeeds %d times runs the function as often, not %d times", k.Repeat, *e.Invocations)
	}
	if k.Op == Digest && (e.Outcome == "ok") != (e.Digest != "") {
		c.fault(k.ID, "a digest is expected if and only if the outcome is ok")
	}
	if k.Op == Metadata && k.Function == "" && e.Outcome == "ok" && e.MetadataText == "" {
		c.fault(k.ID, "the metadata of a schema needs a metadataText to be compared with")
	}
	if e.Error != nil {
		c.expectedError(k.ID, *e.Error)
	}
}

func (c *checker) expectedError(id string, e ExpectedError) {
	switch e.Match {
	case "", Exact:
		for _, v := range e.Violations {
			if v.Pointer == nil {
				c.fault(id, "a violation that is compared exactly needs a pointer")
			}
		}
	case Contains:
		if len(e.Violations) == 0 {
			c.fault(id, "contains needs violations")
		}
	case AnyOf:
		if len(e.Alternatives) < 2 || e.Violations != nil {
			c.fault(id, "anyOf needs two alternatives and no violations beside them")
		}
	default:
		c.fault(id, "there is no match %q", e.Match)
	}
	if e.Match != AnyOf && e.Alternatives != nil {
		c.fault(id, "alternatives belong to the match anyOf")
	}
}
