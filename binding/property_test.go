package binding_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/schema"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// embeds has what reflect.StructOf cannot make.
type embeds struct {
	Base
	*Middle
	hiddenBase
	Named Deep `json:"named,omitzero"`
}

// menu is the field types that generated structs are made of.
var menu = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int64](), reflect.TypeFor[uint16](),
	reflect.TypeFor[uint64](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[shade](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[[3]byte](), reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](),
	reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any](), reflect.TypeFor[*big.Int](),
	reflect.TypeFor[textStruct](), reflect.TypeFor[jsonStruct](), reflect.TypeFor[pair](), reflect.TypeFor[embeds](),
	reflect.TypeFor[recursiveTree](), reflect.TypeFor[genericPage[pair]](), reflect.TypeFor[genericList[string]](),
}

func randomType(r *rand.Rand, depth int) reflect.Type {
	if depth > 0 {
		switch r.IntN(9) {
		case 0:
			return reflect.SliceOf(randomType(r, depth-1))
		case 1:
			return reflect.PointerTo(randomType(r, depth-1))
		case 2:
			return reflect.MapOf(reflect.TypeFor[string](), randomType(r, depth-1))
		case 3:
			return reflect.MapOf(reflect.TypeFor[int16](), randomType(r, depth-1))
		case 4:
			return reflect.ArrayOf(r.IntN(3), randomType(r, depth-1))
		case 5:
			return randomStruct(r, depth-1)
		case 6:
			return reflect.MapOf(reflect.TypeFor[textStruct](), randomType(r, depth-1))
		}
	}
	return menu[r.IntN(len(menu))]
}

func randomStruct(r *rand.Rand, depth int) reflect.Type {
	names := []string{"", "a", "a.b", "ü", "-", "a b", `q"`, "x/y~z", "<&>"}
	fields := make([]reflect.StructField, r.IntN(5)+1)
	for i := range fields {
		name := names[r.IntN(len(names))]
		if name != "" && name != "-" && name != `q"` {
			name = fmt.Sprint(name, i)
		}
		options := []string{"", "", "", ",omitempty", ",omitzero", ",string", ",omitempty,string"}[r.IntN(7)]
		if name == "-" && i > 0 && options != "" {
			name = "" // a second field named by a dash would annihilate the first
		}
		fields[i] = reflect.StructField{Name: fmt.Sprint("F", i), Type: randomType(r, depth), Tag: reflect.StructTag(fmt.Sprintf("json:%q", name+options))}
	}
	return reflect.StructOf(fields)
}

func randomText(r *rand.Rand) string {
	return []string{"", "a", "null", "12", "true", "<&>\u2028", "\x00\n\"\\", "日本", "😀", "2024-01-01T00:00:00Z", "aGk="}[r.IntN(11)]
}

