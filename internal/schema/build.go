package schema

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// builder turns the authority's compiled schemas into nodes, each once.
type builder struct {
	options   *Options
	documents map[string]*tree.Value // texts by address
	nodes     map[*jsonschema.Schema]*node
	order     []*node              // as they were found, for all that must be done to each
	schemas   []*jsonschema.Schema // of the same place in order
	filled    int                  // how many of them are filled
	faults    []Violation
}

// node returns the node of a compiled schema; its parts are filled in later, so
// that recursion costs no stack.
func (b *builder) node(s *jsonschema.Schema) *node {
	if s == nil {
		return nil
	}
	if n, ok := b.nodes[s]; ok {
		return n
	}
	n := &node{}
	n.document, n.pointer = place(s.Location)
	if doc := b.documents[n.document]; doc != nil {
		n.source = doc.At(n.pointer)
	}
	b.nodes[s] = n
	b.order = append(b.order, n)
	b.schemas = append(b.schemas, s)
	return n
}

func (b *builder) list(schemas []*jsonschema.Schema) []*node {
	var nodes []*node
	for _, s := range schemas {
		nodes = append(nodes, b.node(s))
	}
	return nodes
}

// drain fills every node that has been asked for.
func (b *builder) drain() {
	for ; b.filled < len(b.order); b.filled++ {
		b.fill(b.order[b.filled], b.schemas[b.filled])
	}
}

func (b *builder) fill(n *node, s *jsonschema.Schema) {
	n.boolean = s.Bool
	n.types = newTypeSet(s.Types)
	if s.Const != nil {
		n.constant = n.keyword("const")
		if n.constant == nil {
			n.constant = fromPlain(*s.Const)
		}
	}
	if s.Enum != nil {
		n.hasEnum = true
		if list := n.keyword("enum"); list != nil {
			n.enum = list.Items
		} else {
			n.enum = fromPlain(s.Enum.Values).Items
		}
	}
	n.format = s.Format
	n.ref = b.node(s.Ref)
	if d := s.DynamicRef; d != nil {
		n.dynamicRef = &dynamicRef{initial: b.node(d.Ref)}
		if d.Anchor != "" && d.Ref.DynamicAnchor == d.Anchor {
			n.dynamicRef.anchor = d.Anchor
		}
	}
	n.allOf, n.anyOf, n.oneOf = b.list(s.AllOf), b.list(s.AnyOf), b.list(s.OneOf)
	n.not, n.ifs, n.thens, n.elses = b.node(s.Not), b.node(s.If), b.node(s.Then), b.node(s.Else)

	n.minimum, n.maximum = n.number("minimum", s.Minimum), n.number("maximum", s.Maximum)
	n.exclusiveMinimum = n.number("exclusiveMinimum", s.ExclusiveMinimum)
	n.exclusiveMaximum = n.number("exclusiveMaximum", s.ExclusiveMaximum)
	n.multipleOf = n.number("multipleOf", s.MultipleOf)

	n.minLength, n.maxLength = n.count("minLength", s.MinLength), n.count("maxLength", s.MaxLength)
	if s.Pattern != nil {
		n.pattern = b.pattern(s.Pattern, n.pointer+"/pattern", "pattern", n)
	}
	b.fillArray(n, s)
	b.fillObject(n, s)

	n.secret = s.WriteOnly || isString(n.keyword("format"), "password") || isTrue(n.keyword("writeOnly"))
	n.marks = n.unevaluatedItems != nil || n.unevaluatedProperties != nil
	n.numberKeywords = n.minimum != nil || n.maximum != nil || n.exclusiveMinimum != nil || n.exclusiveMaximum != nil || n.multipleOf != nil
	n.stringKeywords = n.minLength >= 0 || n.maxLength >= 0 || n.pattern != nil
	n.inPlace = n.ref != nil || n.dynamicRef != nil || n.allOf != nil || n.anyOf != nil || n.oneOf != nil || n.not != nil || n.ifs != nil
}

func (b *builder) fillArray(n *node, s *jsonschema.Schema) {
	n.minItems, n.maxItems = n.count("minItems", s.MinItems), n.count("maxItems", s.MaxItems)
	n.minContains, n.maxContains = n.count("minContains", s.MinContains), n.count("maxContains", s.MaxContains)
	n.uniqueItems = s.UniqueItems
	n.prefixItems = b.list(s.PrefixItems)
	n.items, n.contains, n.unevaluatedItems = b.node(s.Items2020), b.node(s.Contains), b.node(s.UnevaluatedItems)
	n.arrayKeywords = n.minItems >= 0 || n.maxItems >= 0 || n.uniqueItems || n.prefixItems != nil || n.items != nil || n.contains != nil
}

