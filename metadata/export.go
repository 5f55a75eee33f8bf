package metadata

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/functionschema/fscheck/internal/tree"
)

// Bounds of one export. Inlining can make much of little: thirty definitions of two
// references each are a thousand million schemas.
const (
	mostSchemas  = 20_000
	deepest      = 100
	mostRefusals = 32
)

// export is the state of one export: one walk over the tool's schema.
type export struct {
	*table
	naming
	merging
	tool Tool
	doc  *document

	rewrites  bool // references are written anew: not so where a plain dialect takes the schema as it is
	dropped   []Dropped
	told      map[Dropped]bool // those in dropped
	refused   []Refusal
	spent     int           // schemas written
	compared  int           // changed names with patterns, up to mostVisited
	depth     int           // of the schema at hand in what is written
	inlined   []*tree.Value // targets of the references that are inlined around it
	defined   map[*tree.Value]*definition
	labels    map[string]bool // names of definitions
	suffixes  map[string]int  // by label, the number to try: thousands may share one
	pending   []*definition
	current   *definition // that the schema at hand is in; nil for the root
	recursion map[*tree.Value]map[*tree.Value]bool
}

// definition is a schema that references lead to.
type definition struct {
	target *tree.Value
	name   string
	place  *place
	schema *tree.Value
}

func (t *table) export(tool Tool) (Exported, error) {
	e := &export{table: t, tool: tool}
	e.checkName()
	doc, refused := read(tool.InputSchema)
	e.refused = append(e.refused, refused...)
	if doc == nil {
		return Exported{}, e.fail()
	}
	names := rename(doc, t)
	e.doc, e.naming = names.apply(doc), names
	p := &plan{}
	root := e.run(p)
	if len(e.refused) == 0 {
		e.checkLimits(root)
	}
	if len(e.refused) > 0 {
		return Exported{}, e.fail()
	}
	e.sortDropped(doc)
	x := Exported{JSON: json.RawMessage(e.envelope(root).AppendJSON(nil)), Dropped: e.dropped}
	if p.wrapped || p.root.changes(map[*place]bool{}) {
		p.root.prepare(map[*place]bool{})
		x.plan = p
	}
	return x, nil
}

// run writes the schema, and again in a wrapper if its root cannot be one.
func (e *export) run(p *plan) *tree.Value {
	already := e.refused
	for {
		e.refused = slices.Clone(already)
		e.dropped, e.told, e.spent, e.depth, e.visited, e.compared = nil, map[Dropped]bool{}, 0, 0, 0, 0
		e.inlined, e.pending, e.current = nil, nil, nil
		e.defined, e.labels, e.suffixes = map[*tree.Value]*definition{}, map[string]bool{}, map[string]int{}
		p.root = newPlace()
		root, fits := e.root(p.wrapped, p.root)
		if fits || p.wrapped {
			root = e.withDefinitions(root)
			if e.visited > mostVisited {
				e.refuse("", "allOf", "the schemas that hold together become too large once they are written as one: merge them by hand, or make them smaller")
			}
			return root
		}
		p.wrapped = true
	}
}

// root writes the root; it reports false if the provider would refuse it.
func (e *export) root(wrap bool, p *place) (*tree.Value, bool) {
	object := tree.NewObject(tree.M("type", tree.NewString("object")))
	top := e.both(object, e.doc.root)
	if isFalse(e.doc.root) {
		e.refuse("", "false", "no arguments are accepted, so no call could be right: describe them, or leave the function out")
		return anything, true
	}
	if top == nothing { // no object fits: the engine refuses every call, and the export says what it would take
		top = e.doc.root
	}
	if wrap {
		e.rewrites = true
		e.doc.origin[top] = ""
		top = tree.NewObject(
			tree.M("type", tree.NewString("object")),
			tree.M("properties", tree.NewObject(tree.M(wrapper, top))),
			tree.M("required", tree.NewArray(tree.NewString(wrapper))),
			tree.M("additionalProperties", nothing))
		e.doc.origin[top] = ""
		inner := newPlace()
		if e.plain() {
			written := e.plainSchema(top, "", inner)
			*p = *inner.member(wrapper)
			return written, true
		}
		written := e.narrow(top, "", inner)
		*p = *inner.member(wrapper)
		return written, true
	}
	if e.plain() {
		return e.plainRoot(top, p)
	}
	e.doc.origin[top] = ""
	written := e.narrow(top, "", p)
	return written, e.isRoot(written)
}

