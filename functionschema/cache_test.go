package functionschema

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/functionschema/fscheck/binding"
	"github.com/functionschema/fscheck/inject"
	"github.com/functionschema/fscheck/internal/comments"
	"github.com/functionschema/fscheck/internal/schema"
)

// Two declarations share a form if and only if nothing that it depends on differs.
func TestKey(t *testing.T) {
	local := func(which int) any {
		switch which {
		case 0:
			type same struct {
				A int `json:"a"`
			}
			return func(same) {}
		default:
			type same struct {
				B int `json:"b"`
			}
			return func(same) {}
		}
	}
	refs := func(source, key string, opaque bool) Option {
		return WithInjected(map[string]inject.Ref{"x": {Source: source, Key: key, Opaque: opaque}})
	}
	one := func(point) {}
	open := WithSchema([]byte(`{}`))
	square1 := binding.Variant[shape]{Name: "s", Value: square{}}
	group1 := binding.Variant[shape]{Name: "g", Value: &group{}}
	takesShape := func(shape) {}
	type build struct {
		fn   any
		opts []Option
	}
	tests := []struct {
		name, reason string
		a, b         build
		shared       bool
	}{
		{"the same", "", build{one, nil}, build{one, nil}, true},
		{"another function of the same types", "the form knows no function", build{one, nil}, build{func(point) {}, nil}, true},
		{"description and limits", "they live in the FunctionSchema", build{one, nil}, build{one, []Option{WithDescription("d"), WithLimits(Limits{Depth: 3}), WithResolvers(inject.Resolvers{"s": inject.Map{}})}}, true},
		{"local types of one name", "they are two types", build{local(0), nil}, build{local(1), nil}, false},
		{"a pointer to the struct", "it is bound differently", build{one, nil}, build{func(*point) {}, nil}, false},
		{"a result", "", build{one, nil}, build{func(point) int { return 0 }, nil}, false},
		{"parameter names", "", build{func(int) {}, []Option{WithParams(Names("a")...)}}, build{func(int) {}, []Option{WithParams(Names("b")...)}}, false},
		{"parameter tags", "", build{func(int) {}, []Option{WithParams(Names("a")...)}}, build{func(int) {}, []Option{WithParams(Param{"a", `default:"1"`})}}, false},
		{"variadic", "a slice is required", build{func([]int) {}, []Option{WithParams(Names("a")...)}}, build{func(...int) {}, []Option{WithParams(Names("a")...)}}, false},
		{"struct and one parameter", "", build{one, nil}, build{one, []Option{WithParams(Names("p")...)}}, false},
		{"injected", "", build{one, nil}, build{one, []Option{refs("s", "k", false)}}, false},
		{"spaces in references", "they must not run together", build{one, []Option{refs("a b", "c", false)}}, build{one, []Option{refs("a", "b c", false)}}, false},
		{"opaque", "", build{one, []Option{refs("s", "k", false)}}, build{one, []Option{refs("s", "k", true)}}, false},
		{"a schema", "", build{one, nil}, build{one, []Option{open}}, false},
		{"another schema", "", build{one, []Option{WithSchema([]byte(`{"title":"x"}`))}}, build{one, []Option{open}}, false},
		{"comments", "they are descriptions", build{one, nil}, build{one, []Option{FromSource(comments.Map{comments.Field(reflect.TypeFor[point]().PkgPath(), "point", "X"): "Across."})}}, false},
		{"formats", "", build{one, []Option{open}}, build{one, []Option{open, WithFormats()}}, false},
		{"formats of a declared function", "they change nothing there", build{one, nil}, build{one, []Option{WithFormats()}}, true},
		{"order of variants", "oneOf is in that order", build{takesShape, []Option{WithParams(Names("s")...), WithUnions(binding.UnionOf[shape]("k", square1, group1))}},
			build{takesShape, []Option{WithParams(Names("s")...), WithUnions(binding.UnionOf[shape]("k", group1, square1))}}, false},
		{"discriminator", "", build{takesShape, []Option{WithParams(Names("s")...), WithUnions(binding.UnionOf[shape]("k", square1))}},
			build{takesShape, []Option{WithParams(Names("s")...), WithUnions(binding.UnionOf[shape]("kind", square1))}}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := mustBuild(t)(New(test.a.fn, append(test.a.opts, WithName("a"))...))
			b := mustBuild(t)(New(test.b.fn, append(test.b.opts, WithName("b"))...))
			if shared := a.compiled == b.compiled; shared != test.shared {
				t.Errorf("shared: %t: %s", shared, test.reason)
			}
		})
	}
}

