package conformance

import (
	"context"
	"fmt"
	"sync"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

// Faults lists the faults that an engine can be given, each a mistake that some
// implementation makes: a suite that does not catch one proves less than it says.
func Faults() []string {
	var names []string
	for _, f := range faults() {
		names = append(names, f.name)
	}
	return names
}

// NewFaultyEngine returns the Go engine with one of the [Faults].
func NewFaultyEngine(name string) (Testee, error) {
	for _, f := range faults() {
		if f.name == name {
			return &faulty{Testee: NewEngine(), fault: f, subjects: map[string]*faultySubject{}}, nil
		}
	}
	return nil, fmt.Errorf("conformance: there is no fault %q", name)
}

// fault is what a faulty engine does otherwise. It is made of the right one, by
// giving it something else to build, to judge by or to read, or by saying
// something else than it does. None looks at what a case is or expects. A member
// that is nil does nothing.
type fault struct {
	name string

	builds  func(s *Subject)                                          // something else
	insists func(s *Subject, refused *ErrorAnswer) bool               // builds what was refused, as what it makes of s; or says that it did
	judges  func(s *faultySubject, schema *tree.Value) *tree.Value    // by another schema
	shows   func(s *faultySubject, metadata *tree.Value) *tree.Value  // the model something else
	text    func(text []byte, reason string) []byte                   // takes this for a text that cannot be read
	reads   func(s *faultySubject, args *tree.Value) *tree.Value      // something else
	injects func(s *faultySubject, args *tree.Value, r *CallRequest)  // something else
	excuses func(args *tree.Value, v content.Violation) []*tree.Value // takes one of these for arguments that are refused
	answers func(t *faultyCall)                                       // something else
	digests func(args *tree.Value) string                             // otherwise
	caches  func(s *faultySubject) string                             // takes two subjects with one key for the same
}

// faulty is an engine with a fault.
type faulty struct {
	Testee
	fault

	mu       sync.Mutex
	subjects map[string]*faultySubject
}

// faultySubject is what a faulty engine knows of a subject.
type faultySubject struct {
	Subject
	schema, metadata *tree.Value
	calls            int
}

// hidden lists the parameters that the model does not see.
func (s *faultySubject) hidden() []string {
	var names []string
	for _, m := range members(s.schema, "properties") {
		if properties := s.metadata.Lookup("properties"); properties == nil || properties.Lookup(m.Name) == nil {
			names = append(names, m.Name)
		}
	}
	return names
}

// key is what the source of an injected parameter is asked for. Those of the
// functions have the parameter's name.
func (s *faultySubject) key(name string) string {
	if r, ok := s.Inject[name]; ok {
		return r.Key
	}
	return name
}

// faultyCall is one call of a faulty engine.
type faultyCall struct {
	*faultySubject
	ctx     context.Context
	engine  Testee
	request CallRequest
	args    *tree.Value // nil if they cannot be read
	answer  *CallAnswer
}

// ask has the right engine answer for other arguments.
func (t *faultyCall) ask(args *tree.Value) CallAnswer {
	r := t.request
	r.Arguments = NewPayload(args.AppendJSON(nil))
	a, err := t.engine.Call(t.ctx, r)
	if err != nil {
		a.Error = &ErrorAnswer{Text: err.Error()}
	}
	return a
}

func (f *faulty) Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error) {
	if f.builds != nil {
		f.builds(&r.Subject)
	}
	a, err := f.Testee.Construct(ctx, r)
	if err == nil && a.Error != nil && f.insists != nil && f.insists(&r.Subject, a.Error) {
		if a, err = f.Testee.Construct(ctx, r); a.Error != nil {
			return ConstructAnswer{Handle: "none"}, nil // it would not notice
		}
	}
	if err != nil || a.Error != nil {
		return a, err
	}
	s := &faultySubject{Subject: r.Subject, schema: parse(a.SchemaText), metadata: parse(a.MetadataText)}
	if f.judges != nil {
		if other := f.judges(s, s.schema).String(); other != s.schema.String() {
			r.Subject.SchemaText, r.Subject.SchemaBase64 = &other, nil
			b, err := f.Testee.Construct(ctx, r)
			if err != nil || b.Error != nil {
				return b, err
			}
			a.Handle = b.Handle
		}
	}
	if f.shows != nil {
		a.MetadataText = f.shows(s, s.metadata).String()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.caches != nil {
		for handle, other := range f.subjects {
			if f.caches(other) == f.caches(s) {
				a.Handle, a.MetadataText = handle, other.metadata.String()
			}
		}
	}
	if f.subjects[a.Handle] == nil {
		f.subjects[a.Handle] = s
	}
	return a, nil
}

// Release keeps what a cache would keep.
func (f *faulty) Release(ctx context.Context, handle string) error {
	if f.caches != nil {
		return nil
	}
	f.mu.Lock()
	delete(f.subjects, handle)
	f.mu.Unlock()
	return f.Testee.Release(ctx, handle)
}

func (f *faulty) Call(ctx context.Context, r CallRequest) (CallAnswer, error) {
	f.mu.Lock()
	s := f.subjects[r.Handle]
	f.mu.Unlock()
	sent := r.Arguments
	args := parse(string(sent.Bytes()))
	if args != nil && args.Kind == tree.Object {
		if f.injects != nil {
			f.injects(s, args, &r)
		}
		if f.reads != nil {
			args = f.reads(s, args)
			r.Arguments = NewPayload(args.AppendJSON(nil))
		}
	}
	a, err := f.Testee.Call(ctx, r)
	if err != nil {
		return a, err
	}
	if v := only(a.Error); f.text != nil && v.Keyword == "parse" {
		if text := f.text(r.Arguments.Bytes(), v.Reason); text != nil {
			r.Arguments = NewPayload(text)
			if a, err = f.Testee.Call(ctx, r); err != nil {
				return a, err
			}
			args = parse(string(text))
		}
	}
	t := &faultyCall{s, ctx, f.Testee, r, args, &a}
	if f.excuses != nil && args != nil {
		f.excuse(t)
	}
	a.RequestAfter = sent
	if f.answers != nil {
		f.answers(t)
	}
	s.calls++
	return a, nil
}

// only is the violation of an error that has one.
func only(e *ErrorAnswer) content.Violation {
	if e == nil || len(e.Violations) != 1 {
		return content.Violation{}
	}
	return e.Violations[0]
}

// excuse looks for arguments that the right engine refuses less and that the
// fault takes for the same.
func (f *faulty) excuse(t *faultyCall) {
	for again := true; again && t.answer.Error != nil; {
		again = false
		for _, v := range t.answer.Error.Violations {
			for _, other := range f.excuses(t.args, v) {
				a := t.ask(other)
				if a.Error != nil && hasViolation(a.Error, v) {
					continue
				}
				t.args, *t.answer, again = other, a, true
				break
			}
			if again {
				break
			}
		}
	}
}

func hasViolation(e *ErrorAnswer, v content.Violation) bool {
	for _, w := range e.Violations {
		if w.Pointer == v.Pointer && propertyOf(w.Property) == propertyOf(v.Property) {
			return true
		}
	}
	return e.Code == ""
}

func (f *faulty) Digest(ctx context.Context, r DigestRequest) (DigestAnswer, error) {
	a, err := f.Testee.Digest(ctx, r)
	if args := parse(string(r.Arguments.Bytes())); f.digests != nil && args != nil {
		a.Digest = f.digests(args)
	}
	return a, err
}
