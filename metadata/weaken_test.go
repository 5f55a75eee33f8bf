package metadata_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// A loss is explained if the tool's schema without what Dropped lists admits what the
// export admits. So an export that has losses is judged too, by all that is left.

// weakened returns the tool's schema without what an export lists as dropped.
func weakened(t *testing.T, source []byte, dropped []metadata.Dropped) []byte {
	t.Helper()
	v, err := decode(source)
	if err != nil {
		t.Fatal(err)
	}
	w := weakening{root: v}
	for _, d := range dropped {
		if d.Keyword == "required" && strings.Contains(d.Note, "has to be sent") || d.Keyword == "additionalProperties" && strings.Contains(d.Note, "cannot be sent") {
			continue // the export admits less
		}
		w.drop(d)
	}
	if len(dropped) > 0 {
		everywhere(v, looseChoices) // of branches that lost something, two may fit
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

type weakening struct {
	root any
}

var quotedName = regexp.MustCompile(`^("(?:[^"\\]|\\.)*") (?:is not among|leads back)`)

// drop removes a keyword at a place, from what holds there too, and from the choices
// that the place is a branch of.
func (w *weakening) drop(d metadata.Dropped) {
	var name string
	if m := quotedName.FindStringSubmatch(d.Note); m != nil {
		name, _ = strconv.Unquote(m[1])
	}
	var closed []object // properties of objects that admit no others
	found := false
	remove := func(s object) {
		_, has := s[d.Keyword]
		found = found || has && name == ""
		if properties, _ := s["properties"].(object); d.Keyword == "additionalProperties" && s["additionalProperties"] == false {
			closed = append(closed, properties)
		}
		switch {
		case d.Keyword == "oneOf" && strings.Contains(d.Note, "written as anyOf"):
		case d.Keyword == "required" && name != "":
			if list, ok := s["required"].([]any); ok {
				s["required"] = slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == name })
			}
		case d.Keyword == "prefixItems":
			delete(s, "items")
			delete(s, "prefixItems")
		case d.Keyword == "items":
			delete(s, "items")
			delete(s, "maxItems")
		default:
			delete(s, d.Keyword)
		}
	}
	tokens := strings.Split(d.Pointer, "/")[1:]
	if d.Pointer == "" {
		tokens = nil
	}
	if d.Keyword == "false" {
		properties, _ := lookup(w.root, tokens[:len(tokens)-1]).(object)
		delete(properties, strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[len(tokens)-1]))
		return
	}
	for n := len(tokens); n >= 0; n-- {
		s, _ := lookup(w.root, tokens[:n]).(object)
		w.hold(s, remove, map[string]bool{})
		if n < 2 || n == len(tokens) && n < 2 {
			continue
		}
		if k := tokens[n-2]; k != "anyOf" && k != "oneOf" && k != "allOf" {
			break
		}
		n-- // the list, then what holds it
	}
	if !found { // it stood beside what leads here, and may be anywhere
		everywhere(w.root, remove)
	}
	// What one shuts out, and others describe, is nowhere in the export.
	for n := len(tokens); n >= 0 && closed != nil; n-- {
		s, _ := lookup(w.root, tokens[:n]).(object)
		w.hold(s, func(s object) {
			properties, _ := s["properties"].(object)
			delete(s, "patternProperties")
			for _, c := range closed {
				maps.DeleteFunc(properties, func(name string, _ any) bool { _, listed := c[name]; return !listed })
			}
		}, map[string]bool{})
	}
}

// hold visits a schema and all that hold together with it.
func (w *weakening) hold(s object, visit func(object), seen map[string]bool) {
	if s == nil {
		return
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := s[k].([]any)
		for _, sub := range list {
			sub, _ := sub.(object)
			w.hold(sub, visit, seen)
		}
	}
	if ref, ok := s["$ref"].(string); ok && !seen[ref] {
		seen[ref] = true
		pointer, _ := url.PathUnescape(ref)
		target, _ := lookup(w.root, strings.Split(pointer, "/")[1:]).(object)
		w.hold(target, visit, seen)
	}
	visit(s)
}

