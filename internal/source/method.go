package source

import (
	"fmt"
	"go/types"
)

// owner is a type or a variable with its methods.
type owner struct {
	expr    string // a value that has them
	methods *types.MethodSet
	why     string // they cannot be called
	hidden  bool   // they are listed elsewhere, or are nobody's
}

// ownerOf returns the methods of a type, of its zero value in a place of its own, or
// of a variable. Anything else has none.
func ownerOf(o types.Object) owner {
	none := owner{methods: types.NewMethodSet(types.NewTuple())}
	name := o.Name()
	switch o := o.(type) {
	case *types.TypeName:
		found := owner{expr: "new(" + name + ")", methods: types.NewMethodSet(types.NewPointer(o.Type())), hidden: o.IsAlias()}
		named, _ := types.Unalias(o.Type()).(*types.Named)
		switch {
		case types.IsInterface(o.Type()):
			found.methods = types.NewMethodSet(o.Type())
			found.why = name + " is an interface, which has no method to call: name the method of a type that has it"
		case named != nil && named.TypeParams().Len() > named.TypeArgs().Len():
			found.why = fmt.Sprintf("%s is generic: declare a type of one instance, as in type %sOf = %s[%s], and name its method", name, name, name, arguments(named.TypeParams()))
		}
		found.hidden = found.hidden || found.why != ""
		return found
	case *types.Var:
		t := o.Type()
		if !types.IsInterface(t) && !isPointer(t) {
			t = types.NewPointer(t) // a variable can be addressed
		}
		if isFunctionSchema(t) {
			return none
		}
		return owner{expr: name, methods: types.NewMethodSet(t), hidden: true}
	}
	return none
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// methods takes the methods of a type or a variable.
func (r *reader) methods(o types.Object) {
	owner := ownerOf(o)
	for m := range owner.methods.Methods() {
		fn := m.Obj().(*types.Func)
		f := r.function(fn, fn.Signature())
		f.Unusable, f.Hidden = owner.why, owner.hidden
		if !o.Exported() {
			f.Unusable, f.Hidden = unexported(o), true
		}
		r.add(o.Name()+"."+fn.Name(), owner.expr+"."+fn.Name(), fn, f)
	}
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return types.Unalias(t)
}