// What is evicted is the least recently used; a FunctionSchema does not notice.
func TestEviction(t *testing.T) {
	c := newFormCache(2)
	built := map[string]int{}
	get := func(key string) *compiled {
		form, _ := c.compiled(key, func() (*compiled, []schema.Violation) { built[key]++; return &compiled{}, nil })
		return form
	}
	a := get("a")
	get("b")
	if get("a") != a {
		t.Error("what is there is built again")
	}
	get("c") // b goes
	if get("a") != a || c.forms.Len() != 2 {
		t.Error("the most recently used is gone")
	}
	get("b")
	if want := map[string]int{"a": 1, "b": 2, "c": 1}; !reflect.DeepEqual(built, want) {
		t.Errorf("built %v, want %v", built, want)
	}
	faulty := 0
	for range 2 {
		c.compiled("bad", func() (*compiled, []schema.Violation) {
			faulty++
			return &compiled{}, []schema.Violation{{Keyword: "type"}}
		})
	}
	if faulty != 2 {
		t.Error("a faulty form is kept")
	}

	f := foreign(t, `{"properties":{"kept":{"default":1}}}`)
	schemaText, tool := string(f.Schema()), string(f.Metadata().InputSchema)
	for i := range 300 {
		foreign(t, fmt.Sprintf(`{"title":"%d"}`, i))
	}
	if n := cache.forms.Len(); n != 256 {
		t.Errorf("%d forms are kept, want 256", n)
	}
	again := foreign(t, `{"properties":{"kept":{"default":1}}}`)
	if again.compiled == f.compiled {
		t.Error("it was not evicted")
	}
	for _, f := range []*FunctionSchema{f, again} {
		done, err := f.Complete([]byte(`{}`))
		if err != nil || string(done) != `{"kept":1}` || string(f.Schema()) != schemaText || string(f.Metadata().InputSchema) != tool {
			t.Errorf("after eviction: %s %v", done, err)
		}
	}
}

func TestOneBuildAKey(t *testing.T) {
	c := newFormCache(8)
	var builds atomic.Int32
	forms := make([]*compiled, 64)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range forms {
		wg.Go(func() {
			<-start
			forms[i], _ = c.compiled("key", func() (*compiled, []schema.Violation) {
				builds.Add(1)
				time.Sleep(5 * time.Millisecond)
				return &compiled{}, nil
			})
		})
	}
	close(start)
	wg.Wait()
	for _, form := range forms {
		if form == nil || form != forms[0] {
			t.Fatal("two callers have two forms")
		}
	}
	if builds.Load() != 1 {
		t.Errorf("built %d times", builds.Load())
	}
}

// Twenty functions are built and called from many goroutines, and nothing is left
// of it.
func TestConcurrency(t *testing.T) {
	const goroutines = 64
	calls := int64(100_000)
	if testing.Short() {
		calls = 10_000
	}
	build := concurrentFunctions()
	for _, b := range build { // so that what is cached for good is there before
		if _, err := called(mustBuild(t)(b.make()), b.args); err != nil {
			t.Fatal(err)
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	threads, before := runtime.NumGoroutine(), heap()
	var next, failed atomic.Int64
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			for {
				i := next.Add(1)
				if i > calls {
					return
				}
				b := build[int(i)%len(build)]
				f, err := b.make()
				if err != nil {
					failed.Add(1)
					continue
				}
				r, err := called(f, b.args)
				if err != nil || r.ModelText() != b.want {
					failed.Add(1)
				}
				if i%16 != 0 {
					continue
				}
				if _, err = called(f, `{"nobody":1}`); brief(err) != "INVALID_ARGUMENT :additionalProperties(nobody) :required(n)" {
					failed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if failed.Load() > 0 {
		t.Errorf("%d of %d went wrong", failed.Load(), calls)
	}
	for range 100 {
		if runtime.NumGoroutine() <= threads {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > threads {
		t.Errorf("%d goroutines, %d before", n, threads)
	}
	if after := heap(); after > before+8<<20 {
		t.Errorf("%d bytes of heap, %d before", after, before)
	}
	if n := cache.forms.Len(); n > 256 {
		t.Errorf("%d forms are kept", n)
	}
}

type concurrent struct {
	make       func() (*FunctionSchema, error)
	args, want string
}

// concurrentFunctions are five functions declared in four ways each.
func concurrentFunctions() []concurrent {
	var list []concurrent
	resolvers := WithResolvers(inject.Resolvers{"s": inject.Map{"t": "T"}})
	add := func(fn any, args, want string, opts ...Option) {
		for i := range 4 {
			of := append([]Option{WithName(fmt.Sprint("f", i)), resolvers}, opts...)
			if i == 1 {
				of = append(of, WithInjected(map[string]inject.Ref{"extra": {Source: "s", Key: "t"}}))
			}
			if i >= 2 {
				of = append(of, WithSchema(fmt.Appendf(nil, `{"title":"%d","required":["n"],"properties":{"n":{},"extra":{},"rest":{},"list":{}},"additionalProperties":false}`, i)))
			}
			list = append(list, concurrent{func() (*FunctionSchema, error) { return New(fn, of...) }, args, want})
		}
	}
	type in struct {
		N     int    `json:"n"`
		Extra string `json:"extra,omitempty"`
		Rest  []int  `json:"rest,omitempty"`
		List  []byte `json:"list,omitempty"`
	}
	add(func(v in) int { return v.N }, `{"n":1}`, "1")
	add(func(v *in) []byte { return v.List }, `{"n":1,"list":"aGk="}`, "aGk=")
	add(func(v in) []int { return v.Rest }, `{"n":1,"rest":[1,2]}`, "[1,2]")
	add(func(v in) map[string]int { return map[string]int{"n": v.N} }, `{"n":7}`, `{"n":7}`)
	add(func(n int, extra string, rest []int, list []byte) int { return n + len(rest) + len(list) }, `{"n":1,"rest":[5]}`, "2",
		WithParams(Param{"n", ""}, Param{"extra", `json:",omitempty"`}, Param{"rest", `json:",omitempty"`}, Param{"list", `json:",omitempty"`}))
	return list
}