func lookup(v any, tokens []string) any {
	for _, token := range tokens {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch x := v.(type) {
		case object:
			v = x[token]
		case []any:
			i, _ := strconv.Atoi(token)
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// everywhere visits every object, schema or not.
func everywhere(v any, visit func(object)) {
	switch v := v.(type) {
	case object:
		for _, sub := range v {
			everywhere(sub, visit)
		}
		visit(v)
	case []any:
		for _, sub := range v {
			everywhere(sub, visit)
		}
	}
}

func looseChoices(s object) {
	if list, ok := s["oneOf"].([]any); ok && s["anyOf"] == nil {
		s["anyOf"] = list
		delete(s, "oneOf")
	}
}

// odd makes schemas with every keyword, at places where nobody expects it.
type odd struct{ *rand.Rand }

var oddNames = []string{"a", "b", "type", "$ref", "properties", "", "x.y", "x-y", "x y", "é", "~", "/", "%25", "const", "default", "\u0001", strings.Repeat("n", 70)}

func (o odd) name() string { return oddNames[o.IntN(len(oddNames))] }

func (o odd) schema(depth int) any {
	if depth <= 0 {
		return o.leaf()
	}
	sub := func() any { return o.schema(depth - 1) }
	switch o.IntN(16) {
	case 0:
		return object{"allOf": []any{sub(), sub()}}
	case 1:
		return object{"anyOf": []any{sub(), sub()}, "description": "Either\u0007."}
	case 2:
		return object{"oneOf": []any{sub(), sub(), object{"type": "null"}}}
	case 3:
		return object{"$ref": o.ref()}
	case 4:
		return object{"$ref": o.ref(), "minProperties": json.Number("1"), "minLength": json.Number("2")}
	case 5:
		return object{"type": "array", "prefixItems": []any{sub(), sub()}, "items": []any{false, sub(), true}[o.IntN(3)]}
	case 6:
		return object{"type": "array", "items": sub(), "minItems": json.Number("1"), "uniqueItems": true}
	case 7:
		return object{"oneOf": []any{o.variant("one", depth-1), o.variant("two", depth-1)}}
	case 8:
		return object{"type": []any{"object", "string", "null"}, "properties": object{o.name(): sub()}, "maxLength": json.Number("3"), "minProperties": json.Number("1")}
	case 9:
		s := o.object(depth)
		s[[]string{"anyOf", "oneOf"}[o.IntN(2)]] = []any{o.object(depth - 1), o.object(depth - 1)}
		return s
	case 10:
		s := o.object(depth)
		s["allOf"] = []any{object{"$ref": o.ref()}, o.object(depth - 1)}
		return s
	default:
		return o.object(depth)
	}
}

func (o odd) ref() string { return "#/$defs/" + []string{"A", "b~1c", "d%20e", "f"}[o.IntN(4)] }

func (o odd) variant(kind string, depth int) any {
	return object{"type": "object", "properties": object{"kind": object{"const": kind}, "v": o.schema(depth)}, "required": []any{"kind"}, "additionalProperties": false}
}

func (o odd) object(depth int) object {
	properties := object{}
	var required []any
	for range 1 + o.IntN(3) {
		name := o.name()
		properties[name] = o.schema(depth - 1)
		if o.IntN(2) == 0 && !slices.Contains(required, any(name)) {
			required = append(required, name)
		}
	}
	s := object{"type": "object", "properties": properties}
	if required != nil {
		s["required"] = required
	}
	switch o.IntN(13) {
	case 0, 1, 2, 3:
		s["additionalProperties"] = false
	case 4:
		s["additionalProperties"] = o.schema(depth - 1)
	case 5:
		s["patternProperties"] = object{"^a": o.schema(0), "-": o.schema(0)}
	case 6:
		s["propertyNames"] = object{"maxLength": json.Number("2")}
	case 7:
		s["dependentRequired"] = object{o.name(): []any{o.name()}}
	case 8:
		s["if"], s["then"] = object{"required": []any{o.name()}}, object{"required": []any{o.name()}}
	case 9:
		s["not"] = object{"required": []any{o.name()}}
	case 10:
		s["required"] = []any{o.name(), "undeclared"}
	case 11:
		s["unevaluatedProperties"] = []any{false, o.leaf()}[o.IntN(2)]
	}
	return s
}

func (o odd) leaf() any {
	leaves := []string{`{"type":"string"}`, `{"type":"integer","minimum":1}`, `{"type":"integer","exclusiveMaximum":9}`, `{"type":["string","null"]}`, `{"enum":["a","b",1,null]}`, `{"const":"a"}`, `{"const":null}`,
		`{"type":"number","multipleOf":0.5}`, `{"type":"boolean"}`, `{"type":["integer","string"]}`, `{"minLength":2}`, `{"type":"string","enum":["a",""]}`, `{"type":"null"}`, `{"type":["string","null"],"enum":["a",null]}`,
		`{"type":"string","pattern":"^a"}`, `{"enum":[true,"a"]}`, `{}`, `true`, `false`, `{"type":"array","items":{"type":"string"}}`, `{"type":"array"}`, `{"type":"object"}`, `{"not":{"type":"string"}}`, `{"type":"string","not":{"const":"a"}}`,
		`{"type":"string","contentEncoding":"base64","contentMediaType":"text/plain"}`, `{"type":"string","format":"date","default":"x"}`, `{"enum":[[],{},"a"]}`, `{"const":{"a":1}}`, `{"type":"integer","enum":[1,2.0,"x"]}`,
		`{"type":"string","description":"\u0000\u001b[2J","maxLength":2}`, `{"type":"array","items":{"type":"integer"},"contains":{"const":1}}`, `{"type":"object","additionalProperties":{"type":"string"}}`, `{"minimum":3,"maxLength":1}`,
		`{"type":"array","items":false}`, `{"type":"array","items":{"type":"string"},"maxItems":1}`, `{"type":["number","array"],"items":{"type":"string"},"minimum":2,"minItems":1}`, `{"enum":[1.0]}`, `{"type":"integer","minimum":2e0,"maximum":1e3}`}
	v, _ := decode([]byte(leaves[o.IntN(len(leaves))]))
	return v
}

func (o odd) root() object {
	root := o.object(3)
	switch o.IntN(5) {
	case 0:
		root["anyOf"] = []any{o.object(1), o.object(1)}
	case 1:
		root["oneOf"] = []any{o.variant("one", 1), o.variant("two", 1)}
		delete(root, "additionalProperties")
	case 2:
		root["allOf"] = []any{o.object(1), object{"$ref": "#/$defs/A"}}
	}
	root["$defs"] = object{"A": o.object(2), "b/c": o.schema(1), "d e": o.leaf(), "f": o.object(1)}
	return root
}

var oddSeeds = flag.Uint64("odd", 100, "how many odd schemas to export")

// TestOddSchemasAreExplained: of any schema, what an export admits the tool admits
// once what Dropped lists is taken out of its schema.
func TestOddSchemasAreExplained(t *testing.T) {
	exports, admitted := 0, 0
	for seed := range *oddSeeds {
		source, err := json.Marshal(odd{rand.New(rand.NewPCG(seed, 11))}.root())
		if err != nil {
			t.Fatal(err)
		}
		if !compiles(source) {
			continue
		}
		for _, d := range metadata.Dialects() {
			x, err := d.Export(tool(string(source)))
			if err != nil {
				continue
			}
			exports++
			admitted += explained(t, d, fmt.Sprint("seed ", seed), source, x, 30)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d exports, %d values admitted", exports, admitted)
	if *oddSeeds == 100 && (exports < 200 || admitted < 2000) {
		t.Errorf("only %d exports and %d values", exports, admitted)
	}
}

// explained judges values that an export admits by the tool's schema without what
// was dropped.
func explained(t *testing.T, d metadata.Dialect, name string, source []byte, x metadata.Exported, count int) (admitted int) {
	t.Helper()
	root := exportedSchema(t, d, x)
	text, _ := json.Marshal(root)
	weak := weakened(t, source, x.Dropped)
	export, own := newJudge(t, text), newJudge(t, weak)
	defs, _ := root["$defs"].(object)
	g := generator{rand.New(rand.NewPCG(1, 2)), defs}
	for range count {
		v := g.value(root, 0)
		if g.IntN(3) == 0 {
			v = g.spoil(v)
		}
		if properties, _ := root["properties"].(object); len(properties) == 1 && properties["arguments"] != nil {
			if o, ok := v.(object); ok { // beside the wrapper nothing is restored
				maps.DeleteFunc(o, func(name string, _ any) bool { return name != "arguments" })
			}
		}
		args, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if !export.admits(args) {
			continue
		}
		admitted++
		restored, err := x.Restore(args)
		if err != nil {
			t.Fatal(err)
		}
		if !own.admits(restored) {
			t.Errorf("%s to %s admits %s, restored %s, and nothing in Dropped explains that the tool does not\nsource  %s\nwithout %s\nexport  %s\n%v", name, d, args, restored, source, weak, x.JSON, x.Dropped)
			return admitted
		}
	}
	return admitted
}

// spoil changes something somewhere.
func (g generator) spoil(v any) any {
	switch x := v.(type) {
	case object:
		if len(x) > 0 && g.IntN(4) > 0 {
			names := slices.Sorted(maps.Keys(x))
			name := names[g.IntN(len(names))]
			if g.IntN(4) == 0 {
				delete(x, name)
			} else {
				x[name] = g.spoil(x[name])
			}
			return x
		}
	case []any:
		if len(x) > 0 && g.IntN(4) > 0 {
			i := g.IntN(len(x))
			x[i] = g.spoil(x[i])
			return x
		}
	}
	return g.pick("", "a", "abcd", "one", json.Number("1"), json.Number("1.0"), json.Number("7.5"), nil, true, []any{}, []any{"a"}, object{}, object{"a": "x"})
}
