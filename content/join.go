package content

import (
	"slices"
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// TreeAndFiles reads a tree as [Reading.Tree] does, without a hint, and the files among
// parts, which came apart from it. They go where it refers to them, if it has as many
// objects that do, kind by kind and identifier by identifier: then no other object in it is
// a file. Else they stand after it in a list. Texts among the parts are passed over: they
// say what the tree says. What it is together is within Limits. It is for this module's
// other packages.
func (r Reading) TreeAndFiles(v *tree.Value, parts []Part) (Value, error) {
	files, err := r.filesOf(parts)
	if err != nil {
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
		joined = before(root, files)
	}
	if err := r.Limits.check(joined); err != nil {
		return Value{}, err
	}
	return joined, nil
}

// before is v before files in a list, or v if there are none.
func before(v Value, files []File) Value {
	if len(files) == 0 {
		return v
	}
	n := &node{items: []*node{v.orNull()}}
	for _, f := range files {
		n.items = append(n.items, &node{file: f})
	}
	return Value{n}
}

// join reports, too, whether every file found its place; a pointer out of reach has none.
// The files are in normal form.
func join(v *tree.Value, files []Placed, within reach) (*node, bool) {
	root := &place{}
	for _, p := range files {
		if at := root.add(p.Pointer, within); at != nil {
			at.file = p.File
		}
	}
	placed := 0
	n := root.fill(v, func(p *place, _ *tree.Value) (File, bool) {
		placed++
		return p.file, true
	})
	return n.or(v), placed == len(files)
}

// rejoin puts files, in normal form, into v, JSON that came before them: where the
// pointers lead, or without those where the JSON refers to them. It reports whether all
// found a place.
func (r Reading) rejoin(v *tree.Value, files []File, pointers []string) (Value, bool) {
	if pointers == nil || len(pointers) != len(files) {
		var ok bool
		if pointers, ok = r.places(v, files, pointers); !ok {
			return Value{}, false
		}
	}
	placed := make([]Placed, len(files))
	for i, f := range files {
		placed[i] = Placed{pointers[i], f}
	}
	n, all := join(v, placed, r.Limits.reach())
	return Value{n}, all
}

// places returns where the JSON refers to the files, and whether it does so to each of
// them without doubt. If there are pointers, some files were dropped on the way: then of
// the references that they lead to only those count whose file is left.
func (r Reading) places(v *tree.Value, files []File, pointers []string) ([]string, bool) {
	refs := references(v, r.Limits.files()+1)
	if len(refs) > r.Limits.files() {
		return nil, false
	}
	names := make([]name, len(files))
	for i, f := range files {
		names[i] = name{f.Kind(), f.ID()}
	}
	if pointers != nil {
		refs = left(named(refs, pointers), names)
	}
	if len(refs) != len(names) {
		return nil, false
	}
	at := make([]string, len(refs))
	for i, ref := range refs {
		if ref.name != names[i] {
			return nil, false
		}
		at[i] = ref.pointer
	}
	return at, true
}

// name is what an object that refers to a file says of it.
type name struct {
	kind Kind
	id   string
}

// reference is an object that refers to a file, and where it is.
type reference struct {
	name
	pointer string
}

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

// left keeps the references by a name that a file has, if each such name has as many
// files as references: of more references nobody knows which lost theirs.
func left(refs []reference, names []name) []reference {
	open := make(map[name]int, len(names))
	for _, n := range names {
		open[n]++
	}
	refs = slices.DeleteFunc(refs, func(ref reference) bool {
		_, is := open[ref.name]
		return !is
	})
	for _, ref := range refs {
		open[ref.name]--
	}
	for _, n := range open {
		if n != 0 {
			return nil
		}
	}
	return refs
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
			s.found = append(s.found, reference{name{kind, id.Text}, string(s.path)})
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
