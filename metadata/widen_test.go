package metadata_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/metadata"
)

// describes lists the keywords whose loss lets nothing more in.
var describes = strings.Fields("default title description example examples deprecated readOnly writeOnly format contentEncoding contentMediaType contentSchema x-order outputSchema")

// loses reports whether an export says that it admits more than the tool.
func loses(x metadata.Exported, known map[string]string) bool {
	return slices.ContainsFunc(x.Dropped, func(d metadata.Dropped) bool {
		_, isKeyword := known[d.Keyword]
		narrows := d.Keyword == "required" && strings.Contains(d.Note, "has to be sent") || d.Keyword == "additionalProperties" && strings.Contains(d.Note, "cannot be sent")
		return isKeyword && !narrows && !slices.Contains(describes, d.Keyword)
	})
}

// exportedSchema is the schema of an export as JSON Schema, Google's own too.
func exportedSchema(t *testing.T, d metadata.Dialect, x metadata.Exported) object {
	t.Helper()
	v, err := decode(x.JSON)
	if err != nil {
		t.Fatal(err)
	}
	root, _ := at(v, providers[d].schema...).(object)
	if d == metadata.Gemini {
		if root == nil {
			return object{"type": "object", "additionalProperties": false}
		}
		fromGoogle(root)
	}
	return root
}

func fromGoogle(s object) {
	if t, ok := s["type"].(string); ok {
		s["type"] = strings.ToLower(t)
		if s["nullable"] == true {
			s["type"] = []any{strings.ToLower(t), "null"}
			if enum, ok := s["enum"].([]any); ok {
				s["enum"] = append(enum, nil)
			}
		}
	}
	delete(s, "nullable")
	subschemas(s, func(_, _ string, sub any) {
		if sub, ok := sub.(object); ok {
			fromGoogle(sub)
		}
	})
}

type judge struct{ s *schema.Schema }

func newJudge(t *testing.T, text []byte) judge {
	t.Helper()
	v, fault := strict.Parse(text, strict.Limits{})
	if fault != nil {
		t.Fatalf("%v: %s", fault, text)
	}
	s, faults := schema.Compile(v, schema.Options{LenientDefaults: true, AnyRoot: true})
	if len(faults) > 0 {
		t.Fatalf("an export is no JSON Schema: %v: %s", faults, text)
	}
	return judge{s}
}

func (j judge) admits(args []byte) bool {
	v, fault := strict.Parse(args, strict.Limits{})
	return fault == nil && j.s.Validate(v, schema.Budget{Applications: 100_000, Violations: 1}).Valid()
}

// generator makes values that a schema may admit.
type generator struct {
	*rand.Rand
	defs object
}

func (g generator) value(v any, depth int) any {
	s, ok := v.(object)
	if !ok || depth > 6 {
		return g.pick("x", json.Number("1"), nil, true, []any{}, object{})
	}
	if ref, ok := s["$ref"].(string); ok {
		return g.value(g.defs[strings.TrimPrefix(ref, "#/$defs/")], depth+1)
	}
	for _, k := range []string{"anyOf", "oneOf"} {
		if list, ok := s[k].([]any); ok {
			return g.value(list[g.IntN(len(list))], depth+1)
		}
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if enum, ok := s["enum"].([]any); ok {
		return enum[g.IntN(len(enum))]
	}
	types := list(s["type"])
	switch types[g.IntN(len(types))] {
	case "string":
		return g.pick("", "a", "abc", "12345", "x-y", "2024-01-02", "é")
	case "integer":
		return g.pick(json.Number("0"), json.Number("1"), json.Number("15"), json.Number("-3"), json.Number("100"), json.Number("2.0"))
	case "number":
		return g.pick(json.Number("0"), json.Number("0.5"), json.Number("7"))
	case "boolean":
		return g.pick(true, false)
	case "array":
		var items []any
		prefix, _ := s["prefixItems"].([]any)
		for i := range g.IntN(4) {
			if i < len(prefix) {
				items = append(items, g.value(prefix[i], depth+1))
			} else {
				items = append(items, g.value(s["items"], depth+1))
			}
		}
		return append([]any{}, items...)
	case "object":
		o := object{}
		properties, _ := s["properties"].(object)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if contains(s["required"], name) || g.IntN(2) == 0 {
				o[name] = g.value(properties[name], depth+1)
			}
		}
		if g.IntN(4) == 0 {
			o["extra"] = g.value(s["additionalProperties"], depth+1)
		}
		return o
	}
	return nil
}

