package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/tree"
)

// metaschema returns the compiled Draft 2020-12 metaschema, a constant of this
// package, compiled when the first schema is.
func metaschema() *Schema {
	compiledMetaschema.once.Do(compileMetaschema)
	return compiledMetaschema.schema
}

var compiledMetaschema struct {
	once   sync.Once
	schema *Schema
}

func compileMetaschema() {
	b, root := build(draft202012, bundled()[draft202012], &Options{})
	compiledMetaschema.schema = newSchema(root, b.order)
}

// bundled returns the metaschemas of the dialects that rule 11 reads, by address,
// as the authority carries them. They are the only documents that a reference can
// name without being part of the schema.
var bundled = sync.OnceValue(func() map[string]*tree.Value {
	docs := map[string]*tree.Value{}
	for _, draft := range []string{draft202012, draft201909, draft07} {
		c := jsonschema.NewCompiler()
		// A vocabulary sees the text of every schema that is compiled; this one
		// keeps those of documents.
		c.RegisterVocabulary(&jsonschema.Vocabulary{
			URL: "fscheck:///texts",
			Compile: func(_ *jsonschema.CompilerContext, text map[string]any) (jsonschema.SchemaExt, error) {
				if id, ok := text["$id"].(string); ok && text["$schema"] != nil {
					docs[strings.TrimSuffix(id, "#")] = fromPlain(text)
				}
				return nil, nil
			},
		})
		c.AssertVocabs()
		if _, err := c.Compile(draft); err != nil {
			panic("a bundled metaschema does not compile: " + err.Error()) // a broken build
		}
	}
	return docs
})

// format returns the authority's check of a format, or nil if it knows none.
func (b *builder) format(name string) *jsonschema.Format {
	if f, known := b.formats[name]; known {
		return f
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	var f *jsonschema.Format
	if err := c.AddResource(base, map[string]any{"format": name}); err == nil {
		if s, err := c.Compile(base); err == nil {
			f = s.Format
		}
	}
	if b.formats == nil {
		b.formats = map[string]*jsonschema.Format{}
	}
	b.formats[name] = f
	return f
}

// fromPlain turns the text of a bundled metaschema into a tree; its members come
// in no order. 2019-09 says $recursiveRef where 2020-12 says $dynamicRef.
func fromPlain(v any) *tree.Value {
	switch v := v.(type) {
	case bool:
		return tree.NewBool(v)
	case string:
		return tree.NewString(v)
	case []any:
		items := make([]*tree.Value, len(v))
		for i := range v {
			items[i] = fromPlain(v[i])
		}
		return tree.NewArray(items...)
	case map[string]any:
		var members []tree.Member
		for _, name := range slices.Sorted(maps.Keys(v)) {
			switch {
			case name == "$recursiveRef" && v[name] == "#":
				members = append(members, tree.M("$dynamicRef", tree.NewString("#recursive")))
			case name == "$recursiveAnchor" && v[name] == true:
				members = append(members, tree.M("$dynamicAnchor", tree.NewString("recursive")))
			default:
				members = append(members, tree.M(name, fromPlain(v[name])))
			}
		}
		return tree.NewObject(members...)
	case nil:
		return tree.NewNull()
	}
	return tree.NewNumber(fmt.Sprint(v))
}
