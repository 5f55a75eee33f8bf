package schema

import (
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/pattern"
	"github.com/functionschema/fscheck/internal/tree"
)

// builder turns a schema's text into nodes: first one for each schema in it, then
// what each of them says.
type builder struct {
	options   *Options
	documents map[string]*tree.Value
	resources map[string]*resource // by absolute address
	nodes     map[location]*node
	order     []*node // in the order of the text; documents as they were referred to
	formats   map[string]*jsonschema.Format
	faults    []Violation
}

// build compiles a document and whatever it refers to.
func build(address string, text *tree.Value, o *Options) (*builder, *node) {
	b := &builder{options: o, documents: map[string]*tree.Value{}, resources: map[string]*resource{}, nodes: map[location]*node{}}
	b.document(address, text)
	for i := 0; i < len(b.order); i++ { // references add to it
		b.fill(b.order[i])
	}
	if len(b.faults) == 0 {
		b.faults = cycleFaults(b.order)
	}
	if len(b.faults) == 0 {
		b.assignChoices()
	}
	b.faults, _ = Normalize(b.faults, len(b.faults))
	return b, b.nodes[location{address, ""}]
}

// fault reports what is wrong with the schema that is compiled; the documents of
// a test and the bundled ones are taken as they are.
func (b *builder) fault(n *node, below, keyword, message string) {
	if n.document == base {
		b.faults = append(b.faults, Violation{Pointer: n.pointer + below, Keyword: keyword, Message: message})
	}
}

func (b *builder) fill(n *node) {
	switch {
	case n.source.Kind == tree.Bool:
		n.boolean = &n.source.Bool
	case len(n.source.Members) == 0:
		always := true
		n.boolean = &always
	}
	n.types = newTypeSet(n.keyword("type"))
	n.constant = n.keyword("const")
	if list := n.keyword("enum"); list != nil {
		n.enum = newEnum(list.Items)
	}
	n.assertion = b.options.Asserted[n.source]
	if f := n.keyword("format"); f != nil && f.Kind == tree.String && (b.options.AssertFormats || n.resource.vocabulary["format-assertion"]) {
		n.format = b.format(f.Text)
	}
	n.ref, _ = b.reference(n, "$ref")
	if target, anchor := b.reference(n, "$dynamicRef"); target != nil {
		n.dynamicRef = &dynamicRef{initial: target}
		if anchor != "" && target.resource.dynamic[anchor] == target {
			n.dynamicRef.anchor = anchor
		}
	}
	n.allOf, n.anyOf, n.oneOf = b.list(n, "allOf"), b.list(n, "anyOf"), b.list(n, "oneOf")
	n.not, n.ifs, n.thens, n.elses = b.schema(n, "not"), b.schema(n, "if"), b.schema(n, "then"), b.schema(n, "else")

	n.minimum, n.maximum = n.number("minimum"), n.number("maximum")
	n.exclusiveMinimum, n.exclusiveMaximum = n.number("exclusiveMinimum"), n.number("exclusiveMaximum")
	if n.multipleOf = n.number("multipleOf"); n.multipleOf != nil && n.multipleOf.Sign() <= 0 {
		n.multipleOf = nil // only a metaschema of its own lets that pass
	}
	n.minLength, n.maxLength = n.count("minLength"), n.count("maxLength")
	if p := n.keyword("pattern"); p != nil && p.Kind == tree.String {
		n.pattern = b.pattern(n, "/pattern", "pattern", p.Text)
	}
	b.fillArray(n)
	b.fillObject(n)

	n.secret = isString(n.keyword("format"), "password") || isTrue(n.keyword("writeOnly"))
	n.marks = n.unevaluatedItems != nil || n.unevaluatedProperties != nil
	n.numberKeywords = n.minimum != nil || n.maximum != nil || n.exclusiveMinimum != nil || n.exclusiveMaximum != nil || n.multipleOf != nil
	n.stringKeywords = n.minLength >= 0 || n.maxLength >= 0 || n.pattern != nil
	n.inPlace = n.ref != nil || n.dynamicRef != nil || n.allOf != nil || n.anyOf != nil || n.oneOf != nil || n.not != nil || n.ifs != nil
}

func (b *builder) fillArray(n *node) {
	n.minItems, n.maxItems = n.count("minItems"), n.count("maxItems")
	n.minContains, n.maxContains = n.count("minContains"), n.count("maxContains")
	n.uniqueItems = isTrue(n.keyword("uniqueItems"))
	n.prefixItems = b.list(n, "prefixItems")
	n.items, n.contains, n.unevaluatedItems = b.schema(n, "items"), b.schema(n, "contains"), b.schema(n, "unevaluatedItems")
	n.arrayKeywords = n.minItems >= 0 || n.maxItems >= 0 || n.uniqueItems || n.prefixItems != nil || n.items != nil || n.contains != nil
}

