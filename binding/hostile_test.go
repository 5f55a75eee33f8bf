package binding_test

import (
	"context"
	"crypto/tls"
	"database/sql"
	"encoding/json"
	"encoding/xml"
	"go/ast"
	"html/template"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/internal/pace"
	"github.com/functionschema/fscheck/internal/strict"
	"github.com/functionschema/fscheck/internal/tree"
)

// d doubles at each level: 2^24 structs if inlined without a bound.
type (
	d0 struct{ A int }
	d1 struct{ A, B d0 }
	d2 struct{ A, B d1 }
	d3 struct{ A, B d2 }
	d4 struct{ A, B d3 }
	d5 struct{ A, B d4 }
	d6 struct{ A, B d5 }
	d7 struct{ A, B, C, D d6 }
	d8 struct{ A, B, C, D d7 }
	d9 struct{ A, B, C, D d8 }
	dX struct{ A, B, C, D, E, F, G, H d9 }
)

// Types that all contain each other: the ways through them are factorially many.
type (
	m0 struct {
		A *m1
		B *m2
		C *m3
		D *m4
		E *m5
		F *m6
		G []m7
	}
	m1 struct {
		A *m0
		B *m2
		C *m3
		D *m4
		E *m5
		F *m6
		G []m7
	}
	m2 struct {
		A *m0
		B *m1
		C *m3
		D *m4
		E *m5
		F *m6
		G []m7
	}
	m3 struct {
		A *m0
		B *m1
		C *m2
		D *m4
		E *m5
		F *m6
		G []m7
	}
	m4 struct {
		A *m0
		B *m1
		C *m2
		D *m3
		E *m5
		F *m6
		G []m7
	}
	m5 struct {
		A *m0
		B *m1
		C *m2
		D *m3
		E *m4
		F *m6
		G []m7
	}
	m6 struct {
		A *m0
		B *m1
		C *m2
		D *m3
		E *m4
		F *m5
		G []m7
	}
	m7 struct {
		A *m0
		B *m1
		C *m2
		D *m3
		E *m4
		F *m5
		G map[string]m6
	}
)

type (
	list    []list
	mapping map[string]mapping
	knotted *[]knotted
	//lint:ignore U1000 a type is all that is asked of it
	loop1 struct{ *loop2 }
	//lint:ignore U1000 a type is all that is asked of it
	loop2 struct{ *loop1 }
	Loop3 struct {
		*Loop4
		A int
	}
	Loop4 struct {
		*Loop3
		B int
	}
	chain struct {
		Next binding.Optional[*chain]
		Kids map[string][]*chain
	}
)

// TestAnyType derives from whatever there is: it ends, without a panic, in a
// schema or in faults, and says the same twice.
func TestAnyType(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[struct{ X dX }](), reflect.TypeFor[m0](), reflect.TypeFor[struct{ X list }](), reflect.TypeFor[struct{ X mapping }](),
		reflect.TypeFor[struct{ X knotted }](), reflect.TypeFor[loop1](), reflect.TypeFor[Loop3](), reflect.TypeFor[chain](),
		reflect.TypeFor[http.Request](), reflect.TypeFor[http.Client](), reflect.TypeFor[sql.DB](), reflect.TypeFor[tls.Config](),
		reflect.TypeFor[ast.File](), reflect.TypeFor[template.Template](), reflect.TypeFor[url.URL](), reflect.TypeFor[regexp.Regexp](),
		reflect.TypeFor[sync.Mutex](), reflect.TypeFor[atomic.Int64](), reflect.TypeFor[context.Context](), reflect.TypeFor[reflect.Value](),
		reflect.TypeFor[struct{ X reflect.Type }](), reflect.TypeFor[os.File](), reflect.TypeFor[xml.Name](), reflect.TypeFor[error](),
		reflect.TypeFor[func()](), reflect.TypeFor[int](), reflect.TypeFor[**pair](), reflect.TypeFor[struct{ X netip.Prefix }](),
		reflect.TypeFor[struct{ X [1 << 30]struct{} }](), reflect.TypeFor[struct{ X sql.NullString }](), reflect.TypeFor[tree.Value](),
		reflect.TypeFor[struct{ X [1 << 28]int }](),
	} {
		t.Run(typ.String(), func(t *testing.T) {
			pace.Within(t, time.Second, func() {
				first, faults := binding.Struct(typ, binding.Settings{})
				second, again := binding.Struct(typ, binding.Settings{})
				sound := first != nil && first.Schema() != nil
				if sound != (len(faults) == 0) || !reflect.DeepEqual(faults, again) || sound && first.Schema().String() != second.Schema().String() {
					t.Errorf("not the same twice: %v %v", faults, again)
				}
				if _, faults := binding.Output(typ, binding.Settings{}); len(faults) > 0 && faults[0].Message == "" {
					t.Errorf("a fault without a message: %v", faults)
				}
			})
		})
	}
}

