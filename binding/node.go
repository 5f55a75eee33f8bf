package binding

import (
	"reflect"
)

// node is one Go type on one side, with what lies below it. Nodes of a type that
// contains itself form a cycle. They are what schemas are written from and what
// values are read by.
type node struct {
	typ  reflect.Type
	form form
	elem *node // of a pointer, Optional, slice, array, map, With

	key keyForm // of a map

	fields  []field // of a struct
	strays  []stray
	members map[string]int // of a struct: position in fields by name

	union    *Union  // of a union
	variants []*node // of a union: structs, in the union's order
	branch   *branch // of a struct that is a union's variant

	hook hook // the type's own say about its schema
}

// branch is the discriminator that a variant's object carries.
type branch struct {
	discriminator string
	name          string
	declared      bool // the struct has a field for it
}

// walker builds nodes, each type once.
type walker struct {
	side   side
	hooks  bool // types may speak for their own schemas
	unions map[reflect.Type]*Union
	nodes  map[reflect.Type]*node
	order  []*node // as first met
}

func newWalker(s side, hooks bool, unions map[reflect.Type]*Union) *walker {
	return &walker{side: s, hooks: hooks, unions: unions, nodes: map[reflect.Type]*node{}}
}

// node returns t's node. It may be called while t's own is being built: the
// pointer is then good, its content is not there yet.
func (w *walker) node(t reflect.Type) *node {
	if n := w.nodes[t]; n != nil {
		return n
	}
	n := w.enter(t)
	w.nodes[t] = n
	if n.union != nil {
		w.walkUnion(n)
		return n
	}
	switch n.form {
	case formPointer:
		if pointsToItself(t) {
			n.form = formUnsupported
			return n
		}
		n.elem = w.node(t.Elem())
	case formOptional:
		n.elem = w.node(optionalElem(t))
	case formSlice, formArray:
		n.elem = w.node(t.Elem())
	case formMap:
		if n.key = keyFormOf(t.Key(), w.side); n.key == keyUnsupported {
			n.form = formUnsupported
			return n
		}
		n.elem = w.node(t.Elem())
	case formStruct:
		w.walkStruct(n)
	case formWith:
		n.elem = w.node(t.Field(withValue).Type)
	}
	return n
}

func (w *walker) enter(t reflect.Type) *node {
	n := &node{typ: t, form: formOf(t, w.side)}
	if w.hooks {
		n.hook = hookOf(t)
	}
	if u := w.unions[t]; u != nil {
		n.form, n.union = formUnion, u
	}
	w.order = append(w.order, n)
	return n
}

func (w *walker) walkStruct(n *node) {
	n.fields, n.strays = fieldsOf(n.typ)
	if len(n.fields) == 0 && len(n.strays) == 0 && onlyUnexported(n.typ) {
		n.form = formUnsupported
		return
	}
	w.walkFields(n)
}

func (w *walker) walkFields(n *node) {
	n.members = make(map[string]int, len(n.fields))
	for i := range n.fields {
		f := &n.fields[i]
		n.members[f.name] = i
		f.node = w.node(f.typ)
	}
}

// walkUnion gives every variant a node of its own: the same struct elsewhere has
// no discriminator.
func (w *walker) walkUnion(n *node) {
	for _, v := range n.union.variants {
		s := w.enter(v.structOf())
		s.form, s.union = formStruct, nil
		s.branch = &branch{discriminator: n.union.discriminator, name: v.name}
		n.variants = append(n.variants, s)
	}
	for _, s := range n.variants {
		s.fields, s.strays = fieldsOf(s.typ)
		w.walkFields(s)
		_, s.branch.declared = s.members[s.branch.discriminator]
	}
}

// pointsToItself reports whether following t never leaves pointers.
func pointsToItself(t reflect.Type) bool {
	seen := map[reflect.Type]bool{}
	for ; t.Kind() == reflect.Pointer; t = t.Elem() {
		if seen[t] {
			return true
		}
		seen[t] = true
	}
	return false
}

// below lists the nodes whose schemas are part of n's.
func (n *node) below() []*node {
	if replaces(n.hook) {
		return nil
	}
	var list []*node
	if n.elem != nil {
		list = append(list, n.elem)
	}
	for i := range n.fields {
		list = append(list, n.fields[i].node)
	}
	return append(list, n.variants...)
}

// keyForm is how a map's keys are member names.
type keyForm uint8

const (
	keyUnsupported keyForm = iota
	keyString
	keyInt
	keyUint
	keyText
)

// keyFormOf follows encoding/json, which writes a string as it is and reads it
// by its text method.
func keyFormOf(t reflect.Type, s side) keyForm {
	if t.Kind() == reflect.String && s == output {
		return keyString
	}
	// Keys cannot be addressed, so only the value's own methods are of use.
	if s == input && has(t, textUnmarshalerType) || s == output && t.Implements(textMarshalerType) {
		return keyText
	}
	switch t.Kind() {
	case reflect.String:
		return keyString
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return keyInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return keyUint
	}
	return keyUnsupported
}
