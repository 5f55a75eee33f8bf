package metadata

import (
	"slices"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/decimal"
	"github.com/functionschema/fscheck/internal/tree"
)

// level is one schema object on its way into a dialect that takes part of JSON
// Schema only: what it says, by position, becomes members of the written schema or
// is told in its description.
type level struct {
	*export
	from  *tree.Value // flat: its references inlined and its allOf merged, as the dialect wants
	at    string
	place *place
	types []string // what it admits, null apart; nil: any
	null  bool
	out   []tree.Member
	words []string        // of the description
	said  map[string]bool // the first of words, once there are many
	heard int             // how many of words that are
}

// narrow writes a schema in such a dialect.
func (e *export) narrow(v *tree.Value, at string, p *place) *tree.Value {
	at = e.at(v, at)
	e.spent++
	e.depth++
	defer func() { e.depth-- }()
	if e.spent > mostSchemas || e.depth > deepest {
		if e.spent <= mostSchemas+1 || e.depth == deepest+1 {
			e.refuse(at, "$ref", "the schema becomes more than %d schemas, or more than %d deep, once references are written out: make it smaller", mostSchemas, deepest)
		}
		return tree.NewObject()
	}
	inlined := len(e.inlined)
	defer func() { e.inlined = e.inlined[:inlined] }()
	v = e.flat(v, at)
	if isFalse(v) {
		e.refuse(at, "false", "nothing is accepted here, which %s cannot say: take the place out of the schema", e.dialect)
		return tree.NewObject()
	}
	l := &level{export: e, from: v, at: at, place: p}
	if v.Kind == tree.Bool {
		l.from = anything
	}
	if ref := l.from.Lookup("$ref"); ref != nil {
		return l.reference(ref)
	}
	if written := l.choice(); written != nil {
		return written
	}
	return l.value()
}

// flat returns a schema without allOf, and without $ref unless it may stand alone.
func (e *export) flat(v *tree.Value, at string) *tree.Value {
	for range mostSchemas {
		if v.Kind != tree.Object {
			return v
		}
		if list := v.Lookup("allOf"); list != nil {
			// A reference in a branch is resolved by the next round, one at a time.
			v = e.conjoin(append([]*tree.Value{v.Without("allOf")}, list.Items...), at)
			continue
		}
		ref := v.Lookup("$ref")
		if ref == nil || e.mayStand(v, ref) {
			return v
		}
		v = e.conjoin([]*tree.Value{v.Without("$ref"), tree.NewObject(tree.M("$ref", ref))}, at)
	}
	return v
}

// conjoin is all of the schemas, after the references of those behind the first are
// resolved. One stays, if it may stand alone and nothing but annotations is beside it.
func (e *export) conjoin(parts []*tree.Value, at string) *tree.Value {
	list := slices.Clone(parts[:1])
	bare := isAnything(parts[0])
	ref, stands := parts[0].Lookup("$ref"), 0 // the reference that stays, and where in list
	for queue := slices.Clone(parts[1:]); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if own := part.Lookup("$ref"); bare && own != nil && isAnything(part.Without("$ref")) && e.mayStand(part, own) {
			ref, stands, bare = own, len(list), false
			list = append(list, part)
			continue
		}
		if part = e.resolved(part, at); ref != nil && !isAnything(part) {
			// It was left alone so far; now something stands beside it.
			list[stands] = list[stands].Without("$ref")
			queue = slices.Insert(queue, 1, tree.NewObject(tree.M("$ref", ref)))
			ref, bare = nil, false
		}
		bare = bare && isAnything(part)
		list = append(list, part)
	}
	return e.all(list)
}

// resolved writes out what a schema refers to, and that again, in its place.
func (e *export) resolved(v *tree.Value, at string) *tree.Value {
	for v.Kind == tree.Object {
		ref := v.Lookup("$ref")
		if ref == nil {
			break
		}
		v = v.Without("$ref")
		target := e.doc.targets[ref]
		switch {
		case target == nil:
			e.refuse(at, "$ref", "%s leads out of the schema: copy what it leads to into $defs", text(ref))
			return v
		case slices.Contains(e.inlined, target):
			return e.both(v, e.again(target, at))
		}
		e.inlined = append(e.inlined, target)
		if e.spent++; e.spent > mostSchemas {
			return v
		}
		v = e.both(v, target)
	}
	return v
}

// mayStand reports whether a reference is written as one. One that is described is
// inlined where it can be for certain: a choice of one would count as a union.
func (e *export) mayStand(v, ref *tree.Value) bool {
	if e.of("$ref") != alone || e.doc.targets[ref] == nil {
		return false
	}
	described := slices.ContainsFunc(v.Members, func(m tree.Member) bool { return annotates[m.Name] })
	return isAnything(v.Without("$ref")) && !(described && e.of("recursive reference") == refuse)
}

// again is what stands for a schema within itself where references are inlined.
func (e *export) again(target *tree.Value, at string) *tree.Value {
	if e.of("recursive reference") != loosen {
		remedy := "use a dialect that has references, such as " + string(GeminiJSONSchema) + " or " + string(OpenAI) + ", or end the recursion in the schema"
		switch {
		case e.of("recursive reference") == refuse && e.of("$ref") == alone:
			remedy = "use a dialect that has recursion, such as " + string(OpenAIStrict) + ", or end it in the schema"
		case e.of("$ref") == alone:
			remedy = "write the reference alone, without constraints beside it"
		}
		e.refuse(at, "$ref", "%s contains itself, which %s cannot say here: %s", where(e.doc.origin[target]), e.dialect, remedy)
		return anything
	}
	e.drop(at, "$ref", "it leads back to "+where(e.doc.origin[target])+": the shape is told in words")
	loose := tree.NewObject(tree.M("description", tree.NewString("The same shape as "+e.doc.label(target)+".")))
	if t := target.Lookup("type"); t != nil {
		loose = loose.With("type", t)
	}
	return loose
}

