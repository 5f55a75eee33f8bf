package conformance

import (
	"context"
	"fmt"
)

// RecordedFile is a file of calls that were recorded with their schemas.
type RecordedFile struct {
	Name string
	Rows []RecordedRow
}

// RecordedRow is a schema and the arguments of calls of it, as text.
type RecordedRow struct {
	ID     string // unique in its file
	Schema string
	Calls  []string
}

// Compare asks a testee recorded calls. What it has to answer is what the engine of
// this build answers.
//
//  1. Each file is a group, each schema a case FILE/ID, and each call of it a case
//     FILE/ID#N, counted from 1.
//  2. A schema is built once for all of its calls, without a plan: the arguments are
//     bound to a generic map.
//  3. The code, the violations (pointer, keyword, property, and the reason of a text
//     that cannot be read), how many were cut, and the completed arguments have to
//     be equal. Messages are not compared.
//  4. The calls of a schema that was refused are judged by that alone.
//  5. In all else it is as [Run]; a testee may skip for want of any capability that
//     it does not declare.
func Compare(ctx context.Context, files []RecordedFile, testee Testee, progress func(done, all int)) (*Report, error) {
	engine := NewEngine()
	var groups []questions
	for _, f := range files {
		group := questions{id: f.Name}
		for i := range f.Rows {
			row := &recordedRow{RecordedRow: f.Rows[i], engine: engine, left: len(f.Rows[i].Calls)}
			id := f.Name + "/" + row.ID
			group.all = append(group.all, question{id: id, maySkip: anyCapability, ask: row.construct})
			for n, args := range row.Calls {
				group.all = append(group.all, question{
					id: fmt.Sprintf("%s#%d", id, n+1), maySkip: anyCapability,
					ask: func(ctx context.Context, testee Testee) ([]Difference, error) { return row.call(ctx, testee, args) },
				})
			}
		}
		groups = append(groups, group)
	}
	r := runner{testee: patiently(testee), progress: progress}
	return r.run(ctx, HelloRequest{Protocol: []int{Protocol}, Format: Format, Suite: "recorded"}, groups)
}

func anyCapability(string) bool { return true }

// recordedRow is a row on its way: what was built of it, here and there.
type recordedRow struct {
	RecordedRow
	engine Testee
	left   int // calls that are not asked yet

	built  bool // by the engine, or refused by it
	want   ConstructAnswer
	handle string // of the testee; empty: it has to be built
	got    ConstructAnswer
}

// construct compares what becomes of the schema.
func (r *recordedRow) construct(ctx context.Context, testee Testee) ([]Difference, error) {
	if err := r.build(ctx, testee); err != nil {
		return nil, err
	}
	found := sameError(r.want.Error, r.got.Error)
	if r.left > 0 {
		return found, nil
	}
	return found, r.release(ctx, testee)
}

// build builds the schema where it is not.
func (r *recordedRow) build(ctx context.Context, testee Testee) (err error) {
	request := ConstructRequest{Subject: Subject{SchemaText: &r.Schema}}
	if !r.built {
		if r.want, err = r.engine.Construct(ctx, request); err != nil {
			return err
		}
		r.built = true
	}
	if r.handle != "" || r.got.Error != nil {
		return nil
	}
	if r.got, err = testee.Construct(ctx, request); err != nil {
		return err
	}
	r.handle = r.got.Handle
	return nil
}

// call compares what becomes of one call.
func (r *recordedRow) call(ctx context.Context, testee Testee, args string) (found []Difference, err error) {
	r.left--
	if err := r.build(ctx, testee); err != nil {
		return nil, err
	}
	if r.want.Error == nil && r.got.Error == nil {
		found, err = r.compare(ctx, testee, args)
	} else {
		found = sameError(r.want.Error, r.got.Error)
	}
	switch {
	case isGone(err):
		r.handle = ""
	case err == nil && r.left == 0:
		err = r.release(ctx, testee)
	}
	return found, err
}

func (r *recordedRow) compare(ctx context.Context, testee Testee, args string) ([]Difference, error) {
	request := CallRequest{Handle: r.want.Handle, Arguments: NewPayload([]byte(args))}
	want, err := r.engine.Call(ctx, request)
	if err != nil {
		return nil, err
	}
	request.Handle = r.handle
	got, err := testee.Call(ctx, request)
	if err != nil {
		return nil, err
	}
	found := sameError(want.Error, got.Error)
	if len(found) == 0 && want.Completed != got.Completed && !sameInOrder(want.Completed, got.Completed) {
		found = append(found, Difference{"completed", want.Completed, got.Completed})
	}
	return found, nil
}

func (r *recordedRow) release(ctx context.Context, testee Testee) error {
	if r.want.Error == nil {
		if err := r.engine.Release(ctx, r.want.Handle); err != nil {
			return err
		}
	}
	if r.handle == "" {
		return nil
	}
	return testee.Release(ctx, r.handle)
}

// sameError compares two errors.
func sameError(want, got *ErrorAnswer) []Difference {
	var expected *ExpectedError
	if want != nil {
		expected = &ExpectedError{Code: want.Code, Violations: []Violation{}, More: want.More}
		for _, v := range want.Violations {
			expected.Violations = append(expected.Violations, Violation{Pointer: &v.Pointer, Keyword: v.Keyword, Property: v.Property, Reason: v.Reason})
		}
	}
	a := asking{c: &Case{Expect: Expect{Error: expected}}}
	a.failure(got)
	return a.found
}
