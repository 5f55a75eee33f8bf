package plan

import (
	"reflect"

	"github.com/functionschema/fscheck/internal/schema"
)

var (
	textMapType = reflect.TypeFor[map[string]string]()
	anyMapType  = reflect.TypeFor[map[string]any]()
)

// object pairs the properties of a schema with the fields of a struct.
func (b *builder) object(n *node, r *schema.Rules, inner *Target) {
	o := &objectRules{least: r.MinProperties, most: r.MaxProperties, index: map[string]int{}}
	n.object = o
	of := elem(inner, Map)
	for i, name := range r.Names {
		f := b.field(o, name)
		f.declared, f.at = true, r.Properties[i]
		target := of
		if g := inner.field(name); g != nil {
			target = g.Target
			f.setIndex(g.Index)
		}
		f.node = b.node(f.at, target)
		if r := f.at.Rules(); r.Default != nil {
			f.fill = newFilling(r.Default, r.Bytes, target)
		}
	}
	other := func(t *Target) *node {
		if r.Additional.Exists() {
			return b.node(r.Additional, t)
		}
		return b.anything(t)
	}
	if r.Additional.Exists() && b.isFalse(r.Additional) {
		o.closed = true
	} else {
		o.additional = other(of)
	}
	if r.PropertyNames.Exists() {
		o.names = b.node(r.PropertyNames, nil)
		if o.names.kind != plain {
			n.kind, n.why = subtree, "propertyNames"
			return
		}
	}
	if inner != nil {
		for _, g := range inner.Fields {
			if o.position(g.Name) < 0 {
				f := b.field(o, g.Name)
				f.setIndex(g.Index)
				if !o.closed {
					f.node = other(g.Target)
				}
			}
		}
		o.fresh = inner.Form == Map && inner.Elem.reads(map[*Target]bool{})
		o.textMap = inner.Form == Map && inner.Type == textMapType
		o.anyMap = inner.Form == Map && inner.Type == anyMapType && inner.Elem.Form == Any
	}
	for _, name := range r.Required {
		i := o.position(name)
		if i < 0 {
			f := b.field(o, name)
			if !o.closed {
				f.node = o.additional
			}
			i = len(o.fields) - 1
		}
		if o.required.add(i) {
			o.needed = append(o.needed, i)
		}
	}
	for i := range o.fields {
		if o.fields[i].fill != nil {
			o.defaults.set(i)
			o.optional = append(o.optional, i)
		}
	}
	for i := range o.fields {
		f := &o.fields[i]
		f.quick = f.declared && f.node != nil && f.first >= 0
	}
	if len(o.fields) <= few {
		o.index = nil
	}
	o.keys = newKeyTable(o.fields)
}

// field adds a field to an object.
func (b *builder) field(o *objectRules, name string) *field {
	f := field{name: name, key: newKey(name), first: -1}
	if o.index != nil {
		o.index[name] = len(o.fields)
	}
	o.fields = append(o.fields, f)
	return &o.fields[len(o.fields)-1]
}

func (f *field) setIndex(index []int) {
	if f.index = index; len(index) == 1 {
		f.first = index[0]
	}
}

func (o *objectRules) position(name string) int { return o.find([]byte(name)) }

// field returns the Go member of a name, or nil.
func (t *Target) field(name string) *Field {
	if t != nil {
		for i := range t.Fields {
			if t.Fields[i].Name == name {
				return &t.Fields[i]
			}
		}
	}
	return nil
}

// inject gives the parameters of the framework their standing. It reports false if
// the root's other keywords depend on how many there are.
func (b *builder) inject(root *node, names Names) bool {
	o := root.object
	if len(names.Hidden)+len(names.Refused) == 0 {
		return true
	}
	if o.least >= 0 || o.most >= 0 || o.names != nil || root.enum != nil {
		return false
	}
	mark := func(name string, s standing) bool {
		i := o.position(name)
		if i < 0 {
			if s == injected {
				return false
			}
			b.field(o, name)
			i = len(o.fields) - 1
		}
		o.fields[i].standing, o.fields[i].quick = s, false
		return s == refused || o.fields[i].declared
	}
	for _, name := range names.Hidden {
		if !mark(name, injected) {
			return false
		}
	}
	for _, name := range names.Refused {
		mark(name, refused)
	}
	o.injected = len(names.Hidden) > 0
	o.keys = newKeyTable(o.fields)
	return true
}
