package functionschema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/strict"
)

// Named types that no function of package reflect makes.
type (
	madeWord   string
	madeTiny   int8
	madeBig    uint64
	madeShare  float64
	madeHalf   float32
	madeFlag   bool
	madeByte   byte
	madeBytes  []byte
	madeRow    []madeByte
	madeRef    *int64
	madeDeep   **madeWord
	madeList   []madePart
	madeTable  map[madeWord]madeTiny
	madeInner  struct{ Q, R *int }
	madeNamed  struct{ S, T string }
	MadeShared struct {
		U madeWord `json:"u,omitempty"`
		V []string `json:"v" default:"[\"d\"]"`
	}
	madePart struct {
		Name madeWord            `json:"name" jsonschema:"maxLength=4"`
		In   madeInner           `json:"in,omitempty"`
		P    *MadeShared         `json:"p"`
		Kids []madePart          `json:"kids,omitempty"`
		By   map[string]madePart `json:"by,omitempty"`
		O    Optional[*madePart] `json:"o"`
	}
	madeMixed struct {
		madeInner
		*MadeShared
		madeNamed `json:"named"`
		madeWord2 `json:"w2"`
		Z         [2]madeNamed `json:"z"`
	}
	madeWord2 struct {
		N *madeTiny `json:"n" default:"3"`
		L []*int    `json:"l,omitempty"`
	}
)

// Types that read themselves, as a whole or as a text.
type (
	madeText  struct{ s string }
	madeLabel string
	madeJSON  struct{ raw string }
)

func (m *madeText) UnmarshalText(b []byte) error  { m.s = string(b); return nil }
func (m madeText) MarshalText() ([]byte, error)   { return []byte(m.s), nil }
func (m *madeLabel) UnmarshalText(b []byte) error { *m = madeLabel("<" + string(b) + ">"); return nil }
func (m madeLabel) MarshalText() ([]byte, error)  { return []byte(m), nil }
func (m *madeJSON) UnmarshalJSON(b []byte) error  { m.raw = string(b); return nil }
func (m madeJSON) MarshalJSON() ([]byte, error)   { return []byte(`"` + m.raw + `"`), nil }

var madeTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](),
	reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
	reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[madeWord](), reflect.TypeFor[madeTiny](),
	reflect.TypeFor[madeBig](), reflect.TypeFor[madeShare](), reflect.TypeFor[madeHalf](), reflect.TypeFor[madeFlag](), reflect.TypeFor[*string](),
	reflect.TypeFor[*int64](), reflect.TypeFor[*bool](), reflect.TypeFor[*madeShare](), reflect.TypeFor[*float64](), reflect.TypeFor[madeRef](),
	// No tags are made for those from here on.
	reflect.TypeFor[madeBytes](), reflect.TypeFor[madeRow](), reflect.TypeFor[madeDeep](), reflect.TypeFor[madeList](), reflect.TypeFor[madeTable](),
	reflect.TypeFor[madePart](), reflect.TypeFor[*madePart](), reflect.TypeFor[madeMixed](), reflect.TypeFor[*madeMixed](), reflect.TypeFor[time.Time](),
	reflect.TypeFor[time.Duration](), reflect.TypeFor[json.Number](), reflect.TypeFor[[]byte](), reflect.TypeFor[any](), reflect.TypeFor[map[string]any](),
	reflect.TypeFor[map[string]string](), reflect.TypeFor[map[int8]bool](), reflect.TypeFor[Optional[int]](), reflect.TypeFor[Optional[string]](),
	reflect.TypeFor[json.RawMessage](), reflect.TypeFor[*json.RawMessage](), reflect.TypeFor[Optional[json.RawMessage]](), reflect.TypeFor[*big.Int](),
	reflect.TypeFor[Optional[*int]](), reflect.TypeFor[*Optional[[]madeWord]](), reflect.TypeFor[Optional[any]](), reflect.TypeFor[Optional[madeMixed]](),
	// These read themselves.
	reflect.TypeFor[madeText](), reflect.TypeFor[*madeText](), reflect.TypeFor[madeLabel](), reflect.TypeFor[madeJSON](), reflect.TypeFor[*madeJSON](),
	reflect.TypeFor[Optional[madeText]](), reflect.TypeFor[**madeLabel](), reflect.TypeFor[map[madeLabel]int](), reflect.TypeFor[Optional[madeJSON]](),
}

