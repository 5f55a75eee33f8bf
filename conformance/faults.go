package conformance

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/functionschema/fscheck/internal/tree"
)

// faults are all of them, in the order of the phases of a call.
func faults() []fault {
	return slices.Concat(readingFaults(), repairFaults(), numberFaults(), judgingFaults(), reportingFaults(), defaultFaults(),
		injectionFaults(), bindingFaults(), callingFaults(), buildingFaults())
}

// readingFaults are mistakes in reading texts.
func readingFaults() []fault {
	return []fault{
		{name: "lets the last duplicate win", text: func(text []byte, reason string) []byte {
			return lenient(text, reason, "duplicate-key")
		}},
		{name: "accepts trailing text", text: func(text []byte, reason string) []byte {
			return lenient(text, reason, "trailing-data")
		}},
		{name: "accepts NaN", text: func(text []byte, reason string) []byte {
			return regexp.MustCompile(`-?(NaN|Infinity)`).ReplaceAll(text, []byte("0"))
		}},
		{name: "replaces bytes that are no UTF-8", text: func(text []byte, reason string) []byte {
			return bytes.ToValidUTF8(text, []byte("\uFFFD"))
		}},
		{name: "keeps lone surrogates", text: func(text []byte, reason string) []byte {
			if reason != "surrogate" {
				return nil
			}
			return regexp.MustCompile(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`).ReplaceAll(text, []byte(`\ufffd`))
		}},
		{name: "has no limit of depth", builds: limited("depth", 1<<20)},
		{name: "counts its limits short", builds: func(s *Subject) {
			limited("depth", 127)(s)
			limited("digits", 999)(s)
			limited("exponent", 999)(s)
		}},
		{name: "folds case", reads: func(s *faultySubject, args *tree.Value) *tree.Value { return folded(args, s.schema) }},
		{name: "repairs unasked",
			text: func(text []byte, _ string) []byte {
				if len(bytes.TrimSpace(text)) > 0 {
					return nil
				}
				return []byte("{}")
			},
			excuses: excuse(func(v *tree.Value) []*tree.Value {
				if inner := parse(v.Text); v.Kind == tree.String && inner != nil && (inner.Kind == tree.Object || inner.Kind == tree.Array) {
					return []*tree.Value{inner}
				}
				return nil
			})},
		{name: "sorts by UTF-16", digests: func(args *tree.Value) string {
			return digestOf(args, func(a, b string) int { return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))) })
		}},
	}
}

// lenient reads as a reader does that knows nothing of one rule.
func lenient(text []byte, reason, rule string) []byte {
	if reason != rule {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	read, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return read
}

// limited sets a limit of the subjects that set none.
func limited(name string, n int) func(*Subject) {
	return func(s *Subject) {
		limits := map[string]int{name: n}
		for name, n := range s.Limits {
			limits[name] = n
		}
		s.Limits = limits
	}
}

// folded gives members the names that the schema has in another case; of two for
// one name the last wins.
func folded(v, schema *tree.Value) *tree.Value {
	if v.Kind != tree.Object {
		return v
	}
	result := tree.NewObject()
	for _, m := range v.Members {
		value := m.Value
		for _, p := range members(schema, "properties") {
			if strings.EqualFold(p.Name, m.Name) {
				m.Name, value = p.Name, folded(value, p.Value)
			}
		}
		result = result.With(m.Name, value)
	}
	return result
}
