package view

import "github.com/functionschema/fscheck/internal/pattern"

// matches reports whether a pattern of patternProperties matches a name. A pattern
// that does not compile matches none: the schema it stands in was refused already.
func matches(text, name string) bool {
	p, err := pattern.Compile(text)
	return err == nil && p.MatchString(name)
}
