package binding

import (
	"math"
	"reflect"
	"strconv"

	"github.com/functionschema/fscheck/internal/comments"
	"github.com/functionschema/fscheck/internal/tree"
)

// Assertion is a form of text that binding depends on, so that a declared schema
// asserts it. It is for functionschema.
type Assertion uint8

// The assertions.
const (
	DateTime Assertion = iota + 1 // "format": "date-time", by lexical.DateTime
	Base64                        // "contentEncoding": "base64", by lexical.Base64
)

const (
	base64Note   = "Base64 (RFC 4648 standard alphabet, with padding)."
	durationNote = "Duration in nanoseconds."
)

// maxSchemas bounds a schema: structs that are used twice at every level double
// it each time.
const maxSchemas = 20_000

// emitter writes the schema of a graph of nodes.
type emitter struct {
	side     side
	foreign  bool // the schema is thrown away: only what is wrong with the types counts
	faults   *faults
	names    map[*node]string // of the nodes that have a definition
	pending  []*node          // definitions referred to and not yet written, in order
	referred map[*node]bool
	taken    map[string]bool // names in $defs
	adopted  map[*node]*tree.Value
	imported []tree.Member // definitions that hooks brought

	comments comments.Map
	notes    map[*tree.Value]string
	asserted map[*tree.Value]Assertion
	count    int
}

func newEmitter(s side, foreign bool, order []*node, f *faults) *emitter {
	e := &emitter{
		side: s, foreign: foreign, faults: f,
		referred: map[*node]bool{}, taken: map[string]bool{}, adopted: map[*node]*tree.Value{},
		notes: map[*tree.Value]string{}, asserted: map[*tree.Value]Assertion{},
	}
	var named []*node
	marked := recursive(order)
	for _, n := range order {
		if marked[n] {
			named = append(named, n)
		}
	}
	e.names = definitionNames(named)
	for _, name := range e.names {
		e.taken[name] = true
	}
	return e
}

// schema writes n's schema with the words of the field it belongs to, as a
// reference if n is recursive.
func (e *emitter) schema(n *node, ws words, nullable bool, at place) *tree.Value {
	if name, ok := e.names[n]; ok {
		if !e.referred[n] {
			e.referred[n] = true
			e.pending = append(e.pending, n)
		}
		k := keywords{tree.M("$ref", tree.NewString("#/$defs/"+name))}
		return e.finish(n, k, n.jsonType(), ws, nullable, at)
	}
	return e.inline(n, ws, nullable, at)
}

// inline is schema without the reference.
func (e *emitter) inline(n *node, ws words, nullable bool, at place) *tree.Value {
	if e.count++; e.count > maxSchemas {
		if e.count == maxSchemas+1 {
			e.faults.add(at, "type", "the schema has more than %d parts: use fewer nested structs", maxSchemas)
		}
		return tree.NewObject()
	}
	if n.hook != nil {
		return e.hooked(n, ws, nullable, at)
	}
	return e.derived(n, ws, nullable, at)
}

// derived is inline without the type's hook.
func (e *emitter) derived(n *node, ws words, nullable bool, at place) *tree.Value {
	var k keywords
	switch n.form {
	case formUnsupported:
		e.faults.add(at, "type", "%s", why(n.typ, e.side))
		return tree.NewObject()
	case formPointer, formOptional:
		return e.schema(n.elem, ws, true, at)
	case formSlice, formArray:
		var items words
		ws, items = ws.split()
		k = typed("array")
		k.set("items", e.schema(n.elem, items, false, at.at("/items")))
		if n.form == formArray {
			size := tree.NewNumber(strconv.Itoa(n.typ.Len()))
			k.set("minItems", size)
			k.set("maxItems", size)
		}
	case formMap:
		k = typed("object")
		if p := n.key.pattern(); p != "" {
			k.set("propertyNames", tree.NewObject(tree.M("pattern", tree.NewString(p))))
		}
		k.set("additionalProperties", e.schema(n.elem, nil, false, at.at("/additionalProperties")))
	case formStruct:
		k = e.object(n, at)
	case formUnion:
		branches := make([]*tree.Value, len(n.variants))
		for i, v := range n.variants {
			branches[i] = e.schema(v, nil, false, at.at("/oneOf/"+strconv.Itoa(i)))
		}
		k.set("oneOf", tree.NewArray(branches...))
	case formFile:
		k = fileSchema(fileKinds[n.typ])
	case formWith:
		k = typed("array")
		k.set("prefixItems", tree.NewArray(e.schema(n.elem, nil, false, at.at("/prefixItems/0"))))
		k.set("items", fileSchema("").object())
		k.set("minItems", tree.NewNumber("1"))
	default:
		k = scalar(n)
	}
	return e.finish(n, k, n.jsonType(), ws, nullable, at)
}

