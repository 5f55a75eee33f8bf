package schema

// scope is a dynamic scope (core 7.1): the schema resources that were entered on
// the way, each once, since only the first entry of one decides a $dynamicRef.
// The same way leads to the same scope, which makes it part of a memory's key.
type scope struct {
	outer    *scope
	resource *resource
	inner    map[*resource]*scope
}

// enter returns the scope within r.
func (s *scope) enter(r *resource) *scope {
	if s == nil {
		return &scope{resource: r}
	}
	if s.resource == r {
		return s
	}
	if inner := s.inner[r]; inner != nil {
		return inner
	}
	inner := &scope{outer: s, resource: r}
	for o := s; o != nil; o = o.outer {
		if o.resource == r {
			inner = s
		}
	}
	if s.inner == nil {
		s.inner = map[*resource]*scope{}
	}
	s.inner[r] = inner
	return inner
}

// target resolves a $dynamicRef: the outermost resource of the dynamic scope that
// has the anchor, else the initial target (core 8.2.3.2).
func (s *scope) target(d *dynamicRef) *node {
	target := d.initial
	if d.anchor != "" {
		for ; s != nil; s = s.outer {
			if n := s.resource.dynamic[d.anchor]; n != nil {
				target = n
			}
		}
	}
	return target
}