func (b *builder) fillObject(n *node) {
	n.minProperties, n.maxProperties = n.count("minProperties"), n.count("maxProperties")
	n.required = texts(n.keyword("required"))
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		for _, m := range n.members(keyword) {
			if keyword != "dependentSchemas" && m.Value.Kind == tree.Array {
				n.dependentRequired = append(n.dependentRequired, dependency{m.Name, texts(m.Value)})
			} else if s := b.nodes[location{n.document, tree.Join(n.pointer, keyword, m.Name)}]; s != nil {
				n.dependentSchemas = append(n.dependentSchemas, dependentSchema{m.Name, s})
			}
		}
	}
	if members := n.members("properties"); members != nil {
		n.properties = make(map[string]*node, len(members))
		for _, m := range members {
			if s := b.nodes[location{n.document, tree.Join(n.pointer, "properties", m.Name)}]; s != nil {
				n.properties[m.Name] = s
				n.propertyOrder = append(n.propertyOrder, m.Name)
			}
		}
	}
	for _, m := range n.members("patternProperties") {
		at := tree.Join("", "patternProperties", m.Name)
		if p := b.pattern(n, at, "patternProperties", m.Name); p != nil {
			n.patternProperties = append(n.patternProperties, patternProperty{p, b.nodes[location{n.document, n.pointer + at}]})
		}
	}
	n.additional, n.propertyNames = b.schema(n, "additionalProperties"), b.schema(n, "propertyNames")
	n.unevaluatedProperties = b.schema(n, "unevaluatedProperties")
	n.objectKeywords = n.minProperties >= 0 || n.maxProperties >= 0 || n.required != nil || n.dependentRequired != nil ||
		n.dependentSchemas != nil || n.properties != nil || n.patternProperties != nil || n.additional != nil || n.propertyNames != nil
}

// schema returns the schema that a keyword of n holds, or nil.
func (b *builder) schema(n *node, keyword string) *node {
	if n.keyword(keyword) == nil {
		return nil
	}
	return b.nodes[location{n.document, n.pointer + "/" + keyword}]
}

// list returns the schemas of a keyword that holds a list of them.
func (b *builder) list(n *node, keyword string) []*node {
	v := n.keyword(keyword)
	if v == nil {
		return nil
	}
	nodes := make([]*node, 0, len(v.Items))
	for i := range v.Items {
		if s := b.nodes[location{n.document, n.pointer + "/" + keyword + "/" + strconv.Itoa(i)}]; s != nil {
			nodes = append(nodes, s)
		}
	}
	return nodes
}

// pattern returns the compiled form of a pattern, or reports why it has none.
func (b *builder) pattern(n *node, below, keyword, text string) *pattern.Pattern {
	p, err := b.options.compilePattern(text)
	if err != nil {
		b.fault(n, below, keyword, err.Error())
		return nil
	}
	return p
}

// keyword returns the value of a keyword in the text, or nil; also nil if the
// vocabularies of its metaschema leave it out.
func (n *node) keyword(name string) *tree.Value {
	if n.resource != nil && !n.resource.vocabulary.has(name) {
		return nil
	}
	return n.source.Lookup(name)
}

func (n *node) members(keyword string) []tree.Member {
	if v := n.keyword(keyword); v != nil {
		return v.Members
	}
	return nil
}

// number returns the exact value of a keyword, or nil.
func (n *node) number(keyword string) *decimal.Decimal {
	v := n.keyword(keyword)
	if v == nil || v.Kind != tree.Number {
		return nil
	}
	d := decimal.Parse(v.Text)
	return &d
}

// count returns a keyword's count, or -1. It is saturated: no instance has more
// than 2^63-1 of anything.
func (n *node) count(keyword string) int64 {
	d := n.number(keyword)
	if d == nil || d.Sign() < 0 || !d.IsInteger() {
		return -1
	}
	if c, ok := d.Int64(); ok {
		return c
	}
	return 1<<63 - 1
}

func isString(v *tree.Value, text string) bool {
	return v != nil && v.Kind == tree.String && v.Text == text
}

func isTrue(v *tree.Value) bool { return v != nil && v.Kind == tree.Bool && v.Bool }

// texts returns the texts of an array of strings.
func texts(v *tree.Value) []string {
	if v == nil {
		return nil
	}
	list := []string{}
	for _, item := range v.Items {
		if item.Kind == tree.String {
			list = append(list, item.Text)
		}
	}
	return list
}