// madeTagged is how many types may have tags, madePlain how many have no methods.
const madeTagged, madePlain = 28, 55

// maker makes Go types, and arguments for schemas.
type maker struct {
	*changer
	methods bool // types may read themselves
	room    int  // items and members that a call may still have
}

// typ makes a type; depth is how many more it may be within.
func (m *maker) typ(depth int) reflect.Type {
	n := madePlain
	if m.methods {
		n = len(madeTypes)
	}
	if depth == 0 || m.IntN(2) == 0 {
		return madeTypes[m.IntN(n)]
	}
	t := m.typ(depth - 1)
	switch m.IntN(7) {
	case 0:
		return reflect.PointerTo(t)
	case 1:
		return reflect.MapOf([]reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[madeWord]()}[m.IntN(2)], t)
	case 2:
		return reflect.ArrayOf(1+m.IntN(3), t)
	case 3, 4:
		return m.structure(depth - 1)
	}
	return reflect.SliceOf(t)
}

// structure makes a struct whose names begin or end alike.
func (m *maker) structure(depth int) reflect.Type {
	count := 1 + m.IntN(7)
	if m.IntN(8) == 0 {
		count = 60 + m.IntN(20)
	}
	var fields []reflect.StructField
	for i := range count {
		name := strings.Repeat("n", m.IntN(4)) + strings.Repeat("ame_of_a", m.IntN(3)) + fmt.Sprint(i) + strings.Repeat("_é_tail", m.IntN(3))
		t := m.typ(depth)
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: t, Tag: m.tag(t, name)})
	}
	return reflect.StructOf(fields)
}

var madeTags = map[reflect.Kind][]string{
	reflect.String: {`default:"\"d\""`, `jsonschema:"minLength=1,maxLength=5"`, `jsonschema:"enum=a,enum=bc,enum=,default=bc"`, `jsonschema:"pattern=^[a-cé]*$"`},
	reflect.Int:    {`default:"3"`, `jsonschema:"minimum=1,maximum=100"`, `jsonschema:"multipleOf=3"`, `jsonschema:"enum=1,enum=20"`, `jsonschema:"exclusiveMinimum=0" default:"7"`},
	reflect.Float64: {`default:"0.5"`, `jsonschema:"minimum=0.5,maximum=1e2"`, `jsonschema:"multipleOf=0.25"`, `jsonschema:"enum=1,enum=2.50"`,
		`jsonschema:"exclusiveMaximum=3"`},
	reflect.Bool:  {`default:"true"`},
	reflect.Slice: {`jsonschema:"minItems=1"`, `jsonschema:"maxItems=33"`, `jsonschema:"uniqueItems=true"`, `default:"[]"`},
}

// tag makes a tag for a member.
func (m *maker) tag(t reflect.Type, name string) reflect.StructTag {
	tag, option := "", []string{"", "", ",omitempty", ",omitzero"}[m.IntN(4)]
	kind, simple := t.Kind(), false
	for _, made := range madeTypes[:madeTagged] {
		simple = simple || t == made
	}
	switch {
	case kind == reflect.Pointer:
		kind = t.Elem().Kind()
	case kind >= reflect.Int && kind <= reflect.Uint64 && m.IntN(12) == 0 && simple:
		return reflect.StructTag(`json:"` + name + `,string"`)
	}
	switch {
	case kind >= reflect.Int && kind <= reflect.Uint64:
		kind = reflect.Int
	case kind == reflect.Float32:
		kind = reflect.Float64
	}
	if list := madeTags[kind]; list != nil && (simple || t.Name() == "" && kind == reflect.Slice && t.Elem() != reflect.TypeFor[byte]()) && m.IntN(2) == 0 {
		tag = list[m.IntN(len(list))]
	}
	return reflect.StructTag(`json:"` + name + option + `" ` + tag)
}

