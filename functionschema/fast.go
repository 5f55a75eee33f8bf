package functionschema

import (
	"context"
	"reflect"
	"sync"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// planned is the plan of a compiled form, built when it is first used.
type planned struct {
	once sync.Once
	plan *plan.Plan
	why  string // there is none
}

// countsApplications reports whether the budget of applications is below the default.
// Then it is counted, which only the evaluator does; a plan's work is a few
// applications for each value.
func (f *FunctionSchema) countsApplications() bool {
	return f.limits.Applications != 0 && f.limits.Applications < schema.DefaultApplications
}

// fastPlan returns the plan by which calls are read, or nil: then the tree answers.
func (f *FunctionSchema) fastPlan() *plan.Plan {
	if plan.Off.Load() || f.countsApplications() {
		return nil
	}
	c := f.compiled
	c.planned.once.Do(func() { c.planned.plan, c.planned.why = c.shape.Plan(c.schema, c.hidden, c.opaque) })
	return c.planned.plan
}

// decodeAtOnce is Decode by a plan that needs nothing but the text. It reports false
// if the plan has no answer.
func (f *FunctionSchema) decodeAtOnce(ctx context.Context, p *plan.Plan, args []byte, in any) (answered bool, err *Error) {
	run := f.begin(ctx, p)
	switch run.ReadScratch(args, &f.reading) {
	case plan.Valid:
		if answered = ctx.Err() == nil; answered {
			f.native.move(in, run.Whole())
			run.Emptied()
		}
	case plan.Invalid:
		answered, err = f.refused(run)
	}
	run.End()
	return answered, err
}

// begin begins a run for one call.
func (f *FunctionSchema) begin(ctx context.Context, p *plan.Plan) *plan.Run {
	run := p.Begin()
	run.Watch(ctx)
	run.Keep(f.limits.violations())
	if f.repairer != nil {
		run.Stop() // what is wrong with it is asked once it is repaired
	}
	return run
}

// judgeAtOnce is Validate by the plan. It reports false if the plan has no answer.
func (f *FunctionSchema) judgeAtOnce(p *plan.Plan, args []byte) (answered bool, err *Error) {
	run := f.begin(context.Background(), p)
	defer run.End()
	switch run.Judge(args, &f.reading) {
	case plan.Valid:
		return true, nil
	case plan.Invalid:
		return f.refused(run)
	}
	return false, nil
}

// refused is the error of a run that is invalid. It reports false if the plan cannot
// word it.
func (f *FunctionSchema) refused(run *plan.Run) (bool, *Error) {
	if f.repairer != nil {
		return false, nil // what can be mended is no error
	}
	report, ok := run.Report(schema.Budget{Violations: f.limits.violations(), Hidden: f.hidden, Refused: f.opaque})
	if !ok {
		return false, nil
	}
	return true, fail(f.name, blame(InvalidArgument, report.Hidden), report.Violations, report.More)
}

// decodeFast is Decode by the plan. It reports false if the plan has no answer; what
// was resolved by then must not be asked for again.
func (f *FunctionSchema) decodeFast(ctx context.Context, p *plan.Plan, args []byte, in reflect.Value) (answered bool, values *injectedValues, err *Error) {
	run := f.begin(ctx, p)
	defer run.End()
	var to reflect.Value
	if in.Kind() != reflect.Pointer {
		to = run.Scratch()
	}
	if !to.IsValid() {
		to, _ = f.shape.NewParams()
	}
	answered, values, err = f.pass(ctx, p, run, args, to, nil)
	if !answered || err != nil || ctx.Err() != nil {
		return answered, values, err
	}
	if in.Kind() == reflect.Pointer {
		to = to.Addr()
	}
	in.Set(to)
	return true, values, nil
}

// bindFast is Bind by the plan.
func (f *FunctionSchema) bindFast(ctx context.Context, p *plan.Plan, args []byte) (c *Call, values *injectedValues, err *Error) {
	run := f.begin(ctx, p)
	defer run.End()
	to, params := f.shape.NewParams()
	answered, values, err := f.pass(ctx, p, run, args, to, params)
	if !answered || err != nil {
		return nil, values, err
	}
	c = &Call{function: f, params: params}
	if params == nil {
		if f.native.in.Kind() == reflect.Pointer {
			to = to.Addr().Convert(f.native.in)
		}
		c.one[0] = to
		c.params = c.one[:]
	}
	return c, values, nil
}

// pass goes through the phases before the call. If the plan has no answer it
// reports false, and nothing that it did is to be seen.
func (f *FunctionSchema) pass(ctx context.Context, p *plan.Plan, run *plan.Run, args []byte, to reflect.Value, params []reflect.Value) (bool, *injectedValues, *Error) {
	outcome := run.Read(args, &f.reading, to, params)
	if outcome == plan.Slow {
		return false, nil, nil
	}
	var values *injectedValues
	if len(f.injected) > 0 {
		resolved, err := f.resolve(ctx)
		if err != nil {
			return true, nil, err
		}
		values = &resolved
		for name, v := range resolved.json {
			if !f.compiled.schema.Satisfies(p.Injected(name), v) {
				return false, values, nil
			}
		}
	}
	if outcome == plan.Invalid {
		answered, err := f.refused(run)
		return answered, values, err
	}
	if p.Binds() && run.Bind(args, &f.reading, to, params) != plan.Valid {
		return false, values, nil
	}
	return values == nil || f.injectFast(run, *values, to, params), values, nil
}

// injectFast fills what the framework gives.
func (f *FunctionSchema) injectFast(run *plan.Run, values injectedValues, to reflect.Value, params []reflect.Value) bool {
	completed := values.json
	if len(completed) > 0 {
		completed = make(map[string]*tree.Value, len(values.json))
		for name, v := range values.json {
			var ok bool
			if completed[name], ok = run.Complete(name, v); !ok {
				return false
			}
		}
	}
	return f.shape.Inject(to, params, completed, values.opaque)
}
