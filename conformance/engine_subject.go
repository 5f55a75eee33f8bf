package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/functionschema/fscheck/conformance/internal/native"
	"github.com/functionschema/fscheck/functionschema"
	"github.com/functionschema/fscheck/inject"
)

// sources are those that the functions of the case file name.
var sources = []string{"ctx", "config", "app"}

// subjectOptions are the options that a subject asks for.
func subjectOptions(s Subject) ([]functionschema.Option, error) {
	name := s.Function
	if name == "" {
		name = "subject"
	}
	options := []functionschema.Option{functionschema.WithName(name)}
	if schema, ok := s.Schema(); ok {
		options = append(options, functionschema.WithSchema(schema))
	}
	if s.Formats {
		options = append(options, functionschema.WithFormats())
	}
	var repairs []functionschema.Repair
	for _, name := range s.Repairs {
		repairs = append(repairs, functionschema.Repair(name))
	}
	options = append(options, functionschema.WithRepairs(repairs...))
	if s.Limits != nil {
		limits, err := limitsOf(s.Limits)
		if err != nil {
			return nil, err
		}
		options = append(options, functionschema.WithLimits(limits))
	}
	if len(s.Inject) > 0 {
		refs := map[string]inject.Ref{}
		for name, r := range s.Inject {
			refs[name] = inject.Ref{Source: r.Source, Key: r.Key, Opaque: r.Opaque}
		}
		options = append(options, functionschema.WithInjected(refs))
	}
	names := s.Sources
	if names == nil {
		names = sources
	}
	if len(names) > 0 {
		resolvers := inject.Resolvers{}
		for _, name := range names {
			resolvers[name] = inject.ResolverFunc(resolve)
		}
		options = append(options, functionschema.WithResolvers(resolvers))
	}
	return options, nil
}

func limitsOf(named map[string]int) (l functionschema.Limits, err error) {
	fields := map[string]*int{
		"bytes": &l.Bytes, "depth": &l.Depth, "values": &l.Values, "digits": &l.Digits, "exponent": &l.Exponent,
		"applications": &l.Applications, "violations": &l.Violations,
	}
	for name, n := range named {
		if fields[name] == nil {
			return l, fmt.Errorf("there is no limit %q", name)
		}
		*fields[name] = n
	}
	return l, nil
}

// injection is where the injected values of one call come from.
type injection struct {
	request CallRequest
	asked   []string // keys
}

type injectionKey struct{}

// resolve answers from the source in the call's context.
func resolve(ctx context.Context, key string) (any, error) {
	s := ctx.Value(injectionKey{}).(*injection)
	s.asked = append(s.asked, key)
	if text, ok := s.request.InjectedFailing[key]; ok {
		return nil, errors.New(text)
	}
	v, ok := s.request.Injected[key]
	switch {
	case !ok:
		return nil, inject.ErrNotFound
	case v.Opaque != "":
		return &native.Client{Name: v.Opaque}, nil
	}
	return json.RawMessage(v.Text), nil
}