func (b *builder) fillObject(n *node, s *jsonschema.Schema) {
	n.minProperties, n.maxProperties = n.count("minProperties", s.MinProperties), n.count("maxProperties", s.MaxProperties)
	n.required = s.Required
	for _, name := range n.names("dependentRequired", slices.Collect(maps.Keys(s.DependentRequired))) {
		n.dependentRequired = append(n.dependentRequired, dependency{name, s.DependentRequired[name]})
	}
	for _, name := range n.names("dependentSchemas", slices.Collect(maps.Keys(s.DependentSchemas))) {
		n.dependentSchemas = append(n.dependentSchemas, dependentSchema{name, b.node(s.DependentSchemas[name])})
	}
	for _, name := range n.names("dependencies", slices.Collect(maps.Keys(s.Dependencies))) {
		switch d := s.Dependencies[name].(type) {
		case []string:
			n.dependentRequired = append(n.dependentRequired, dependency{name, d})
		case *jsonschema.Schema:
			n.dependentSchemas = append(n.dependentSchemas, dependentSchema{name, b.node(d)})
		}
	}
	if s.Properties != nil {
		n.propertyOrder = n.names("properties", slices.Collect(maps.Keys(s.Properties)))
		n.properties = make(map[string]*node, len(s.Properties))
		for _, name := range n.propertyOrder {
			n.properties[name] = b.node(s.Properties[name])
		}
	}
	keys := map[string]jsonschema.Regexp{}
	for re := range s.PatternProperties {
		keys[re.String()] = re
	}
	for _, text := range n.names("patternProperties", slices.Collect(maps.Keys(keys))) {
		p := b.pattern(keys[text], tree.Join(n.pointer, "patternProperties", text), "patternProperties", n)
		n.patternProperties = append(n.patternProperties, patternProperty{p, b.node(s.PatternProperties[keys[text]])})
	}
	switch a := s.AdditionalProperties.(type) {
	case bool:
		n.additional = &node{boolean: &a, pointer: n.pointer + "/additionalProperties"}
	case *jsonschema.Schema:
		n.additional = b.node(a)
	}
	n.propertyNames, n.unevaluatedProperties = b.node(s.PropertyNames), b.node(s.UnevaluatedProperties)
	n.objectKeywords = n.minProperties >= 0 || n.maxProperties >= 0 || n.required != nil || n.dependentRequired != nil ||
		n.dependentSchemas != nil || n.properties != nil || n.patternProperties != nil || n.additional != nil || n.propertyNames != nil
}

// names returns the keys of a keyword's map in the order of the text, or sorted
// where we have no text.
func (n *node) names(keyword string, keys []string) []string {
	slices.Sort(keys)
	text := n.keyword(keyword)
	if text == nil {
		return keys
	}
	slices.SortFunc(keys, func(x, y string) int { return text.Find(x) - text.Find(y) })
	return keys
}

// assignResources gives every node its schema resource, the nearest schema at or
// above it that has an $id, else the document, and every resource its dynamic
// anchors.
func (b *builder) assignResources() {
	resources := map[string]*resource{}
	for i, n := range b.order {
		if n.pointer == "" || b.schemas[i].ID != "" {
			resources[n.document+"#"+n.pointer] = &resource{anchors: map[string]*node{}}
		}
	}
	for i, n := range b.order {
		for pointer := n.pointer; n.resource == nil; pointer = pointer[:max(0, strings.LastIndexByte(pointer, '/'))] {
			n.resource = resources[n.document+"#"+pointer]
			if n.resource == nil && pointer == "" {
				n.resource = &resource{anchors: map[string]*node{}}
				resources[n.document+"#"] = n.resource
			}
		}
		if anchor := b.schemas[i].DynamicAnchor; anchor != "" {
			n.resource.anchors[anchor] = n
		}
	}
}

// pattern returns the compiled form of a pattern, or reports why it has none.
func (b *builder) pattern(re jsonschema.Regexp, pointer, keyword string, n *node) *pattern.Pattern {
	if p, ok := re.(*pattern.Pattern); ok {
		return p
	}
	f := re.(unreadable)
	if n.source != nil {
		b.faults = append(b.faults, Violation{Pointer: pointer, Keyword: keyword, Message: f.err.Error()})
	}
	return nil
}

// unreadable is a pattern that does not compile: the authority takes it, so that
// every other fault of the schema is found as well.
type unreadable struct {
	text string
	err  error
}

func (u unreadable) MatchString(string) bool { return false }
func (u unreadable) String() string          { return u.text }

// place splits the authority's location into a document's address and a pointer.
func place(location string) (document, pointer string) {
	document, fragment, _ := strings.Cut(location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return document, fragment
	}
	return document, pointer
}

func isString(v *tree.Value, text string) bool {
	return v != nil && v.Kind == tree.String && v.Text == text
}

func isTrue(v *tree.Value) bool { return v != nil && v.Kind == tree.Bool && v.Bool }
