package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/functionschema/fscheck/content"
)

const bindingError = "BINDING_ERROR"

// failure compares an error, or that there is none.
func (a *asking) failure(got *ErrorAnswer) {
	want := a.c.Expect.Error
	switch {
	case want == nil && got == nil:
	case want == nil:
		a.differ("outcome", "ok", got.Code+": "+got.Text)
	case got == nil:
		a.differ("outcome", want.Code, "ok")
	case want.Code != got.Code:
		a.differ("error.code", want.Code, got.Code+": "+got.Text)
	default:
		a.violations(want, got)
	}
}

func (a *asking) violations(want *ExpectedError, got *ErrorAnswer) {
	var reported []string
	for _, v := range got.Violations {
		reported = append(reported, violationKey(&v.Pointer, v.Keyword, v.Property, v.Reason, got.Code))
	}
	slices.Sort(reported)
	if distinct := slices.Compact(slices.Clone(reported)); len(distinct) < len(reported) && got.Code != "INVALID_SCHEMA" {
		a.differ("error.violations", "each once", lines(reported))
	}
	switch want.Match {
	case Contains:
		for _, w := range want.Violations {
			if !slices.ContainsFunc(got.Violations, w.isPartOf) {
				a.differ("error.violations", "one of them "+violationKey(w.Pointer, w.Keyword, w.Property, w.Reason, bindingError), lines(reported))
			}
		}
	case AnyOf:
		var alternatives []string
		for _, list := range want.Alternatives {
			alternatives = append(alternatives, lines(expectedKeys(list, want.Code)))
		}
		if !slices.Contains(alternatives, lines(reported)) {
			a.differ("error.violations", "one of: "+strings.Join(alternatives, " or: "), lines(reported))
		}
	default:
		if want.Violations == nil {
			return
		}
		if w, g := lines(expectedKeys(want.Violations, want.Code)), lines(reported); w != g {
			a.differ("error.violations", w, g)
		}
		if want.More != got.More {
			a.differ("error.more", want.More, got.More)
		}
	}
}

// isPartOf reports whether a violation has all that is expected of it.
func (w Violation) isPartOf(v content.Violation) bool {
	return (w.Pointer == nil || *w.Pointer == v.Pointer) &&
		(w.Keyword == "" || w.Keyword == v.Keyword) &&
		(w.Property == nil || v.Property != nil && *w.Property == *v.Property) &&
		(w.Reason == "" || w.Reason == v.Reason)
}

func expectedKeys(list []Violation, code string) []string {
	var keys []string
	for _, v := range list {
		keys = append(keys, violationKey(v.Pointer, v.Keyword, v.Property, v.Reason, code))
	}
	slices.Sort(keys)
	return keys
}

// violationKey is what is compared of a violation, for people.
func violationKey(pointer *string, keyword string, property *string, reason, code string) string {
	var b strings.Builder
	if pointer != nil {
		fmt.Fprintf(&b, "%q ", *pointer)
	}
	b.WriteString(keyword)
	if property != nil {
		fmt.Fprintf(&b, " property %q", *property)
	}
	if reason != "" && (keyword == "parse" || code == bindingError) {
		b.WriteString(" reason " + reason)
	}
	return b.String()
}

func lines(keys []string) string {
	if len(keys) == 0 {
		return "none"
	}
	return strings.Join(keys, "\n")
}
