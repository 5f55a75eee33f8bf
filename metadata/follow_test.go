package metadata_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/functionschema/fscheck/metadata"
)

// A model that follows an export is one that writes what it means in the form that
// the export asks for: it knows the tool's values, and the export alone.

// follower writes values in the form of an export.
type follower struct {
	*testing.T
	dialect metadata.Dialect
	root    object // of the export, as JSON Schema
	defs    any
	judges  map[string]judge
}

var unusual = regexp.MustCompile(`[^a-zA-Z0-9_]`)

// admits reports whether a part of the export admits a value.
func (f *follower) admits(s any, v any) bool {
	whole := object{"allOf": []any{s}}
	if f.defs != nil {
		whole["$defs"] = f.defs
	}
	text, _ := json.Marshal(whole)
	j, known := f.judges[string(text)]
	if !known {
		j = newJudge(f.T, text)
		f.judges[string(text)] = j
	}
	args, _ := json.Marshal(v)
	return j.admits(args)
}

// write returns v in the form of s; of a choice the first branch that takes it.
func (f *follower) write(s any, v any) any {
	schema, _ := s.(object)
	if ref, ok := schema["$ref"].(string); ok {
		return f.write(lookup(f.root, strings.Split(ref, "/")[1:]), v)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list, _ := schema[keyword].([]any)
		for _, b := range list {
			if w := f.write(b, v); f.admits(b, w) {
				return w
			}
		}
	}
	if list, ok := schema["allOf"].([]any); ok { // each may have new names
		for _, b := range list {
			v = f.write(b, v)
		}
	}
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		prefix, _ := schema["prefixItems"].([]any)
		for i, item := range v {
			if i < len(prefix) {
				list[i] = f.write(prefix[i], item)
			} else {
				list[i] = f.write(schema["items"], item)
			}
		}
		return list
	case object:
		o := object{}
		properties, _ := schema["properties"].(object)
		for name, value := range v {
			if properties[name] == nil {
				if to := unusual.ReplaceAllString(name, "_"); properties[to] != nil {
					name = to
				}
			}
			sub, listed := properties[name]
			if !listed {
				sub = schema["additionalProperties"]
			}
			o[name] = f.write(sub, value)
		}
		if f.dialect == metadata.OpenAIStrict {
			for name := range properties {
				if _, sent := o[name]; !sent {
					o[name] = nil
				}
			}
		}
		return o
	}
	return v
}

// sender makes schemas that every dialect can say, apart from bounds: all is typed and
// closed, and no value that a dialect cannot list is the only one.
type sender struct{ *rand.Rand }

func (a sender) name() string {
	return []string{"a", "b", "type", "$ref", "properties", "x-y", "é", "z z", "items"}[a.IntN(9)]
}

func (a sender) schema(depth int) any {
	leaves := []string{`{"type":"string"}`, `{"type":"integer","minimum":1,"maximum":90}`, `{"type":["string","null"]}`, `{"enum":["a","b"]}`, `{"type":"string","const":"a"}`, `{"type":["string","null"],"enum":["a",null]}`,
		`{"type":"number","multipleOf":0.5}`, `{"type":"boolean"}`, `{"type":["integer","string"],"maxLength":4}`, `{"enum":["a",1,null]}`, `{"type":"string","contentEncoding":"base64"}`, `{"type":"array","items":{"type":"string"}}`,
		`{"$ref":"#/$defs/L"}`, `{"$ref":"#/$defs/O","description":"Told."}`, `{"type":["array","string","null"],"items":{"type":"integer"}}`, `{"const":null}`, `{"type":"number","enum":[1,2.5]}`, `{"type":"string","format":"date"}`}
	if depth <= 0 {
		v, _ := decode([]byte(leaves[a.IntN(len(leaves))]))
		return v
	}
	switch a.IntN(7) {
	case 0:
		return object{"anyOf": []any{a.schema(depth - 1), a.schema(depth - 1), object{"type": "null"}}}
	case 1:
		return object{"type": "array", "items": a.schema(depth - 1), "maxItems": json.Number("9")}
	case 2:
		return object{"oneOf": []any{a.kind("one", depth), a.kind("two", depth)}}
	case 3:
		return object{"allOf": []any{a.object(depth), object{"minProperties": json.Number("0"), "description": "More."}}}
	case 4:
		return object{"type": "array", "prefixItems": []any{a.schema(depth - 1), a.schema(depth - 1)}, "items": a.schema(depth - 1)}
	}
	return a.object(depth)
}

func (a sender) kind(kind string, depth int) object {
	o := a.object(depth)
	o["properties"].(object)["kind"] = object{"const": kind}
	required, _ := o["required"].([]any)
	o["required"] = append(required, "kind")
	return o
}

func (a sender) object(depth int) object {
	properties := object{}
	required := []any{}
	for range 1 + a.IntN(3) {
		name := a.name()
		if properties[name] == nil && a.IntN(2) == 0 {
			required = append(required, name)
		}
		properties[name] = a.schema(depth - 1)
	}
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// TestFollowedExportsRestore: whatever the tool admits can be said in the form of an
// export, which admits it, and Restore makes of that what was meant.
func TestFollowedExportsRestore(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	said, same := 0, 0
	for seed := range uint64(30) {
		a := sender{rand.New(rand.NewPCG(seed, 13))}
		s := a.object(3)
		if seed%4 == 0 {
			s = object{"type": "object", "oneOf": []any{a.kind("one", 2), a.kind("two", 2)}}
		}
		s["$defs"] = object{"L": object{"type": "array", "items": a.object(1)}, "O": a.object(1)}
		source, _ := json.Marshal(s)
		if !compiles(source) {
			t.Fatalf("no schema: %s", source)
		}
		own := newJudge(t, source)
		defs, _ := s["$defs"].(object)
		g := generator{rand.New(rand.NewPCG(seed, 17)), defs}
		for _, d := range metadata.Dialects() {
			x, err := d.Export(tool(string(source)))
			if err != nil {
				continue // too many unions, or a shape that the dialect has not
			}
			root := exportedSchema(t, d, x)
			f := &follower{t, d, root, root["$defs"], map[string]judge{}}
			for range 12 {
				meant := g.value(s, 0)
				args, _ := json.Marshal(meant)
				if !own.admits(args) {
					continue
				}
				written := f.write(root, meant)
				if properties, _ := root["properties"].(object); properties["arguments"] != nil && len(properties) == 1 {
					written = object{"arguments": f.write(properties["arguments"], meant)}
				}
				said++
				text, _ := json.Marshal(written)
				if !f.admits(root, written) {
					t.Errorf("seed %d to %s does not admit %s, for %s\n%s\n%s\n%v", seed, d, text, args, source, x.JSON, x.Dropped)
					return
				}
				restored, err := x.Restore(text)
				if err != nil {
					t.Fatal(err)
				}
				v, _ := decode(restored)
				again, _ := json.Marshal(v)
				switch {
				case string(again) == string(args):
					same++
				case !own.admits(restored) || !slices.ContainsFunc(x.Dropped, func(d metadata.Dropped) bool { return strings.Contains(d.Note, "has to be sent") }):
					t.Errorf("seed %d to %s: meant %s, written %s, restored %s\n%s\n%s", seed, d, args, text, again, source, x.JSON)
					return
				}
			}
		}
	}
	t.Logf("%d values said, %d of them the same again", said, same)
	if said < 800 || same < said*8/10 {
		t.Error(fmt.Sprint("only ", said, " values, ", same, " the same"))
	}
}
