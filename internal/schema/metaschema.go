package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/tree"
)

// metaschema returns the compiled Draft 2020-12 metaschema, a constant of this
// package, compiled when the first schema is.
var metaschema = sync.OnceValue(func() *Schema {
	o := &Options{}
	c := compiler(o, func(text string) (jsonschema.Regexp, error) { return o.compilePattern(text) })
	b := &builder{options: o, documents: map[string]*tree.Value{}, nodes: map[*jsonschema.Schema]*node{}}
	s, err := c.Compile(draft202012)
	if err != nil {
		panic("the bundled metaschema does not compile: " + err.Error()) // a broken build
	}
	root := b.node(s)
	b.drain()
	b.assignResources()
	return &Schema{root: root, dynamic: true}
})