// randomValue fills v with what JSON can tell apart: slices and maps are never
// nil, and an empty interface holds what a decoder puts there.
func randomValue(r *rand.Rand, v reflect.Value, depth int) {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = time.Unix(r.Int64N(4e9), r.Int64N(1e9)).UTC()
		return
	case *json.Number:
		*p = json.Number([]string{"0", "-1.50", "1e3", "12345678901234567890.5"}[r.IntN(4)])
		return
	case *json.RawMessage:
		*p = json.RawMessage([]string{`null`, `1.0`, `{"a":[1,"x"]}`, `"t"`}[r.IntN(4)])
		return
	case *any:
		*p = []any{nil, true, "x", json.Number("1.0"), []any{json.Number("1"), nil}, map[string]any{"a": false}}[r.IntN(6)]
		return
	case **big.Int:
		if r.IntN(3) > 0 {
			*p = new(big.Int).Mul(big.NewInt(r.Int64()), big.NewInt(-r.Int64()))
		}
		return
	case *textStruct:
		*p = textStruct{strings.ReplaceAll(randomText(r), "/", ""), randomText(r)}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, 1, -1, int64(r.Uint64()), math.MaxInt64, math.MinInt64}[r.IntN(6)] >> (64 - v.Type().Bits()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint64, reflect.Uint:
		v.SetUint([]uint64{0, 1 << 63, r.Uint64(), math.MaxUint64}[r.IntN(4)] >> (64 - v.Type().Bits()))
	case reflect.Float32:
		v.SetFloat(float64([]float32{0, -1.5, math.MaxFloat32, math.SmallestNonzeroFloat32, r.Float32()}[r.IntN(5)]))
	case reflect.Float64:
		v.SetFloat([]float64{0, -1.5, math.MaxFloat64, 1e21, 1e-7, r.NormFloat64()}[r.IntN(6)])
	case reflect.String:
		v.SetString(randomText(r))
	case reflect.Pointer:
		if depth > 0 && r.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			randomValue(r, v.Elem(), depth-1)
			if text, _ := json.Marshal(v.Interface()); string(text) == "null" {
				v.SetZero() // a pointer to what is null comes back as null
			}
		}
	case reflect.Slice:
		n := 0
		if depth > 0 {
			n = r.IntN(3)
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			randomValue(r, v.Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			randomValue(r, v.Index(i), depth)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range r.IntN(3) {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			randomValue(r, key, depth)
			randomValue(r, elem, depth-1)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case f.Tag.Get("json") == "-":
			case f.Anonymous && f.Type.Kind() == reflect.Pointer:
				v.Field(i).Set(reflect.New(f.Type.Elem())) // its fields are required
				randomValue(r, v.Field(i).Elem(), depth)
			case f.IsExported():
				randomValue(r, v.Field(i), depth)
			case f.Anonymous:
				randomValue(r, v.Field(i).FieldByName("Seen"), depth)
			}
		}
	}
}

// equal compares as JSON can tell: nil and empty are one where omitempty left a
// container out, and raw text may have lost its spelling to encoding/json.
var equal = cmp.Options{exported, bigInts, cmpopts.EquateEmpty(), cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })}

// TestAgreesWithEncodingJSON generates struct types: what encoding/json writes
// is bound to the same value and written alike, and a changed text that both
// accept gives both the same value. All of it is valid by the schema.
func TestAgreesWithEncodingJSON(t *testing.T) {
	types, values, changes := 300, 5, 10
	if testing.Short() {
		types = 60
	}
	r := rand.New(rand.NewPCG(1, 2))
	bound, both := 0, 0
	for range types {
		typ := randomStruct(r, 3)
		s, faults := binding.Struct(typ, binding.Settings{})
		if len(faults) > 0 {
			t.Fatalf("%v: %+v", typ, faults)
		}
		rule := compiled(t, s)
		for range values {
			v := reflect.New(typ)
			randomValue(r, v.Elem(), 3)
			text, err := json.Marshal(v.Interface())
			if err != nil {
				t.Fatalf("%v: %v", typ, err)
			}
			args := parse(t, string(text))
			if report := rule.Validate(args, schema.Budget{}); !report.Valid() {
				t.Fatalf("%v\n%s\n%s: %+v", typ, s.Schema(), text, report.Violations)
			}
			got := reflect.New(typ).Elem()
			if errs := decode(s, got, args, nil); len(errs) > 0 {
				t.Fatalf("%v\n%s: %+v", typ, text, errs)
			}
			if diff := cmp.Diff(v.Elem().Interface(), got.Interface(), equal); diff != "" {
				t.Fatalf("%v\n%s (-encoded +decoded):\n%s", typ, text, diff)
			}
			bound++
			sameEncoding(t, v, text)
			for range changes {
				if differential(t, r, typ, s, rule, text) {
					both++
				}
			}
		}
	}
	if bound == 0 || both < 100 {
		t.Errorf("only %d values and %d changed texts were compared", bound, both)
	}
	t.Logf("%d values bound, %d changed texts accepted by both", bound, both)
}