// finish adds words and null, freezes the schema and remembers what binding
// depends on.
func (e *emitter) finish(n *node, k keywords, jsonType string, ws words, nullable bool, at place) *tree.Value {
	ws.apply(&k, jsonType, at, e.faults)
	if nullable {
		k.nullable()
	}
	v := k.object()
	if replaces(n.hook) {
		return v
	}
	switch n.form {
	case formTime:
		e.asserted[v] = DateTime
	case formBytes:
		e.asserted[v] = Base64
		e.notes[v] = base64Note
	case formDuration:
		e.notes[v] = durationNote
	}
	return v
}

func typed(name string) keywords { return keywords{tree.M("type", tree.NewString(name))} }

// jsonType is the JSON type that words are judged by; "" if any may come.
func (n *node) jsonType() string {
	switch n.form {
	case formBool:
		return "boolean"
	case formInt, formUint, formDuration, formBigInt:
		return "integer"
	case formFloat, formNumber:
		return "number"
	case formString, formText, formTime, formBytes:
		return "string"
	case formSlice, formArray, formWith:
		return "array"
	case formMap, formStruct, formFile:
		return "object"
	case formUnion:
		return "union"
	case formPointer, formOptional:
		return n.elem.jsonType()
	}
	return ""
}

// scalar is the schema of a form without parts.
func scalar(n *node) keywords {
	if n.jsonType() == "" {
		return nil
	}
	k := typed(n.jsonType())
	switch n.form {
	case formTime:
		k.set("format", tree.NewString("date-time"))
	case formBytes:
		k.set("contentEncoding", tree.NewString("base64"))
	case formInt, formDuration:
		low, high := intBounds(n.typ.Kind())
		k.set("minimum", tree.NewNumber(strconv.FormatInt(low, 10)))
		k.set("maximum", tree.NewNumber(strconv.FormatInt(high, 10)))
	case formUint:
		k.set("minimum", tree.NewNumber("0"))
		k.set("maximum", tree.NewNumber(strconv.FormatUint(uintBound(n.typ.Kind()), 10)))
	}
	return k
}

// intBounds gives int 64 bits on every platform: a schema is the same wherever
// it is made. What a 32-bit int cannot hold is found when it is bound.
func intBounds(k reflect.Kind) (low, high int64) {
	switch k {
	case reflect.Int8:
		return math.MinInt8, math.MaxInt8
	case reflect.Int16:
		return math.MinInt16, math.MaxInt16
	case reflect.Int32:
		return math.MinInt32, math.MaxInt32
	}
	return math.MinInt64, math.MaxInt64
}

func uintBound(k reflect.Kind) uint64 {
	switch k {
	case reflect.Uint8:
		return math.MaxUint8
	case reflect.Uint16:
		return math.MaxUint16
	case reflect.Uint32:
		return math.MaxUint32
	}
	return math.MaxUint64
}

// The patterns of numbers and booleans in texts: as member names and with
// encoding/json's "string" option. Each value has one spelling, but for floats.
const (
	intPattern    = `^(0|-?[1-9][0-9]*)$`
	uintPattern   = `^(0|[1-9][0-9]*)$`
	numberPattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?$`
	boolPattern   = `^(true|false)$`
	stringPattern = `^"([^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"$`
)

func (k keyForm) pattern() string {
	switch k {
	case keyInt:
		return intPattern
	case keyUint:
		return uintPattern
	}
	return ""
}

// quotedPattern is the pattern of a form written with the "string" option.
func quotedPattern(f form) string {
	switch f {
	case formBool:
		return boolPattern
	case formInt, formDuration:
		return intPattern
	case formUint:
		return uintPattern
	case formString:
		return stringPattern
	}
	return numberPattern
}