// function makes a function of a struct, of a map or of several parameters.
func (m *maker) function(opts ...Option) (*FunctionSchema, error) {
	m.methods = m.IntN(3) == 0
	var in []reflect.Type
	opts = append([]Option{WithName("made")}, opts...)
	variadic := false
	switch m.IntN(8) {
	case 0:
		in = []reflect.Type{reflect.MapOf(reflect.TypeFor[string](), m.typ(2))}
	case 1:
		var names []string
		for i := range 1 + m.IntN(4) {
			in, names = append(in, m.typ(2)), append(names, fmt.Sprint("p", i))
		}
		if variadic = m.IntN(2) == 0; variadic {
			in[len(in)-1] = reflect.SliceOf(in[len(in)-1])
		}
		opts = append(opts, WithParams(Names(names...)...))
	default:
		in = []reflect.Type{m.structure(3)}
	}
	fn := reflect.MakeFunc(reflect.FuncOf(in, nil, variadic), func([]reflect.Value) []reflect.Value { return nil })
	f, err := New(fn.Interface(), opts...)
	if err == nil && f.native.in != nil {
		// As Of has it for a type that the compiler knows: then all is read into a
		// scratch value whose parts are written without reflection.
		f.native.move = func(to, from any) {
			reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
			reflect.ValueOf(from).Elem().SetZero()
		}
		f.native.holds = func(to any) bool { return reflect.TypeOf(to) == reflect.PointerTo(f.native.in) }
	}
	return f, err
}

// spill overwrites all that a value leads to, so that what calls share is noticed.
func spill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spill(v.Elem())
			v.Elem().SetZero()
		}
	case reflect.Slice:
		for i := range v.Len() {
			spill(v.Index(i))
		}
		v.Slice(0, v.Cap()).Clear()
	case reflect.Map:
		for _, key := range v.MapKeys() {
			spill(v.MapIndex(key))
		}
		v.Clear()
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				spill(v.Field(i))
			}
		}
	}
}

// Functions of made types answer made calls both ways alike, within limits too: one after
// the other, and many at a time. What one has bound is not another's, and does not change.
func TestPlanOfTypes(t *testing.T) {
	functions, calls, refused := 50, 12, 0
	if testing.Short() {
		functions = 10
	}
	var counts tally
	for seed := range uint64(functions) {
		m := &maker{changer: newChanger(1000 + seed)}
		f, err := m.function()
		if err != nil {
			refused++ // a keyword that does not fit, mostly
			continue
		}
		m.callAtOnce(t, f, calls, &counts)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d functions refused; %s", refused, counts)
	if refused > functions/5 || counts[plan.Valid] < functions*calls/5 || counts[plan.Invalid] < functions*calls/10 {
		t.Error("too few functions and calls are tried: what is made has gone astray")
	}
}

// callAtOnce makes calls of one function, first in turn, and then at the same time.
func (m *maker) callAtOnce(t *testing.T, f *FunctionSchema, calls int, counts *tally) {
	type asked struct {
		text       []byte
		fast, slow answer
	}
	var kept []asked
	root := must(string(f.Schema()))
	for range calls {
		a := asked{text: m.call(root)}
		counts.count(f, a.text)
		checkWays(t, f, a.text)
		a.fast, a.slow = askWay(f, a.text, false), askWay(f, a.text, true)
		for _, v := range askWay(f, a.text, false).values {
			spill(reflect.ValueOf(v))
		}
		kept = append(kept, a)
		limited, by := *f, m.IntN(3)-1
		limited.reading.Bytes = max(1, len(a.text)+by)
		checkWays(t, &limited, a.text)
		if v, err := strict.Parse(a.text, strict.Limits{}); err == nil {
			limited = *f
			limited.reading.Values, limited.reading.Digits = max(1, v.Count()+by), 1+m.IntN(6)
			checkWays(t, &limited, a.text)
		}
	}
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for _, a := range kept {
				if again := askWay(f, a.text, false); !reflect.DeepEqual(again, a.slow) || !reflect.DeepEqual(a.fast, a.slow) {
					t.Errorf("%s of %s\nbound %#v\nthen  %#v\nthe tree %#v", a.text, f.Schema(), a.fast, again, a.slow)
				}
			}
		})
	}
	wait.Wait()
}
