package functionschema

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// Validate judges complete arguments, injected parameters included: it knows no
// provenance and asks no resolver. What it finds is INVALID_ARGUMENT.
func (f *FunctionSchema) Validate(args []byte) error {
	if p := f.fastPlan(); p != nil && len(f.injected) == 0 {
		if answered, err := f.judgeAtOnce(p, args); answered {
			return err.orNil()
		}
	}
	_, err := f.validated(args)
	return err.orNil()
}

// Complete returns valid arguments with the defaults of omitted members laid in.
// Members that were sent keep their text; args is not changed. It knows no
// provenance, as [FunctionSchema.Validate] does not.
func (f *FunctionSchema) Complete(args []byte) ([]byte, error) {
	v, err := f.validated(args)
	if err != nil {
		return nil, err
	}
	if v, err = f.complete(v); err != nil {
		return nil, err
	}
	return v.AppendJSON(nil), nil
}

// complete lays the defaults in. Their texts together obey the limit on a call's
// bytes: a short text can name a million places that a long default fills.
func (f *FunctionSchema) complete(v *tree.Value) (*tree.Value, *Error) {
	completed, ok := f.compiled.schema.CompleteWithin(v, f.limits.reader().Resolve().Bytes)
	if !ok {
		return nil, fail(f.name, InvalidArgument, []schema.Violation{{
			Keyword: "parse", Reason: string(strict.Size),
			Message: "the defaults of what is omitted would make these arguments too large: send fewer objects at once",
		}}, 0)
	}
	return completed, nil
}

func (f *FunctionSchema) validated(args []byte) (*tree.Value, *Error) {
	v, err := f.read(args)
	if err != nil {
		return nil, err
	}
	if report := f.judge(context.Background(), v); !report.Valid() {
		return nil, fail(f.name, InvalidArgument, report.Violations, report.More)
	}
	return v, nil
}

// Decode does everything but the call: it reads args, repairs, injects, validates, lays
// defaults in and binds. in is a pointer to the function's own parameter type, of
// FromSchema to map[string]any; a pointer to anything else is BINDING_ERROR type.
// What in held before is gone after success and stays after an error. A nil ctx is
// context.Background().
func (f *FunctionSchema) Decode(ctx context.Context, args []byte, in any) error {
	p := f.fastPlan()
	if p != nil && ctx != nil && f.isTarget(in) && ctx.Err() == nil {
		if answered, err := f.decodeAtOnce(ctx, p, args, in); answered && (err == nil || ctx.Err() == nil) {
			return err.orNil()
		}
	}
	to := reflect.ValueOf(in)
	if f.native.in == nil || to.Kind() != reflect.Pointer || to.IsNil() || to.Type().Elem() != f.native.in {
		return f.undecodable(in)
	}
	ctx = orBackground(ctx)
	if done := ctx.Err(); done != nil {
		return f.cancelled(done)
	}
	var values *injectedValues
	if p != nil {
		answered, resolved, err := f.decodeFast(ctx, p, args, to.Elem())
		if done := ctx.Err(); done != nil {
			return f.cancelled(done)
		}
		if answered {
			return err.orNil()
		}
		values = resolved
	}
	params, _, _, err := f.bind(ctx, args, values)
	if err != nil {
		return err
	}
	to.Elem().Set(params[0])
	return nil
}

// isTarget reports whether Decode can fill in at once: it is a pointer to the type
// of the parameters, and the framework gives none of them.
func (f *FunctionSchema) isTarget(in any) bool {
	if f.native.move == nil || len(f.injected) > 0 {
		return false
	}
	return f.native.holds(in)
}

// undecodable is the error of Decode into the wrong type. Go types are for the log
// only.
func (f *FunctionSchema) undecodable(in any) *Error {
	e := fail(f.name, BindingError, []schema.Violation{{
		Reason: binding.ReasonType, Message: "the value to decode into has another type than the parameters",
	}}, 0)
	want := "parameters that are taken one by one: use Bind"
	if f.native.in != nil {
		want = "a pointer to " + f.native.in.String()
	}
	e.host = true
	e.text = fmt.Sprintf("Decode takes %s, not %T", want, in)
	return e
}

// Bind does everything but the call, and returns a [Call] that is ready for it.
// The phases are read, repair, inject, validate, default and bind; the first that fails
// ends it, with all of its violations. A nil ctx is context.Background().
func (f *FunctionSchema) Bind(ctx context.Context, args []byte) (*Call, error) {
	c, err := f.bound(orBackground(ctx), args)
	if err != nil {
		return nil, err
	}
	if c.arguments == nil {
		c.sent = bytes.Clone(args)
	}
	return c, nil
}

// bound is Bind that may leave the arguments of the Call to be completed later.
func (f *FunctionSchema) bound(ctx context.Context, args []byte) (*Call, *Error) {
	if done := ctx.Err(); done != nil {
		return nil, f.cancelled(done)
	}
	var values *injectedValues
	if p := f.fastPlan(); p != nil {
		c, resolved, err := f.bindFast(ctx, p, args)
		if done := ctx.Err(); done != nil {
			return nil, f.cancelled(done)
		}
		if c != nil {
			c.values = resolved
		}
		if c != nil || err != nil {
			return c, err
		}
		values = resolved
	}
	params, completed, repairs, err := f.bind(ctx, args, values)
	if err != nil {
		return nil, err
	}
	return &Call{function: f, params: params, arguments: f.visible(completed), repairs: repairs}, nil
}