func where(pointer string) string {
	if pointer == "" {
		return "the root"
	}
	return pointer
}

// say drops a keyword and tells of it in the description.
func (l *level) say(keyword string, v *tree.Value) {
	l.tell(keyword, v, "told in the description")
}

func (l *level) tell(keyword string, v *tree.Value, note string) {
	said := phrase(keyword, v)
	if keyword == "contentEncoding" && mentions(l.from, text(v)) {
		said = "" // the engine's own note, or the author's
	}
	if said != "" && !l.says(said) {
		l.words = append(l.words, said)
	}
	l.drop(l.at, keyword, note)
}

// says reports whether words has a phrase.
func (l *level) says(phrase string) bool {
	if len(l.words) < manyMembers {
		return slices.Contains(l.words, phrase)
	}
	if l.said == nil {
		l.said = map[string]bool{}
	}
	for ; l.heard < len(l.words); l.heard++ {
		l.said[l.words[l.heard]] = true
	}
	return l.said[phrase]
}

// mentions reports whether a description has a word, in any case.
func mentions(v *tree.Value, word string) bool {
	return strings.Contains(strings.ToLower(text(v.Lookup("description"))), strings.ToLower(word))
}

func (l *level) write(name string, v *tree.Value) { l.out = append(l.out, tree.M(name, v)) }

// done returns the written schema.
func (l *level) done() *tree.Value { return tree.NewObject(describe(l.out, l.words)...) }

// annotate writes what describes a schema: for all that are made of it there is one
// description, outside.
func (l *level) annotate() {
	for _, m := range l.from.Members {
		if annotates[m.Name] {
			l.keyword(m)
		}
	}
}

// aside returns the assertions of the schema without its annotations, and without
// the keywords named.
func (l *level) aside(without ...string) *tree.Value {
	var members []tree.Member
	for _, m := range l.from.Members {
		if !annotates[m.Name] && !identifies[m.Name] && !slices.Contains(without, m.Name) {
			members = append(members, m)
		}
	}
	return tree.NewObject(members...)
}

// judges names the type whose values a keyword judges; the others it lets pass.
var judges = map[string]string{
	"minLength": "string", "maxLength": "string", "pattern": "string", "contentEncoding": "string", "contentMediaType": "string", "contentSchema": "string",
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
	"items": "array", "prefixItems": "array", "minItems": "array", "maxItems": "array", "uniqueItems": "array",
	"contains": "array", "minContains": "array", "maxContains": "array", "unevaluatedItems": "array",
	"properties": "object", "required": "object", "additionalProperties": "object", "patternProperties": "object", "propertyNames": "object",
	"minProperties": "object", "maxProperties": "object", "unevaluatedProperties": "object",
	"dependentRequired": "object", "dependentSchemas": "object", "dependencies": "object",
}

// matters reports whether a keyword judges any value of the level's types.
func (l *level) matters(keyword string) bool {
	kind := judges[keyword]
	return kind == "" || l.types == nil || slices.Contains(l.types, kind) || kind == "number" && slices.Contains(l.types, "integer")
}

// counts lists the keywords whose values are counts.
var counts = map[string]bool{"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "minProperties": true, "maxProperties": true}

// keyword writes or tells of a keyword by its rule alone.
func (l *level) keyword(m tree.Member) {
	if !l.matters(m.Name) {
		return
	}
	switch l.of(m.Name) {
	case keep:
		v, ok := l.number(m)
		if !ok {
			l.tell(m.Name, m.Value, "told in the description: the number is beyond what is read there")
			return
		}
		l.write(m.Name, v)
	case only:
		v, _ := l.number(m)
		word := text(v)
		if v.Kind == tree.Number {
			word = v.Text
		}
		if l.lists(m.Name, word) && (m.Name != "format" || l.hasFormat(word)) {
			l.write(m.Name, v)
			return
		}
		l.say(m.Name, m.Value)
	case say:
		if said := m.Value; m.Name != "deprecated" || said.Bool {
			l.say(m.Name, said)
		}
	case drop:
		if !identifies[m.Name] {
			l.drop(l.at, m.Name, "left out")
		}
	case refuse:
		l.refuse(l.at, m.Name, "%s cannot say %s: write it as $ref", l.dialect, m.Name)
	}
}

// number writes counts in the one spelling that every reader of integers takes, and
// refuses those that 64 bits do not hold, and bounds that no float holds or that are 0 in one.
func (l *level) number(m tree.Member) (*tree.Value, bool) {
	if m.Value.Kind != tree.Number {
		return m.Value, true
	}
	d := decimal.Parse(m.Value.Text)
	if counts[m.Name] {
		n, ok := d.Int64()
		if !ok {
			return m.Value, false
		}
		return tree.NewNumber(decimal.Parse(m.Value.Text).String()), n >= 0
	}
	if judges[m.Name] == "number" {
		f, err := strconv.ParseFloat(m.Value.Text, 64)
		return m.Value, err == nil && (f != 0 || d.Sign() == 0)
	}
	return m.Value, true
}

// hasFormat reports whether a format is of a type that the level has.
func (l *level) hasFormat(format string) bool {
	kind := "string"
	switch format {
	case "int32", "int64":
		kind = "integer"
	case "float", "double":
		kind = "number"
	}
	return slices.Contains(l.types, kind)
}
