package binding

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/functionschema/fscheck/internal/plan"
	"github.com/functionschema/fscheck/internal/tree"
)

func (d *decoder) items(n *node, v *tree.Value, to reflect.Value) {
	if n.form == formArray {
		if size := n.typ.Len(); len(v.Items) != size {
			d.fail(ReasonType, "must be an array of exactly %d items", size)
			return
		}
	} else {
		to.Set(reflect.MakeSlice(n.typ, len(v.Items), len(v.Items)))
	}
	for i, item := range v.Items {
		d.enterItem(i)
		d.value(n.elem, item, to.Index(i))
		d.leave()
	}
}

// object fills a struct. Members that it does not have are left out: a closed
// schema has refused them, an open one means them to be.
func (d *decoder) object(n *node, v *tree.Value, to reflect.Value) {
	for _, m := range v.Members {
		i, ok := n.members[m.Name]
		if !ok {
			continue
		}
		f := &n.fields[i]
		d.enter(m.Name)
		d.field(f, m.Value, plan.FieldAt(to, f.index))
		d.leave()
	}
}

// choice fills an interface with the struct that the discriminator names.
func (d *decoder) choice(n *node, v *tree.Value, to reflect.Value) {
	u := n.union
	name := v.Lookup(u.discriminator)
	if name != nil && name.Kind == tree.String {
		for i, variant := range u.variants {
			if variant.name != name.Text {
				continue
			}
			s := n.variants[i]
			p := reflect.New(s.typ)
			d.object(s, v, p.Elem())
			if variant.typ.Kind() == reflect.Pointer {
				to.Set(p)
			} else {
				to.Set(p.Elem())
			}
			return
		}
	}
	names := make([]string, len(u.variants))
	for i, variant := range u.variants {
		names[i] = strconv.Quote(variant.name)
	}
	d.enter(u.discriminator)
	d.wrong("one of " + strings.Join(names, ", "))
	d.leave()
}

func (d *decoder) mapping(n *node, v *tree.Value, to reflect.Value) {
	if v.Kind != tree.Object {
		d.wrong("an object")
		return
	}
	m := reflect.MakeMapWithSize(n.typ, len(v.Members))
	for _, member := range v.Members {
		key, ok := d.key(n, member.Name)
		if !ok {
			continue
		}
		if m.MapIndex(key).IsValid() {
			d.keyError(member.Name, ReasonModel, "is the same key as another name beside it: leave one of them out", nil)
			continue
		}
		elem := reflect.New(n.typ.Elem()).Elem()
		d.enter(member.Name)
		d.value(n.elem, member.Value, elem)
		d.leave()
		m.SetMapIndex(key, elem)
	}
	to.Set(m)
}

// key reads a member's name as a map key.
func (d *decoder) key(n *node, name string) (reflect.Value, bool) {
	key := reflect.New(n.typ.Key()).Elem()
	switch n.key {
	case keyString:
		key.SetString(name)
	case keyInt:
		i, err := strconv.ParseInt(name, 10, 64)
		if !isIntName(name, true) {
			d.keyError(name, ReasonFormat, "is not accepted here: names must be integers such as -1, 0 or 12", nil)
			return key, false
		}
		if err != nil || key.OverflowInt(i) {
			low, high := intBounds(key.Kind())
			d.keyError(name, ReasonRange, "is not accepted here: names must be integers from "+strconv.FormatInt(low, 10)+" to "+strconv.FormatInt(high, 10), nil)
			return key, false
		}
		key.SetInt(i)
	case keyUint:
		u, err := strconv.ParseUint(name, 10, 64)
		if !isIntName(name, true) {
			d.keyError(name, ReasonFormat, "is not accepted here: names must be integers such as 0 or 12", nil)
			return key, false
		}
		if err != nil || key.OverflowUint(u) {
			d.keyError(name, ReasonRange, "is not accepted here: names must be integers from 0 to "+strconv.FormatUint(uintBound(key.Kind()), 10), nil)
			return key, false
		}
		key.SetUint(u)
	case keyText:
		var err error
		caught := guard(func() { err = key.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(name)) })
		if caught != nil {
			d.keyError(name, ReasonModel, "cannot be read: use a name of the form that the description asks for", caught)
			return key, false
		}
		if err != nil {
			d.keyError(name, ReasonFormat, "cannot be read: use a name of the form that the description asks for", err)
			return key, false
		}
		if !key.Comparable() {
			d.keyError(name, ReasonModel, "cannot be a key: use another", nil)
			return key, false
		}
	}
	return key, true
}

// keyError reports a member's name: at the object, with the name beside it and in
// front of what is said of it, shortened.
func (d *decoder) keyError(name, reason, message string, err error) {
	d.errors = append(d.errors, BindError{Pointer: d.pointer(), Reason: reason, Property: &name, Message: fmt.Sprintf("the name %.60q %s", name, message), Err: err})
}

// isIntName reports whether name is an integer in its one spelling.
func isIntName(name string, signed bool) bool {
	digits := name
	if signed {
		digits = strings.TrimPrefix(name, "-")
	}
	if digits == "" || digits[0] == '0' && len(name) > 1 {
		return false
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}
