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

var oddSeeds = flag.Uint64("odd", 100, "how many odd schemas to export")

// TestOddSchemasAreExplained: of any schema, what an export admits the tool admits
// once what Dropped lists is taken out of its schema.
func TestOddSchemasAreExplained(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
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