// compiled is the shape's schema as functionschema enforces it.
func compiled(t *testing.T, s *binding.Shape) *schema.Schema {
	t.Helper()
	asserted := map[*tree.Value]schema.Assertion{}
	for v, a := range s.Asserted() {
		asserted[v] = map[binding.Assertion]schema.Assertion{binding.DateTime: schema.DateTime, binding.Base64: schema.Base64}[a]
	}
	rule, violations := schema.Compile(s.Schema(), schema.Options{Declared: true, Asserted: asserted})
	if len(violations) > 0 {
		t.Fatalf("%s: %+v", s.Schema(), violations)
	}
	return rule
}

// sameEncoding compares our encoder with encoding/json's, as values.
func sameEncoding(t *testing.T, v reflect.Value, text []byte) {
	t.Helper()
	ours, err := encode(v.Interface())
	if err != nil {
		t.Fatalf("%v: %v", v.Type(), err)
	}
	var a, b any
	for _, x := range []struct {
		text []byte
		to   *any
	}{{text, &a}, {ours.AppendJSON(nil), &b}} {
		d := json.NewDecoder(bytes.NewReader(x.text))
		d.UseNumber()
		if err := d.Decode(x.to); err != nil {
			t.Fatal(err)
		}
	}
	// A string written in a string has two spellings of <, > and U+2028.
	quoted := cmp.Comparer(func(a, b string) bool {
		var x, y string
		return a == b || json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x == y
	})
	if diff := cmp.Diff(a, b, quoted); diff != "" {
		t.Fatalf("%v (-encoding/json +ours):\n%s", v.Type(), diff)
	}
}

var replacements = []string{"null", "true", "0", "1", "-1", "1.0", "1e2", "300", "1.5", `"x"`, `""`, `"12"`, `"aGk="`, `"true"`,
	"[]", "[1]", "[null]", "{}", `{"1":null}`, `"2024-01-01T00:00:00Z"`}

// differential puts another value somewhere and reports whether both sides take
// the text. Names stay, for encoding/json folds them.
func differential(t *testing.T, r *rand.Rand, typ reflect.Type, s *binding.Shape, rule *schema.Schema, text []byte) bool {
	t.Helper()
	var places [][2]int
	v := parse(t, string(text))
	walkValues(v, func(raw string, offset int) { places = append(places, [2]int{offset, offset + len(raw)}) })
	if len(places) == 0 {
		return false
	}
	p := places[r.IntN(len(places))]
	changed := string(text[:p[0]]) + replacements[r.IntN(len(replacements))] + string(text[p[1]:])
	args, fault := strict.Parse([]byte(changed), strict.Limits{})
	if fault != nil {
		t.Fatal(fault)
	}
	ours, theirs := reflect.New(typ), reflect.New(typ)
	d := json.NewDecoder(strings.NewReader(changed))
	d.UseNumber()
	err := d.Decode(theirs.Interface())
	errs := decode(s, ours.Elem(), args, nil)
	for _, e := range errs {
		// What the schema admits binds, but for what no schema can say.
		if rule.Validate(args, schema.Budget{}).Valid() && e.Reason != binding.ReasonModel && e.Reason != binding.ReasonFormat && e.Reason != binding.ReasonRange {
			t.Fatalf("%v\n%s\n%s: valid, but %+v", typ, s.Schema(), changed, e)
		}
	}
	if len(errs) > 0 || err != nil {
		return false
	}
	if diff := cmp.Diff(theirs.Elem().Interface(), ours.Elem().Interface(), equal); diff != "" {
		t.Fatalf("%v\n%s (-encoding/json +ours):\n%s", typ, changed, diff)
	}
	return true
}

func walkValues(v *tree.Value, found func(raw string, offset int)) {
	if v.Offset > 0 {
		found(v.Raw, v.Offset)
	}
	for _, item := range v.Items {
		walkValues(item, found)
	}
	for _, m := range v.Members {
		walkValues(m.Value, found)
	}
}
