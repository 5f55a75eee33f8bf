package schema

import (
	"github.com/functionschema/fscheck/internal/tree"
)

// item judges the i-th item of an array by n.
func (e *evaluation) item(n *node, v *tree.Value, i int) bool {
	e.found.pushIndex(i)
	ok := e.apply(n, v.Items[i], nil)
	e.found.pop()
	return ok
}

// array judges v by the keywords for arrays (validation 6.4, core 10.3.1).
func (e *evaluation) array(n *node, v *tree.Value, own marks) bool {
	ok := true
	count := int64(len(v.Items))
	if n.minItems >= 0 && count < n.minItems {
		ok = e.fail(n, v, "minItems")
	}
	if n.maxItems >= 0 && count > n.maxItems {
		ok = e.fail(n, v, "maxItems")
	}
	if n.uniqueItems && !unique(v.Items) {
		ok = e.fail(n, v, "uniqueItems")
	}
	if !ok && e.silent > 0 {
		return false
	}
	prefix := min(len(n.prefixItems), len(v.Items))
	for i := range prefix {
		own.set(i)
		if ok = e.item(n.prefixItems[i], v, i) && ok; !ok && e.silent > 0 {
			return false
		}
	}
	switch rest := n.items; {
	case rest == nil || prefix == len(v.Items):
	case rest.isFalse():
		ok = e.fail(n, v, "items")
	default:
		for i := prefix; i < len(v.Items); i++ {
			own.set(i)
			if ok = e.item(rest, v, i) && ok; !ok && e.silent > 0 {
				return false
			}
		}
	}
	if n.contains != nil {
		ok = e.contains(n, v, own) && ok
	}
	return ok
}

// contains counts the items that satisfy n.contains. Too few are a violation of
// minContains if the schema has it, else of contains; too many of maxContains.
func (e *evaluation) contains(n *node, v *tree.Value, own marks) bool {
	var matched int64
	for i := range v.Items {
		if e.holds(n.contains, v.Items[i], nil) {
			matched++
			own.set(i)
		}
	}
	ok := true
	switch {
	case n.minContains >= 0 && matched < n.minContains:
		ok = e.fail(n, v, "minContains")
	case n.minContains < 0 && matched == 0:
		ok = e.fail(n, v, "contains")
	}
	if n.maxContains >= 0 && matched > n.maxContains {
		ok = e.fail(n, v, "maxContains")
	}
	return ok
}
