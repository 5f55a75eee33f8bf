package functionschema

import "github.com/functionschema/fscheck/internal/comments"

// FromSource gives the descriptions that comments in Go source are: of struct
// fields, and of positional parameters by their names. Tags win. The fscheck
// command reads them; a program describes its parameters by tags.
func FromSource(m comments.Map) Option {
	return option(func(d *declaration) { d.comments = m })
}
