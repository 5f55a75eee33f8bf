package metadata_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// author makes schemas that nobody would write.
type author struct{ *rand.Rand }

func (a author) name() string {
	return []string{"a", "b", "c", "x-y", "x y", "type", "$ref", "properties"}[a.IntN(8)]
}

func (a author) schema(depth int) any {
	if depth <= 0 {
		return a.leaf()
	}
	switch a.IntN(14) {
	case 0:
		return object{"allOf": []any{a.schema(depth - 1), a.schema(depth - 1)}}
	case 1:
		return object{"anyOf": []any{a.schema(depth - 1), a.schema(depth - 1)}}
	case 2:
		return object{"oneOf": []any{a.schema(depth - 1), object{"type": "null"}}}
	case 3:
		return object{"$ref": []string{"#/$defs/A", "#/$defs/B", "#/$defs/C"}[a.IntN(3)]}
	case 4:
		s := a.object(depth)
		s["allOf"] = []any{a.object(depth - 1)}
		return s
	case 5:
		s := a.object(depth)
		s["anyOf"] = []any{a.object(depth - 1), a.object(depth - 1)}
		return s
	case 6:
		return object{"type": "array", "items": a.schema(depth - 1)}
	case 7:
		return object{"type": "array", "prefixItems": []any{a.schema(depth - 1), a.schema(depth - 1)}, "items": a.schema(depth - 1)}
	case 8:
		return object{"$ref": "#/$defs/A", "description": "Told."}
	case 9:
		return object{"type": []any{"array", "string", "null"}, "items": a.schema(depth - 1), "minLength": 1}
	default:
		return a.object(depth)
	}
}

func (a author) object(depth int) object {
	properties := object{}
	var required []any
	for range 1 + a.IntN(3) {
		name := a.name()
		properties[name] = a.schema(depth - 1)
		if a.IntN(2) == 0 && !slices.Contains(required, any(name)) {
			required = append(required, name)
		}
	}
	s := object{"type": "object", "properties": properties}
	if required != nil {
		s["required"] = required
	}
	switch a.IntN(5) {
	case 0, 1:
		s["additionalProperties"] = false
	case 2:
		s["additionalProperties"] = a.schema(depth - 1)
	}
	return s
}

func (a author) leaf() any {
	leaves := []string{`{"type":"string"}`, `{"type":"integer","minimum":1}`, `{"type":"integer","maximum":9}`, `{"type":["string","null"]}`, `{"enum":["a","b",1,null]}`, `{"const":"a"}`, `{"const":null}`,
		`{"type":"number"}`, `{"type":"boolean"}`, `{"type":["integer","string"]}`, `{"minLength":2}`, `{"type":"string","enum":["a",""]}`, `{"type":"null"}`, `{"type":["string","null"],"enum":["a",null]}`,
		`{"type":"string","pattern":"^a"}`, `{"enum":[true,"a"]}`, `{}`, `{"type":"array","items":{"type":"string"}}`, `{"not":{"type":"string"}}`}
	v, _ := decode([]byte(leaves[a.IntN(len(leaves))]))
	return v
}

var seeds = flag.Uint64("seeds", 100, "how many random schemas to export")

// TestRandomSchemas: what holds of the schemas that people write holds of any.
func TestRandomSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	exported, admitted := 0, 0
	for seed := range *seeds {
		a := author{rand.New(rand.NewPCG(seed, 7))}
		root := a.object(3)
		if seed%3 == 0 {
			root["anyOf"] = []any{a.object(1), a.object(1)}
		}
		root["$defs"] = object{"A": a.object(2), "B": a.schema(1), "C": a.leaf()}
		source, _ := json.Marshal(root)
		if !compiles(source) {
			continue
		}
		for _, d := range metadata.Dialects() {
			x, err := d.Export(tool(string(source)))
			if err != nil {
				continue
			}
			exported++
			if found := slices.DeleteFunc(check(d, tool(string(source)), x), func(s string) bool { return strings.Contains(s, "lost:") }); len(found) > 0 {
				t.Fatalf("seed %d, %s: %q\n%s\n%s", seed, d, found, source, x.JSON)
			}
			if !loses(x, judges) {
				admitted += widens(t, d, fmt.Sprint("seed ", seed), source, x, 30)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d exports, %d values admitted", exported, admitted)
}
