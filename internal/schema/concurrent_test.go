package schema

import (
	"sync"
	"testing"
)

// TestConcurrent holds that a Schema is safe for concurrent use, which the race
// detector judges.
func TestConcurrent(t *testing.T) {
	s := compiled(t, `{"$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n","default":{"b":0}},"b":{"type":"string","writeOnly":true}},"patternProperties":{"^x":{"enum":[1,2,3,4,5,6,7,8,9,10]}},"unevaluatedProperties":false}`, Options{LenientDefaults: true})
	s.rememberAfter = 0
	v := read(t, `{"b":1,"x":11,"z":[1],"a":{"a":{},"q":1}}`)
	want, completed := list(s.Validate(v, Budget{}).Violations), s.Complete(v).String()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if got := list(s.Validate(v, Budget{}).Violations); got != want {
					t.Errorf("%s, want %s", got, want)
				}
				if got := s.Complete(v).String(); got != completed {
					t.Errorf("%s, want %s", got, completed)
				}
			}
		})
	}
	wait.Wait()
}