// visible writes completed arguments without what the framework gave.
func (f *FunctionSchema) visible(completed *tree.Value) []byte {
	return completed.Without(f.hidden...).AppendJSON(nil)
}

// completed writes valid arguments out as the tree gives them.
func (f *FunctionSchema) completed(args []byte, values *injectedValues) []byte {
	v, err := f.read(args)
	if err != nil {
		return args // the plan has read it: this cannot be
	}
	if values != nil {
		v = f.overwrite(v, *values)
	}
	if v, err = f.complete(v); err != nil {
		return args // likewise
	}
	return f.visible(v)
}

// orBackground is the context that a nil one stands for.
func orBackground(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// bind returns the native parameters, the completed arguments, and what was repaired
// in them. A context that is done by then is CANCELLED, whatever else was found.
func (f *FunctionSchema) bind(ctx context.Context, args []byte, values *injectedValues) (params []reflect.Value, completed *tree.Value, repairs []Applied, err *Error) {
	done := ctx.Err()
	if done == nil {
		params, completed, repairs, err = f.prepare(ctx, args, values)
		done = ctx.Err()
	}
	if done != nil {
		return nil, nil, nil, f.cancelled(done)
	}
	return params, completed, repairs, err
}

// prepare goes through the phases before the call, until one fails. What has been
// resolved already is not asked for again.
func (f *FunctionSchema) prepare(ctx context.Context, args []byte, values *injectedValues) ([]reflect.Value, *tree.Value, []Applied, *Error) {
	v, repairs, err := f.readRepaired(ctx, args)
	if err != nil {
		return nil, nil, nil, err
	}
	if values == nil {
		resolved, err := f.resolve(ctx)
		if err != nil {
			return nil, nil, nil, err
		}
		values = &resolved
	}
	v = f.overwrite(v, *values)
	if report := f.judge(ctx, v); !report.Valid() {
		return nil, nil, nil, fail(f.name, blame(InvalidArgument, report.Hidden), report.Violations, report.More)
	}
	if v, err = f.complete(v); err != nil {
		return nil, nil, nil, err
	}
	params, err := f.decode(v, *values)
	return params, v, repairs, err
}

// read reads arguments: rules 8 to 10, and an object at the root.
func (f *FunctionSchema) read(args []byte) (*tree.Value, *Error) {
	v, fault := strict.Parse(args, f.limits.reader())
	if fault != nil {
		return nil, parseError(f.name, fault)
	}
	return v, f.notObject(v)
}

// notObject is the error of arguments that are no object, else nil.
func (f *FunctionSchema) notObject(v *tree.Value) *Error {
	if v.Kind != tree.Object {
		message := "the arguments must be an object, not " + article(v.Kind)
		if text := strings.TrimSpace(v.Text); v.Kind == tree.String && strings.HasPrefix(text, "{") {
			message += ": send the object itself, not a string that holds it"
		}
		return fail(f.name, InvalidArgument, []schema.Violation{{Keyword: "type", Message: message}}, 0)
	}
	return nil
}

func article(k tree.Kind) string {
	switch k {
	case tree.Null:
		return "null"
	case tree.Array:
		return "an array"
	}
	return "a " + k.String()
}

// parseError is a text that cannot be read.
func parseError(function string, fault *strict.Error) *Error {
	v := schema.Violation{Pointer: fault.Pointer, Keyword: "parse", Reason: string(fault.Reason), Message: fault.Error()}
	if fault.Reason == strict.DuplicateKey {
		v.Property = &fault.Property
	}
	return fail(function, InvalidArgument, []schema.Violation{v}, 0)
}

// judge validates a complete object. A member under the name of an opaque
// parameter is one that is not known, whatever a foreign schema says.
func (f *FunctionSchema) judge(ctx context.Context, v *tree.Value) schema.Report {
	return f.compiled.schema.Validate(v, schema.Budget{
		Applications: f.limits.Applications, Violations: f.limits.violations(), Hidden: f.hidden, Refused: f.opaque,
		Stop: func() bool { return ctx.Err() != nil },
	})
}

// blame returns the code of a set of violations: if any of them is of an injected
// parameter it is the framework's fault and no caller's, rule 21.
func blame(code Code, injected bool) Code {
	if injected {
		return InjectionError
	}
	return code
}

func (f *FunctionSchema) cancelled(err error) *Error {
	return &Error{Code: Cancelled, Function: f.name, Err: err, text: err.Error()}
}

// decode binds completed arguments to fresh native parameters.
func (f *FunctionSchema) decode(v *tree.Value, values injectedValues) ([]reflect.Value, *Error) {
	params, faults := f.shape.DecodeParams(v, values.opaque)
	if len(faults) == 0 {
		return params, nil
	}
	var list []schema.Violation
	var causes []error
	for _, e := range faults {
		list = append(list, schema.Violation{Pointer: e.Pointer, Reason: e.Reason, Property: e.Property, Message: e.Message})
		if e.Err != nil {
			causes = append(causes, fmt.Errorf("%s: %w", e.Pointer, e.Err))
		}
	}
	list, injected := f.shield(list)
	list, more := schema.Normalize(list, f.limits.violations())
	e := fail(f.name, blame(BindingError, injected), list, more)
	e.Err = errors.Join(causes...)
	return nil, e
}