func TestNamedCycles(t *testing.T) {
	for _, tt := range []struct {
		name string
		typ  reflect.Type
		want string
	}{
		{"slice", reflect.TypeFor[struct{ X list }](), `{"$ref":"#/$defs/list"} $defs {"list":{"type":"array","items":{"$ref":"#/$defs/list"}}}`},
		{"map", reflect.TypeFor[struct{ X mapping }](), `{"$ref":"#/$defs/mapping"} $defs {"mapping":{"type":"object","additionalProperties":{"$ref":"#/$defs/mapping"}}}`},
		{"pointer", reflect.TypeFor[struct{ X knotted }](), `{"$ref":"#/$defs/knotted"} $defs {"knotted":{"type":["array","null"],"items":{"$ref":"#/$defs/knotted"}}}`},
	} {
		if got := propertyOf(t, tt.typ, binding.Settings{}); got != tt.want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// TestNoFaults: recursion alone is no reason to refuse a type, nor for the self
// test to find what is not there.
func TestNoFaults(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[m0](), reflect.TypeFor[Loop3](), reflect.TypeFor[chain](), reflect.TypeFor[xml.Name](),
		reflect.TypeFor[struct{ X sql.NullString }](), reflect.TypeFor[struct{ X regexp.Regexp }](), reflect.TypeFor[struct{ X netip.Addr }](),
		reflect.TypeFor[struct{ X map[netip.Addr]*[2]xml.Name }](), reflect.TypeFor[syntax.Regexp](), reflect.TypeFor[kitchenSink](),
	} {
		if _, faults := binding.Struct(typ, binding.Settings{}); len(faults) > 0 {
			t.Errorf("%v: %+v", typ, faults)
		}
		if _, faults := binding.Output(typ, binding.Settings{}); len(faults) > 0 {
			t.Errorf("%v as a result: %+v", typ, faults)
		}
	}
}

func TestConcurrency(t *testing.T) {
	s := shape(t, reflect.TypeFor[kitchenSink](), binding.Settings{})
	r, _ := binding.Output(reflect.TypeFor[recursiveTree](), binding.Settings{})
	args := parse(t, `{"I":1,"Sl":[["a"]],"Tree":{"name":"a","kids":[]},"O":null}`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				var k kitchenSink
				if errs := decode(s, reflect.ValueOf(&k).Elem(), args, nil); len(errs) > 0 || k.I != 1 {
					t.Error(errs)
				}
				if _, err := written(r, reflect.ValueOf(k.Tree)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestDeepValue(t *testing.T) {
	v := tree.NewArray()
	for range 200_000 {
		v = tree.NewArray(v)
	}
	got := reflect.New(reflect.TypeFor[struct{ X list }]()).Elem()
	errs := decode(shape(t, got.Type(), binding.Settings{}), got, tree.NewObject(tree.M("X", v)), nil)
	if len(errs) != 1 || errs[0].Reason != "model" || !strings.Contains(errs[0].Message, "too deeply") {
		t.Errorf("got %d errors", len(errs))
	}
}

// FuzzDecode binds whatever the strict reader lets pass: no panic, and what was
// bound encodes and binds to the same again.
func FuzzDecode(f *testing.F) {
	typ := reflect.TypeFor[kitchenSink]()
	settings := binding.Settings{Unions: []binding.Union{animals, exprs}}
	all, faults := binding.Struct(reflect.TypeFor[struct {
		kitchenSink
		Pet  animal
		Expr expr
		Opt  binding.Optional[map[int8]*expr]
	}](), settings)
	if len(faults) > 0 {
		f.Fatal(faults)
	}
	s := shape(f, typ, settings)
	for _, text := range []string{
		`{}`, `{"I":1e2,"By":"aGk=","T":"2024-01-01T00:00:00Z","Big":1e30,"A":{"a":[1]},"J":["a","b"],"Tx":"a/b","Q":"12","QS":"\"x\"","M":{"a":null}}`,
		`{"Pet":{"kind":"dog","loud":true},"Expr":{"op":"neg","of":null},"Opt":{"1":null}}`, `{"Mi":{"-1":"a"},"Tree":{"name":"","kids":[{}]},"O":[1],"id":3}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		args, fault := strict.Parse(text, strict.Limits{})
		if fault != nil {
			return
		}
		all.DecodeParams(args, nil)
		got := reflect.New(typ).Elem()
		if errs := decode(s, got, args, nil); len(errs) > 0 {
			return
		}
		again, err := encode(got.Interface())
		if err != nil {
			return // a time's year or a quoted text may have no JSON
		}
		if _, fault := strict.Parse(again.AppendJSON(nil), strict.Limits{}); fault != nil {
			t.Errorf("%s: %v", again, fault)
		}
		var raw json.RawMessage = again.AppendJSON(nil)
		if _, err := encode(raw); err != nil {
			t.Errorf("%s: %v", again, err)
		}
	})
}
