package functionschema

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/functionschema/fscheck/internal/schema"
)

// compiledForms is how many compiled forms are kept, rule 7.
const compiledForms = 256

// cache is the only state of this package: compiled forms by what they depend on,
// the least recently used dropped first. A FunctionSchema keeps its own form for
// as long as it lives, whatever the cache does.
var cache = newFormCache(compiledForms)

type formCache struct {
	forms  *lru.Cache[string, *compiled]
	flight singleflight.Group
}

func newFormCache(size int) *formCache {
	forms, err := lru.New[string, *compiled](size)
	if err != nil {
		panic(err) // a size that is not positive
	}
	return &formCache{forms: forms}
}

// compiled returns the form of a key, and compiles it if it is not there. Under
// concurrency that happens once; a form that has faults is not kept, and only as
// much of it is there as the faults left.
func (c *formCache) compiled(key string, compile func() (*compiled, []schema.Violation)) (*compiled, []schema.Violation) {
	if form, ok := c.forms.Get(key); ok {
		return form, nil
	}
	type outcome struct {
		form   *compiled
		faults []schema.Violation
	}
	v, _, _ := c.flight.Do(key, func() (any, error) {
		if form, ok := c.forms.Get(key); ok {
			return outcome{form: form}, nil
		}
		form, faults := guarded(compile)
		if len(faults) == 0 {
			c.forms.Add(key, form)
		}
		return outcome{form, faults}, nil
	})
	o := v.(outcome)
	return o.form, o.faults
}

// guarded is compile, and a fault if that panics: a goroutine that waits for the
// same key could not recover.
func guarded(compile func() (*compiled, []schema.Violation)) (form *compiled, faults []schema.Violation) {
	defer func() {
		if p := recover(); p != nil {
			form, faults = &compiled{}, []schema.Violation{{Keyword: "type", Message: fmt.Sprintf("this function cannot be compiled because of an internal failure: %v", p)}}
		}
	}()
	return compile()
}

// key identifies the compiled form of a declaration: all that it depends on. Types
// are told apart by identity: two of one name may differ.
func (d *declaration) key() string {
	b := appendType(appendType(make([]byte, 0, 64), d.native.in), d.native.out)
	if d.foreign {
		b = fmt.Appendf(b, " schema %x %t %v", sha256.Sum256(d.schema), d.formats, d.limits.reader())
	}
	for _, p := range d.native.positional {
		b = fmt.Appendf(b, " param %q %p %q %t", p.Name, p.Type, p.Tag, p.Variadic)
	}
	if len(d.injected) > 0 {
		for _, name := range slices.Sorted(maps.Keys(d.injected)) {
			ref := d.injected[name]
			b = fmt.Appendf(b, " inject %q %q %q %t", name, ref.Source, ref.Key, ref.Opaque)
		}
	}
	for _, u := range d.unions {
		b = append(b, " union "+u.Key()...)
	}
	if len(d.comments) > 0 {
		b = append(b, " comments "+d.comments.Digest()...)
	}
	return string(b)
}

// appendType appends what tells a type from all others; nil is a type as well.
func appendType(b []byte, t reflect.Type) []byte {
	if t != nil {
		b = strconv.AppendUint(b, uint64(reflect.ValueOf(t).Pointer()), 16)
	}
	return append(b, ' ')
}
