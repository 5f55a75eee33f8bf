package functionschema

import (
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

// compiled returns the form of a declaration. Under concurrency a form is built
// once; one that has faults is not kept.
func (c *formCache) compiled(d *declaration) (*compiled, []schema.Violation) {
	key := d.key()
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
		form, faults := d.compile()
		if len(faults) == 0 {
			c.forms.Add(key, form)
		}
		return outcome{form, faults}, nil
	})
	o := v.(outcome)
	return o.form, o.faults
}