// isRoot reports whether a provider takes a schema as the root.
func (e *export) isRoot(v *tree.Value) bool {
	if !strings.EqualFold(text(v.Lookup("type")), "object") || v.Lookup("$ref") != nil {
		return false
	}
	return !slices.ContainsFunc(v.Members, func(m tree.Member) bool { return e.lists("root", m.Name) })
}

// withDefinitions adds what the root's references lead to, in the order of the text.
func (e *export) withDefinitions(root *tree.Value) *tree.Value {
	for len(e.pending) > 0 {
		d := e.pending[0]
		e.pending, e.current = e.pending[1:], d
		if e.plain() {
			d.schema = e.plainSchema(d.target, e.doc.origin[d.target], d.place)
		} else {
			d.schema = e.narrow(d.target, e.doc.origin[d.target], d.place)
		}
	}
	var list []*definition
	for _, d := range e.defined {
		list = append(list, d)
	}
	if len(list) == 0 {
		return root
	}
	slices.SortFunc(list, func(a, b *definition) int { return e.doc.order[a.target] - e.doc.order[b.target] })
	var members []tree.Member
	for _, d := range list {
		members = append(members, tree.M(d.name, d.schema))
	}
	return root.With("$defs", tree.NewObject(members...))
}

// define returns the definition of a schema that a reference leads to.
func (e *export) define(target *tree.Value) *definition {
	if d := e.defined[target]; d != nil {
		return d
	}
	label := e.doc.label(target)
	d := &definition{target: target, name: label, place: newPlace()}
	for i := max(2, e.suffixes[label]); e.labels[d.name]; i++ {
		d.name = fmt.Sprintf("%s_%d", label, i)
		e.suffixes[label] = i + 1
	}
	e.labels[d.name] = true
	e.defined[target] = d
	e.pending = append(e.pending, d)
	return d
}

// at is where a schema stands in the tool's; fallback is for what was made of several.
func (e *export) at(v *tree.Value, fallback string) string {
	if pointer, ok := e.doc.origin[v]; ok {
		return pointer
	}
	return fallback
}

func (e *export) drop(at, keyword, note string) {
	d := Dropped{at, keyword, note}
	if !e.told[d] { // a definition may be written in several places
		e.told[d] = true
		e.dropped = append(e.dropped, d)
	}
}

// sortDropped brings what was dropped into the order of the text.
func (e *export) sortDropped(d *document) {
	order := map[string]int{}
	for i, v := range d.schemas {
		order[d.origin[v]] = i
	}
	slices.SortStableFunc(e.dropped, func(a, b Dropped) int { return order[a.Pointer] - order[b.Pointer] })
}

func (e *export) refuse(at, keyword, format string, args ...any) {
	r := Refusal{at, keyword, fmt.Sprintf(format, args...)}
	if len(e.refused) < mostRefusals && !slices.Contains(e.refused, r) {
		e.refused = append(e.refused, r)
	}
}

func (e *export) fail() error {
	return &Error{Dialect: e.dialect, Function: e.tool.Name, Refused: e.refused}
}

// checkName refuses a name that the provider would.
func (e *export) checkName() {
	if allowed := e.patterns["function name"]; !allowed.MatchString(e.tool.Name) || !utf8.ValidString(e.tool.Name) {
		e.refuse("", "name", "the name %q is not taken by %s, which takes %s: call the function %q, or give it another name",
			e.tool.Name, e.dialect, allowed, suggestion(e.tool.Name))
	}
}

// suggestion is a name that every dialect takes, as near as can be.
func suggestion(name string) string {
	if name == "" {
		return "function"
	}
	return portable(strings.Trim(name, " \t\r\n"))
}
