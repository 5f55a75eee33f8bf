package schema

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/tree"
)

// errRefused is what every attempt to load a document ends with.
var errRefused = errors.New("nothing is loaded because a schema refers to it")

// refuse is the loader that opens nothing but the documents it was given, which
// only tests do. The bundled metaschemas come before it.
type refuse map[string]*tree.Value

func (r refuse) Load(url string) (any, error) {
	if doc, ok := r[url]; ok {
		return plain(doc), nil
	}
	return nil, errRefused
}

// compiler returns the authority's compiler with everything that reaches out of
// the schema closed: no file, no network, and patterns of ECMA-262 through
// engine instead of Go's own syntax.
func compiler(o *Options, engine jsonschema.RegexpEngine) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(refuse(o.Resources))
	c.UseRegexpEngine(engine)
	if o.AssertFormats {
		c.AssertFormat()
	}
	return c
}

// authorityPatterns is our reading of patterns, for the authority.
func authorityPatterns(o *Options) jsonschema.RegexpEngine {
	return func(text string) (jsonschema.Regexp, error) { return o.compilePattern(text) }
}

// plain returns a tree in the form that the authority takes.
func plain(v *tree.Value) any {
	switch v.Kind {
	case tree.Bool:
		return v.Bool
	case tree.Number:
		return json.Number(v.Text)
	case tree.String:
		return v.Text
	case tree.Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = plain(item)
		}
		return items
	case tree.Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			members[m.Name] = plain(m.Value)
		}
		return members
	}
	return nil
}

// plainSchema is plain for a schema, without the $schema members that the
// dialect rule has already judged, so that all of it is read as 2020-12; one
// that known has, the metaschema of a test, stays.
func plainSchema(v *tree.Value, known func(string) bool) any {
	if v.Kind != tree.Object {
		return plain(v)
	}
	members := make(map[string]any, len(v.Members))
	for _, m := range v.Members {
		kind := holds[m.Name]
		switch {
		case m.Name == "$schema" && m.Value.Kind == tree.String && !known(strings.TrimSuffix(m.Value.Text, "#")):
		case kind == 's':
			members[m.Name] = plainSchema(m.Value, known)
		case kind == 'l' && m.Value.Kind == tree.Array:
			list := make([]any, len(m.Value.Items))
			for i, item := range m.Value.Items {
				list[i] = plainSchema(item, known)
			}
			members[m.Name] = list
		case kind == 'm' && m.Value.Kind == tree.Object:
			named := make(map[string]any, len(m.Value.Members))
			for _, entry := range m.Value.Members {
				named[entry.Name] = plainSchema(entry.Value, known)
			}
			members[m.Name] = named
		default:
			members[m.Name] = plain(m.Value)
		}
	}
	return members
}
