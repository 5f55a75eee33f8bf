package functionschema

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/tree"
)

// injectedValues are the values of one call.
type injectedValues struct {
	json   map[string]*tree.Value   // by name, each a tree of its own
	opaque map[string]reflect.Value // by name
}

// resolve asks the resolvers in declaration order, once for each distinct
// reference, and collects all failures. What a resolver says goes to Err alone.
func (f *FunctionSchema) resolve(ctx context.Context) (injectedValues, *Error) {
	values := injectedValues{json: map[string]*tree.Value{}, opaque: map[string]reflect.Value{}}
	type answer struct {
		value any
		err   error
	}
	answers := map[inject.Ref]answer{}
	var faults []schema.Violation
	var causes []error
	for _, p := range f.injected {
		a, asked := answers[p.Ref]
		if !asked {
			if err := ctx.Err(); err != nil {
				return values, f.cancelled(err)
			}
			a.value, a.err = ask(ctx, f.resolvers[p.Ref.Source], p.Ref)
			answers[p.Ref] = a
		}
		err := a.err
		if err == nil {
			err = values.set(p, a.value)
		}
		if err != nil {
			faults = append(faults, schema.Violation{Pointer: tree.Join("", p.Name), Keyword: "inject", Message: f.missed(p.Ref, a.err, err)})
			causes = append(causes, fmt.Errorf("parameter %s from source %s: %w", p.Name, p.Ref.Source, err))
		}
	}
	if err := ctx.Err(); err != nil {
		return values, f.cancelled(err)
	}
	if len(faults) == 0 {
		return values, nil
	}
	first, more := schema.Normalize(faults, f.limits.violations())
	e := fail(f.name, InjectionError, first, more)
	e.Err = errors.Join(causes...)
	return values, e
}

// missed says for the log why a parameter has no value. The names of the source and
// the key are the program's own; what a resolver says or returns is in Err.
func (f *FunctionSchema) missed(ref inject.Ref, asking, err error) string {
	switch {
	case asking == nil:
		return fmt.Sprintf("the value of its source %.100q for the key %.100q cannot be used for it", ref.Source, ref.Key)
	case f.resolvers[ref.Source] == nil:
		return fmt.Sprintf("its source %.100q has no resolver: give it by WithResolvers", ref.Source)
	case isMissing(err):
		return fmt.Sprintf("its source %.100q has no value for the key %.100q", ref.Source, ref.Key)
	}
	return fmt.Sprintf("its source %.100q failed for the key %.100q: the cause is in Err", ref.Source, ref.Key)
}

// ask calls one resolver; a panic is its failure.
func ask(ctx context.Context, r inject.Resolver, ref inject.Ref) (value any, err error) {
	if r == nil {
		return nil, fmt.Errorf("no resolver for the source %q: %w", ref.Source, inject.ErrNotFound)
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return r.Resolve(ctx, ref.Key)
}

// set stores a value in the form in which its parameter takes it.
func (v injectedValues) set(p binding.Injected, value any) (err error) {
	if p.Ref.Opaque {
		v.opaque[p.Name], err = p.Assign(value)
		return err
	}
	v.json[p.Name], err = p.Encode(value)
	return err
}

// overwrite puts the framework's values into the arguments, whatever was there.
func (f *FunctionSchema) overwrite(args *tree.Value, values injectedValues) *tree.Value {
	for _, p := range f.injected {
		if v := values.json[p.Name]; v != nil {
			args = args.With(p.Name, v)
		}
	}
	return args
}

// shield makes faults of binding fit to be read by anybody: of one at or below an
// injected parameter the place is that parameter, and nothing is said of its
// value. injected says whether there was one, or one that names such a parameter.
// Validation has done the same already.
func (f *FunctionSchema) shield(list []schema.Violation) (shielded []schema.Violation, injected bool) {
	for _, v := range list {
		if name, at := f.injectedAt(v.Pointer); at {
			injected = true
			v = schema.Violation{Pointer: tree.Join("", name), Reason: v.Reason, Message: schema.HiddenMessage}
		} else if v.Pointer == "" && v.Property != nil && slices.Contains(f.hidden, *v.Property) {
			injected = true
		}
		shielded = append(shielded, v)
	}
	return shielded, injected
}

// injectedAt returns the injected parameter that a pointer is at or below.
func (f *FunctionSchema) injectedAt(pointer string) (string, bool) {
	for _, name := range f.hidden {
		rest, at := strings.CutPrefix(pointer, tree.Join("", name))
		if at && (rest == "" || rest[0] == '/') {
			return name, true
		}
	}
	return "", false
}
