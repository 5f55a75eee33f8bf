package schema

import (
	"errors"

	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// patterns are the regular expressions of one schema, each compiled once.
type patterns struct {
	compiled map[string]compiledPattern
	size     int // of all that are compiled
}

type compiledPattern struct {
	*pattern.Pattern
	err error
}

// largestPatterns is how large the patterns of a schema may be together, in
// instructions of their programs: some 20 MB and half a second.
const largestPatterns = 500_000

var errPatterns = errors.New("the patterns of this schema are too large together: lower their counts, or leave some out")

// compilePattern compiles one pattern: of the portable subset in a declared
// schema, of ECMA-262 in a foreign one.
func (o *Options) compilePattern(text string) (*pattern.Pattern, error) {
	if o.patterns == nil {
		o.patterns = &patterns{compiled: map[string]compiledPattern{}}
	}
	if c, ok := o.patterns.compiled[text]; ok {
		return c.Pattern, c.err
	}
	var c compiledPattern
	switch {
	case o.patterns.size > largestPatterns:
		c.err = errPatterns
	case o.Declared:
		c.Pattern, c.err = pattern.CompilePortable(text)
	default:
		c.Pattern, c.err = pattern.Compile(text)
	}
	if c.err == nil {
		o.patterns.size += c.Size()
	}
	o.patterns.compiled[text] = c
	return c.Pattern, c.err
}

// patternFaults compiles the patterns of one schema object.
func patternFaults(pointer string, v *tree.Value, o *Options) []Violation {
	var faults []Violation
	if p := v.Lookup("pattern"); p != nil && p.Kind == tree.String {
		if _, err := o.compilePattern(p.Text); err != nil {
			faults = append(faults, Violation{Pointer: pointer + "/pattern", Keyword: "pattern", Message: err.Error()})
		}
	}
	if p := v.Lookup("patternProperties"); p != nil {
		for _, m := range p.Members {
			if _, err := o.compilePattern(m.Name); err != nil {
				faults = append(faults, Violation{
					Pointer: tree.Join(pointer, "patternProperties", m.Name), Keyword: "patternProperties", Message: err.Error(),
				})
			}
		}
	}
	return faults
}
