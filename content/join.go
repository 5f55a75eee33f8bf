package content

import (
	"slices"
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// TreeAndFiles reads a tree as [Reading.Tree] does, without a hint, and files that came
// apart from it. They go where it refers to them, if it has as many objects that do, kind
// by kind and identifier by identifier: then no other object in it is a file. Else they
// stand after it in a list. What they are together is within Limits, as [Limits.Check] has
// it. It is for this module's other packages.
func (r Reading) TreeAndFiles(v *tree.Value, files []File) (Value, error) {
	if err := r.Limits.countFiles(len(files)); err != nil {
		return Value{}, err
	}
	r.Hint = nil
	joined, ok := Value{}, false
	if len(files) > 0 {
		joined, ok = r.rejoin(v, files, nil)
	}
	if !ok {
		root, err := r.Tree(v)
		if err != nil {
			return Value{}, err
		}
		if joined, err = before(root, files); err != nil {
			return Value{}, err
		}
	}
	if err := r.Limits.Check(joined); err != nil {
		return Value{}, err
	}
	return joined, nil
}

// before is v before files in a list, or v if there are none.
func before(v Value, files []File) (Value, error) {
	if len(files) == 0 {
		return v, nil
	}
	n := &node{items: []*node{v.orNull()}}
	for _, f := range files {
		item, err := alone(f)
		if err != nil {
			return Value{}, err
		}
		n.items = append(n.items, item.node)
	}
	return Value{n}, nil
}

// join reports, too, whether every file found its place; a pointer out of reach has none.
func join(v *tree.Value, files []Placed, within reach) (*node, bool) {
	root := &place{}
	for _, p := range files {
		f, err := normal(p.File)
		if at := root.add(p.Pointer, within); err == nil && at != nil {
			at.file = f
		}
	}
	placed := 0
	n := root.fill(v, func(p *place, _ *tree.Value) (File, bool) {
		placed++
		return p.file, p.file != nil
	})
	return n.or(v), placed == len(files)
}

// rejoin puts files into v, JSON that came before them: where the pointers lead, or
// without those where the JSON refers to them. It reports whether all found a place.
func (r Reading) rejoin(v *tree.Value, files []File, pointers []string) (Value, bool) {
	refs := references(v, r.Limits.files()+1)
	if pointers != nil && len(pointers) != len(files) {
		// Some were dropped on the way: who is left is known by name.
		refs, pointers = left(named(refs, pointers), files), nil
	}
	if pointers == nil && len(refs) != len(files) {
		return Value{}, false
	}
	placed := make([]Placed, len(files))
	for i, f := range files {
		if pointers != nil {
			placed[i] = Placed{pointers[i], f}
			continue
		}
		if !refs[i].to(f) {
			return Value{}, false
		}
		placed[i] = Placed{refs[i].pointer, f}
	}
	n, all := join(v, placed, r.Limits.reach())
	return Value{n}, all
}

// reference is an object that refers to a file, and where it is.
type reference struct {
	pointer string
	kind    Kind
	id      string
}

func (r reference) to(f File) bool { return r.kind == f.Kind() && r.id == f.ID() }

// named keeps the references that pointers lead to. References are bounded and
// pointers are not: each of either is looked at once.
func named(refs []reference, pointers []string) []reference {
	leads := make(map[string]bool, len(refs))
	for _, ref := range refs {
		leads[ref.pointer] = false
	}
	for _, pointer := range pointers {
		if _, known := leads[pointer]; known {
			leads[pointer] = true
		}
	}
	return slices.DeleteFunc(refs, func(ref reference) bool { return !leads[ref.pointer] })
}

// left keeps the references that the files answer, in order.
func left(refs []reference, files []File) []reference {
	var kept []reference
	for _, ref := range refs {
		if i := len(kept); i < len(files) && ref.to(files[i]) {
			kept = append(kept, ref)
		}
	}
	return kept
}

// search collects the references in a tree, in document order, up to a number of
// them. What is too far for a file is none.
type search struct {
	path  []byte
	found []reference
	most  int
}

func references(v *tree.Value, most int) []reference {
	s := search{most: most}
	s.value(v)
	return s.found
}

func (s *search) value(v *tree.Value) {
	if len(s.found) >= s.most || len(s.path) > longestPointer {
		return
	}
	if kind, ok := looksLike(v); ok {
		if id := v.Lookup("identifier"); id != nil && id.Kind == tree.String {
			s.found = append(s.found, reference{string(s.path), kind, id.Text})
			return
		}
	}
	at := len(s.path)
	for i, item := range v.Items {
		s.path = strconv.AppendInt(append(s.path, '/'), int64(i), 10)
		s.value(item)
		s.path = s.path[:at]
	}
	for _, m := range v.Members {
		s.path = tree.AppendToken(s.path, m.Name)
		s.value(m.Value)
		s.path = s.path[:at]
	}
}
