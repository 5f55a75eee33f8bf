package metadata

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// document is a schema with what can be known of its parts before anything is
// written: where each stands and what each reference leads to.
type document struct {
	root    *tree.Value
	schemas []*tree.Value               // every schema object, in the order of the text
	origin  map[*tree.Value]string      // its pointer in the text
	order   map[*tree.Value]int         // its place in schemas
	targets map[*tree.Value]*tree.Value // by the string of a reference, the schema that it leads to
	bases   map[*tree.Value]*url.URL    // of each schema, what its references are relative to
	anchors map[string]*tree.Value      // by URI and anchor
	ids     map[string]*tree.Value      // by URI
	refs    map[*tree.Value]*tree.Value // the string of each reference: where it stands
}

// read reads the text of a schema that the engine compiles.
func read(text []byte) (*document, []Refusal) {
	v, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		return nil, []Refusal{{Keyword: "parse", Message: "the schema cannot be read: " + fault.Error()}}
	}
	root := v.Compact()
	if _, faults := schema.Compile(root, schema.Options{LenientDefaults: true, AnyRoot: true}); len(faults) > 0 {
		var refused []Refusal
		for _, f := range faults {
			refused = append(refused, Refusal{f.Pointer, f.Keyword, f.Message})
		}
		return nil, refused
	}
	d := &document{
		root: root, origin: map[*tree.Value]string{}, order: map[*tree.Value]int{}, targets: map[*tree.Value]*tree.Value{},
		bases: map[*tree.Value]*url.URL{}, anchors: map[string]*tree.Value{}, ids: map[string]*tree.Value{}, refs: map[*tree.Value]*tree.Value{},
	}
	d.ids[""] = root
	d.add(root, "", new(url.URL))
	// A reference may lead to where no keyword holds schemas, and to further
	// references there: schemas grows meanwhile.
	for i := 0; i < len(d.schemas); i++ {
		from := d.schemas[i]
		if ref := from.Lookup("$ref"); ref != nil && ref.Kind == tree.String {
			d.resolve(from, ref)
		}
	}
	return d, nil
}

// add enters a schema and those within it.
func (d *document) add(v *tree.Value, pointer string, base *url.URL) {
	if v.Kind != tree.Object && v.Kind != tree.Bool {
		return
	}
	if _, known := d.origin[v]; known {
		return
	}
	d.origin[v], d.order[v] = pointer, len(d.schemas)
	d.schemas = append(d.schemas, v)
	if id := text(v.Lookup("$id")); id != "" {
		if u, err := base.Parse(id); err == nil {
			u.Fragment = ""
			base, d.ids[u.String()] = u, v
		}
	}
	d.bases[v] = base
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name := text(v.Lookup(keyword)); name != "" {
			d.anchors[base.String()+"#"+name] = v
		}
	}
	eachSchema(v, func(sub *tree.Value, tokens ...string) { d.add(sub, tree.Join(pointer, tokens...), base) })
}

// resolve finds what a reference leads to; one that leads out of the document has
// no target.
func (d *document) resolve(from, ref *tree.Value) {
	u, err := d.bases[from].Parse(ref.Text)
	if err != nil {
		return
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	if fragment != "" && fragment[0] != '/' {
		if to := d.anchors[u.String()+"#"+fragment]; to != nil {
			d.targets[ref] = to
		}
		return
	}
	resource := d.ids[u.String()]
	if resource == nil {
		return
	}
	to := resource.At(fragment)
	if to == nil {
		return
	}
	d.add(to, d.origin[resource]+fragment, d.bases[resource])
	d.targets[ref] = to
}

// text returns what a string says, and "" for all else.
func text(v *tree.Value) string {
	if v == nil || v.Kind != tree.String {
		return ""
	}
	return v.Text
}

// What the value of a keyword holds.
const (
	holdsSchema = "schema"
	holdsList   = "list"
	holdsMap    = "map"
)

var holds = map[string]string{
	"additionalProperties": holdsSchema, "contains": holdsSchema, "contentSchema": holdsSchema, "else": holdsSchema, "if": holdsSchema,
	"items": holdsSchema, "not": holdsSchema, "propertyNames": holdsSchema, "then": holdsSchema,
	"unevaluatedItems": holdsSchema, "unevaluatedProperties": holdsSchema,
	"allOf": holdsList, "anyOf": holdsList, "oneOf": holdsList, "prefixItems": holdsList,
	"$defs": holdsMap, "definitions": holdsMap, "dependencies": holdsMap, "dependentSchemas": holdsMap, "patternProperties": holdsMap, "properties": holdsMap,
}

// eachSchema visits the schemas that the keywords of one schema hold.
func eachSchema(v *tree.Value, visit func(sub *tree.Value, tokens ...string)) {
	for _, m := range v.Members {
		switch holds[m.Name] {
		case holdsSchema:
			visit(m.Value, m.Name)
		case holdsList:
			for i, item := range m.Value.Items {
				visit(item, m.Name, strconv.Itoa(i))
			}
		case holdsMap:
			for _, entry := range m.Value.Members {
				visit(entry.Value, m.Name, entry.Name)
			}
		}
	}
}

// label is the name that a schema is referred to by, as far as it needs no escape.
func (d *document) label(v *tree.Value) string {
	pointer := d.origin[v]
	name := pointer[strings.LastIndexByte(pointer, '/')+1:]
	if name == "" {
		return "root"
	}
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}