func (g generator) pick(list ...any) any { return list[g.IntN(len(list))] }

// TestNeverWidensSilently: what an export admits and lists no loss for, the tool
// admits once it is restored.
func TestNeverWidensSilently(t *testing.T) {
	for _, d := range metadata.Dialects() {
		admitted := 0
		for _, tt := range schemas {
			for _, source := range []string{tt.schema, strings.ReplaceAll(tt.schema, `,"additionalProperties":false`, ``)} {
				x, err := d.Export(tool(source))
				if err != nil || loses(x, judges) {
					continue
				}
				admitted += widens(t, d, tt.name, []byte(source), x, 200)
			}
		}
		if admitted < 200 {
			t.Errorf("%s: only %d values were admitted", d, admitted)
		}
	}
}

// widens makes values for an export and returns how many it admits.
func widens(t *testing.T, d metadata.Dialect, name string, source []byte, x metadata.Exported, count int) (admitted int) {
	t.Helper()
	root := exportedSchema(t, d, x)
	text, _ := json.Marshal(root)
	export, own := newJudge(t, text), newJudge(t, source)
	defs, _ := root["$defs"].(object)
	g := generator{rand.New(rand.NewPCG(1, 2)), defs}
	for range count {
		args, err := json.Marshal(g.value(root, 0))
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
			t.Errorf("%s to %s admits %s, restored %s, which the tool does not\n%s\n%s", name, d, args, restored, source, x.JSON)
			return admitted
		}
	}
	return admitted
}

// TestCorpusNeverWidens is the same over published schemas.
func TestCorpusNeverWidens(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	exports, admitted := 0, 0
	for n, r := range corpusRows(t) {
		if n%5 > 0 || !compiles(r.Schema) {
			continue // one row in five is enough, and fast
		}
		for _, d := range metadata.Dialects() {
			x, err := d.Export(tool(string(r.Schema)))
			if err != nil || loses(x, judges) || d == metadata.MCP || d == metadata.OpenAI || d == metadata.Bedrock {
				continue
			}
			exports++
			admitted += widens(t, d, r.ID, r.Schema, x, 8)
		}
	}
	t.Logf("%d exports, %d values admitted", exports, admitted)
}

// FuzzExport: no text makes an export panic; what comes out is JSON that reads back,
// and admits no more than the tool unless it says so.
func FuzzExport(f *testing.F) {
	for _, tt := range schemas {
		f.Add(tt.schema, `{"a":null}`)
	}
	f.Add(`{"type":"object","allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}],"$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}],"properties":{"x":{"$ref":"#/$defs/A"}}},"B":{"properties":{"x":{"$ref":"#/$defs/B"}}}}}`, `{}`)
	f.Add(`{"properties":{"p":{"anyOf":[true,false]},"q":false,"r":{"oneOf":[{"const":1},{"const":1.0}]}}}`, `{"p":1}`)
	f.Add(`{"$id":"https://x/y","properties":{"p":{"$ref":"z"}},"$defs":{"z":{"$id":"z","type":"string","$anchor":"q"}}}`, `{}`)
	f.Fuzz(func(t *testing.T, source, args string) {
		for _, d := range metadata.Dialects() {
			x, err := d.Export(tool(source))
			if err != nil {
				continue
			}
			again, err := d.Export(tool(source))
			if err != nil || string(again.JSON) != string(x.JSON) {
				t.Fatalf("%s: another text for %s", d, source)
			}
			if found := slices.DeleteFunc(check(d, tool(source), x), func(s string) bool { return strings.Contains(s, "lost:") }); len(found) > 0 {
				t.Errorf("%s: %q\n%s\n%s", d, found, source, x.JSON)
			}
			if _, err := x.Restore([]byte(args)); err == nil && !loses(x, judges) {
				widens(t, d, "fuzzed", []byte(source), x, 10)
			}
		}
	})
}
